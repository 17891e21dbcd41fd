"""What a person can do to the ledger: one function an act, whoever asks for it."""
