"""What is forgotten is in no row and in no byte any more; the ledger's own entries stay."""

import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, delete, func, select, update
from sqlalchemy.exc import DBAPIError

from app.acts.backups import account, document
from app.acts.imports import accept
from app.queries.history import acts
from app.shapes.writing import json_text
from db.chain import check_chain
from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.views import NewAccount, NewEntry
from db.log import LogFilter
from db.models import Account, AuditLog, Base, Document, Import, Lock, Statement, Transaction
from db.session import read_only, unit_of_work
from db.words import AccountKind, ImportStatus
from jobs.imports.inline import import_all
from jobs.options import Documents, DocumentSource, ImportOptions
from pipeline.drafts import StatementDraft
from pipeline.intake.store import open_store
from pipeline.model_choice import Escalate
from pipeline.review.forgetting import StandsLocked
from tests.support.books import all_of, files_imported, imported, look_in, one_of, own
from tests.support.opinions import answer, opinion
from tests.support.piles import fill_ledger, make_pile
from tests.support.statements import day, draft, line
from tests.support.two_books import read_of
from tools.loop.loop import ToolLoop
from tools.loop.outcome import Capture
from tools.providers.replay import ScriptedProvider, calls, says

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
    sources = [DocumentSource(file.name, file) for file in files]
    options = ImportOptions(documents=kept)
    done = list(import_all(engine, sources, options, read=lambda each, _: read_of(each.data)))
    for file in files:
        file.unlink()
    return {each.name: each.import_id or 0 for each in done}


def every_text(engine: Engine) -> str:
    """All that the database says, in one string."""
    with read_only(engine) as session:
        tables = Base.metadata.sorted_tables
        return "\n".join(
            str(tuple(row))
            for table in tables
            for row in session.execute(select(table).order_by(*table.primary_key))
        )


def hashes(engine: Engine, kept: Documents) -> set[str]:
    assert kept.store
    return set(own(engine, kept.store).hashes())


def every_byte(tmp_path: Path) -> Iterator[bytes]:
    for file in tmp_path.rglob("*"):
        if file.is_file():
            yield file.read_bytes()


def test_of_a_document_only_the_entries_of_the_ledger_stay(
    engine: Engine, kept: Documents, imports: dict[str, int]
) -> None:
    accept(engine, imports[LACKS], (), dry_run=False)
    entries = one_of(engine, select(func.count()).select_from(Transaction))
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
    assert len(hashes(engine, kept)) == 3


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
    account_id = one_of(engine, select(Account.id).where(Account.mask == "1004"))
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
    assert len(hashes(engine, kept)) == 4


def test_the_log_says_that_it_was_forgotten_and_nothing_of_it(
    engine: Engine, kept: Documents, imports: dict[str, int]
) -> None:
    accept(engine, imports[LACKS], (), dry_run=False)
    document(engine, kept, imports[LACKS], locked=True, dry_run=False)
    told = acts(engine, LogFilter(limit=50))
    (forgot,) = [each for each in told.acts if each.action == "forget"]
    assert forgot.after == {
        "kind": "document",
        "documents": 1,
        "statements": 1,
        "lines": 6,
        "entries": 0,
        "acts": forgot.after["acts"],
        "emptied": forgot.after["emptied"],
    }
    chain = look_in(engine, check_chain)
    assert (chain.forgotten > 0, chain.flaws) == (True, ())
    assert "accept" in {each.action for each in told.acts}
    assert LACKS not in json_text(told)


def test_the_same_document_can_be_brought_in_again(
    engine: Engine, tmp_path: Path, kept: Documents, imports: dict[str, int]
) -> None:
    document(engine, kept, imports[TIED_OUT], locked=True, dry_run=False)
    file = make_pile(tmp_path / "again", 1)[0]
    (outcome,) = files_imported(engine, file, options=ImportOptions(documents=kept))
    assert outcome.status is ImportStatus.MATCHED
    assert one_of(engine, select(func.count()).select_from(Statement)) == 4


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


#: Words that stand nowhere but on the page of June, or in the entries of its account.
ON_THE_PAGE, IN_THE_BOOKS, NUMBER, NAME = "Zanzibar", "Quïllfeather", "7753", "Müne"
TOLD = draft(
    (line(1, 3, -350, f"{ON_THE_PAGE} Bazaar"), line(2, 10, 250_000, "Salary")), mask=NUMBER
)
OTHERS = draft((line(1, 5, -1_000, "Bakery"), line(2, 12, 90_000, "Pension")), mask="8864")


def told(statement: StatementDraft, account_id: int, look: tuple[str, dict[str, Any]]) -> ToolLoop:
    """A model that looks around, names the account, and explains the differences; every word of
    that is kept."""
    compare: dict[str, Any] = {"statement": "1", "account_id": account_id}
    claim = {"document_type": "statement", "account_id": account_id, "verdict": "differences"}
    why = {"what": "not_booked", "why": f"{statement.lines[0].description} is in no entry."}
    return ToolLoop(
        ScriptedProvider(
            [
                calls(("get_accounts", {}), ("get_lines", {"statement": "1"}), look),
                calls(("compare", compare)),
                says(json.dumps(claim)),
                answer(opinion(1, **why, lines=[1])),
            ]
        ),
        capture=Capture.FULL,
    )


@pytest.fixture
def asked(engine: Engine, kept: Documents) -> dict[str, int]:
    """Two statements that models were asked about, who looked at each other's accounts too; the
    ids of their imports by name."""
    books = [NewEntry(day(4), -777, f"{IN_THE_BOOKS} Books"), NewEntry(day(10), 250_000, "Salary")]
    mine = account_of(engine, NAME, NUMBER, books)
    theirs = account_of(engine, "Theirs", "8864", [NewEntry(day(12), 90_000, "Pension")])
    month = {"start_date": "2026-06-01", "end_date": "2026-06-30"}
    seen = ("get_transactions", {"account_id": mine, **month})
    page = ("search_statement", {"statement": "1", "hint": ON_THE_PAGE})
    done = {}
    for name, statement, account_id, look in (
        ("june.pdf", TOLD, mine, page),
        ("others.pdf", OTHERS, theirs, seen),
    ):
        model = told(statement, account_id, look)
        options = ImportOptions(model, Escalate.ALWAYS, documents=kept)
        outcome = imported(engine, statement, name=name, options=options)
        assert outcome.status is ImportStatus.NEEDS_REVIEW
        done[name] = outcome.import_id or 0
    return done


def account_of(engine: Engine, name: str, mask: str, entries: list[NewEntry]) -> int:
    """An account with these entries."""
    new = NewAccount(name, AccountKind.CHECKING, "EUR", mask=mask, opening_balance_minor=100_000)
    with unit_of_work(engine) as session:
        account_id = add_account(session, new)
        add_transactions(session, account_id, entries)
    return account_id


def left_of(engine: Engine, tmp_path: Path, *words: str) -> set[str]:
    """Which of these words are left: in a row, in the words of a page, or in any byte."""
    everything = [every_text(engine).encode()]
    if engine.dialect.name == "sqlite":
        everything += every_byte(tmp_path)
    pages = all_of(engine, select(Document.words))
    everything += [zlib.decompress(each) for each in pages if each]
    return {
        word
        for word in words
        # JSON may have it as \\u00fc.
        if any(form in each for each in everything for form in (word.encode(), escaped(word)))
    }


def escaped(word: str) -> bytes:
    return json.dumps(word)[1:-1].encode()


def test_of_a_document_no_word_of_its_page_is_left_in_traces_and_certificates(
    engine: Engine, kept: Documents, asked: dict[str, int], tmp_path: Path
) -> None:
    assert left_of(engine, tmp_path, ON_THE_PAGE, IN_THE_BOOKS) == {ON_THE_PAGE, IN_THE_BOOKS}
    document(engine, kept, asked["june.pdf"], locked=True, dry_run=False)
    assert left_of(engine, tmp_path, ON_THE_PAGE) == set()


def test_of_an_account_no_word_is_left_in_what_models_saw_beside_others(
    engine: Engine, kept: Documents, asked: dict[str, int], tmp_path: Path
) -> None:
    words = (ON_THE_PAGE, IN_THE_BOOKS, NUMBER, NAME)
    assert left_of(engine, tmp_path, *words) == set(words)
    account(engine, kept, 1, locked=True, dry_run=False)
    assert left_of(engine, tmp_path, *words) == set()
    with read_only(engine) as session:
        assert session.get(Import, asked["others.pdf"]) is not None
