"""Tables that the kernel trusts: words by meaning, months, currencies, calendars."""
