"""Statement: one import, its differences, the ledger and its pages; where one decides."""
