"""Reading a document again replaces what was read, and nothing that a person decided."""

from pathlib import Path

import pytest
from sqlalchemy import Engine, select, update

from app.acts.correcting import StatedByPerson, state_facts
from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from db.models import AuditLog, Document, Import, Lock, Proposal, Reconciliation, Statement
from db.session import read_only, unit_of_work
from db.words import ImportStatus, ProposalStatus, Verdict
from fixtures.demo import make_demo
from jobs.documents.finding import DocumentGone
from jobs.imports.inline import import_all
from jobs.imports.reprocess import proven_by_another_kernel, reprocess, reprocess_all
from jobs.options import DocumentSource, ImportOptions, ImportOutcome
from pipeline.drafts import StatementDraft
from pipeline.proof import KERNEL_VERSION
from pipeline.review.deciding import accept, reject
from pipeline.review.undoing import undo
from tests.support.books import JUNE, LINES, account, all_of, documents, dump, source, unchanged
from tests.support.living import untrue
from tests.support.older import DIFFERENT, MATCHED
from tests.support.statements import day, draft, misread


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The document of June on a disk."""
    path = tmp_path / "june.pdf"
    path.write_bytes(source().data or b"")
    return path


def brought_in(engine: Engine, file: Path, read_as: StatementDraft = JUNE) -> None:
    read = documents({"june.pdf": [read_as]})
    list(import_all(engine, [DocumentSource("june.pdf", file)], ImportOptions(), read=read))


def again(engine: Engine, read_as: StatementDraft = JUNE, *, dry: bool = False) -> ImportOutcome:
    options = ImportOptions(dry_run=dry)
    return reprocess(engine, 1, options, read=documents({"june.pdf": [read_as]}))


def test_a_better_reader_replaces_what_an_earlier_one_read(engine: Engine, file: Path) -> None:
    account(engine)
    doubtful = misread(JUNE, JUNE.lines[:2])
    brought_in(engine, file, doubtful)
    outcome = again(engine)
    assert outcome.status is ImportStatus.MATCHED
    with read_only(engine) as session:
        assert len(session.scalars(select(Statement)).one().lines) == 3
        assert session.scalars(select(Reconciliation.verdict)).one() is Verdict.MATCHED
        assert session.scalars(select(Import.attempts)).one() == 2


def test_a_ledger_that_was_mended_by_hand_is_seen(engine: Engine, file: Path) -> None:
    everyday = account(engine, LINES[:2])
    brought_in(engine, file)
    with unit_of_work(engine) as session:
        add_transactions(session, everyday, [NewEntry(day(28), -80_000, "Rent")])
    assert again(engine).status is ImportStatus.MATCHED
    assert all_of(engine, select(Proposal)) == []


def test_what_was_accepted_and_locked_stays_so_and_can_still_be_undone(
    engine: Engine, file: Path
) -> None:
    account(engine, LINES[:2])
    before = dump(engine)["transactions"]
    brought_in(engine, file)
    with unit_of_work(engine) as session:
        accept(session, 1, "person")
    accepted = dump(engine)["transactions"]
    assert again(engine).status is ImportStatus.DONE
    assert dump(engine)["transactions"] == accepted
    with read_only(engine) as session:
        lock = session.scalars(select(Lock)).one()
        assert lock.released_at is None
        assert lock.reconciliation_id == session.scalars(select(Reconciliation.id)).one()
        assert session.scalars(select(Proposal.status)).one() is ProposalStatus.ACCEPTED
    with unit_of_work(engine) as session:
        undone = undo(session, 1, "person")
    assert undone.left == ()
    assert dump(engine)["transactions"] == before


def test_what_was_refused_is_not_proposed_again(engine: Engine, file: Path) -> None:
    account(engine, LINES[:2])
    brought_in(engine, file)
    with unit_of_work(engine) as session:
        reject(session, 1, "it was my neighbour's", "person")
    assert again(engine).status is ImportStatus.LEFT
    proposals = all_of(engine, select(Proposal))
    assert {p.status for p in proposals} == {ProposalStatus.REJECTED}
    assert {p.decided_reason for p in proposals} == {"it was my neighbour's"}


@pytest.mark.parametrize("yes", [True, False], ids=["accepted", "rejected"])
def test_a_dry_run_shows_what_the_real_one_comes_to(engine: Engine, file: Path, yes: bool) -> None:
    account(engine, LINES[:2])
    brought_in(engine, file)
    with unit_of_work(engine) as session:
        accept(session, 1, "me") if yes else reject(session, 1, "no", "me")
    with unchanged(engine):
        shown = again(engine, dry=True)
    done = again(engine)
    wanted = ImportStatus.DONE if yes else ImportStatus.LEFT
    assert (shown.status, done.status) == (wanted, wanted)
    assert shown.document is not None
    assert done.document is not None
    one, two = shown.document.statements[0].findings, done.document.statements[0].findings
    assert (one.checks, one.hypotheses) == (two.checks, two.hypotheses)


def test_another_file_in_its_place_is_refused(engine: Engine, file: Path) -> None:
    account(engine)
    brought_in(engine, file)
    file.write_bytes(b"%PDF-1.7 something else")
    with unchanged(engine):
        with pytest.raises(DocumentGone):
            again(engine)
        file.rename(file.with_name("moved.pdf"))
        with pytest.raises(DocumentGone):
            again(engine)


def stated(engine: Engine) -> tuple[object, ...]:
    with read_only(engine) as session:
        statement = session.scalars(select(Statement)).one()
        days = (statement.period_start, statement.period_end)
        return (*days, statement.account_id, statement.stands, statement.status.value)


def test_the_period_that_a_person_stated_is_held_to_the_new_reading(
    engine: Engine, file: Path
) -> None:
    account(engine)
    undated = draft(LINES, start=None, end=None)
    brought_in(engine, file, undated)
    state_facts(engine, 1, StatedByPerson(period=(day(1), day(30))))
    before = stated(engine)
    assert again(engine, undated).status is ImportStatus.MATCHED
    assert stated(engine) == before == (day(1), day(30), 1, True, "proven")


def test_what_the_new_reading_denies_is_left_out_and_logged(engine: Engine, file: Path) -> None:
    account(engine)
    brought_in(engine, file, draft(LINES[:2], start=None, end=None))
    state_facts(engine, 1, StatedByPerson(period=(day(1), day(15))))
    assert again(engine, draft(LINES, start=None, end=None)).status is ImportStatus.MATCHED
    assert stated(engine) == (day(3), day(28), 1, True, "proven")
    with read_only(engine) as session:
        logged = select(AuditLog.before).where(AuditLog.action == "left_out")
        assert (session.scalars(logged).one() or {})["value"] == f"{day(1)} to {day(15)}"


def test_that_a_version_does_not_stand_outlives_a_new_reading(engine: Engine, file: Path) -> None:
    account(engine)
    brought_in(engine, file, draft(LINES[:2]))
    list(import_all(engine, [source("again.pdf")], ImportOptions(), read=AGAIN))
    state_facts(engine, 1, StatedByPerson(stands=False))
    assert again(engine, draft(LINES[:2])).status is ImportStatus.LEFT


AGAIN = documents({"again.pdf": [JUNE]})


def everything(engine: Engine) -> list[ImportOutcome]:
    return list(reprocess_all(engine, proven_by_another_kernel(engine), ImportOptions()))


def verdicts(engine: Engine) -> list[str]:
    with read_only(engine) as session:
        query = select(Reconciliation.verdict).join(Statement).order_by(Statement.import_id)
        return [verdict.value for verdict in session.scalars(query)]


def test_where_no_document_is_kept_the_stored_words_prove_it(old: Engine) -> None:
    outcomes = everything(old)

    assert [each.status for each in outcomes] == [ImportStatus.NEEDS_REVIEW, ImportStatus.MATCHED]
    assert verdicts(old) == ["differences", "matched"]
    assert set(all_of(old, select(Statement.kernel_version))) == {KERNEL_VERSION}
    assert untrue(old) is None


def test_a_lock_that_came_by_itself_was_released_and_is_made_again(old: Engine) -> None:
    assert all(lock.released_at for lock in all_of(old, select(Lock)))

    everything(old)

    with read_only(old) as session:
        (held,) = session.scalars(select(Lock).where(Lock.released_at.is_(None)))
        # No longer the printed month: from its first line to the day before its last.
        assert (str(held.period_start), str(held.period_end)) == ("2025-02-02", "2025-02-27")


def test_broken_off_it_goes_on_where_it_was(old: Engine) -> None:
    both = proven_by_another_kernel(old)
    assert list(both) == [DIFFERENT, MATCHED]
    next(reprocess_all(old, both, ImportOptions()))

    left = proven_by_another_kernel(old)
    assert list(left) == [MATCHED]
    list(reprocess_all(old, left, ImportOptions()))
    assert proven_by_another_kernel(old) == {}


def test_a_document_that_is_where_it_was_is_read_itself(old: Engine, tmp_path: Path) -> None:
    files = make_demo(tmp_path).statements
    with unit_of_work(old) as session:
        session.execute(update(Document).values(words=None))
        for row in session.scalars(select(Import)):
            row.source_path = str(files / row.source_name)

    assert [each.error_code for each in everything(old)] == [None, None]
    assert verdicts(old) == ["differences", "matched"]


def test_damaged_words_fail_one_import_with_a_remedy_and_the_other_is_proven(old: Engine) -> None:
    with unit_of_work(old) as session:
        session.execute(update(Document).where(Document.id == DIFFERENT).values(words=b"x"))

    failed, proven = everything(old)

    assert failed.error_code == "words_damaged"
    assert f"tieout reprocess {DIFFERENT} --file" in (failed.message or "")
    assert proven.status is ImportStatus.MATCHED


def test_without_words_nothing_of_the_import_is_changed(old: Engine) -> None:
    with unit_of_work(old) as session:
        session.execute(update(Document).values(words=None))

    outcomes = everything(old)

    assert [each.error_code for each in outcomes] == ["document_away", "document_away"]
    assert list(proven_by_another_kernel(old)) == [DIFFERENT, MATCHED]
    assert verdicts(old) == ["differences", "matched"]


def test_a_rehearsal_leaves_everything_as_it_was(old: Engine) -> None:
    both = proven_by_another_kernel(old)
    outcomes = list(reprocess_all(old, both, ImportOptions(dry_run=True)))

    assert [each.status for each in outcomes] == [ImportStatus.NEEDS_REVIEW, ImportStatus.MATCHED]
    assert proven_by_another_kernel(old) == both
