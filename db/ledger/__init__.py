"""Accounts' entries and balances: queries, changes, locks, and what other rooms see of them."""
