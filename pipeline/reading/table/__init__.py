"""The table of entries: its columns, what they might mean, and the reading that ties out."""
