"""What a page says of its account: number, kind, currency, bank, name and period."""
