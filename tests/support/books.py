"""A ledger that a statement of June 2026 can be held against, and documents that hold one."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Engine, Executable, Select, select, update
from sqlalchemy.orm import Session

from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.views import NewAccount, NewEntry
from db.models import Base, Import, Reconciliation
from db.session import identity_of, read_only, unit_of_work
from db.words import AccountKind, ImportStatus, Verdict
from evals.typeset import bound
from jobs.imports.inline import import_all
from jobs.options import DocumentSource, ImportOptions, ImportOutcome
from pipeline.drafts import Line, ReadStatements, StatementDraft
from pipeline.intake.file import Intake
from pipeline.intake.store import LedgerDocuments, Store
from pipeline.progress import Progress
from pipeline.reading.from_bytes import ReadDocument, Reader
from pipeline.words import DocumentPages
from tests.support.statements import day, draft, line

_P = ParamSpec("_P")
_T = TypeVar("_T")

LINES = (line(1, 3, -350), line(2, 10, 250_000, "Salary"), line(3, 28, -80_000, "Rent"))
"""Three lines that `account` can be given entries for."""

JUNE = draft(LINES)
"""A statement of the account 1234 that holds them."""


def account(
    engine: Engine,
    lines: Iterable[Line] = LINES,
    *,
    name: str = "Everyday",
    mask: str | None = "1234",
    currency: str = "EUR",
    opening: int = 100_000,
) -> int:
    """An account of Northgate Bank, open since May, with an entry for each of the lines."""
    new = NewAccount(
        name=name,
        kind=AccountKind.CHECKING,
        currency=currency,
        institution="Northgate Bank",
        mask=mask,
        opening_balance_minor=opening,
        opened_on=day(1, 5),
    )
    entries = [NewEntry(row.date, row.amount, row.description) for row in lines if row.date]
    with unit_of_work(engine) as session:
        account_id = add_account(session, new)
        add_transactions(session, account_id, entries)
    return account_id


def in_review(engine: Engine) -> Engine:
    """The ledger, in which import 1 proposes the entry of June's last line, the rent."""
    account(engine, LINES[:2])
    assert imported(engine).status is ImportStatus.NEEDS_REVIEW
    return engine


def imported(
    engine: Engine,
    *statements: StatementDraft,
    name: str = "june.pdf",
    options: ImportOptions | None = None,
) -> ImportOutcome:
    """What becomes of a document of this name with these statements, or else with June's."""
    (outcome,) = all_imported(engine, {name: statements or [JUNE]}, options)
    return outcome


def all_imported(
    engine: Engine,
    known: Mapping[str, Sequence[StatementDraft]],
    options: ImportOptions | None = None,
) -> list[ImportOutcome]:
    """What becomes of documents of these names with these statements, in this order."""
    read = documents(known)
    return list(import_all(engine, map(source, known), options or ImportOptions(), read=read))


def files_imported(
    engine: Engine, *files: Path, options: ImportOptions | None = None
) -> list[ImportOutcome]:
    """What becomes of the files, which are really read."""
    sources = [DocumentSource(file.name, file) for file in files]
    return list(import_all(engine, sources, options or ImportOptions()))


def source(name: str = "june.pdf") -> DocumentSource:
    """Bytes that `documents` knows by this name."""
    return DocumentSource(name, data=_bytes(name))


def _bytes(name: str) -> bytes:
    return b"%PDF-1.7 " + name.encode()


def documents(known: Mapping[str, Sequence[StatementDraft]]) -> Reader:
    """A reader that finds these statements in the documents of these names."""
    by_bytes = {_bytes(name): bound(tuple(drafts)) for name, drafts in known.items()}

    def read(intake: Intake, progress: Progress) -> ReadDocument:
        progress.stage("pages")
        pages, drafts = by_bytes[intake.data]
        progress.stage("reading")
        return ReadDocument(pages, ReadStatements(drafts))

    return read


def pages_of(drafts: Sequence[StatementDraft]) -> DocumentPages:
    """The pages on which the statements were printed, one behind the other."""
    return bound(drafts)[0]


def dump(engine: Engine) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    with read_only(engine) as session:
        return {
            table.name: [
                tuple(row) for row in session.execute(select(table).order_by(*table.primary_key))
            ]
            for table in Base.metadata.sorted_tables
        }


@contextmanager
def unchanged(engine: Engine) -> Iterator[None]:
    """Hold a block to it that it changes no row of any table."""
    before = dump(engine)
    yield
    assert dump(engine) == before


def own(engine: Engine, store: Store) -> LedgerDocuments:
    """What this ledger keeps there."""
    return store.of(identity_of(engine))


def do_in(
    engine: Engine, act: Callable[Concatenate[Session, _P], _T], *args: _P.args, **more: _P.kwargs
) -> _T:
    """The act in a unit of work of its own."""
    with unit_of_work(engine) as session:
        return act(session, *args, **more)


def look_in(
    engine: Engine, look: Callable[Concatenate[Session, _P], _T], *args: _P.args, **more: _P.kwargs
) -> _T:
    """What is seen in one moment."""
    with read_only(engine) as session:
        return look(session, *args, **more)


def execute_in(engine: Engine, statement: Executable) -> None:
    """Past the program: the statement alone."""
    with unit_of_work(engine) as session:
        session.execute(statement)


def all_of(engine: Engine, query: Select[_T]) -> list[_T]:
    """What the query finds."""
    with read_only(engine) as session:
        return list(session.scalars(query))


def one_of(engine: Engine, query: Select[_T]) -> _T:
    """The one thing that the query finds."""
    with read_only(engine) as session:
        return session.scalars(query).one()


def verdicts(engine: Engine) -> list[Verdict]:
    """Of every statement, in the order in which they came in."""
    return all_of(engine, select(Reconciliation.verdict).order_by(Reconciliation.id))


def row_of(engine: Engine) -> Import:
    """The only import."""
    return one_of(engine, select(Import))


def change(engine: Engine, **values: object) -> None:
    """Every import is as it is said."""
    execute_in(engine, update(Import).values(**values))
