"""Writes down what came of a document, and reads it back: everything in one transaction."""
