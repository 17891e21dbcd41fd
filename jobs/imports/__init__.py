"""Imports: one document brought in, here, in a queue, ahead of time, or again."""
