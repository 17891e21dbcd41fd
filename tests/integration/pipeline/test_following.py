"""Statements that print no period have the days of their lines, and lock what their neighbours
join."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Engine, select

from app.acts.correcting import StatedByPerson, state_facts
from app.queries.history import open_discrepancies
from db.models import (
    AuditLog,
    Import,
    Lock,
    Match,
    Proposal,
    Reconciliation,
    Statement,
    Transaction,
)
from db.session import read_only, unit_of_work
from db.words import EntryState, ImportStatus
from evals.typeset import Entry, Sheet, draft_of
from jobs.imports.inline import import_all
from jobs.imports.reprocess import reprocess
from jobs.options import DocumentSource, ImportOptions
from pipeline.review.deciding import accept
from pipeline.review.undoing import undo
from tests.integration.pipeline.test_resolving import bring as brought
from tests.integration.pipeline.test_resolving import kept_by as account
from tests.integration.pipeline.test_resolving import on
from tests.support.books import all_imported, all_of, documents, source
from tests.support.living import untrue
from tests.support.months import end_state

OPENING = 100_000
DAYS = (3, 28)
#: What each month comes to.
ROWS = {1: (-350, -5_000), 2: (-700, 20_000), 3: (-350, -1_000), 4: (-2_000, -100)}


def opening(month: int) -> int:
    return OPENING + sum(sum(ROWS[n]) for n in range(1, month))


def sheet(month: int) -> Sheet:
    """A month's statement with two lines and no period."""
    entries = tuple(
        Entry(date(2026, month, day), "Payment", amount)
        for day, amount in zip(DAYS, ROWS[month], strict=True)
    )
    return Sheet(entries, opening(month))


JANUARY, FEBRUARY, MARCH, APRIL = (sheet(month) for month in ROWS)
ALL = {"1.pdf": JANUARY, "2.pdf": FEBRUARY, "3.pdf": MARCH, "4.pdf": APRIL}


def ledger(engine: Engine, **said: object) -> int:
    entries = [
        on(month, day, amount)
        for month, amounts in ROWS.items()
        for day, amount in zip(DAYS, amounts, strict=True)
    ]
    return account(engine, *entries, **said)  # type: ignore[arg-type]


def bring(
    engine: Engine, sheets: Mapping[str, Sheet], names: Sequence[str] = ()
) -> list[ImportStatus]:
    known = {name: [draft_of(sheets[name])] for name in names or sheets}
    return [outcome.status for outcome in all_imported(engine, known)]


def found(engine: Engine) -> dict[str, tuple[str, date | None, date | None]]:
    """Verdict and days by the file's name."""
    assert untrue(engine) is None
    with read_only(engine) as session:
        query = (
            select(
                Import.source_name,
                Reconciliation.verdict,
                Statement.period_start,
                Statement.period_end,
            )
            .join(Statement, Statement.import_id == Import.id)
            .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        )
        return {
            name: (verdict.value, first, last)
            for name, verdict, first, last in session.execute(query)
        }


def rows_of(month: int) -> tuple[str, date, date]:
    """Matched, over the days of its lines."""
    return "matched", date(2026, month, DAYS[0]), date(2026, month, DAYS[1])


def locked(engine: Engine) -> list[tuple[date, date]]:
    with read_only(engine) as session:
        held = select(Lock.period_start, Lock.period_end).where(Lock.released_at.is_(None))
        return sorted((start, end) for start, end in session.execute(held))


def undone(engine: Engine, name: str) -> None:
    with unit_of_work(engine) as session:
        wanted = session.scalars(select(Import.id).where(Import.source_name == name)).one()
        undo(session, wanted, "person")


def day(month: int, number: int) -> date:
    return date(2026, month, number)


ALONE = [(day(1, 3), day(1, 27))]
"""What January locks where nothing joins it: its last day may have more to come."""
JOINED = [(day(1, 3), day(1, 28)), (day(1, 29), day(2, 27))]
"""What it locks together with February."""


def test_a_statement_alone_locks_up_to_the_day_before_its_last_line(engine: Engine) -> None:
    ledger(engine)
    assert bring(engine, {"1.pdf": JANUARY}) == ["matched"]
    assert found(engine) == {"1.pdf": rows_of(1)}
    assert locked(engine) == ALONE


@pytest.mark.parametrize("names", list(itertools.permutations(ALL))[::5])
def test_a_chain_comes_to_the_same_in_any_order(engine: Engine, names: tuple[str, ...]) -> None:
    ledger(engine)
    bring(engine, ALL, names)
    assert found(engine) == {f"{n}.pdf": rows_of(n) for n in ROWS}
    assert locked(engine) == [
        *JOINED[:1],
        (day(1, 29), day(2, 28)),
        (day(3, 1), day(3, 28)),
        (day(3, 29), day(4, 27)),
    ]


def test_days_that_a_neighbour_locked_open_when_it_goes_and_close_when_it_comes_back(
    engine: Engine,
) -> None:
    ledger(engine)
    bring(engine, ALL)
    whole = end_state(engine)
    undone(engine, "2.pdf")
    assert locked(engine) == [*ALONE, (day(3, 3), day(3, 28)), (day(3, 29), day(4, 27))]
    bring(engine, {"2.pdf": FEBRUARY})
    assert end_state(engine) == whole


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (JANUARY, replace(FEBRUARY, opening=opening(2) + 1)),
        (JANUARY, replace(MARCH, opening=opening(2))),  # five weeks later
        (replace(JANUARY, opening=-sum(ROWS[1])), replace(FEBRUARY, opening=0)),
    ],
    ids=["another balance", "a month missing", "a balance of nought"],
)
def test_what_does_not_follow_joins_nothing(engine: Engine, before: Sheet, after: Sheet) -> None:
    ledger(engine, opening=before.opening)
    bring(engine, {"1.pdf": before, "2.pdf": after})
    assert locked(engine)[:1] == ALONE


def test_a_balance_at_which_another_account_stands_as_well_joins_nothing(engine: Engine) -> None:
    ledger(engine)
    ledger(engine, mask="7777")
    bring(engine, {"1.pdf": JANUARY, "2.pdf": FEBRUARY})
    assert locked(engine) == [*ALONE, (day(2, 3), day(2, 27))]


def test_days_that_a_person_states_are_locked_and_stay_so(engine: Engine) -> None:
    ledger(engine)
    bring(engine, {"2.pdf": FEBRUARY})
    state_facts(engine, 1, StatedByPerson(period=(day(2, 1), day(2, 28))))
    assert locked(engine) == [(day(2, 1), day(2, 28))]
    bring(engine, {"1.pdf": JANUARY})
    undone(engine, "1.pdf")
    assert found(engine) == {"2.pdf": ("matched", day(2, 1), day(2, 28))}
    assert locked(engine) == [(day(2, 1), day(2, 28))]


def test_the_same_statement_with_its_period_is_a_copy(engine: Engine) -> None:
    ledger(engine)
    printed = replace(FEBRUARY, start=day(2, 1), end=day(2, 28))
    bring(engine, {"2.pdf": FEBRUARY, "again.pdf": printed})
    assert found(engine)["again.pdf"] == ("matched", day(2, 1), day(2, 28))
    assert len(all_of(engine, select(Match.transaction_id).distinct())) == 2


def test_reading_again_keeps_it(engine: Engine, tmp_path: Path) -> None:
    ledger(engine)
    for name, each in ALL.items():
        (tmp_path / name).write_bytes(source(name).data or b"")
        read = documents({name: [draft_of(each)]})
        list(
            import_all(engine, [DocumentSource(name, tmp_path / name)], ImportOptions(), read=read)
        )
    whole = end_state(engine)
    for number, (name, each) in enumerate(ALL.items(), start=1):
        read = documents({name: [draft_of(each)]})
        assert reprocess(engine, number, ImportOptions(), read=read).status == "matched"
        assert end_state(engine) == whole
    other = documents({"1.pdf": [draft_of(replace(JANUARY, opening=OPENING + 1))]})
    assert reprocess(engine, 1, ImportOptions(), read=other).status == "needs_review"
    # January stays locked; February, which followed from it, is so from its first line on.
    assert locked(engine)[:2] == [*JOINED[:1], (day(2, 3), day(2, 28))]


def test_days_that_a_decision_locked_stay_so_when_the_neighbour_goes(engine: Engine) -> None:
    account(engine, *(on(1, day, amount) for day, amount in zip(DAYS, ROWS[1], strict=True)))
    bring(engine, {"1.pdf": JANUARY, "2.pdf": FEBRUARY})
    with unit_of_work(engine) as session:
        accept(session, session.scalars(select(Proposal.id)).one(), "person")
    assert locked(engine) == JOINED
    undone(engine, "1.pdf")
    assert locked(engine) == JOINED[1:]
    assert open_discrepancies(engine) == []


COFFEE, RENT = -350, -5_000


def months_locked(engine: Engine) -> list[int]:
    """The months that are months_locked."""
    with read_only(engine) as session:
        held = select(Lock.period_start).where(Lock.released_at.is_(None))
        return sorted(day.month for day in session.scalars(held))


def reconciled(engine: Engine) -> list[int]:
    """The days of the entries that are marked."""
    with read_only(engine) as session:
        marked = select(Transaction.booked_on).where(Transaction.state == EntryState.RECONCILED)
        return sorted(day.day for day in session.scalars(marked))


def april(engine: Engine) -> None:
    brought(engine, 4, OPENING, (30, COFFEE))


def may(engine: Engine) -> None:
    brought(engine, 5, OPENING + COFFEE, (1, COFFEE), (20, RENT))


def one_coffee_of_two(engine: Engine) -> None:
    """The one that is there may be either; that the other is missing, an older mistake hides."""
    account(engine, on(4, 30, COFFEE), on(5, 20, RENT), opening=OPENING + COFFEE)


def test_a_month_is_locked_as_long_as_no_other_has_its_entries(engine: Engine) -> None:
    one_coffee_of_two(engine)
    may(engine)
    assert (months_locked(engine), reconciled(engine)) == ([5], [20, 30])
    april(engine)
    assert (months_locked(engine), reconciled(engine)) == ([], [])
    assert untrue(engine) is None


def test_nor_is_it_locked_if_the_other_was_there_before(engine: Engine) -> None:
    one_coffee_of_two(engine)
    april(engine)
    may(engine)
    assert (months_locked(engine), reconciled(engine)) == ([], [])


def test_once_the_other_is_undone_it_is_locked_again(engine: Engine) -> None:
    one_coffee_of_two(engine)
    may(engine)
    april(engine)
    with unit_of_work(engine) as session:
        undo(session, 2, "person")
    assert (months_locked(engine), reconciled(engine)) == ([5], [20, 30])


def test_the_log_says_why_a_lock_went(engine: Engine) -> None:
    one_coffee_of_two(engine)
    may(engine)
    april(engine)
    with read_only(engine) as session:
        said = session.scalars(select(AuditLog).where(AuditLog.action == "unlock")).one()
        assert (said.actor, said.subject) == ("tieout", "locks:1")
        assert said.after == {"reason": "it does not tie out any more"}


def test_a_lock_that_a_decision_brought_stays_and_is_a_discrepancy(engine: Engine) -> None:
    account(engine, on(4, 30, COFFEE), opening=OPENING + COFFEE)
    may(engine)
    with unit_of_work(engine) as session:
        accept(session, session.scalars(select(Proposal.id)).one(), "person")
    assert months_locked(engine) == [5]
    april(engine)
    assert months_locked(engine) == [5]
    assert [each.lock.period_start for each in open_discrepancies(engine)] == [date(2026, 5, 1)]


@pytest.mark.parametrize("late", [True, False])
def test_a_statement_that_contradicts_the_next_leaves_that_locked(
    engine: Engine, late: bool
) -> None:
    account(engine, on(4, 30, COFFEE), on(5, 1, COFFEE), on(5, 20, RENT), opening=OPENING)
    both: list[Callable[[], object]] = [
        partial(may, engine),
        partial(brought, engine, 4, OPENING + 1, (30, COFFEE)),
    ]
    for bring_in in both if late else reversed(both):
        bring_in()
    assert (months_locked(engine), reconciled(engine)) == ([5], [1, 20])
    assert [each.lock.period_start for each in open_discrepancies(engine)] == [date(2026, 5, 1)]
