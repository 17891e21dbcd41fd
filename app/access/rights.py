"""What somebody may do: each right holds those before it."""

from __future__ import annotations

from enum import IntEnum


class Right(IntEnum):
    """``LOOK`` reads, ``DECIDE`` changes the ledger, ``MANAGE`` changes who may come in."""

    LOOK = 1
    DECIDE = 2
    MANAGE = 3
