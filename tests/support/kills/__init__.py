"""Kills, pauses and wrong clocks among real processes, and whether the outcome stays the same."""
