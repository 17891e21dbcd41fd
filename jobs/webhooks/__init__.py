"""Tells other programs what happened: signed, tried again, and never to where it must not go."""
