"""What a person can do to the ledger: one function an act, for every caller."""
