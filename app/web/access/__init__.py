"""Sign in and out."""
