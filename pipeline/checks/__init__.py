"""The named tests a proof is made of: of the page against itself, and against the ledger."""
