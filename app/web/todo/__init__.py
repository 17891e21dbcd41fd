"""To do: what waits for a person."""
