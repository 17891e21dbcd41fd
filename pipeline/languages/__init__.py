"""One file per language: words by meaning, months, weekdays and currencies; data, and no code."""
