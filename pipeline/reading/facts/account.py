"""The account: its product name and its kind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from db.words import AccountKind
from pipeline.reading.facts.account_numbers import number_at
from pipeline.reading.facts.kind import cells_of, is_statement, stands_above
from pipeline.reading.lexing.headers import cells_of as cells_in
from pipeline.reading.lexing.headers import headers_of
from pipeline.reading.lexing.phrases import Hit, single, squeeze, within
from pipeline.reading.lexing.rows import LexedRow

_CUT = re.compile(r"[\s:\-]*(?:[*•#]{2,}|[Xx]{3,}|\d{4,}|[A-Z]{2}\*\*).*$|\s*:\s.*$")


def account_name(
    rows: Sequence[LexedRow], first_entry: int, document: Sequence[LexedRow] = ()
) -> str | None:
    """The product's name, such as "Classic Savings Account": the mention nearest above the table.

    Where the statement's own ``rows`` name none, the ``document`` around them may. Nothing in the
    table can: its words are of shops, persons and fees.
    """
    start = next((place for place, row in enumerate(document) if row is rows[0]), 0)
    for above in (rows[:first_entry], document[: start + first_entry]):
        if _name_in(above) and (name := _name_in(_above_table(above))):
            return name
    return None


def _above_table(above: Sequence[LexedRow]) -> list[LexedRow]:
    """The rows above the table, or above the first row that looks like an entry."""
    entry = next((i for i, row in enumerate(above) if row.looks_like_entry), len(above))
    heads = [header.first for header in headers_of(above[:entry]) if header.having("date")]
    return [row for row in above[: max(heads, default=entry)] if not row.begins_with_date]


def _name_in(rows: Sequence[LexedRow]) -> str | None:
    best: str | None = None
    for cell in cells_of(rows):
        name = _CUT.sub("", cell.text).strip(" :,-–")
        if 5 <= len(name) <= 48 and within("product").search(name) and not _generic(name):
            best = name if best is None or cell.size >= 8 else best
    return best


def _generic(name: str) -> bool:
    """Whether words are a sentence, an address, or what every statement prints."""
    words = re.findall(r"[^\W\d_]+", name)
    alone = len(words) < 2 and not single("product").issuperset(map(squeeze, words))
    return alone or bool(_NO_NAME.search(name) or within("no_product").search(name))


_NO_NAME = re.compile(r"[.!?]$|www\.", re.IGNORECASE)


def kind_of(
    rows: Sequence[LexedRow], skip: frozenset[int] = frozenset(), name: str | None = None
) -> tuple[AccountKind, int]:
    """The kind, and how many different words outside the entries state it.

    Of a card or loan only titles and labels with a figure, date or number count: adverts mention
    them too. ``skip`` are the rows of entries; ``name`` is the product, which settles savings.
    """
    named = _namings(rows, skip)
    current, savings = len(named["current"].texts), len(named["savings"].texts)
    card, loan = len(named["card"].texts), len(named["loan"].texts)
    if card >= 2 and card >= loan:
        return AccountKind.CARD, min(len(named["card"].stated), 1 if current else card)
    if loan and loan >= savings and loan > card:
        return AccountKind.LOAN, min(len(named["loan"].stated), 1 if current else loan)
    if savings and not (name and is_current(name)):
        return AccountKind.SAVINGS, savings
    if card:
        return AccountKind.CARD, len(named["card"].stated)
    return AccountKind.CHECKING, current


@dataclass(frozen=True, slots=True)
class _Naming:
    """The different words of a page for one kind of account; a title counts as a word more.

    ``stated`` are those in titles, and those that label a figure, a date or a number.
    """

    texts: set[str] = field(default_factory=set)
    stated: set[str] = field(default_factory=set)

    def add(self, rows: Sequence[LexedRow], index: int, hit: Hit) -> None:
        """Counts a word of a row."""
        row = rows[index]
        text = " ".join(word.text.casefold() for word in row.words[hit.first : hit.last + 1])
        titled = _titled(row, index)
        self.texts.update({text, "a title"} if titled else {text})
        if titled or _states(rows, index, hit):
            self.stated.add(text)
        if titled and _names_the_statement(row, index):
            self.stated.add("a title")


def _namings(rows: Sequence[LexedRow], skip: frozenset[int]) -> dict[str, _Naming]:
    """For each kind of account the words that mention it, outside the rows to skip."""
    found = {kind: _Naming() for kind in ("card", "loan", "savings", "current")}
    for index, row in enumerate(rows):
        for hit in row.hits if index not in skip else ():
            if hit.group == "kinds" and not _in_a_sentence(row, hit):
                found[hit.meaning].add(rows, index, hit)
    return found


def _in_a_sentence(row: LexedRow, hit: Hit) -> bool:
    """Whether "current" is only a word of a long row, where it may mean anything."""
    return hit.meaning == "current" and len(row.words) > 10


def _names_the_statement(row: LexedRow, index: int) -> bool:
    """Whether a title is the first row, or one near it that refers to a statement."""
    return index == 0 or (index < 6 and is_statement(row.text))


def _titled(row: LexedRow, index: int) -> bool:
    """Whether the row is a title: few words, no figures, near the top of the first page."""
    few = index < 12 and row.page == 1 and len(row.words) <= 6 and not row.figures
    return few and not any("%" in word.text for word in row.words)


def _states(rows: Sequence[LexedRow], index: int, hit: Hit) -> bool:
    """Whether a word labels a figure, a date or a number, beside or below it."""
    row = rows[index]
    cell = next(c for c in cells_in(row) if row.words[hit.first] in c)
    named = sum(len(squeeze(word.text)) for word in row.words[hit.first : hit.last + 1])
    letters = sum(len(squeeze(word.text)) for word in cell)
    if named < 0.5 * letters or any(word.text.endswith("%") for word in cell):
        return False
    if any(f.first > hit.last for f in row.figures) or any(d.first > hit.last for d in row.dates):
        return True
    after = [word.text for word in row.words[hit.last + 1 : hit.last + 6]]
    if any(number_at(after[place:]) for place in range(len(after))):
        return True
    return stands_above(rows, index, cell)


def is_current(name: str) -> bool:
    """Whether a product's name is that of a current account."""
    return bool(within("current").search(name))
