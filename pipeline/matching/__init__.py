"""Statement lines against ledger entries, one to one, without ever guessing between equals."""
