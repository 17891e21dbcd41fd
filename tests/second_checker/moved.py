"""What entries' own words say of the way their money went (section 12)."""

from __future__ import annotations

from tests.second_checker.entries import Entry
from tests.second_checker.phrases import phrases_of
from tests.second_checker.row import Row
from tests.second_checker.view import View


def spoken(view: View) -> tuple[int, int]:
    """How many entries' words agree with their sign, and how many deny it."""
    agree = deny = 0
    for entry, amount in zip(view.statement.entries, view.signed.amounts, strict=True):
        said = _direction(view.rows, entry)
        if said and amount:
            agree += said * amount > 0
            deny += said * amount < 0
    return agree, deny


def _direction(rows: tuple[Row, ...], entry: Entry) -> int:
    """+1 in or -1 out, if the words of an entry say one of them."""
    said: set[str] = set()
    for place in entry.witness.text:
        words = set(place.words)
        for row in rows[max(0, entry.at - 9) : entry.at + 10]:
            if row.page == place.page:
                own = [token for token in row.tokens if token.word in words]
                said |= {m for p in phrases_of(own) for m in p.of("moved")}
    if len(said) != 1:
        return 0
    return 1 if "in" in said else -1
