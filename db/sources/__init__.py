"""The files and books where people keep their ledger, and how it is kept in step with them."""
