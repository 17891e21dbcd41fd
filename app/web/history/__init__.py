"""History: the log of what was done, by whom, and undoing it."""
