"""A ledger of its own for each trial, and the statement of a case as a reader would leave it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import cache, partial
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory, mkdtemp

from db.bookkeeping import add_account, add_transactions
from db.engine import make_engine
from db.session import reading, unit_of_work
from db.upgrade import upgrade
from db.views import NewAccount, NewEntry
from db.words import AccountKind
from evals.cases import RIGHT, Case, Row
from pipeline.desk import Desk
from pipeline.drafts import (
    Check,
    CheckState,
    DraftStatus,
    Line,
    StatementDraft,
    StatementKind,
)
from pipeline.pages.words import Box

OPENING = 100_000
_MASKS = {RIGHT: "4711", "Savings": "0815", "Joint bills": "9912"}
_BANK = "Nordbank"


@dataclass(frozen=True, slots=True)
class World:
    """What a trial works on, and the id of the account that is right, if one is."""

    desk: Desk
    draft: StatementDraft
    account_id: int | None


@contextmanager
def world_of(case: Case) -> Iterator[World]:
    """The case's ledger, which is gone when the block ends."""
    with TemporaryDirectory(prefix="tieout-eval-") as folder:
        engine = make_engine(str(copyfile(_empty_ledger(), Path(folder, "ledger.sqlite"))))
        try:
            with unit_of_work(engine) as session:
                ids = {name: add_account(session, _account(name)) for name in _MASKS}
                add_transactions(session, ids[RIGHT], [_entry(row) for row in case.entries])
            desk = Desk(partial(reading, engine), frozenset(ids.values()))
            yield World(desk, _draft(case), ids.get(case.account or ""))
        finally:
            engine.dispose()


@cache
def _empty_ledger() -> Path:
    path = Path(mkdtemp(prefix="tieout-eval-"), "empty.sqlite")
    engine = make_engine(str(path), create=True)
    upgrade(engine)
    engine.dispose()
    return path


def _account(name: str) -> NewAccount:
    return NewAccount(
        name=name,
        kind=AccountKind.CHECKING,
        currency="EUR",
        institution=_BANK,
        mask=_MASKS[name],
        opening_balance_minor=OPENING,
        opened_on=date(2026, 1, 1),
    )


def _entry(row: Row) -> NewEntry:
    day, amount, description = row
    return NewEntry(date(2026, 3, day), amount, description)


def _draft(case: Case) -> StatementDraft:
    lines = tuple(_line(place, row) for place, row in enumerate(case.rows))
    closing = OPENING + sum(line.amount for line in lines) + (1 if case.misread else 0)
    state = CheckState.FAILED if case.misread else CheckState.PASSED
    return StatementDraft(
        institution=_BANK,
        account_name=case.account_name,
        account_mask=case.mask,
        kind=StatementKind.CHECKING,
        currency="EUR",
        exponent=2,
        period_start=date(2026, 3, 1),
        period_end=date(2026, 3, 31),
        opening_balance=OPENING,
        closing_balance=closing,
        status=DraftStatus.UNPROVEN if case.misread else DraftStatus.PROVEN,
        checks=(
            Check("opening_plus_lines_is_closing", state),
            Check("hidden_text", CheckState.PASSED, "0", "0"),
        ),
        lines=lines,
    )


def _line(place: int, row: Row) -> Line:
    day, amount, description = row
    top = 100.0 + 12 * place
    figure = f"{'-' if amount < 0 else ''}{abs(amount) // 100:,}.{abs(amount) % 100:02d}"
    return Line(
        ordinal=place,
        page=1,
        bbox=Box(50.0, top, 500.0, top + 10),
        date=date(2026, 3, day),
        value_date=None,
        description=description,
        amount=amount,
        balance=None,
        raw=f"{day:02d}.03.2026 {description} {figure}",
    )
