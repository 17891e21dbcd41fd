"""A ledger whose statements an earlier kernel proved, taken over and then reprocessed."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, select

from app.queries.reviews import one_import
from app.texts import sentences as wording
from db.ledger.bookkeeping import remember_statement
from db.models import (
    Proposal,
    Reconciliation,
    Statement,
)
from db.session import read_only, unit_of_work
from db.upgrade import upgrade
from db.words import ImportStatus, Verdict
from fixtures.demo import make_demo
from jobs.imports.reprocess import reprocess
from jobs.options import ImportOptions
from pipeline.proof import KERNEL_VERSION
from pipeline.record.drafts import draft_of
from pipeline.record.settling import settle
from pipeline.review.deciding import accept, refresh
from pipeline.review.errors import LedgerMovedSince
from tests.support import older
from tests.support.living import from_scratch, untrue
from tests.support.older import DIFFERENT, MATCHED

JANUARY, DECEMBER = date(2000, 1, 1), date(2099, 12, 31)
"""Around everything that is in it."""


@pytest.fixture
def old(blank_engine: Engine) -> Engine:
    """Upgraded to the tables of today."""
    older.fill(blank_engine)
    upgrade(blank_engine)
    return blank_engine


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_demo(tmp_path_factory.mktemp("demo")).statements


@pytest.mark.parametrize("import_id", [MATCHED, DIFFERENT])
def test_nothing_of_it_is_matched_or_proven_without_its_document(
    old: Engine, import_id: int
) -> None:
    before = _verdict(old, import_id)
    with unit_of_work(old) as session:
        row = _row(session, import_id)
        assert draft_of(row.statement).proof is None
        remember_statement(session, 1, JANUARY, DECEMBER)
        settle(session)

    assert _verdict(old, import_id) is before


def test_what_it_proposed_is_not_accepted_unproven(old: Engine) -> None:
    with pytest.raises(LedgerMovedSince), unit_of_work(old) as session:
        accept(session, _proposal(session), "a person")


def test_nothing_is_proposed_of_it_until_it_is_read_again(old: Engine) -> None:
    with unit_of_work(old) as session:
        assert refresh(session, _proposal(session)) is None

    assert _verdict(old, DIFFERENT) is Verdict.DIFFERENCES


@pytest.mark.parametrize(
    ("import_id", "status"),
    [(DIFFERENT, ImportStatus.NEEDS_REVIEW), (MATCHED, ImportStatus.MATCHED)],
)
def test_reprocessing_proves_it(
    old: Engine, files: Path, import_id: int, status: ImportStatus
) -> None:
    file = files / older.DOCUMENTS[import_id]
    outcome = reprocess(old, import_id, ImportOptions(), file)

    assert outcome.status is status
    (statement,) = one_import(old, import_id).statements
    assert (statement.reading, statement.kernel_version) == ("proven", KERNEL_VERSION)
    assert not wording.is_earlier(statement)
    assert untrue(old) is None


@pytest.mark.parametrize("damage", ["words", "certificate"])
def test_what_was_damaged_in_the_database_proves_nothing(
    old: Engine, files: Path, damage: str
) -> None:
    reprocess(old, MATCHED, ImportOptions(), files / older.DOCUMENTS[MATCHED])
    with unit_of_work(old) as session:
        statement = _row(session, MATCHED).statement
        assert draft_of(statement).proof is not None
        _damage(statement, damage)
        assert draft_of(statement).proof is None


def test_a_line_that_was_damaged_in_the_database_is_read_from_its_words_again(
    old: Engine, files: Path
) -> None:
    reprocess(old, MATCHED, ImportOptions(), files / older.DOCUMENTS[MATCHED])
    with unit_of_work(old) as session:
        row = _row(session, MATCHED)
        amount = row.statement.lines[0].amount_minor
        row.statement.lines[0].amount_minor += 1
        from_scratch(session)
        assert (row.verdict, row.statement.lines[0].amount_minor) == (Verdict.MATCHED, amount)


def _damage(statement: Statement, damage: str) -> None:
    if damage == "words":
        assert statement.work.document is not None
        statement.work.document.words = b"nothing of a page"
    else:
        assert statement.certificate is not None
        statement.certificate = {**statement.certificate, "witnesses": []}


def _row(session: Any, import_id: int) -> Reconciliation:
    query = select(Reconciliation).join(Statement).where(Statement.import_id == import_id)
    found: Reconciliation = session.scalars(query).one()
    return found


def _verdict(engine: Engine, import_id: int) -> Verdict:
    with read_only(engine) as session:
        return _row(session, import_id).verdict


def _proposal(session: Any) -> int:
    found: int = session.scalars(select(Proposal.id)).one()
    return found
