"""Pictures of documents' pages: drawn by a few at once, kept in memory up to a limit."""
