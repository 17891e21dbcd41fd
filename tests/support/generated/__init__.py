"""Statements made up at random: how they look, what they truly say, and their words or PDF."""
