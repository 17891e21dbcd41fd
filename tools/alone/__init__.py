"""The surface of the wheel `toolloop`: what its package `loop` has, imported at its first use."""

from importlib import import_module


def __getattr__(name: str) -> object:
    """A name of the loop's own surface."""
    return getattr(import_module(".loop", __name__), name)
