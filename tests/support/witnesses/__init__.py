"""Changes of witnesses, by what they change."""
