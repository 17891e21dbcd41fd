"""Strict parsers: what one run of words says as a day or as a figure, and nothing else."""
