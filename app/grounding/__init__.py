"""Whether what a model answers is in what its tools returned: figures, days, look-ups."""
