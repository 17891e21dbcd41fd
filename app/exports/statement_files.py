"""Proven statements in the forms that ledgers and accounting programs take in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Final

from app.exports.kinds import StatementKind
from app.shapes.reading import ExportedDocument, ExportedStatement, is_proven, with_statements
from db.formats.writers.camt import camt053
from db.formats.writers.journals import beancount, hledger
from db.formats.writers.mt940 import mt940
from db.formats.writers.ofx import ofx, qbo, qif
from db.formats.writers.statement import WrittenRow, WrittenStatement, reference_of
from db.money import exponent_of, to_minor

_WRITERS: Final[dict[StatementKind, Callable[[Sequence[WrittenStatement]], str]]] = {
    StatementKind.OFX: ofx,
    StatementKind.QBO: qbo,
    StatementKind.QIF: qif,
    StatementKind.CAMT053: camt053,
    StatementKind.MT940: mt940,
    StatementKind.BEANCOUNT: beancount,
    StatementKind.HLEDGER: hledger,
}


def statement_bytes(kind: StatementKind, documents: Sequence[ExportedDocument]) -> bytes:
    """A whole file of statements that `writable` has left. Raises ``AmountTooLong``."""
    statements = [
        _written(each, document.document.sha256)
        for document in documents
        for each in document.statements
    ]
    return _WRITERS[kind](statements).encode()


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
