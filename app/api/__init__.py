"""The HTTP API: what other programs do with a ledger, by the same functions as pages and verbs."""
