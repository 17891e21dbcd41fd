"""Every word relied on looks, on the page as displayed, as its text says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from pipeline.proof.checks import Check, CheckState, passed_unless
from pipeline.proof.contradictions import is_money
from pipeline.proof.entries import Dated, Offered
from pipeline.proof.parse.dates import PrintedDate
from pipeline.proof.parse.figures import Figure
from pipeline.proof.rows import Row
from pipeline.words import Seen

_SOUND = frozenset({Seen.SEEN, Seen.TWICE})


Span = tuple[int, int, int, bool]
"""Row, first word and last word of what is relied on; and whether arithmetic binds it."""


def seen_check(offered: Offered, spans: Sequence[Span]) -> Check:
    """Passed if each figure and date is seen as its text says.

    On a scan a date needs two readings; so does a figure, unless the running balances around it
    leave no other value.
    """
    pages = offered.lexed.pages
    used = {offered.lexed.rows[row].page for row, _, _, _ in spans}
    if any(not pages[number].seen for number in used):
        return Check("seen", CheckState.UNAVAILABLE, detail="nobody looked at the pages")
    unseen = [
        (row, word, state)
        for row, first, last, bound in spans
        for word, state in _unseen(offered, row, range(first, last + 1), bound)
    ]
    if unseen and all(state is Seen.INK for _, _, state in unseen):
        return Check("seen", CheckState.UNAVAILABLE, detail="nobody compared figures and print")
    faults = [
        f"{word} on page {offered.lexed.rows[row].page} does not look so"
        for row, word, state in unseen
        if state is not Seen.INK
    ]
    return passed_unless("seen", faults)


def spans_of(offered: Offered, beside: Sequence[int], days: Sequence[date] | None) -> list[Span]:
    """All that is relied on: the entries (whose ``days`` these are), both balances, the labelled
    figures; and of the rows ``beside`` the entries (period, account) each date and each word with
    digits."""
    return [*_of_entries(offered, days), *_of_labels(offered), *_of_rows(offered, beside)]


def _of_labels(offered: Offered) -> Iterator[Span]:
    for row in range(offered.start, offered.stop):
        for fact in offered.lexed.facts_on(row):
            if is_money(offered, fact):
                yield _span(row, fact.figure, False)


def _of_rows(offered: Offered, rows: Sequence[int]) -> Iterator[Span]:
    for row in rows:
        found = offered.lexed.rows[row]
        yield from (_span(row, day, False) for day in found.dates)
        for place, word in enumerate(found.words):
            if _has_digits(word.text):
                yield row, place, place, False


def _of_entries(offered: Offered, days: Sequence[date] | None) -> Iterator[Span]:
    ordered = _in_order(offered, days or ())
    for place, entry in enumerate(offered.entries):
        bound = entry.balance is not None
        yield _span(entry.row, entry.amount, bound)
        if entry.balance:
            yield _span(entry.balance.row, entry.balance.figure, True)
        if entry.day:
            yield from _of_date(offered, entry.day, place in ordered)
    for end in (offered.opening, offered.closing):
        if end:
            yield _span(end.row, end.figure, bool(offered.entries and offered.entries[0].balance))


def _in_order(offered: Offered, days: Sequence[date]) -> frozenset[int]:
    """The entries whose month the order of the dates binds: those printed before and behind are of
    the same month of the same year."""
    printed = [
        (place, day.year, day.month)
        for place, (entry, day) in enumerate(zip(offered.entries, days, strict=False))
        if entry.day
    ]
    triples = zip(printed, printed[1:], printed[2:], strict=False)
    return frozenset(two[0] for one, two, three in triples if one[1:] == two[1:] == three[1:])


def _of_date(offered: Offered, dated: Dated, ordered: bool) -> Iterator[Span]:
    """A date's words; one without digits names the month, which the order may bind."""
    words = offered.lexed.rows[dated.row].words
    for at in range(dated.day.first, dated.day.last + 1):
        if _has_digits(words[at].text) or not ordered:
            yield dated.row, at, at, False


def _span(row: int, part: Figure | PrintedDate, bound: bool) -> Span:
    return row, part.first, part.last, bound


def _unseen(offered: Offered, row: int, words: range, bound: bool) -> Iterator[tuple[str, Seen]]:
    """The words of a span that are no evidence, and what was found of them."""
    found = offered.lexed.rows[row]
    page = offered.lexed.pages[found.page]
    for place in words:
        seen = page.seen[found.ids[place]]
        text = found.words[place].text
        if _is_sound(offered, seen, bound or not _has_digits(text), text):
            continue
        if not _has_digits(text) and (seen is Seen.INK or _is_repeated(offered, text)):
            continue
        yield text, seen


def _is_sound(offered: Offered, seen: Seen, bound: bool, text: str) -> bool:
    """Whether what was found of a word's print is enough. Where figures leave noughts out, one that
    OCR lost a digit of looks like any other: no reading of a picture is enough for digits."""
    if offered.witness.convention.style.is_short and _has_digits(text):
        return seen is Seen.SEEN
    return seen in _SOUND or (seen is Seen.ONCE and bound)


def _is_repeated(offered: Offered, text: str) -> bool:
    """Whether a word is a currency's that other figures of the statement carry as well: one
    that looked otherwise would contradict them."""
    same = sum(entry.amount.currency == text for entry in offered.entries)
    return same > 1


def _has_digits(text: str) -> bool:
    return any(map(str.isdigit, text))


def of_second_dates(offered: Offered) -> Iterator[Span]:
    """The second dates, which nothing rests on, but somebody should look at."""
    for entry in offered.entries:
        if entry.other and entry.day:
            yield _span(entry.day.row, entry.other.day, False)


def words_of(rows: Sequence[Row], spans: Sequence[Span]) -> dict[int, set[int]]:
    """Page by page the words of these spans."""
    found: dict[int, set[int]] = {}
    for row, first, last, _ in spans:
        found.setdefault(rows[row].page, set()).update(rows[row].ids[first : last + 1])
    return found


def is_seen(offered: Offered, row: int, part: Figure | PrintedDate) -> bool:
    """Whether every word of a figure or date looks as it says."""
    return is_seen_span(offered, _span(row, part, False))


def is_seen_span(offered: Offered, span: Span) -> bool:
    """Whether somebody looked, and every word of the span looks as it says."""
    row, first, last, bound = span
    looked_at = offered.lexed.pages[offered.lexed.rows[row].page].seen
    return bool(looked_at) and not list(_unseen(offered, row, range(first, last + 1), bound))
