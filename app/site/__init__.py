"""The site: the review pages and the HTTP API under one address, and how it is served."""
