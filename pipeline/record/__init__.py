"""Writes down the outcome of a document, and reads it back: everything in one transaction."""
