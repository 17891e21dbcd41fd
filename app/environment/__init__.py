"""What the environment gives a process: settings, secrets, the ledger, documents, a model."""
