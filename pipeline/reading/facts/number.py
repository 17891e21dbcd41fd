"""The end of the account's own number: behind its label or below it, above the entries."""

import itertools
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pipeline.reading.facts.account_numbers import Number, iban_at, number_at
from pipeline.reading.facts.number_places import (
    below,
    beside,
    has_stranger,
    is_title,
    names_account,
    own_segment,
    rest_below,
    speaks_of_another,
    stands_free,
    unknown_before,
)
from pipeline.reading.lexing.phrases import Hit, squeeze, within
from pipeline.reading.lexing.rows import LexedRow, text_of

_MASKED = re.compile(r"(?:[*•#●∙]{2,}|[Xx]{3,})[\s\-*•#●∙Xx]*((?:\d[\s\-]?){2,6})(?![\d/]|[.,]\d)")
_OF_CARDS = "card"
_WHOLE = 7  # digits of a number that nothing names
_NEAR = 3  # rows between two such numbers
_DIGITS = 4  # that statements leave of a masked number
_MOST = 3  # numbers of one account
_KEY = 2  # digits behind a French account's number


def printed_number(rows: Sequence[LexedRow]) -> str | None:
    """Its last digits, four at most; None where the rows name none, or more than one.

    ``rows`` are above the entries. A number behind its label counts before one behind the kind
    of account, that before one that is only masked, and an IBAN that nothing names comes last;
    rows of several accounts with their balances are no heading. The number of a card counts after
    all that labels name.
    """
    return next((digits for digits, _ in _ends_of(_agreed(_found(rows)))), None)


def offered_numbers(rows: Sequence[LexedRow]) -> list[tuple[str, Sequence[LexedRow]]]:
    """The same with the first row that prints it, and the one below if it is there; then a number
    of the account that ends otherwise, as one within its IBAN does. Where labels give several that
    are not one, an account's IBAN and its number at home, all of them, an IBAN first: the ledger
    knows which is its own."""
    found = _found(rows)
    named = [each for each in found if each.labelled]
    if agreed := _agreed(found):
        parts = (each for row in rows for each in _parts_of(agreed[0].number, row))
        return _ends_of([*agreed, *parts] if named else agreed)
    return _ends_of(sorted(named, key=lambda each: not each.number.checked))[:_MOST]


def _parts_of(full: Number, row: LexedRow) -> Iterator["_Found"]:
    """A number on a row that is within the whole one: the account's own without the bank's, printed
    again or before the last words of the whole one, as a French key."""
    texts = [word.text for word in row.words]
    enough = sum(map(str.isdigit, "".join(texts))) >= _WHOLE
    for place in range(len(texts)) if enough else ():
        number = None if place and texts[place - 1][-1:].isdigit() else number_at(texts[place:])
        if number and len(number.digits) >= _WHOLE and number.is_same(full):
            yield _Found(number, [row])
            key = "".join(filter(str.isdigit, texts[place + number.words - 1]))
            rest = number.digits.removesuffix(key)
            if not number.checked and len(key) <= _KEY and len(rest) >= _WHOLE:
                yield _Found(Number(rest, number.words - 1), [row])


def _ends_of(found: Sequence["_Found"]) -> list[tuple[str, Sequence[LexedRow]]]:
    """Their last digits and their rows, without those that only repeat the end of one before."""
    ends: list[tuple[str, Sequence[LexedRow]]] = []
    whole: list[str] = []
    for each in found:
        digits = each.number.digits
        if not any(one.endswith(digits) or digits.endswith(one) for one in whole):
            whole.append(digits)
            ends.append((digits[-_DIGITS:], each.rows))
    return ends


class _Found(NamedTuple):
    """A number, and the row that gives it, with the one below if it takes both; ``labelled`` where
    a label of the account's number does."""

    number: Number
    rows: Sequence[LexedRow]
    labelled: bool = False


def _agreed(found: Sequence[_Found]) -> list[_Found]:
    """All prints of the one number, that which says most first, then from the top; nothing if
    there are two numbers."""
    full = max((each.number for each in found), key=_weight, default=None)
    if full is None or not all(each.number.is_same(full) for each in found):
        return []
    return sorted(found, key=lambda each: each.number.digits != full.digits)


def _weight(number: Number) -> tuple[bool, int]:
    return number.checked, len(number.digits)


def _found(rows: Sequence[LexedRow]) -> list[_Found]:
    """All numbers of the strongest sort that there is."""
    without = [row for row in rows if not row.figures]
    choices = (without, rows) if len(without) < len(rows) else (rows,)
    for find in (_labelled, _of_cards, _behind_kinds, _masked, _bare):
        for chosen in choices:
            if found := [each for i in range(len(chosen)) for each in find(chosen, i)]:
                doubtful = find is _bare and any(_beside_another(rows, each) for each in found)
                return [] if doubtful else found
    return []


def _labelled(rows: Sequence[LexedRow], index: int) -> Iterator[_Found]:
    """The number right behind a label of the account, or right below it."""
    row = rows[index]
    yield from _behind(rows, index, [hit for hit in _labels(row) if not _of_card(row, hit)])


def _of_cards(rows: Sequence[LexedRow], index: int) -> Iterator[_Found]:
    """The same of a label that refers to a card."""
    row = rows[index]
    yield from _behind(rows, index, [hit for hit in _labels(row) if _of_card(row, hit)])


def _labels(row: LexedRow) -> list[Hit]:
    return row.phrases("labels", "account_number")


def _of_card(row: LexedRow, hit: Hit) -> bool:
    return bool(within("card").search(text_of(row.words[hit.first : hit.last + 1])))


def _behind_kinds(rows: Sequence[LexedRow], index: int) -> Iterator[_Found]:
    """ "Girokonto 648489890", "Interest Checking x1234": the number beside the kind of account."""
    row = rows[index]
    for hit in row.phrases("kinds"):
        number = beside(row, hit, near=True) if is_title(row, hit) else None
        masked = number and number.masked and not _of_card(row, hit)
        if number and (masked or names_account(row, hit) or _says_no_more(row, hit, number)):
            yield _Found(number, [row])


def _says_no_more(row: LexedRow, hit: Hit, number: Number) -> bool:
    """Whether a row is a heading of a kind of account that is no card's and its whole number, "360
    Checking - 10000001234", and nothing else."""
    behind = [word.text for word in row.words[hit.last + 1 :] if squeeze(word.text)]
    digits = sum(any(map(str.isdigit, word.text)) for word in row.words[hit.last + 1 :])
    whole = len(number.digits) >= _WHOLE and digits == number.words
    return whole and not behind and hit.meaning != _OF_CARDS and not row.figures


def _behind(rows: Sequence[LexedRow], index: int, hits: Sequence[Hit]) -> Iterator[_Found]:
    row = rows[index]
    for hit in hits:
        if not _may_name(row, hit):
            continue
        if over_two := list(_over_two_rows(rows, index, hit)):
            yield from over_two
        elif number := beside(row, hit, near=True):
            yield _Found(number, [row], labelled=True)
        elif number := below(rows, index, hit):
            yield _Found(number, rows[index : index + 2], labelled=True)
        elif number := beside(row, hit, near=False):
            yield _Found(number, [row], labelled=True)


def _over_two_rows(rows: Sequence[LexedRow], index: int, hit: Hit) -> Iterator[_Found]:
    """A number that begins behind a label or right below it, and goes on in the row after."""
    label = rows[index].words[hit.first]
    for at, row in enumerate(rows[index : index + 2], index):
        for place, word in enumerate(row.words):
            behind = place > hit.last if at == index else word.x0 < label.x1 and label.x0 < word.x1
            if behind and (rest := rest_below(rows, at, place)):
                texts = [each.text for each in (*row.words[place:], *rest.words)]
                number = number_at(texts)
                yield from [] if number is None else [_Found(number, [row, rest], True)]
                return


def _may_name(row: LexedRow, hit: Hit) -> bool:
    """Whether a label can be one of the account itself: it begins its cell or follows two words at
    the most, none of a stranger's, and is no question."""
    asked = row.words[hit.last].text.endswith("?")
    return not asked and not speaks_of_another(row, hit) and not has_stranger(row, hit.first)


def _masked(rows: Sequence[LexedRow], index: int) -> Iterator[_Found]:
    """ "**** 1234", "Visa ending in 1234", without any label; not of a current account's own card,
    behind no label for a different number ("Member no. XXXX8812"), and within no sentence."""
    row = rows[index]
    if row.phrases("labels", "other_account"):
        return
    if any(_of_card(row, hit) for hit in row.phrases("kinds", "current")):
        return
    found = _ending().search(row.text) or _MASKED.search(row.text)
    first, last = _places(row, found) if found else (0, 0)
    if any(hit.last + 1 == first for hit in row.phrases("labels", "other_number")):
        return
    if found and stands_free(row, first, last):
        digits = "".join(filter(str.isdigit, found[1]))
        yield _Found(Number(digits, 1, masked=True), [row])


@lru_cache
def _ending() -> re.Pattern[str]:
    """Finds "ending in 1234"."""
    return re.compile(rf"(?:{within('ending').pattern})\s*(\d{{3,5}})", re.IGNORECASE)


def _places(row: LexedRow, found: re.Match[str]) -> tuple[int, int]:
    """The first and the last word that a find in a row's text covers."""
    ends = list(itertools.accumulate(len(word.text) + 1 for word in row.words))
    return bisect_right(ends, found.start()), bisect_right(ends, found.end() - 1)


def _bare(rows: Sequence[LexedRow], index: int) -> Iterator[_Found]:
    """An IBAN that no label names."""
    row = rows[index]
    if row.phrases("labels", "other_account"):
        return
    texts = [word.text for word in row.words]
    for place, text in enumerate(texts):
        number = iban_at(texts[place:]) if text[:1].isupper() else None
        inside = number and place + number.words <= own_segment(row, place).stop
        if number and inside and not unknown_before(row, place):
            yield _Found(number, [row])


def _beside_another(rows: Sequence[LexedRow], found: _Found) -> bool:
    """Whether a row near it prints other digits of the same count: of two whole numbers without a
    label, either may be the account's."""
    place = next(at for at, row in enumerate(rows) if row is found.rows[0])
    own = found.number.digits
    for row in rows[max(place - _NEAR, 0) : place + _NEAR + 1]:
        texts = [word.text if word.text.isdecimal() else " " for word in row.words]
        runs = {run for run in "".join(texts).split() if len(run) == len(own)}
        if runs - {own}:
            return True
    return False
