"""Several books on one site: addresses of their own, and a list to choose from."""
