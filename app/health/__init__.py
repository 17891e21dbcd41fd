"""How a service tells that it lives, that it can work, and in figures how the work goes."""
