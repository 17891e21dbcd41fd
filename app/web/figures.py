"""Money as a page shows it: its digits in threes, so that a long figure can be read at all.

The decimal point stays a point in every language, as whoever types an amount here writes it.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from app.texts import terminal as texts
from app.wording.language import ENGLISH, language

_THIN: Final = "\u202f"
_GROUPS: Final = re.compile(r"(?<=\d)[,\u202f\u00a0 ](?=\d{3}(?!\d))")


def between_groups() -> str:
    """What stands between groups of three digits in the language that is spoken."""
    return "," if language() == ENGLISH else _THIN


def money_text(amount: Decimal | None, without: str = texts.NONE) -> str:
    """An amount with all of its currency's decimals; nothing at all is not nothing known."""
    return without if amount is None else f"{amount:,f}".replace(",", between_groups())


def without_groups(typed: str) -> str:
    """What somebody typed or copied off a page, without what parts its digits."""
    return _GROUPS.sub("", typed)
