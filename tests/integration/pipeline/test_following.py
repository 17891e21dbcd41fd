"""A statement that prints only its last day has the period that follows from the one before it."""

from __future__ import annotations

import itertools
from calendar import monthrange
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from sqlalchemy import Engine, select

from app.acts.stating import Statements, state_facts
from app.queries.locks import open_discrepancies
from app.queries.reviews import one_import
from app.wording.hints import hint_texts
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
from jobs.inline import import_all
from jobs.options import ImportOptions, Source
from jobs.reprocess import reprocess
from pipeline.proof.recheck import prove_certificate
from pipeline.record.certificates import certificate_from_stored
from pipeline.review.deciding import accept
from pipeline.review.undoing import undo
from tests.integration.pipeline.test_words_that_hold import account, on
from tests.support.books import documents, source
from tests.support.living import untrue
from tests.support.months import end_state

OPENING = 100_000
#: What each month comes to.
ROWS = {1: (-350, -5_000), 2: (-700, 20_000), 3: (-350, -1_000), 4: (-2_000, -100)}
UNKNOWN = (None, None)


def opening(month: int) -> int:
    return OPENING + sum(sum(ROWS[n]) for n in range(1, month))


def sheet(month: int, *, dated: bool = True) -> Sheet:
    """A month's statement with its last day alone, or from when to when."""
    last = date(2026, month, monthrange(2026, month)[1])
    entries = tuple(
        Entry(date(2026, month, day), "Payment", amount)
        for day, amount in zip((5, 20), ROWS[month], strict=True)
    )
    if dated:
        return Sheet(entries, opening(month), dated=last)
    return Sheet(entries, opening(month), start=date(2026, month, 1), end=last)


JANUARY = sheet(1, dated=False)
FEBRUARY, MARCH, APRIL = sheet(2), sheet(3), sheet(4)
ALL = {"1.pdf": JANUARY, "2.pdf": FEBRUARY, "3.pdf": MARCH, "4.pdf": APRIL}


def ledger(engine: Engine, **said: object) -> int:
    entries = [
        on(month, day, amount)
        for month, amounts in ROWS.items()
        for day, amount in zip((5, 20), amounts, strict=True)
    ]
    return account(engine, *entries, **said)  # type: ignore[arg-type]


def bring(
    engine: Engine, sheets: Mapping[str, Sheet], names: Sequence[str] = ()
) -> list[ImportStatus]:
    read = documents({name: [draft_of(each)] for name, each in sheets.items()})
    found = import_all(engine, map(source, names or sheets), ImportOptions(), read=read)
    return [outcome.status for outcome in found]


def found(engine: Engine) -> dict[str, tuple[str, tuple[date | None, date | None]]]:
    """Verdict and period by the file's name."""
    assert untrue(engine) is None
    with read_only(engine) as session:
        query = (
            select(Import.source_name, Reconciliation.verdict, Statement)
            .join(Statement, Statement.import_id == Import.id)
            .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        )
        return {
            name: (verdict.value, (each.period_start, each.period_end))
            for name, verdict, each in session.execute(query)
        }


def period(month: int) -> tuple[date, date]:
    return date(2026, month, 1), date(2026, month, monthrange(2026, month)[1])


def test_the_period_follows_from_the_statement_before(engine: Engine) -> None:
    ledger(engine)
    assert bring(engine, {"1.pdf": JANUARY, "2.pdf": FEBRUARY}) == ["matched", "matched"]
    assert found(engine)["2.pdf"] == ("matched", period(2))


@pytest.mark.parametrize("names", list(itertools.permutations(ALL))[::5])
def test_a_chain_comes_to_the_same_in_any_order(engine: Engine, names: tuple[str, ...]) -> None:
    ledger(engine)
    bring(engine, ALL, names)
    assert found(engine) == {f"{n}.pdf": ("matched", period(n)) for n in ROWS}


def test_an_account_that_came_later_finds_its_statements_by_their_number(engine: Engine) -> None:
    bring(engine, ALL)
    assert {period_ for _, period_ in found(engine).values()} == {period(1), UNKNOWN}
    with unit_of_work(engine) as session:
        accept(session, session.scalars(select(Proposal.id)).one(), "person")
    assert found(engine) == {f"{n}.pdf": ("differences", period(n)) for n in ROWS}


def test_it_is_said_in_the_checks_and_named_in_the_certificate(engine: Engine) -> None:
    ledger(engine)
    bring(engine, {"1.pdf": JANUARY, "2.pdf": FEBRUARY})
    with read_only(engine) as session:
        row = session.scalars(select(Reconciliation).order_by(Reconciliation.id.desc())).first()
        assert row is not None
        check = next(each for each in row.proof if each["name"] == "period")
        statement, document = row.statement, row.statement.work.document
        assert document is not None
        assert document.words is not None
        assert statement.certificate is not None
        certificate = certificate_from_stored(
            document.sha256, document.words, statement.certificate
        )
    assert check["detail"].endswith("from when follows from the statement before")
    said = [(each.fact, each.value, each.source) for each in certificate.second_witnesses]
    assert said == [
        ("previous_period", "2026-01-01/2026-01-31", "previous_statement"),
        ("opening", "946.50", "previous_statement"),
        ("account", "1234", "previous_statement"),
        ("currency", "EUR", "previous_statement"),
    ]
    assert prove_certificate(certificate).facts is not None


def test_a_review_says_that_it_is_no_print(engine: Engine) -> None:
    ledger(engine)
    bring(engine, {"1.pdf": JANUARY, "2.pdf": FEBRUARY})
    said = [list(hint_texts(one_import(engine, n).statements[0], n)) for n in (1, 2)]
    assert said[0] == []
    (text,) = said[1]
    assert text.endswith("from when follows from the statement up to 2026-01-31")


def test_reading_again_keeps_it(engine: Engine, tmp_path: Path) -> None:
    ledger(engine)
    for name, each in ALL.items():
        (tmp_path / name).write_bytes(source(name).data or b"")
        read = documents({name: [draft_of(each)]})
        list(import_all(engine, [Source(name, tmp_path / name)], ImportOptions(), read=read))
    whole = end_state(engine)
    for number, (name, each) in enumerate(ALL.items(), start=1):
        read = documents({name: [draft_of(each)]})
        assert reprocess(engine, number, ImportOptions(), read=read).status == "matched"
        assert end_state(engine) == whole
    other = documents({"1.pdf": [draft_of(with_opening(JANUARY, OPENING + 1))]})
    assert reprocess(engine, 1, ImportOptions(), read=other).status == "needs_review"
    assert {found(engine)[f"{n}.pdf"] for n in (2, 3, 4)} == {("unproven", UNKNOWN)}
    assert left(engine)[0] == [1]


def test_a_new_reading_without_a_last_day_loses_the_period_and_the_lock(
    engine: Engine, tmp_path: Path
) -> None:
    ledger(engine)
    bring(engine, {"1.pdf": JANUARY})
    file = tmp_path / "2.pdf"
    file.write_bytes(source("2.pdf").data or b"")
    read = documents({"2.pdf": [draft_of(FEBRUARY)]})
    list(import_all(engine, [Source("2.pdf", file)], ImportOptions(), read=read))
    assert left(engine)[0] == [1, 2]
    bare = documents({"2.pdf": [draft_of(replace(FEBRUARY, dated=None))]})
    reprocess(engine, 2, ImportOptions(), read=bare)
    assert found(engine)["2.pdf"] == ("unproven", UNKNOWN)
    assert left(engine) == ([1], 2, [1])


def undone(engine: Engine, name: str) -> None:
    with unit_of_work(engine) as session:
        wanted = session.scalars(select(Import.id).where(Import.source_name == name)).one()
        undo(session, wanted, "person")


def left(engine: Engine) -> tuple[list[int], int, list[int]]:
    """The months that are locked, how many pairs there are, and the months of marked entries."""
    with read_only(engine) as session:
        locks = session.scalars(select(Lock.period_start).where(Lock.released_at.is_(None)))
        pairs = session.scalars(select(Match.line_id)).all()
        marked = select(Transaction.booked_on).where(Transaction.state == EntryState.RECONCILED)
        months = {day.month for day in session.scalars(marked)}
        return sorted(day.month for day in locks), len(pairs), sorted(months)


def test_a_period_goes_with_the_statement_that_it_follows_from_and_comes_back(
    engine: Engine,
) -> None:
    ledger(engine)
    bring(engine, ALL)
    whole = end_state(engine)
    assert left(engine) == ([1, 2, 3, 4], 8, [1, 2, 3, 4])
    undone(engine, "2.pdf")
    assert found(engine) == {
        "1.pdf": ("matched", period(1)),
        "3.pdf": ("unproven", UNKNOWN),
        "4.pdf": ("unproven", UNKNOWN),
    }
    assert left(engine) == ([1], 2, [1])
    with read_only(engine) as session:
        said = session.scalars(select(AuditLog.after).where(AuditLog.action == "unlock")).all()
    assert [each["reason"] for each in said if each] == [
        "the statement that its period follows from is another now, or gone"
    ] * 2
    bring(engine, {"2.pdf": FEBRUARY})
    assert end_state(engine) == whole


def test_without_its_beginning_a_chain_proves_nothing(engine: Engine) -> None:
    ledger(engine)
    bring(engine, ALL)
    undone(engine, "1.pdf")
    assert found(engine) == {f"{n}.pdf": ("unproven", UNKNOWN) for n in (2, 3, 4)}
    assert left(engine) == ([], 0, [])


def with_opening(of: Sheet, opening_: int) -> Sheet:
    return replace(of, opening=opening_)


@pytest.mark.parametrize(
    "before",
    [
        replace(JANUARY, mask="7777"),
        replace(JANUARY, mask=None),
        replace(JANUARY, currency="USD"),
        replace(JANUARY, currency=None),
        with_opening(JANUARY, OPENING + 1),
        replace(JANUARY, closing=1),  # is not proven
        replace(JANUARY, start=None, end=None),  # has no period
        replace(JANUARY, start=None, end=None, dated=date(2026, 1, 31)),  # that follows from none
    ],
    ids=["account", "number", "currency", "no currency", "balance", "unproven", "bare", "chain"],
)
def test_a_statement_before_that_does_not_fit_gives_no_period(
    engine: Engine, before: Sheet
) -> None:
    ledger(engine)
    ledger(engine, mask="7777")
    bring(engine, {"1.pdf": before, "2.pdf": FEBRUARY})
    assert found(engine)["2.pdf"] == ("unproven", UNKNOWN)


def test_a_month_that_is_missing_gives_no_period_though_the_balances_agree(engine: Engine) -> None:
    ledger(engine)
    bring(engine, {"1.pdf": JANUARY, "3.pdf": with_opening(MARCH, opening(2))})
    assert found(engine)["3.pdf"] == ("unproven", UNKNOWN)


def test_a_balance_of_nought_gives_no_period(engine: Engine) -> None:
    ledger(engine)
    empty = with_opening(JANUARY, -sum(ROWS[1]))
    bring(engine, {"1.pdf": empty, "2.pdf": with_opening(FEBRUARY, 0)})
    assert found(engine)["2.pdf"] == ("unproven", UNKNOWN)


@pytest.mark.parametrize(
    "besides",
    [
        with_opening(JANUARY, OPENING + 1),  # January again, from another balance
        with_opening(FEBRUARY, OPENING + 1),
        replace(FEBRUARY, dated=date(2026, 2, 20)),  # whose end is nearer
        replace(FEBRUARY, dated=None, start=date(2026, 2, 10), end=date(2026, 3, 9)),
        Sheet((Entry(date(2026, 2, 28), "Late", -1),), opening(3), dated=date(2026, 3, 31)),
    ],
    ids=["another before", "another of its days", "one between", "one across", "a row of its days"],
)
def test_what_the_account_has_besides_may_leave_the_period_unknown(
    engine: Engine, besides: Sheet
) -> None:
    ledger(engine)
    bring(engine, {"1.pdf": JANUARY, "2.pdf": FEBRUARY, "besides.pdf": besides})
    assert found(engine)["2.pdf"] == ("unproven", UNKNOWN)
    undone(engine, "besides.pdf")
    assert found(engine)["2.pdf"] == ("matched", period(2))


def test_what_a_person_states_goes_first_and_stays(engine: Engine) -> None:
    ledger(engine)
    bring(engine, {"2.pdf": FEBRUARY})
    state_facts(engine, 1, Statements(period=(date(2026, 2, 2), date(2026, 2, 28))))
    bring(engine, {"1.pdf": JANUARY})
    mine = (date(2026, 2, 2), date(2026, 2, 28))
    assert found(engine)["2.pdf"] == ("matched", mine)
    undone(engine, "1.pdf")
    assert found(engine)["2.pdf"] == ("matched", mine)


def test_the_same_statement_with_its_period_is_a_copy(engine: Engine) -> None:
    ledger(engine)
    both = {"2.pdf": FEBRUARY, "again.pdf": sheet(2, dated=False)}
    bring(engine, {"1.pdf": JANUARY, **both})
    assert found(engine) == {n: ("matched", period(2)) for n in both} | {
        "1.pdf": ("matched", period(1))
    }
    undone(engine, "1.pdf")
    assert found(engine)["again.pdf"] == ("matched", period(2))
    assert left(engine)[0] == [2]


def test_a_lock_that_a_decision_brought_stays_and_is_a_discrepancy(engine: Engine) -> None:
    account(engine, *(on(1, day, amount) for day, amount in zip((5, 20), ROWS[1], strict=True)))
    bring(engine, {"1.pdf": JANUARY, "2.pdf": FEBRUARY})
    with unit_of_work(engine) as session:
        accept(session, session.scalars(select(Proposal.id)).one(), "person")
    assert found(engine)["2.pdf"] == ("matched", period(2))
    undone(engine, "1.pdf")
    assert found(engine)["2.pdf"] == ("unproven", UNKNOWN)
    assert [each.lock.period_start for each in open_discrepancies(engine)] == [date(2026, 2, 1)]
