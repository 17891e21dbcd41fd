"""CSV of any dialect, read by a mapping that statements settle."""
