"""Statements that were recorded: lists a page at a time, and search among their lines."""
