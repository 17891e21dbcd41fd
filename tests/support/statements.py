"""Statements and ledger entries built by hand, so that a test reads as an example."""

import datetime
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from db.ledger.views import Entry
from db.words import EntryState, Origin, ReadingStatus
from evals.typeset import Entry as Row
from evals.typeset import Sheet, date_text, draft_of, figure_text
from pipeline.drafts import Line, StatementDraft, prove_draft
from pipeline.matching.shapes import AccountSide
from pipeline.proof import KnownAccount, LedgerEntry, LedgerSide
from pipeline.proof import Origin as KernelOrigin
from pipeline.words import Box


def day(number: int, month: int = 6) -> datetime.date:
    """A day of June 2026, or of another month."""
    return datetime.date(2026, month, number)


def ledger_entry(
    id: int,
    booked_on: datetime.date,
    amount_minor: int,
    description: str,
) -> Entry:
    """A ledger entry as matching sees one."""
    state, origin = EntryState.UNCLEARED, Origin.SOURCE
    return Entry(id, 1, booked_on, amount_minor, description, state, origin, None)


def account(
    rows: Sequence[Entry],
    *,
    opening: int | None = 100_000,
    currency: str = "EUR",
    **ledger: Any,
) -> AccountSide:
    """An account with these entries of June and around, which a person says holds money and is the
    statement's. ``opening`` is its balance before June, and ``ledger`` what else is known of it."""
    inside = sum(each.amount_minor for each in rows if day(1) <= each.booked_on <= day(30))
    known = KnownAccount(currency, "money", number="1234")
    plain = LedgerSide(
        id=1,
        currency=currency,
        known=known,
        since=day(1),
        opening=opening,
        balance_origin=KernelOrigin.SOURCE,
        entries=tuple(
            LedgerEntry(each.id, each.booked_on, each.amount_minor, KernelOrigin(each.origin.value))
            for each in rows
        ),
        chosen_by="Anna",
    )
    return AccountSide(
        ledger=replace(plain, **ledger),
        name="Everyday",
        mask="1234",
        etag="1",
        blank=not rows,
        entries=tuple(rows),
        opening=opening,
        closing=None if opening is None else opening + inside,
    )


def line(
    ordinal: int,
    number: int,
    amount: int,
    description: str = "Coffee",
    *,
    month: int = 6,
    balance: int | None = None,
) -> Line:
    """One row whose raw text holds its own figures, as a reader would leave it."""
    date = day(number, month)
    printed = [date_text(date), description, figure_text(amount)]
    if balance is not None:
        printed.append(figure_text(balance))
    top = 100.0 + 12 * ordinal
    return Line(
        ordinal=ordinal,
        page=1,
        bbox=Box(50.0, top, 500.0, top + 10),
        date=date,
        value_date=None,
        description=description,
        amount=amount,
        balance=balance,
        raw=" ".join(printed),
    )


def draft(
    lines: Sequence[Line] = (),
    *,
    opening: int | None = 100_000,
    closing: int | None = None,
    currency: str | None = "EUR",
    mask: str | None = "1234",
    start: datetime.date | None = datetime.date(2026, 6, 1),
    end: datetime.date | None = datetime.date(2026, 6, 30),
    says_no_lines: bool = False,
    proven: bool = True,
) -> StatementDraft:
    """A statement of June 2026, printed on pages and proven of them by the kernel.

    Its lines are numbered from 1 in this order; the closing balance follows from them unless
    given. With ``proven=False`` nobody has looked at its pages, and so it is not proven.
    """
    rows = tuple(Row(each.date, each.description, each.amount, each.balance) for each in lines)
    return _drafted(
        Sheet(
            rows,
            opening,
            closing,
            mask=mask,
            currency=currency,
            start=start,
            end=end,
            says_none=says_no_lines,
        ),
        proven,
    )


@cache
def _drafted(sheet: Sheet, looked_at: bool) -> StatementDraft:
    return draft_of(sheet, looked_at)


def copied(lines: Sequence[Line], sign: int = 1, moved: int = 0) -> list[list[str]]:
    """The rows of a drafted statement as a model copies them from its eighth line on: with the
    other sign, or each from another line."""
    found = []
    for at, each in enumerate(lines):
        assert each.date is not None
        figure = figure_text(abs(each.amount))
        cells = [figure, ""] if sign * each.amount < 0 else ["", figure]
        place = 8 + (at + moved) % len(lines)
        found.append([str(place), date_text(each.date), *cells, ""])
    return found


def misread(true: StatementDraft, lines: Sequence[Line]) -> StatementDraft:
    """The printed statement as a reader that took only these of its lines would offer it."""
    assert true.proof is not None
    kept = {each.ordinal for each in lines}
    witness = true.proof.witness
    cited = tuple(each for at, each in enumerate(witness.lines, start=1) if at in kept)
    other = replace(witness, lines=cited)
    found = prove_draft(replace(true, witnesses=(other,)), true.proof.document)
    assert found.status is ReadingStatus.UNPROVEN
    return found


def many(count: int) -> tuple[Line, ...]:
    """So many lines of June, no two of the same amount."""
    return tuple(line(n, 1 + n * 29 // count, -(100 + n), f"Shop {n}") for n in range(1, count + 1))
