"""Upload: documents handed in with the browser, and how far each has come."""
