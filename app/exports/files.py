"""Exports documents without a ledger, into one file for all or one file a statement."""

import errno
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from decimal import Decimal
from os.path import isdir, lexists
from pathlib import Path
from typing import Protocol

from app.errors import ExportThere, ExportUnwritable
from app.exports.kinds import AnyKind, Kind, StatementKind
from app.shapes.reading import (
    ExportedDocument,
    ExportedStatement,
    ExportShape,
    exported_document,
    is_proven,
    with_statements,
)
from app.shapes.writing import json_text
from db.errors import TieoutError
from db.formats.writers.statement import WrittenRow, WrittenStatement, reference_of
from db.money import exponent_of, to_minor
from db.private import private_folder, write_new_private_bytes
from db.text import one_line
from jobs.options import DocumentSource, take_in
from pipeline.errors import typed
from pipeline.intake.passwords import PasswordBook
from pipeline.pages.sandbox.fork import Sandbox
from pipeline.progress import Progress
from pipeline.reading.from_bytes import PageReader, read_intake

_DIGITS_OF_HASH = 8
#: Of the 255 that file systems take, less a number, an ending and a hash.
_MOST_BYTES = 200


@dataclass(frozen=True, slots=True)
class ExportTarget:
    """What was named, and whether it is a folder."""

    path: Path
    is_folder: bool

    @classmethod
    def named(cls, name: str, kind: AnyKind) -> "ExportTarget | None":
        """A file if the name ends as the kind does; a folder if it is one, ends in a slash or has
        no ending at all; else None, for it would only surprise."""
        path = Path(name)
        if name == "-":
            return None
        if isdir(path) or name.endswith(("/", os.sep)) or not path.suffix:
            return cls(path, is_folder=True)
        return cls(path, is_folder=False) if path.suffix.lower() == kind.ending else None

    def check(self) -> None:
        """Raises ExportThere and ExportUnwritable, before any document is read for nothing."""
        if lexists(self.path) and not (self.is_folder and isdir(self.path)):
            raise ExportThere(file=self.path)
        if not self.is_folder and not isdir(self.path.parent):
            raise ExportUnwritable(file=self.path, reason=os.strerror(errno.ENOENT))


def write_export(
    documents: Sequence[ExportedDocument], kind: AnyKind, target: ExportTarget
) -> None:
    """Write all files, or none if one of them is there already. Raises ExportThere,
    ExportUnwritable, TooManyRows and AmountTooLong."""
    if target.is_folder:
        files = {target.path / name: one for name, one in _one_a_statement(documents, kind)}
    else:
        files = {target.path: documents}
    for there in filter(lexists, files):
        raise ExportThere(file=there)
    if target.is_folder:
        try:
            private_folder(target.path)
        except OSError as error:
            raise ExportUnwritable(file=target.path, reason=error.strerror) from None
    for file, held in files.items():
        write_new(file, file_bytes(kind, held))


def _one_a_statement(
    documents: Sequence[ExportedDocument], kind: AnyKind
) -> Iterator[tuple[str, Sequence[ExportedDocument]]]:
    """The name of each file, `march-1.csv`, and what goes into it."""
    taken: set[str] = set()
    for document in documents:
        stem = _stem(document, taken)
        for statement in document.statements:
            name = f"{stem}-{statement.number}{kind.ending}"
            yield name, [with_statements(document, [statement])]


def _stem(document: ExportedDocument, taken: set[str]) -> str:
    """The document's name with the folders above it, its end if it is long; distinguished by the
    bytes of the document from one that is taken."""
    name = "statement" if document.file == "-" else document.file
    stem = one_line("-".join(Path(name).with_suffix("").parts))
    stem = stem.encode()[-_MOST_BYTES:].decode(errors="ignore")
    # Some file systems do not tell capitals from small letters.
    if stem.casefold() in taken:
        stem = f"{stem}-{document.document.sha256[:_DIGITS_OF_HASH]}"
    taken.add(stem.casefold())
    return stem


def write_new(file: Path, content: bytes) -> None:
    """Write a file that is not there. Raises ExportThere and ExportUnwritable."""
    try:
        write_new_private_bytes(file, content)
    except FileExistsError:
        raise ExportThere(file=file) from None
    except OSError as error:
        raise ExportUnwritable(file=file, reason=error.strerror) from None


class ExportWatcher(Protocol):
    """An observer of how far the batch is."""

    def start(self, source: DocumentSource) -> Progress:
        """A document's turn has come; what this gives hears of its stages."""


@dataclass(frozen=True, slots=True)
class ExportOutcome:
    """How reading one document ended: with what it says, an error, or as the ``twin`` of another
    file with the very same bytes."""

    name: str
    document: ExportedDocument | None = None
    error: TieoutError | None = None
    twin: str | None = None
    seconds: float = 0.0

    @property
    def status(self) -> str:
        """In a word: `proven` only if it holds statements and all of them are."""
        if self.error or self.twin:
            return "failed" if self.error else "duplicate"
        statements = self.document.statements if self.document else ()
        return "proven" if statements and all(map(is_proven, statements)) else "unproven"


def read_all(
    sources: Iterable[DocumentSource], passwords: PasswordBook, watcher: ExportWatcher
) -> Iterator[ExportOutcome]:
    """Each document's outcome as it is done, in the order given."""
    seen: dict[str, str] = {}
    with closing(Sandbox()) as sandbox:
        read = PageReader(passwords).within(sandbox)
        for source in sources:
            started = time.perf_counter()
            try:
                with typed():
                    outcome = _read(source, read, watcher.start(source), seen)
            except TieoutError as error:
                outcome = ExportOutcome(source.name, error=error)
            yield replace(outcome, seconds=time.perf_counter() - started)


def _read(
    source: DocumentSource, read: PageReader, progress: Progress, seen: dict[str, str]
) -> ExportOutcome:
    """``seen`` is the name of each document so far by its hash: twice it would count twice."""
    progress.stage("intake")
    intake = take_in(source)
    if intake.sha256 in seen:
        return ExportOutcome(source.name, twin=seen[intake.sha256])
    document = exported_document(source.name, read_intake(intake, read, progress))
    seen[intake.sha256] = source.name
    return ExportOutcome(source.name, document)


def file_bytes(kind: AnyKind, documents: Sequence[ExportedDocument]) -> bytes:
    """A whole file. Raises TooManyRows and AmountTooLong."""
    if isinstance(kind, StatementKind):
        # A whole file of statements that `writable` has left. Raises ``AmountTooLong``.
        statements = [
            _written(each, document.document.sha256)
            for document in documents
            for each in document.statements
        ]
        return _writer(kind)(statements).encode()
    match kind:
        case Kind.CSV:
            from app.exports.tables import csv_bytes

            return csv_bytes(documents)
        case Kind.XLSX:
            from app.exports.xlsx_file import xlsx_bytes

            return xlsx_bytes(documents)
        case Kind.JSON:
            return json_bytes(documents)


def json_bytes(documents: Sequence[ExportedDocument]) -> bytes:
    """All that was read, exactly; what acts unseen is written as JSON's own escapes."""
    return f"{json_text(ExportShape(documents=tuple(documents)))}\n".encode()


def _writer(kind: StatementKind) -> Callable[[Sequence[WrittenStatement]], str]:
    from db.formats.writers import camt, journals, mt940, ofx

    return {
        StatementKind.OFX: ofx.ofx,
        StatementKind.QBO: ofx.qbo,
        StatementKind.QIF: ofx.qif,
        StatementKind.CAMT053: camt.camt053,
        StatementKind.MT940: mt940.mt940,
        StatementKind.BEANCOUNT: journals.beancount,
        StatementKind.HLEDGER: journals.hledger,
    }[kind]


def writable(document: ExportedDocument) -> ExportedDocument:
    """The document with those statements that such a form has a place for: the proven ones whose
    currency, days and balances are known."""
    return with_statements(document, list(filter(_is_writable, document.statements)))


def _is_writable(statement: ExportedStatement) -> bool:
    days = statement.period_start or statement.lines
    facts = (statement.currency, statement.opening_balance, statement.closing_balance)
    known = days and all(line.date for line in statement.lines) and None not in facts
    return bool(known) and is_proven(statement)


def _written(statement: ExportedStatement, document: str) -> WrittenStatement:
    assert statement.currency is not None
    exponent = exponent_of(statement.currency)
    rows = tuple(
        WrittenRow(
            booked_on=line.date,
            value_on=line.value_date,
            amount_minor=to_minor(line.amount, exponent),
            description=line.description,
            reference=reference_of(document, statement.number, line.ordinal),
        )
        for line in statement.lines
        if line.date
    )
    days = [row.booked_on for row in rows]
    days += [day for day in (statement.period_start, statement.period_end) if day]
    return WrittenStatement(
        bank=statement.institution,
        account=statement.account_name,
        digits=statement.account_mask,
        kind=statement.kind,
        currency=statement.currency,
        first=min(days),
        last=max(days),
        opening_minor=to_minor(statement.opening_balance or Decimal(0), exponent),
        closing_minor=to_minor(statement.closing_balance or Decimal(0), exponent),
        rows=rows,
        reference=reference_of(document, statement.number),
    )
