"""Finds out what a machine lacks, and says how to mend each thing."""
