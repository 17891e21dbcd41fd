"""What a person sees on the terminal: one module for each sort of result."""
