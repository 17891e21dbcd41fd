"""A search among random pages for what is proven wrongly, and for what is proven no more."""
