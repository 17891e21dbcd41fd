"""Whether what a model answers stands in what its tools returned: figures, days, look-ups."""
