"""Leaves no orphans: a child asks for a signal when the thread that started it is gone."""

from __future__ import annotations

import ctypes
import sys
from signal import Signals

_PR_SET_PDEATHSIG = 1
# Loaded before any fork: a child shall not have to look for a library.
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent(signal: Signals) -> None:
    """In a child: be sent this signal when the parent ends, however it ends. Only Linux can."""
    if _libc is not None:
        _libc.prctl(_PR_SET_PDEATHSIG, signal, 0, 0, 0)
