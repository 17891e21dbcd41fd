"""The full, costly reading: only for a statement that is not matched, only for what is unproven."""
