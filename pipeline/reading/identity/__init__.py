"""Whose statement it is: institution, account, kind and currency, as far as the page says."""
