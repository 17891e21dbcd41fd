"""Whether the print was held against the words that count (section 9, ``seen``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.second_checker.date_text import month_of
from tests.second_checker.entries import Day, Money
from tests.second_checker.figure_text import is_short
from tests.second_checker.row import Row
from tests.second_checker.tables import constant
from tests.second_checker.view import View


def seen(view: View) -> str:
    """The check ``seen``."""
    words = list(_words(view))
    if any(state_of(view, at, token) is None for at, token, _ in words):
        return "unavailable"
    unsound = {
        state_of(view, at, token)
        for at, token, bound in words
        if not _sound(view, at, token, bound)
    }
    if not unsound:
        return "passed"
    return "unavailable" if unsound == {"ink"} else "failed"


def _words(view: View) -> Iterator[tuple[int, int, bool]]:
    """The row and the token of each word that counts, and whether arithmetic binds it."""
    entries = view.statement.entries
    for entry in entries:
        bound = entry.balance is not None
        yield from _of_money(entry.amount, bound=bound)
        if entry.balance:
            yield from _of_money(entry.balance, bound=True)
        if entry.date:
            yield from _of_day(entry.date)
    first = bool(entries) and entries[0].balance is not None
    for end in (view.statement.opening, view.statement.closing):
        if end:
            yield from _of_money(end, bound=first)
    for fact in view.facts:
        text = fact.figure.text
        if fact.sure and (not text.weak or text.symbol or view.statement.exponent == 0):
            for token in range(fact.figure.first, fact.figure.last + 1):
                yield fact.at, token, False
    for at in {*view.period.rows, *view.number.rows}:
        yield from ((at, token, False) for token in _telling(view.rows[at]))


def _of_money(money: Money, *, bound: bool) -> Iterator[tuple[int, int, bool]]:
    for token in range(money.figure.first, money.figure.last + 1):
        yield money.at, token, bound


def _of_day(day: Day) -> Iterator[tuple[int, int, bool]]:
    for token in range(day.dated.first, day.dated.last + 1):
        yield day.at, token, False


def _telling(row: Row) -> Iterator[int]:
    dates = {at for d in row.dates for at in range(d.first, d.last + 1)}
    for at, token in enumerate(row.tokens):
        if at in dates or any(c.isdigit() for c in token.text):
            yield at


def _sound(view: View, at: int, token: int, bound: bool) -> bool:
    found = state_of(view, at, token)
    text = view.rows[at].tokens[token].text
    digits = any(c.isdigit() for c in text)
    if digits and is_short(view.statement.witness.convention.style):
        return found == "seen"
    if found in constant("seen", "_SOUND"):
        return True
    if digits:
        return found == "once" and bound
    return found in ("once", "ink") or text in _currencies(view) or _between(view, at, text)


def state_of(view: View, at: int, token: int) -> str | None:
    """What was found when a token's word was looked at."""
    row = view.rows[at]
    return view.statement.document.pages[row.page - 1].words[row.tokens[token].word].seen


def _currencies(view: View) -> set[str]:
    """The words without digits that the amounts of two entries carry."""
    count: Counter[str] = Counter()
    for entry in view.statement.entries:
        figure = entry.amount.figure
        own = view.rows[entry.at].tokens[figure.first : figure.last + 1]
        count.update({token.text for token in own if token.text == figure.text.symbol})
    return {text for text, number in count.items() if number > 1}


def _between(view: View, at: int, text: str) -> bool:
    """Whether a month's name stands between two dates of its own month and year."""
    month, days = month_of(text), view.calendar.days
    if month is None or days is None:
        return False
    printed = [
        (entry.date.at, (day.year, day.month))
        for entry, day in zip(view.statement.entries, days, strict=True)
        if entry.date
    ]
    before = [told for row, told in printed if row < at]
    own = [told for row, told in printed if row == at]
    after = [told for row, told in printed if row > at]
    return before[-1:] == own[:1] == after[:1] and [each[1] for each in own] == [month]


def second_date_seen(view: View, day: Day) -> bool:
    """Whether a second date may be a fact."""
    return all(_sound(view, at, token, bound) for at, token, bound in _of_day(day))
