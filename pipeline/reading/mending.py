"""Mends a digit that OCR doubts, and finds the figures that running balances bind."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from pipeline.drafts import ReadStatements, StatementDraft, adds_up
from pipeline.words import DocumentPages, Page, Seen, Word

DOUBT = 0.97  # below this, a recognised word may be misread
MOST_TRIES = 60
Read = Callable[[DocumentPages], ReadStatements]


class Mending(NamedTuple):
    """A word with one digit changed: its page, its place among the page's words, its new text."""

    page: int
    place: int
    text: str


def mended(document: DocumentPages, reading: ReadStatements, read: Read) -> ReadStatements:
    """The reading after the only mending that proves it; the same reading if none or several do."""
    proofs: list[tuple[Mending, ReadStatements]] = []
    for tried, mending in enumerate(_mendings(document, _gap(reading))):
        if tried >= MOST_TRIES:
            return reading
        other = with_word(document, mending.page + 1, mending.place, mending.text)
        again = replace(read(other), pages=other)
        if _proven(again):
            proofs.append((mending, again))
        if len(proofs) > 1:
            return reading
    if not proofs:
        return reading
    (mending, proven) = proofs[0]
    was = document.pages[mending.page].words[mending.place].text
    warning = f"page {mending.page + 1}: OCR read {was}; only {mending.text} makes every check pass"
    return replace(proven, warnings=(*proven.warnings, warning))


def is_mendable(document: DocumentPages, reading: ReadStatements) -> bool:
    """Whether the document was recognised from pictures and is not yet proven."""
    recognised = any(page.confidence for page in document.pages)
    return recognised and bool(reading.statements) and not _proven(reading)


def _proven(reading: ReadStatements) -> bool:
    return bool(reading.statements) and all(map(adds_up, reading.statements))


def _gap(reading: ReadStatements) -> int | None:
    """By how many minor units the sum misses the closing balance; None if it is not known."""
    for statement in reading.statements:
        if not adds_up(statement):
            return _missing(statement)
    return None


def _missing(statement: StatementDraft) -> int | None:
    closing = statement.closing_balance
    if statement.opening_balance is None or closing is None:
        return None
    return closing - statement.opening_balance - sum(line.amount for line in statement.lines)


def _mendings(document: DocumentPages, gap: int | None) -> Iterator[Mending]:
    """Every change of one digit in a doubted figure that could close the gap."""
    for number, page in enumerate(document.pages):
        places = [
            place
            for place, word in enumerate(page.words)
            if is_doubted(page, place) and any(map(str.isdigit, word.text))
        ]
        for place in sorted(places, key=page.confidence.__getitem__):
            text = page.words[place].text
            for changed in _with_one_digit_changed(text):
                if _closes(text, changed, gap):
                    yield Mending(number, place, changed)


def _with_one_digit_changed(text: str) -> Iterator[str]:
    """The text with each of its digits in turn replaced by each other digit."""
    for index, digit in enumerate(text):
        others = "0123456789".replace(digit, "") if digit.isdigit() else ""
        for other in others:
            yield text[:index] + other + text[index + 1 :]


def is_doubted(page: Page, place: int) -> bool:
    """Whether OCR doubts a word of a picture, and no second reading gave the same: what two gave
    is printed, and where it does not add up, the page itself is wrong."""
    is_alike = bool(page.seen) and page.seen[place] in (Seen.SEEN, Seen.TWICE)
    return bool(page.confidence) and page.confidence[place] < DOUBT and not is_alike


def _closes(text: str, changed: str, gap: int | None) -> bool:
    """Whether the change moves the figure by the gap; a gap of nothing lets any change try."""
    if not gap:
        return True
    try:
        moved = Decimal(_digits(changed)) - Decimal(_digits(text))
    except InvalidOperation:
        return False
    return abs(moved) == abs(gap)


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def with_word(document: DocumentPages, number: int, place: int, text: str) -> DocumentPages:
    """The document with one word of a page (counted from 1) read otherwise: no one saw it so, and
    arithmetic alone must bind it."""
    page = document.pages[number - 1]
    word: Word = page.words[place]._replace(text=text)
    words = (*page.words[:place], word, *page.words[place + 1 :])
    pages = list(document.pages)
    seen = list(page.seen)
    if seen:
        seen[place] = Seen.ONCE
    pages[number - 1] = replace(page, words=words, seen=tuple(seen))
    return replace(document, pages=tuple(pages))
