"""Proves what a witness says of its pages: every obligation discharged, or the one that is not."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from pipeline.proof.blind_spots import scale_check, signs_check
from pipeline.proof.calendar import value_day
from pipeline.proof.checks import Check, CheckState, holds
from pipeline.proof.complete import pages_check
from pipeline.proof.contradictions import contradictions
from pipeline.proof.currency import currency_check, currency_of
from pipeline.proof.days import (
    Calendar,
    calendar_of,
    dates_check,
    order_check,
    order_settled,
)
from pipeline.proof.ending import Ending, last_day, seen_ending
from pipeline.proof.entries import Entry, Offered, offered
from pipeline.proof.followed import Open, followed_period
from pipeline.proof.kind import PrintedKind, kind_of
from pipeline.proof.lexed import LexedPages
from pipeline.proof.nothing import nothing_said
from pipeline.proof.number import numbered_rows, printed_number
from pipeline.proof.passed_over import Account, nothing_passed_over
from pipeline.proof.period import Period, period_of_row
from pipeline.proof.rows import Row, text_of
from pipeline.proof.scope import above, beside, front, of_another
from pipeline.proof.second_dates import is_value_date
from pipeline.proof.sections import section_check
from pipeline.proof.seen import Span, is_seen, of_second_dates, seen_check, spans_of, words_of
from pipeline.proof.stated import Stated
from pipeline.proof.stated_period import days_of_balances, days_of_end, is_open, told_period
from pipeline.proof.sums import (
    Sums,
    balances_check,
    closing_check,
    opening_check,
    sums_check,
    sums_of,
)
from pipeline.proof.witness import Witness
from pipeline.proof.zones import Zones
from pipeline.words import Box, Page

KERNEL_VERSION: Final = 1

#: `proven` needs each of these passed. Unavailable is not passed.
MANDATORY: Final = (
    "seen",
    "grounded",
    "opening",
    "closing",
    "sums",
    "no_contradiction",
    "nothing_passed_over",
    "signs",
    "scale",
    "day_order",
    "dates",
    "lines_or_none_said",
    "section",
)
#: These may be unavailable, for a page need not print them; but none may fail.
MUST_NOT_FAIL: Final = ("complete", "balances", "period", "currency")


@dataclass(frozen=True, slots=True)
class ProvenRow:
    """One row as its words say: minor units in the holder's sign; ``box`` is its own row's.

    ``text`` are the words that describe it, which nothing proves, and ``raw`` is its own row.
    """

    page: int
    box: Box
    date: datetime.date
    value_date: datetime.date | None
    amount: int
    balance: int | None
    text: str
    raw: str


@dataclass(frozen=True, slots=True)
class ProvenFacts:
    """What the words say besides the rows; None where they do not.

    ``last_day`` is up to when the statement goes, where no period is printed or stated; with a
    ``period`` as well, that follows from the statement before.
    """

    exponent: int
    opening: int
    closing: int
    period: Period | None
    currency: str | None
    number: str | None
    kind: str | None
    last_day: datetime.date | None = None

    @property
    def follows(self) -> bool:
        """Whether the period is no print, but goes on from the statement before."""
        return self.period is not None and self.last_day is not None


class PageProof:
    """The checks of one witness and what follows; made by the kernel alone, from the words and what
    a person ``stated``.

    It cannot be altered; a pickled one is proven anew where it is opened.
    """

    __slots__ = ("_looked_at", "checks", "facts", "pages", "rows", "stated", "witness")

    _looked_at: tuple[Span, ...]

    checks: tuple[Check, ...]
    facts: ProvenFacts | None
    pages: LexedPages
    rows: tuple[ProvenRow, ...]
    stated: Stated | None
    witness: Witness

    def __init__(
        self, pages: LexedPages, witness: Witness, *, stated: Stated | None = None
    ) -> None:
        checks, rows, facts, looked_at = _prove(pages, witness, stated)
        for name, value in (
            ("pages", pages),
            ("witness", witness),
            ("stated", stated),
            ("checks", checks),
            ("rows", rows),
            ("facts", facts),
            ("_looked_at", looked_at),
        ):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise TypeError("a proof cannot be altered; prove the witness again")

    def __delattr__(self, name: str) -> NoReturn:
        raise TypeError("a proof cannot be altered; prove the witness again")

    def __reduce__(self) -> tuple[object, ...]:
        return prove_page, (self.pages.pages, self.witness, self.stated)

    @property
    def proven(self) -> bool:
        """Whether every mandatory obligation passed and no other failed."""
        return proven_by(self.checks)

    def relied_on(self) -> dict[int, set[int]]:
        """Page by page the words that the proof rests on, and second dates."""
        rows = self.pages.under(self.witness.convention.style).rows
        return words_of(rows, self._looked_at)

    def proven_but_for(self, *names: str) -> bool:
        """Whether all would be proven if the named obligations had passed."""
        given = [Check(c.name, CheckState.PASSED) if c.name in names else c for c in self.checks]
        return proven_by(given)

    def state(self, name: str) -> CheckState:
        """What the named check found; unavailable if it was not made."""
        return next((c.state for c in self.checks if c.name == name), CheckState.UNAVAILABLE)


def proven_by(checks: Sequence[Check]) -> bool:
    """Whether checks of these names and states make a page proven."""
    states = {check.name: check.state for check in checks}
    return all(states.get(name) is CheckState.PASSED for name in MANDATORY) and all(
        states.get(name) is not CheckState.FAILED for name in MUST_NOT_FAIL
    )


def prove_page(
    pages: Sequence[Page] | LexedPages, witness: Witness, stated: Stated | None = None
) -> PageProof:
    """Hold a witness to the words of its pages.

    What a person states stands for what no word says of the period and the balances; it fails
    where a word says otherwise.
    Raises WitnessRefused for one that does not fit them: words that do not exist or serve twice,
    an excuse of words that need none.
    """
    lexed = pages if isinstance(pages, LexedPages) else LexedPages(pages)
    return PageProof(lexed, witness, stated=stated)


Proven = tuple[tuple[Check, ...], tuple[ProvenRow, ...], ProvenFacts | None, tuple[Span, ...]]


def _prove(pages: LexedPages, witness: Witness, stated: Stated | None) -> Proven:
    found = offered(pages.under(witness.convention.style), witness, stated)
    sums = sums_of(found)
    zones = Zones(found)
    around, leading = beside(found, zones), front(found)
    kind = kind_of(around, leading, of_another=of_another(found, leading))
    card = kind.debt is True
    both = {order: calendar_of(found, around, leading, order, card) for order in (False, True)}
    calendar = both[witness.convention.month_first]
    period, told = told_period(found, both, order_settled(found, around, both))
    currency, conflict = currency_of(found, around, leading)
    account = Account(found, sums, zones)
    number = printed_number(above(found), kind.kind)
    printed_end = last_day(found, around, leading, both) if is_open(period) else None
    ending = seen_ending(found, printed_end)
    if ending and found.stated.before:
        open_ = _open(found, both, ending, sums, number, currency)
        period, told = followed_period(open_, found.stated.before)
    spans = spans_of(found, _rows_beside(found, calendar, around, leading, kind), calendar.days)
    looked_at = (*spans, *of_second_dates(found), *(printed_end.spans if printed_end else ()))
    checks = (
        seen_check(found, spans),
        holds("grounded", True),
        pages_check(found),
        opening_check(found, sums, zones, calendar.days),
        closing_check(found, sums, zones, calendar.days),
        sums_check(found, sums),
        balances_check(found, sums),
        contradictions(found, sums, zones, calendar.days, told),
        nothing_passed_over(found, account),
        signs_check(found, sums, kind),
        scale_check(found, currency, len(leading)),
        order_check(found, around, both),
        dates_check(found, calendar, zones, card),
        nothing_said(found),
        section_check(found),
        period,
        currency_check(currency, conflict),
    )
    if not proven_by(checks):
        return checks, (), None, looked_at
    return (
        checks,
        _rows(found, sums, calendar),
        _facts(found, sums, told, currency, number, kind, ending),
        looked_at,
    )


def _rows_beside(
    found: Offered,
    calendar: Calendar,
    around: Sequence[Row],
    leading: Sequence[Row],
    kind: PrintedKind,
) -> list[int]:
    """The rows that the period and the account's number are read from."""
    period = calendar.period
    rows = [*around, *leading]
    wanted = [row for row in rows if period and period_of_row(row, period)]
    wanted += numbered_rows(above(found), kind.kind)
    chosen = {id(row) for row in wanted}
    places = sorted({*range(len(leading)), *range(found.start, found.stop)})
    return [index for index in places if id(found.lexed.rows[index]) in chosen]


def _rows(found: Offered, sums: Sums, calendar: Calendar) -> tuple[ProvenRow, ...]:
    assert calendar.days is not None or not found.entries
    rows = found.lexed.rows
    return tuple(
        ProvenRow(
            rows[entry.row].page,
            rows[entry.row].box,
            day,
            _value_day(found, entry, day),
            amount,
            balance,
            _text(found, entry),
            rows[entry.row].text,
        )
        for entry, day, amount, balance in zip(
            found.entries, calendar.days or (), sums.amounts, sums.balances, strict=True
        )
    )


def _value_day(found: Offered, entry: Entry, day: datetime.date) -> datetime.date | None:
    """The second date, where it looks as it says and its place is that of a value date."""
    first, other = entry.day, entry.other
    if first is None or other is None or not is_seen(found, other.row, other.day):
        return None
    if not is_value_date(found.lexed, first.row, first.day, other.row, other.day):
        return None
    return value_day(entry, day, found.witness.convention.month_first)


def _text(found: Offered, entry: Entry) -> str:
    pages = found.lexed.pages
    return text_of(pages[place.page].words[word] for place in entry.text for word in place.words)


def _open(
    found: Offered,
    both: dict[bool, Calendar],
    ending: Ending,
    sums: Sums,
    number: str | None,
    currency: str | None,
) -> Open:
    """What the page says without a period."""
    days = both[found.witness.convention.month_first].days or ()
    of_ends, opened = days_of_balances(found), days_of_end(found, found.opening)
    return Open(ending, sums.opening, number, currency, days, list(of_ends), list(opened))


def _facts(
    found: Offered,
    sums: Sums,
    period: Period | None,
    currency: str | None,
    number: str | None,
    kind: PrintedKind,
    ending: Ending | None,
) -> ProvenFacts:
    assert sums.opening is not None
    assert sums.closing is not None
    return ProvenFacts(
        exponent=found.witness.convention.exponent,
        opening=sums.opening,
        closing=sums.closing,
        period=period,
        currency=currency,
        number=number,
        kind=kind.kind,
        last_day=ending.day if ending else None,
    )
