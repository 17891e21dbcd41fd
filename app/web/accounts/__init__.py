"""Accounts: the list, one account with its entries, and what can be corrected."""
