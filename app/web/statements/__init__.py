"""Statements: all of them, by account, month, status and the text of their lines."""
