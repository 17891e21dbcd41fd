"""Money as a script counts it: whole minor units, never a float."""

from __future__ import annotations

from decimal import Decimal

from db.money import to_minor


def minor_of(amount: Decimal | None, exponent: int) -> int | None:
    """An amount in minor units, None for one that is not known."""
    return None if amount is None else to_minor(amount, exponent)
