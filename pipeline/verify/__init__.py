"""Proves a certificate again: from its document, and against a ledger."""
