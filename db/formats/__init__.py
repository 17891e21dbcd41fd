"""The forms in which a ledger comes in and goes out."""
