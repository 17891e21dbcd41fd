"""Pages of the site, each with its addresses and what its forms do."""
