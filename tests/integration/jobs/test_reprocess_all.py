"""After an upgrade, all that an earlier kernel proved is proven anew, and nothing else."""

from pathlib import Path

import pytest
from sqlalchemy import Engine, select, update

from db.models import Document, Import, Lock, Reconciliation, Statement
from db.session import read_only, unit_of_work
from db.upgrade import upgrade
from db.words import ImportStatus
from fixtures.demo import make_demo
from jobs.imports.reprocess import proven_by_another_kernel, reprocess_all
from jobs.options import ImportOptions, ImportOutcome
from pipeline.proof import KERNEL_VERSION
from tests.support import older

DIFFERENT, MATCHED = 1, 2
"""The imports of the ledger that the earlier kernel left, in the order of their names."""


@pytest.fixture
def old(blank_engine: Engine) -> Engine:
    """A ledger that kept the words of its documents, and whose documents are gone."""
    older.fill(blank_engine, "67315214")
    upgrade(blank_engine)
    return blank_engine


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
    with read_only(old) as session:
        assert set(session.scalars(select(Statement.kernel_version))) == {KERNEL_VERSION}


def test_a_lock_that_came_by_itself_was_released_and_is_made_again(old: Engine) -> None:
    with read_only(old) as session:
        assert all(lock.released_at for lock in session.scalars(select(Lock)))

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
