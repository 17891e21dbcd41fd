"""The few read tools through which a model sees the ledger and the statement at hand."""
