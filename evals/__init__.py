"""How good a model is at its part, and that it can do no harm when it is bad: scored, offline."""
