"""Several ledgers in one installation: which books there are, and where each one is."""
