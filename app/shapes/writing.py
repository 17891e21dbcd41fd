"""How a date, an amount and a place on a page are written in every JSON."""

from __future__ import annotations

from datetime import date

from db.money import to_decimal_string
from pipeline.words import Box


def iso(day: date | None) -> str | None:
    """`2025-03-31`, or None."""
    return day.isoformat() if day else None


def money(minor: int | None, exponent: int) -> str | None:
    """A decimal string with exactly as many decimals as the currency has, or None."""
    return None if minor is None else to_decimal_string(minor, exponent)


def edges(bbox: Box) -> list[float]:
    """Left, top, right and bottom in points, to a hundredth, finer than any printer."""
    return [round(edge, 2) for edge in bbox]
