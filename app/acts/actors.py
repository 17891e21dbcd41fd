"""Who is at work, as the log keeps it."""

from __future__ import annotations

import getpass


def person() -> str:
    """The user of this process."""
    return getpass.getuser()
