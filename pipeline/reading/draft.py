"""Turns the chosen reading of a stretch of rows, or its emptiness, into a statement draft."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cached_property
from typing import NamedTuple

from db.words import AccountKind
from pipeline.drafts import Line, StatementDraft
from pipeline.reading.citing.claims import ClaimedEnd, Claims, label_beside, labelled_end, mark_at
from pipeline.reading.citing.from_tie import Cut, claims_of, section_of
from pipeline.reading.citing.witnesses import witnesses_of
from pipeline.reading.facts.account_numbers import account_name, is_current, kind_of
from pipeline.reading.facts.calendar import Calendar, calendar_of
from pipeline.reading.facts.kind import currency_guess, institution_of
from pipeline.reading.facts.number import printed_number
from pipeline.reading.lexing.dates import PrintedDate
from pipeline.reading.lexing.headers import Header, HeaderColumn
from pipeline.reading.lexing.labelled import LabelledFigure
from pipeline.reading.lexing.lexed import place_of
from pipeline.reading.lexing.phrases import within
from pipeline.reading.lexing.rows import LexedRow, text_of
from pipeline.reading.table.descriptions import description, raw_text, words_around
from pipeline.reading.table.items import Item, RowKind
from pipeline.reading.table.orientation import LIABILITIES, orient
from pipeline.reading.table.search import BestReading
from pipeline.reading.table.steps import Scale, scale_of, signed_balance
from pipeline.reading.table.ties import Tie

_YEAR_FIRST = re.compile(r"\d{4}")
_OLDEST, _LATEST = timedelta(days=62), timedelta(days=15)


class Stretch(NamedTuple):
    """The rows of one statement and the whole document around it.

    ``recognised`` are the pages (counted from 1) whose words come from OCR.
    """

    rows: Sequence[LexedRow]
    document: Sequence[LexedRow]
    facts: Sequence[LabelledFigure]
    years: frozenset[int]
    cut: Cut
    recognised: frozenset[int] = frozenset()


def draft_of(found: BestReading, stretch: Stretch) -> StatementDraft:
    """The statement as read, with the witnesses that state it."""
    entries = [step.item.index for step in found.tie.steps if step.amount is not None]
    about = HeaderFacts(stretch, found, min(entries))
    kind, said = about.kind()
    tie = orient(found, stretch.facts, kind, said)
    days = _days_of(found, tie)
    calendar = calendar_for(stretch, [day for day, _ in days if day], about)
    lines = _lines(found, tie, days, calendar, stretch.recognised)
    period = (calendar.period.start, calendar.period.end) if calendar.period else None
    printed = [line.date for line in lines]
    claims = [
        _with_ends(claims_of(found, each, stretch.cut, printed, period), stretch)
        for each in (tie, *_rivals(found, tie))
    ]
    return StatementDraft(
        institution=institution_of(stretch.document),
        account_name=about.name,
        account_mask=about.mask(),
        kind=_settled(kind, tie),
        currency=about.currency,
        exponent=found.scale.exponent,
        period_start=calendar.period.start if calendar.period else None,
        period_end=calendar.period.end if calendar.period else None,
        opening_balance=tie.opening.value if tie.opening else None,
        closing_balance=tie.closing.value if tie.closing else None,
        lines=lines,
        witnesses=witnesses_of(claims, debt=kind in LIABILITIES or about.may_be_card()),
    )


def _rivals(found: BestReading, tie: Tie) -> list[Tie]:
    """The readings of the same lines under which other amounts explain as much."""
    lines = {step.item.index for step in tie.steps if step.amount is not None}
    return [
        each
        for each in found.rivals
        if {step.item.index for step in each.steps if step.amount is not None} == lines
    ]


def _with_ends(claims: Claims, stretch: Stretch) -> Claims:
    """With balances that labels name, where the lines lead to no printed one: they may contradict,
    and a page that prints an end is never read without it: a figure beside the period alone is
    rather what it ends with."""
    if all(line.balance for line in claims.lines):
        return claims
    rows = range(stretch.cut.start, stretch.cut.stop)
    ends = {kind: labelled_end(claims, rows, kind) for kind in ("opening", "closing", "period")}
    opening = claims.opening or ends["opening"]
    closing = claims.closing or ends["closing"] or (None if opening else ends["period"])
    return replace(claims, opening=opening, closing=closing)


def calendar_for(
    stretch: Stretch, printed: Sequence[PrintedDate], about: "HeaderFacts"
) -> Calendar:
    """By the statement's own rows where they print a period, else by the whole document."""
    american = about.currency == "USD"
    own = calendar_of(stretch.rows, printed, stretch.years, american)
    if (own.period is not None and not own.doubt) or len(stretch.rows) == len(stretch.document):
        return own
    whole = calendar_of(stretch.document, printed, stretch.years, american)
    return own if own.period is not None and whole.doubt else whole


class HeaderFacts:
    """What the words around the entries say of the account."""

    def __init__(self, stretch: Stretch, found: BestReading | None, first_entry: int) -> None:
        self._stretch = stretch
        items = found.items if found else ()
        read = {step.item.index for step in found.tie.steps} if found else set()
        dated = {i.index for i in items if i.kind is RowKind.ENTRY and i.day is not None}
        self._skip = frozenset(read | dated)
        self._money = [figure for item in items for figure in item.cells.values()]
        self._money += [fact.figure for fact in stretch.facts]
        self._days = [(item.row, item.day) for item in items if item.day]
        self._first = first_entry
        whole = len(stretch.rows) == len(stretch.document)
        self._texts = [stretch.rows[index] for index in self._skip] if whole else []
        if found:
            own = [step.item for step in found.tie.steps if step.amount is not None]
            groups = words_around(items, own, found.tie.convention.roles.money)
            texts = [item for rows in groups.values() for item in rows]
            self._texts += [item.row for item in texts]
            self._skip |= {item.index for item in texts}
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

    def may_be_card(self) -> bool:
        """Whether a row above the entries mentions a card, as a bank's name may: the kind of the
        account tells."""
        return any(within("card").search(row.text) for row in self._stretch.rows[: self._first])

    def mask(self) -> str | None:
        """The number above the entries, as the kernel reads it."""
        return printed_number(self._stretch.rows[: self._first])

    @cached_property
    def currency(self) -> str | None:
        """The likeliest currency of the statement's own figures; not what texts of lines name."""
        texts = {id(row) for row in self._texts}
        others = [row for row in self._stretch.document if id(row) not in texts]
        own = {id(row) for row in others}
        named = (e for e in self._stretch.cut.lexed.currencies if id(e.row) in own)
        day_first = any(map(_is_day_first, self._days))
        return currency_guess(others, named, self._money, day_first=day_first)


def _is_day_first(printed: tuple[LexedRow, PrintedDate]) -> bool:
    """Whether a day is before its month, be that a number or a name."""
    row, day = printed
    text = text_of(row.words[day.first : day.last + 1])
    named = any(map(str.isalpha, text)) and not _YEAR_FIRST.match(text)
    return day.order == "D" or (named and text[0].isdigit())


def _settled(kind: AccountKind, tie: Tie) -> AccountKind:
    """A lone card word is no card if the balances are an asset's."""
    closing = tie.closing
    if kind in LIABILITIES and closing and closing.value > 0 and tie.convention.balance_base > 0:
        return AccountKind.CHECKING
    return kind


def _days_of(found: BestReading, tie: Tie) -> list[tuple[PrintedDate | None, PrintedDate | None]]:
    """For each entry in printed order its date (its own or the last above) and other date."""
    wanted = {step.item.index for step in tie.steps if step.amount is not None}
    days: list[tuple[PrintedDate | None, PrintedDate | None]] = []
    current: PrintedDate | None = None
    for item in found.items:
        current = item.day or current
        if item.index in wanted:
            days.append((current, item.other_day if item.day else None))
    return days


def _lines(
    found: BestReading,
    tie: Tie,
    days: Sequence[tuple[PrintedDate | None, PrintedDate | None]],
    calendar: Calendar,
    recognised: frozenset[int],
) -> tuple[Line, ...]:
    steps = sorted(
        (step for step in tie.steps if step.amount is not None),
        key=lambda step: step.item.index,
    )
    groups = words_around(found.items, [step.item for step in steps], tie.convention.roles.money)
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


def empty_draft(cut: Cut) -> StatementDraft | None:
    """What rows without lines say; None if they neither print balances nor say there were none.

    Balances are minor units in the holder's sign, a debt's plain balance negative.
    """
    lexed = cut.lexed
    rows = cut.rows[cut.start : cut.stop]
    facts = [fact for fact in lexed.facts if cut.start <= fact.row < cut.stop]
    headers = [h for h in lexed.headers if cut.start <= h.first < cut.stop]
    says_none = any(
        h.group == "labels" and h.meaning == "no_lines" for row in rows for h in row.hits
    )
    openings = [fact for fact in facts if fact.meaning == "opening"][:1]
    closings = [fact for fact in facts if fact.meaning in ("closing", "balance_on")][-1:]
    if not says_none and not (openings and closings):
        return None
    stretch = Stretch(rows, rows, facts, lexed.sheet.years, cut)
    about = HeaderFacts(stretch, None, len(stretch.rows))
    kind, _ = about.kind()
    calendar = calendar_for(stretch, [], about)
    period = (calendar.period.start, calendar.period.end) if calendar.period else None
    scale = scale_of((fact.figure for fact in (*openings, *closings)), 2)
    is_debt = kind in LIABILITIES or any(_is_debit(f, headers) for f in (*openings, *closings))
    base = -1 if is_debt else 1
    ends = [_end(cut, fact, base, scale) for fact in (*openings, *closings)]
    claims = Claims(
        document=cut.pages.document,
        lexed=lexed,
        section=section_of(cut),
        digits=scale.exponent,
        lines=(),
        opening=ends[0] if openings else None,
        closing=ends[-1] if closings else None,
        side=base,
        period=period,
    )
    return StatementDraft(
        institution=institution_of(stretch.document),
        account_name=about.name,
        account_mask=about.mask(),
        kind=kind,
        currency=about.currency,
        exponent=scale.exponent,
        period_start=period[0] if period else None,
        period_end=period[1] if period else None,
        opening_balance=base * ends[0].value if openings else None,
        closing_balance=base * ends[-1].value if closings else None,
        lines=(),
        says_no_lines=says_none,
        witnesses=witnesses_of([claims]) if ends else (),
    )


def _end(cut: Cut, fact: LabelledFigure, side: int, scale: Scale) -> ClaimedEnd:
    """A balance as printed: ``side`` is that of one without a mark."""
    row, figure = cut.rows[fact.row], fact.figure
    kind = "opening" if fact.meaning == "opening" else "closing"
    place = place_of(row, figure.first, figure.last)
    return ClaimedEnd(
        place,
        side * signed_balance(figure, side, scale),
        signed_balance(figure, 1, scale),
        label_beside(cut.lexed, fact.row, figure, kind),
        mark_at(cut.pages.document, place, figure),
    )


def _is_debit(fact: LabelledFigure, headers: Sequence[Header]) -> bool:
    """Whether a balance without a sign is on the debit side of an account."""
    sides = _sides(fact, headers)
    return sides is not None and _over(sides[0], fact)


def _sides(
    fact: LabelledFigure, headers: Sequence[Header]
) -> tuple[HeaderColumn, HeaderColumn] | None:
    """The debit and the credit column that a plain balance is in, for want of its own."""
    above = [header for header in headers if header.last < fact.row]
    if not above or fact.figure.sign or above[-1].having("balance", "amount"):
        return None
    debit, credit = above[-1].having("debit"), above[-1].having("credit")
    return (debit[0], credit[0]) if debit and credit else None


def _over(column: HeaderColumn, fact: LabelledFigure) -> bool:
    return min(column.x1, fact.figure.x1) > max(column.x0, fact.figure.x0)
