"""Books that are databases: GnuCash and Actual."""
