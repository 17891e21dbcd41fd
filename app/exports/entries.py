"""Whole files of what the ledger has recorded: an account's entries, an import's rows.

CSV and JSON of entries are made a page at a time, so that a million need no more memory than a few.
"""

import csv
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO, StringIO
from typing import Final

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from app.errors import NoSuchStatement, TooManyRows
from app.exports.files import file_bytes
from app.exports.kinds import Kind, require
from app.exports.tables import ENCODING, Cell, ExportTable, written
from app.queries.account_pages import EntryLine, entry_lines
from app.shapes.ledger import AccountFactsShape, facts_shape
from app.shapes.reading import DocumentShape, ExportedDocument, ExportedStatement, statement_shape
from app.shapes.writing import by_name, json_text
from db.accounts.facts import facts_of
from db.accounts.pages import beside
from db.ledger.entry_pages import entries_after
from db.models import Statement
from db.session import read_only
from db.statements.pages import NoSuchImport, import_of
from db.text import one_line
from pipeline.record.drafts import draft_of

#: The names of the columns are an interface, as those of `app.exports.tables`.
ENTRY_COLUMNS: Final = (
    "entry", "date", "value_date", "amount", "currency", "balance", "description", "state",
    "statement_file", "statement_line", "import", "added_by_file", "accepted_by",
)  # fmt: skip
_AT_ONCE: Final = 1000
#: A workbook is made in memory.
MOST_IN_A_WORKBOOK: Final = 200_000
_MEDIA_TYPES: Final = {
    Kind.CSV: "text/csv; charset=utf-8",
    Kind.JSON: "application/json",
    Kind.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@dataclass(frozen=True, slots=True)
class MadeFile:
    """A file that is made while it is sent."""

    name: str
    media_type: str
    parts: Generator[bytes, None, None]


def entry_file(engine: Engine, account_id: int, kind: Kind) -> MadeFile:
    """All entries of the account, the oldest first. Raises ``UnknownAccount``, ``XlsxMissing`` and
    ``TooManyRows``, all before the first part."""
    require(kind)
    with read_only(engine) as session:
        facts = facts_shape(facts_of(session, account_id))
        rows = beside(session, [account_id])[account_id].entries
    if kind is Kind.XLSX and rows > MOST_IN_A_WORKBOOK:
        raise TooManyRows(rows=rows, most=MOST_IN_A_WORKBOOK)
    name = f"account-{account_id}-entries{kind.ending}"
    return MadeFile(name, _MEDIA_TYPES[kind], _parts(engine, facts, kind))


def _parts(engine: Engine, facts: AccountFactsShape, kind: Kind) -> Generator[bytes, None, None]:
    # One moment of the ledger, however long it takes to send.
    with read_only(engine) as session:
        pages = _pages(session, facts)
        match kind:
            case Kind.CSV:
                yield from _csv(pages, facts)
            case Kind.JSON:
                yield from _json(pages, facts)
            case Kind.XLSX:
                from xlsxwriter import Workbook

                from app.exports.xlsx_file import Formats, XlsxSheet

                rows = [_cells(each, facts) for page in pages for each in page]
                out = BytesIO()
                with Workbook(out, {"in_memory": True}) as book:
                    sheet = XlsxSheet(book.add_worksheet("Entries"), Formats(book))
                    sheet.fill(ExportTable(ENTRY_COLUMNS, rows))
                yield out.getvalue()


def _pages(session: Session, facts: AccountFactsShape) -> Iterator[tuple[EntryLine, ...]]:
    after = None
    while rows := entries_after(session, facts.id, after, _AT_ONCE):
        yield entry_lines(session, rows, facts.currency)
        after = rows[-1].place
        session.expunge_all()


def _csv(pages: Iterable[tuple[EntryLine, ...]], facts: AccountFactsShape) -> Iterator[bytes]:
    yield _csv_part([ENTRY_COLUMNS]).encode(ENCODING)
    for page in pages:
        yield _csv_part([written(cell) for cell in _cells(each, facts)] for each in page).encode()


def _csv_part(rows: Iterable[Iterable[str]]) -> str:
    out = StringIO(newline="")
    csv.writer(out).writerows(rows)
    return out.getvalue()


def _json(pages: Iterable[tuple[EntryLine, ...]], facts: AccountFactsShape) -> Iterator[bytes]:
    head = json_text(facts, indent=None)
    yield f'{{"schema_version": 1, "account": {head},\n "entries": ['.encode()
    between = "\n  "
    for page in pages:
        for each in page:
            told = dict(zip(ENTRY_COLUMNS, _cells(each, facts, exact=True), strict=True))
            yield f"{between}{json_text(told, indent=None)}".encode()
            between = ",\n  "
    yield b"]}\n"


def _cells(entry: EntryLine, facts: AccountFactsShape, *, exact: bool = False) -> tuple[Cell, ...]:
    """Texts as a person may be shown them; ``exact`` as they are, for what escapes them itself."""
    said: Callable[[str], str] = str if exact else one_line
    pair = entry.pair
    return (
        entry.id,
        entry.day,
        entry.value_day,
        entry.amount,
        facts.currency,
        entry.balance,
        said(entry.description),
        entry.state.value,
        said(pair.file) if pair else None,
        pair.line if pair else None,
        pair.import_id if pair else entry.import_id,
        said(entry.added_by) if entry.added_by else None,
        said(entry.accepted_by) if entry.accepted_by else None,
    )


def rows_of(engine: Engine, import_id: int, kind: Kind, number: int | None = None) -> bytes:
    """A whole file with the import's rows; of its statement of that number alone, if named. Raises
    ``NoSuchImport``, ``NoSuchStatement``, ``XlsxMissing`` and ``TooManyRows``."""
    require(kind)
    return file_bytes(kind, [_recorded(engine, import_id, number)])


def _recorded(engine: Engine, import_id: int, number: int | None) -> ExportedDocument:
    query = select(Statement).where(Statement.import_id == import_id).order_by(Statement.ordinal)
    if number is not None:
        query = query.where(Statement.ordinal == number - 1)
    with read_only(engine) as session:
        work = import_of(session, import_id)
        if work.document is None:
            raise NoSuchImport(import_id=import_id)
        statements = tuple(map(_recorded_statement, session.scalars(query)))
        if number is not None and not statements:
            raise NoSuchStatement(import_id=import_id, number=number)
        return ExportedDocument(
            file=work.source_name,
            document=DocumentShape(
                sha256=work.document.sha256,
                pages=work.document.pages or 0,
                encrypted=bool(work.document.encrypted),
                engine=work.document.engine or "",
                seconds=None,
                readings_tried=None,
            ),
            statements=statements,
            warnings=tuple(work.document.warnings or ()),
        )


def _recorded_statement(row: Statement) -> ExportedStatement:
    shape = statement_shape(draft_of(row))
    return ExportedStatement(**by_name(shape), number=row.ordinal + 1)
