"""Lets SIGTERM end a command as Ctrl-C does, so that it hands back the import that it holds."""

from __future__ import annotations

import signal


def end_as_by_ctrl_c() -> None:
    """From here on SIGTERM raises ``KeyboardInterrupt``."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
