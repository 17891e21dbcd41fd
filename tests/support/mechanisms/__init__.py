"""Mechanisms of layouts: what banks print in life, and one damage to each."""
