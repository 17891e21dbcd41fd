"""The formats that rows are written in, and the files that banks and journals would have."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from enum import StrEnum
from importlib.util import find_spec
from typing import Final, TypeAlias

from app.errors import XlsxMissing
from app.shapes.reading import (
    ExportedDocument,
    ExportedStatement,
    ExportShape,
    is_proven,
    with_statements,
)
from app.shapes.writing import json_text
from db.formats.writers.statement import WrittenRow, WrittenStatement, reference_of
from db.money import exponent_of, to_minor


class Kind(StrEnum):
    """Also the ending of the file's name."""

    CSV = "csv"
    XLSX = "xlsx"
    JSON = "json"

    @property
    def ending(self) -> str:
        return f".{self.value}"


class StatementKind(StrEnum):
    """The forms of ledgers and accounting programs. They have no place for a doubt, so only proven
    statements are written in them."""

    OFX = "ofx"
    QBO = "qbo"
    QIF = "qif"
    CAMT053 = "camt053"
    MT940 = "mt940"
    BEANCOUNT = "beancount"
    HLEDGER = "hledger"

    @property
    def ending(self) -> str:
        return _ENDINGS.get(self.value, f".{self.value}")


#: Where other programs expect another than the name of the form.
_ENDINGS: Final = {"camt053": ".xml", "mt940": ".sta", "hledger": ".journal"}
AnyKind: TypeAlias = Kind | StatementKind
#: All that `tieout read --to` takes.
KINDS: Final[dict[str, AnyKind]] = {each.value: each for each in (*Kind, *StatementKind)}


def require(kind: AnyKind) -> None:
    """Raises XlsxMissing, before any document is read for nothing."""
    if kind is Kind.XLSX and find_spec("xlsxwriter") is None:
        raise XlsxMissing


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
    from db.formats.writers import camt, journals, mt940, ofx  # read shows these kinds unloaded

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
