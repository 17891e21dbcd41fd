"""What is forgotten is in no row and in no byte any more; the ledger's own entries stay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, delete, func, select, update
from sqlalchemy.exc import DBAPIError

from app.acts import accept
from app.forgetting import account, document
from app.history import acts
from app.shapes.writing import json_text
from db.history import Wanted
from db.models import Account, AuditLog, Base, Import, Lock, Statement, Transaction
from db.session import read_only, unit_of_work
from db.words import ImportStatus
from jobs.inline import import_all
from jobs.kept_documents import Documents
from jobs.options import ImportOptions, ImportOutcome, Source
from pipeline.intake.store.store import open_store
from pipeline.review.forgetting import StandsLocked
from tests.support.piles import fill_ledger, make_pile

#: Of the pile: tied out and locked; lacks an entry; tied out, and another's.
TIED_OUT, LACKS, OTHER = "statement-0000.pdf", "statement-0003.pdf", "statement-0001.pdf"


@pytest.fixture
def kept(tmp_path: Path) -> Documents:
    return Documents(open_store(str(tmp_path / "documents")))


@pytest.fixture
def imports(engine: Engine, tmp_path: Path, kept: Documents) -> dict[str, int]:
    """The ids of imports by the names of their files, which are gone by then."""
    fill_ledger(engine, 4)
    files = make_pile(tmp_path / "pile", 4)
    sources = [Source(file.name, file) for file in files]
    done: list[ImportOutcome] = list(import_all(engine, sources, ImportOptions(documents=kept)))
    for file in files:
        file.unlink()
    return {each.name: each.import_id or 0 for each in done}


def every_text(engine: Engine) -> str:
    """All that the database says, in one string."""
    with read_only(engine) as session:
        tables = Base.metadata.sorted_tables
        return "\n".join(
            str(tuple(row)) for table in tables for row in session.execute(select(table))
        )


def every_byte(tmp_path: Path) -> Iterator[bytes]:
    for file in tmp_path.rglob("*"):
        if file.is_file():
            yield file.read_bytes()


def test_of_a_document_only_the_entries_of_the_ledger_stay(
    engine: Engine, kept: Documents, imports: dict[str, int]
) -> None:
    accept(engine, imports[LACKS], (), dry_run=False)
    with read_only(engine) as session:
        entries = session.scalar(select(func.count()).select_from(Transaction))
    shown = document(engine, kept, imports[LACKS], locked=True, dry_run=True)
    assert LACKS in every_text(engine)
    done = document(engine, kept, imports[LACKS], locked=True, dry_run=False)
    assert (done.documents, done.statements, done.lines) == (1, 1, 6)
    assert (shown.lines, shown.acts) == (done.lines, done.acts)
    assert done.acts > 0
    with read_only(engine) as session:
        assert session.scalar(select(func.count()).select_from(Transaction)) == entries
        assert session.get(Import, imports[LACKS]) is None
    text = every_text(engine)
    assert LACKS not in text
    assert "0000 0000 1004" not in text
    assert len(list((kept.store or open_store("")).hashes())) == 3


@pytest.mark.usefixtures("imports")
def test_no_byte_of_it_is_left_in_a_ledger_that_is_a_file(
    engine: Engine, tmp_path: Path, kept: Documents
) -> None:
    if engine.dialect.name != "sqlite":
        pytest.skip("what PostgreSQL keeps in its files is its operator's to clean")
    assert any(LACKS.encode() in each for each in every_byte(tmp_path))
    with read_only(engine) as session:
        name = session.scalars(select(Account.name).where(Account.mask == "1004")).one()
        account_id = session.scalars(select(Account.id).where(Account.mask == "1004")).one()
    assert account(engine, kept, account_id, locked=True, dry_run=False).cleaned
    left = list(every_byte(tmp_path))
    assert not any(LACKS.encode() in each for each in left)
    assert not any(name.encode() in each for each in left)


def test_an_account_goes_with_its_entries_its_documents_and_what_the_log_says(
    engine: Engine, kept: Documents, imports: dict[str, int]
) -> None:
    accept(engine, imports[LACKS], (), dry_run=False)
    with read_only(engine) as session:
        account_id = session.scalars(select(Account.id).where(Account.mask == "1004")).one()
    done = account(engine, kept, account_id, locked=True, dry_run=False)
    assert (done.documents, done.statements, done.entries) == (1, 1, 6)
    text = every_text(engine)
    assert "Account 3" not in text
    assert LACKS not in text
    assert "Account 1" in text
    with read_only(engine) as session:
        assert session.get(Import, imports[OTHER]) is not None


def test_a_locked_period_is_forgotten_only_if_a_person_says_so(
    engine: Engine, kept: Documents, imports: dict[str, int]
) -> None:
    before = every_text(engine)
    with pytest.raises(StandsLocked, match="--locked"):
        document(engine, kept, imports[TIED_OUT], locked=False, dry_run=False)
    assert every_text(engine) == before
    document(engine, kept, imports[TIED_OUT], locked=True, dry_run=False)
    with read_only(engine) as session:
        held = session.scalars(select(Lock).where(Lock.released_at.is_(None))).all()
        assert {each.account_id for each in held} == {2, 3}


def test_a_dry_run_forgets_nothing(
    engine: Engine, kept: Documents, imports: dict[str, int]
) -> None:
    before = every_text(engine)
    document(engine, kept, imports[LACKS], locked=True, dry_run=True)
    account(engine, kept, 1, locked=True, dry_run=True)
    assert every_text(engine) == before
    assert len(list((kept.store or open_store("")).hashes())) == 4


def test_the_log_says_that_it_was_forgotten_and_nothing_of_it(
    engine: Engine, kept: Documents, imports: dict[str, int]
) -> None:
    accept(engine, imports[LACKS], (), dry_run=False)
    document(engine, kept, imports[LACKS], locked=True, dry_run=False)
    told = acts(engine, Wanted(limit=50))
    (forgot,) = [each for each in told.acts if each.action == "forget"]
    assert forgot.after == {
        "kind": "document",
        "documents": 1,
        "statements": 1,
        "lines": 6,
        "entries": 0,
        "acts": forgot.after["acts"],
    }
    assert "accept" in {each.action for each in told.acts}
    assert LACKS not in json_text(told)


def test_the_same_document_can_be_brought_in_again(
    engine: Engine, tmp_path: Path, kept: Documents, imports: dict[str, int]
) -> None:
    document(engine, kept, imports[TIED_OUT], locked=True, dry_run=False)
    file = make_pile(tmp_path / "again", 1)[0]
    (outcome,) = import_all(engine, [Source(file.name, file)], ImportOptions(documents=kept))
    assert outcome.status is ImportStatus.MATCHED
    with read_only(engine) as session:
        assert session.scalar(select(func.count()).select_from(Statement)) == 4


@pytest.mark.usefixtures("imports")
def test_the_log_can_be_emptied_and_in_no_other_way_changed(
    engine: Engine,
) -> None:
    changes = (
        update(AuditLog).values(actor="somebody else"),
        update(AuditLog).values(after={"forgotten": False}),
        update(AuditLog).values(before={"a": 1}, after={"forgotten": True}),
        update(AuditLog).values(actor="x", before=None, after={"forgotten": True}),
        delete(AuditLog),
    )
    for change in changes:
        with pytest.raises(DBAPIError, match="append-only"), unit_of_work(engine) as session:
            session.execute(change)
