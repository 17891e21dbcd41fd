"""The reader's reasons not to call a page proven: what language tells, and arithmetic cannot."""
