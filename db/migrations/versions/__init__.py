"""One module per revision, newest last."""
