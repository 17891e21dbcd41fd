"""One module per verb; each holds its `command` and imports what is heavy when it runs."""
