"""How figures and days are written in different countries."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal

from fixtures.figures import lakh
from tests.support.generated.calendars import dated


def grouped(group: str, point: str, exponent: int = 2, minus: str = "-") -> Callable[[int], str]:
    """Figures in groups of three digits."""

    def text(minor: int) -> str:
        plain = f"{Decimal(abs(minor)).scaleb(-2):,.{exponent}f}"
        figure = plain.replace(",", "\0").replace(".", point).replace("\0", group)
        return (f"{figure}-" if minus == "behind" else f"{minus}{figure}") if minor < 0 else figure

    return text


def indian(minor: int) -> str:
    """Figures in lakhs and crores."""
    return lakh(Decimal(minor).scaleb(-2))


def in_digits(digits: str, write: Callable[[int], str]) -> Callable[[int], str]:
    """The same figures in other digits."""
    return lambda minor: write(minor).translate(str.maketrans("0123456789", digits))


def days(pattern: str, code: str, calendar: str = "", digits: str = "") -> Callable[[date], str]:
    """Days by a CLDR pattern."""
    table = str.maketrans("0123456789", digits) if digits else {}
    return lambda when: dated(when, pattern, calendar, code).translate(table)


ARABIC, PERSIAN = "٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹"
DEVANAGARI, BENGALI, THAI = "०१२३४५६७८९", "০১২৩৪৫৬৭৮৯", "๐๑๒๓๔๕๖๗๘๙"
FULL_WIDTH = "０１２３４５６７８９"
