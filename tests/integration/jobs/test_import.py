"""Importing in this process: verdicts, duplicates, and the same statement at once."""

import threading
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Engine, func, select

from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from db.models import Import, Lock, Match, Proposal, Reconciliation, Statement, Transaction
from db.models import Line as LineRow
from db.session import read_only, unit_of_work
from db.words import ImportStatus, Verdict
from jobs.imports.inline import import_all, import_one
from jobs.options import ImportOptions, ImportOutcome
from jobs.queue.submit import submit_all
from jobs.queue.work_queue import WorkQueue
from pipeline.intake.file import Intake
from pipeline.matching.shapes import Reason
from pipeline.pages.errors import PasswordNeeded
from pipeline.progress import Progress, Silent
from pipeline.proof import Check
from pipeline.reading.from_bytes import ReadDocument
from tests.integration.jobs.test_submitting import papers
from tests.support.books import (
    JUNE,
    LINES,
    account,
    all_imported,
    documents,
    imported,
    one_of,
    source,
    unchanged,
)
from tests.support.statements import day, draft, line
from tests.support.waiting import PATIENCE_S, together


def test_a_statement_that_ties_out_is_matched_and_stored_with_its_pairs(engine: Engine) -> None:
    everyday = account(engine)
    outcome = imported(engine)
    assert outcome.status is ImportStatus.MATCHED
    with read_only(engine) as session:
        stored = session.scalars(select(Reconciliation)).one()
        assert stored.verdict is Verdict.MATCHED
        assert stored.extraction_skipped
        assert stored.account is not None
        assert stored.account.id == everyday
        assert len(stored.matches) == 3
        assert session.scalars(select(LineRow.raw).order_by(LineRow.ordinal)).all() == [
            row.raw for row in LINES
        ]
        assert session.scalars(select(Proposal)).all() == []


def test_differences_are_stored_as_one_proposal_with_evidence(engine: Engine) -> None:
    account(engine, LINES[:1])
    outcome = imported(engine)
    assert outcome.status is ImportStatus.NEEDS_REVIEW
    with read_only(engine) as session:
        proposal = session.scalars(select(Proposal)).one()
        stored = session.scalars(select(Reconciliation)).one()
        assert not stored.extraction_skipped
        assert proposal.ledger_etag == stored.ledger_etag
        assert [(c["op"], c["amount"]) for c in proposal.changes] == [
            ("add", 250_000),
            ("add", -80_000),
        ]
        assert proposal.evidence[0][0]["raw"] == LINES[1].raw


def test_bringing_the_same_documents_in_again_changes_no_row(engine: Engine) -> None:
    account(engine, LINES[:2])
    known = {"june.pdf": [JUNE], "letter.pdf": [], "july.pdf": [draft()]}
    first = all_imported(engine, known)
    with unchanged(engine):
        second = all_imported(engine, known)
    assert [outcome.status for outcome in second] == ["duplicate", "failed", "duplicate"]
    assert [outcome.import_id for outcome in second] == [outcome.import_id for outcome in first]


def test_a_bug_in_one_document_does_not_stop_the_others(engine: Engine) -> None:
    account(engine)
    read = documents({"june.pdf": [JUNE]})
    sources = [source("unheard-of.pdf"), source("june.pdf")]
    broken, fine = import_all(engine, sources, ImportOptions(), read=read)
    assert (broken.status, broken.error_code) == (ImportStatus.FAILED, "unexpected")
    assert fine.status is ImportStatus.MATCHED


def test_a_document_that_failed_can_be_brought_in_once_it_can_be_read(engine: Engine) -> None:
    account(engine)
    locked = True
    reader = documents({"june.pdf": [JUNE]})

    def read(intake: Intake, progress: Progress) -> ReadDocument:
        if locked:
            raise PasswordNeeded
        return reader(intake, progress)

    (first,) = import_all(engine, [source()], ImportOptions(), read=read)
    assert (first.status, first.error_code) == (ImportStatus.FAILED, "password_needed")
    locked = False
    (second,) = import_all(engine, [source()], ImportOptions(), read=read)
    assert second.status is ImportStatus.MATCHED
    assert second.import_id == first.import_id


def test_a_dry_run_holds_each_document_beside_those_before_it(engine: Engine) -> None:
    account(engine)
    known = {
        "june.pdf": [JUNE],
        "june again.pdf": [JUNE],  # other bytes, the same statement
        "june to july.pdf": [
            draft(LINES[2:], opening=349_650, start=day(15), end=day(14, 7)),
        ],
        "sums.pdf": [draft(LINES[:2], opening=100_000, start=day(15, 5), end=day(14))],
    }
    sources = [*(source(name) for name in known), source("june.pdf")]
    dry, real = (
        list(import_all(engine, sources, options, read=documents(known)))
        for options in (ImportOptions(dry_run=True), ImportOptions())
    )
    assert [outcome.status for outcome in real[:2]] == [
        ImportStatus.MATCHED,
        ImportStatus.DUPLICATE,
    ]
    assert real[-1].status is ImportStatus.DUPLICATE
    assert [outcome.status for outcome in dry] == [outcome.status for outcome in real]
    for shown, done in zip(dry, real, strict=True):
        assert _checks(shown) == _checks(done)


def _checks(outcome: ImportOutcome) -> list[tuple[Check, ...]]:
    return (
        [each.findings.checks for each in outcome.document.statements] if outcome.document else []
    )


def test_two_months_in_one_document_follow_each_other(engine: Engine) -> None:
    july_line = line(1, 2, -350, month=7)
    july = draft([july_line], opening=JUNE.closing_balance, start=day(1, 7), end=day(31, 7))
    account(engine, [*LINES, july_line])
    (outcome,) = all_imported(engine, {"summer.pdf": [JUNE, july]})
    assert outcome.status is ImportStatus.MATCHED
    assert outcome.document is not None
    assert outcome.document.statements[1].findings.state("chain").value == "passed"


def test_an_entry_serves_one_statement_only(engine: Engine) -> None:
    """Two coffees on neighbouring days, one of them in the ledger: June has it already."""
    rows = [*LINES[1:], line(3, 30, -350)]
    june = draft(rows)
    next_day = line(1, 1, -350, month=7)
    july = draft([next_day], opening=june.closing_balance, start=day(1, 7), end=day(31, 7))
    account(engine, rows)
    first, second = all_imported(engine, {"june.pdf": [june], "july.pdf": [july]})
    assert first.status is ImportStatus.MATCHED
    assert second.document is not None
    (missing,) = second.document.statements[0].findings.differences
    assert missing.kind.value == "missing_in_ledger"


def test_overlapping_statements_share_the_entries_of_lines_on_both(engine: Engine) -> None:
    account(engine)
    part = draft(LINES[1:], opening=99_650, start=day(5), end=day(30))
    first, second = all_imported(engine, {"june.pdf": [JUNE], "part.pdf": [part]})
    assert first.status is ImportStatus.MATCHED
    assert second.status is ImportStatus.MATCHED


def test_n_equal_rows_stay_n(engine: Engine) -> None:
    rows = [*(line(n, 3, -350) for n in (1, 2, 3)), *LINES[1:]]
    account(engine, rows)
    outcome = imported(engine, draft(rows))
    assert outcome.status is ImportStatus.MATCHED
    with read_only(engine) as session:
        assert len(session.scalars(select(Transaction)).all()) == 5
        assert len(session.scalars(select(Match.transaction_id).distinct()).all()) == 5


def test_a_ledger_that_moves_while_a_statement_is_proven_is_looked_at_again(
    engine: Engine,
) -> None:
    everyday = account(engine, LINES[:2])
    moved = False

    class Mover:
        """Adds the missing entry at the last moment, once."""

        def stage(self, name: str) -> None:
            nonlocal moved
            if name == "record" and not moved:
                moved = True
                rent = NewEntry(day(28), -80_000, "Rent")
                with unit_of_work(engine) as session:
                    add_transactions(session, everyday, [rent])

        def page(self, number: int, of: int) -> None: ...

    class Watch:
        def start(self, _source: object) -> Mover:
            return Mover()

    read = documents({"june.pdf": [JUNE]})
    (outcome,) = import_all(engine, [source()], ImportOptions(), Watch(), read=read)
    assert outcome.status is ImportStatus.MATCHED
    assert one_of(engine, select(Reconciliation.extraction_skipped))


@pytest.mark.parametrize("proven", [True, False])
def test_extraction_is_skipped_exactly_for_matched_statements(engine: Engine, proven: bool) -> None:
    account(engine)
    outcome = imported(engine, draft(LINES, proven=proven))
    assert outcome.document is not None
    (statement,) = outcome.document.statements
    assert statement.extraction_skipped == (statement.verdict is Verdict.MATCHED)
    assert statement.extraction_skipped == proven


def test_the_other_half_of_a_transfer_is_named(engine: Engine) -> None:
    account(engine, LINES[:2])
    other = account(engine, [replace(LINES[2], amount=80_000)], name="Savings", mask="7777")
    outcome = imported(engine)
    assert outcome.document is not None
    (missing,) = outcome.document.statements[0].findings.differences
    assert missing.reason is Reason.TRANSFER
    half = one_of(engine, select(Transaction).where(Transaction.account_id == other))
    assert missing.counterpart == half.id


def test_two_possible_other_halves_are_none(engine: Engine) -> None:
    account(engine, LINES[:2])
    back = replace(LINES[2], amount=80_000)
    account(engine, [back], name="Savings", mask="7777")
    account(engine, [back], name="Holiday", mask="8888")
    outcome = imported(engine)
    assert outcome.document is not None
    (missing,) = outcome.document.statements[0].findings.differences
    assert missing.reason is Reason.NO_CANDIDATE


def test_a_bug_is_logged_without_the_text_that_it_may_quote(
    engine: Engine, caplog: pytest.LogCaptureFixture
) -> None:
    number = "".join(("DE8937", "0400440532013000"))

    def broken(_intake: Intake, _progress: Progress) -> ReadDocument:
        raise ValueError(number)

    (outcome,) = import_all(engine, [source()], ImportOptions(), read=broken)
    assert outcome.error_code == "unexpected"
    assert "ValueError" in caplog.text
    assert number not in caplog.text + (outcome.message or "")


@pytest.mark.parametrize("time", range(5))
def test_the_same_statement_in_other_bytes_is_brought_in_once(engine: Engine, time: int) -> None:
    del time  # a race is lost now and then
    account(engine)
    both = threading.Barrier(2)
    plain = documents({name: [JUNE] for name in ("a.pdf", "b.pdf")})

    def read(intake: Intake, progress: Progress) -> ReadDocument:
        both.wait(timeout=PATIENCE_S)
        return plain(intake, progress)

    def bring_in(name: str) -> str:
        return import_one(engine, source(name), ImportOptions(), read, Silent()).status.value

    assert sorted(together(bring_in, ("a.pdf", "b.pdf"))) == ["duplicate", "matched"]
    with read_only(engine) as session:
        stands = session.scalars(select(Statement.stands)).all()
        claimed = (
            select(Match.transaction_id)
            .join(Reconciliation, Reconciliation.id == Match.reconciliation_id)
            .join(Statement, Statement.id == Reconciliation.statement_id)
            .where(Statement.stands.is_(True))
        )
        entries = Counter(session.scalars(claimed))
        locks = session.scalar(select(func.count()).select_from(Lock))
    assert sorted(stands) == [False, True]
    assert (set(entries.values()), locks) == ({1}, 1)


def test_none_of_them_is_reported_as_failed(engine: Engine, redis_url: str, tmp_path: Path) -> None:
    given = list(papers(tmp_path, 60))
    ready = threading.Barrier(4)

    def submit(step: int) -> list[ImportOutcome]:
        ready.wait()
        return list(submit_all(engine, given[::step], ImportOptions(), WorkQueue(redis_url)))

    outcomes = [each for some in together(submit, (1, -1, 1, -1)) for each in some]
    assert {each.status for each in outcomes} == {ImportStatus.QUEUED}
    assert len(outcomes) == 4 * 60
    assert one_of(engine, select(func.count()).select_from(Import)) == 60
