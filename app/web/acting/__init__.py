"""Acts that take a while: carried out beside the pages, and followed on one of their own."""
