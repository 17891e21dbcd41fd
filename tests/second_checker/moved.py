"""What the words of entries' rows say of the way their money went (section 12)."""

from __future__ import annotations

from tests.second_checker.row import Row
from tests.second_checker.view import View


def spoken(view: View) -> tuple[int, int]:
    """How many entries' rows agree with their sign, and how many deny it."""
    agree = deny = 0
    for entry, amount in zip(view.statement.entries, view.signed.amounts, strict=True):
        said = _direction(view.rows[entry.at])
        agree += said * amount > 0
        deny += said * amount < 0
    return agree, deny


def _direction(row: Row) -> int:
    """+1 in or -1 out, if the words of a row say one of them."""
    said = {meaning for phrase in row.phrases for meaning in phrase.of("moved")}
    if len(said) != 1:
        return 0
    return 1 if "in" in said else -1
