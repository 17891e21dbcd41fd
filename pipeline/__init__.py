"""What happens to one document, stage after stage, from bytes to a verdict."""
