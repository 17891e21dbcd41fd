"""Whether a document is read from right to left, by its table or, without one, by its words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pipeline.reading.lexing.leftward import Writing, is_leftward
from pipeline.reading.lexing.phrases import phrase_book
from pipeline.reading.lexing.rows import Row
from pipeline.words import Word

_DATES = frozenset({"date"})
_MONEY = frozenset({"debit", "credit", "amount", "balance"})


def writing_of(rows: Sequence[Row]) -> Writing:
    """How the rows of a document are written, which have not been turned over yet.

    A page in two scripts has its table as one of them is read, and its labels on both sides of
    what they name: so the table says it, and words do only where none is headed.
    """
    texts = {word.text for row in rows for word in row.words}
    own = set(filter(is_leftward, texts))
    if not own:
        return Writing()
    plain, backward = _known(own), _known(text[::-1] for text in own)
    visual = backward > plain
    sides = sum(_side(row, visual) for row in rows)
    leftward = sides > 0 or (not sides and max(plain, backward) > _known(texts - own))
    return Writing(leftward, visual and leftward)


def _known(texts: Iterable[str]) -> int:
    """How many of these words name a column or label something by themselves."""
    return sum(any(group in ("columns", "labels") for group, _ in _meant(text)) for text in texts)


def _side(row: Row, visual: bool) -> int:
    """1 if the row names a column of dates right of all columns of money, -1 if left of them."""
    dates, money = (_naming(row, names, visual) for names in (_DATES, _MONEY))
    if not dates or not money:
        return 0
    if min(word.x0 for word in dates) > max(word.x1 for word in money):
        return 1
    return -1 if max(word.x1 for word in dates) < min(word.x0 for word in money) else 0


def _naming(row: Row, names: frozenset[str], visual: bool) -> list[Word]:
    """The words of a row that name one of these columns by themselves."""
    return [word for word in row.words if any(name in names for name in _columns(word, visual))]


def _columns(word: Word, visual: bool) -> list[str]:
    text = word.text[::-1] if visual and is_leftward(word.text) else word.text
    return [meaning for group, meaning in _meant(text) if group == "columns"]


def _meant(text: str) -> tuple[tuple[str, str], ...]:
    return phrase_book().meanings(text)
