"""Turns what a reader, or a model, takes words for into witnesses that the kernel can check."""
