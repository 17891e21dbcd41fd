"""The words that name the currency and the account's number, for a witness to cite."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.proof import Fact, Place, Witness
from pipeline.reading.citing.claims import Claims
from pipeline.reading.facts.currency import currency_in
from pipeline.reading.facts.number import number_and_rows
from pipeline.reading.lexing.lexed import place_of
from pipeline.reading.lexing.rows import Row

_LONGEST = 8  # words of a number in groups


def currency_of(claims: Claims, witness: Witness) -> Fact | None:
    """The code or name of a currency: at an end or the first line's balance, else on the page
    outside the lines, where a label is before any other."""
    figures = [end.figure for end in (witness.opening, witness.closing) if end]
    figures += [line.balance for line in witness.lines[:1] if line.balance]
    for place in _beside(claims, figures):
        if currency_in("".join(filter(str.isalpha, claims.text(place)))):
            return Fact(place)
    lines = [claims.lexed.rows[line.row] for line in claims.lines]
    free = (each for each in claims.lexed.currencies if not any(each.row is row for row in lines))
    said = sorted(free, key=lambda each: not each.labelled)
    return Fact(place_of(said[0].row, said[0].first, said[0].last)) if said else None


def _beside(claims: Claims, figures: list[Place]) -> Iterator[Place]:
    """Each word of some figures, and those before and after."""
    document = claims.document
    for figure in figures:
        number = document.row_of(figure)
        row = document.rows[number].words if number is not None else ()
        at = [row.index(word) for word in figure.words]
        for word in row[max(min(at) - 1, 0) : max(at) + 2]:
            yield Place(figure.page, (word,))


def number_of(claims: Claims, witness: Witness) -> Fact | None:
    """The words of the account's number, if they serve nothing else: above the lines of the
    statement's own section, else of all that the document prints above them."""
    rows, heading = claims.lexed.rows, claims.heading
    digits, numbered = number_and_rows(rows[heading.start : heading.stop])
    if digits is None and heading.start:
        digits, numbered = number_and_rows(rows[: heading.stop])
    texts = [place for line in witness.lines for place in line.text]
    used = {(place.page, word) for place in texts for word in place.words}
    for row in numbered:
        place = _run_of(row, digits or "")
        if place and not any((place.page, word) in used for word in place.words):
            return Fact(place)
    return None


def _run_of(row: Row, digits: str) -> Place | None:
    """The shortest run of words, without another with digits right before it, that ends in these
    digits."""
    texts = ["".join(filter(str.isdecimal, word.text)) for word in row.words]
    for last in range(len(texts)):
        for first in range(last, max(last - _LONGEST, -1), -1):
            if "".join(texts[first : last + 1]).endswith(digits):
                return place_of(row, first, last)
    return None
