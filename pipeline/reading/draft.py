"""Turns the chosen reading of a stretch of rows into a statement draft."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from db.words import AccountKind
from pipeline.drafts import Line, StatementDraft
from pipeline.proof.currency import printed_currency
from pipeline.proof.labelled import Fact
from pipeline.proof.number import printed_number
from pipeline.proof.parse.dates import PrintedDate
from pipeline.proof.rows import Row
from pipeline.reading.calendar import Calendar, calendar_of
from pipeline.reading.describe import description, raw_text, words_around
from pipeline.reading.identity.account import account_name, is_current, kind_of
from pipeline.reading.identity.institution import institution_of
from pipeline.reading.items import Item, Kind
from pipeline.reading.offer import Cut, offer
from pipeline.reading.orientation import LIABILITIES, Oriented, orient
from pipeline.reading.search import Found

_OLDEST, _LATEST = timedelta(days=62), timedelta(days=15)


@dataclass(frozen=True, slots=True)
class Stretch:
    """The rows of one statement and the whole document around it.

    ``recognised`` are the pages (counted from 1) whose words come from OCR.
    """

    rows: Sequence[Row]
    document: Sequence[Row]
    facts: Sequence[Fact]
    years: frozenset[int]
    cut: Cut
    recognised: frozenset[int] = frozenset()


def draft_of(found: Found, stretch: Stretch) -> StatementDraft:
    """The statement as read, with the words it was read from and what the reader doubts of it."""
    entries = [step.item.index for step in found.tie.steps if step.amount is not None]
    about = About(stretch, found, min(entries))
    kind, said = about.kind()
    oriented = orient(found, stretch.facts, kind, said)
    days = _days_of(found, oriented)
    calendar = calendar_for(stretch, [day for day, _ in days if day], about)
    lines = _lines(found, oriented, days, calendar, stretch.recognised)
    tie = oriented.tie
    draft = StatementDraft(
        institution=institution_of(stretch.document),
        account_name=about.name,
        account_mask=about.mask(),
        kind=_settled(kind, oriented),
        currency=about.currency(calendar.month_first and calendar.certain),
        exponent=found.scale.exponent,
        period_start=calendar.period.start if calendar.period else None,
        period_end=calendar.period.end if calendar.period else None,
        opening_balance=tie.opening.value if tie.opening else None,
        closing_balance=tie.closing.value if tie.closing else None,
        lines=lines,
    )
    return offer(draft, found, tie, stretch.cut, calendar.month_first)


def calendar_for(stretch: Stretch, printed: Sequence[PrintedDate], about: About) -> Calendar:
    """By the statement's own rows where they print a period, else by the whole document."""
    american = about.currency(True) == "USD"
    own = calendar_of(stretch.rows, printed, stretch.years, american)
    if (own.period is not None and not own.doubt) or len(stretch.rows) == len(stretch.document):
        return own
    whole = calendar_of(stretch.document, printed, stretch.years, american)
    return own if own.period is not None and whole.doubt else whole


class About:
    """What the words around the entries say of the account."""

    def __init__(self, stretch: Stretch, found: Found | None, first_entry: int) -> None:
        self._stretch = stretch
        items = found.items if found else ()
        read = {step.item.index for step in found.tie.steps} if found else set()
        dated = {i.index for i in items if i.kind is Kind.ENTRY and i.day is not None}
        self._skip = frozenset(read | dated)
        self._money = [figure for item in items for figure in item.cells.values()]
        self._money += [fact.figure for fact in stretch.facts]
        self._first = first_entry
        self.name = account_name(stretch.rows, first_entry, stretch.document)

    def kind(self) -> tuple[AccountKind, int]:
        """By the statement's own words, else by the document's."""
        kind, said = kind_of(self._stretch.rows, self._skip, self.name)
        if said or len(self._stretch.rows) == len(self._stretch.document):
            return kind, said
        other, words = kind_of(self._stretch.document)
        if other in LIABILITIES and not (self.name and is_current(self.name)):
            return AccountKind.OTHER, 0  # some account of the document is a debt: which?
        return (kind, said) if other in LIABILITIES else (other, words)

    def mask(self) -> str | None:
        """The number above the entries, as the kernel reads it."""
        return printed_number(self._stretch.rows[: self._first])

    def currency(self, month_first: bool) -> str | None:
        """The currency of the statement's own figures."""
        rows = self._stretch.document
        skip = self._skip if len(self._stretch.rows) == len(self._stretch.document) else frozenset()
        others = [row for index, row in enumerate(rows) if index not in skip]
        return printed_currency(others, (), self._money, month_first)[0]


def _settled(kind: AccountKind, oriented: Oriented) -> AccountKind:
    """A lone card word is no card if the balances are an asset's."""
    closing = oriented.tie.closing
    if (
        kind in LIABILITIES
        and closing
        and closing.value > 0
        and oriented.tie.convention.balance_base > 0
    ):
        return AccountKind.CHECKING
    return kind


def _days_of(
    found: Found, oriented: Oriented
) -> list[tuple[PrintedDate | None, PrintedDate | None]]:
    """For each entry in printed order its date (its own or the last above) and other date."""
    wanted = {step.item.index for step in oriented.tie.steps if step.amount is not None}
    days: list[tuple[PrintedDate | None, PrintedDate | None]] = []
    current: PrintedDate | None = None
    for item in found.items:
        current = item.day or current
        if item.index in wanted:
            days.append((current, item.other_day if item.day else None))
    return days


def _lines(
    found: Found,
    oriented: Oriented,
    days: Sequence[tuple[PrintedDate | None, PrintedDate | None]],
    calendar: Calendar,
    recognised: frozenset[int],
) -> tuple[Line, ...]:
    steps = sorted(
        (step for step in oriented.tie.steps if step.amount is not None),
        key=lambda step: step.item.index,
    )
    groups = words_around(
        found.items, [step.item for step in steps], oriented.tie.convention.roles.money
    )
    lines: list[Line] = []
    for ordinal, (step, (day, other)) in enumerate(zip(steps, days, strict=True), start=1):
        item: Item = step.item
        assert step.amount is not None
        lines.append(
            Line(
                ordinal=ordinal,
                page=item.row.page,
                bbox=item.row.box,
                date=calendar.resolve(day) if day else None,
                value_date=calendar.resolve(other) if other else None,
                description=description(groups[item.index]),
                amount=step.amount,
                balance=step.balance,
                raw=raw_text(groups[item.index]),
                method="ocr" if item.row.page in recognised else "layout",
            )
        )
    return tuple(lines)
