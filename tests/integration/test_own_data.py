"""An e-statement's own data, a camt.053 within the PDF, is held to what its pages say."""

import io
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import pikepdf
import pytest

from db.words import ReadingStatus
from fixtures.catalogue import catalogue
from fixtures.truth import TrueStatement
from pipeline.pages.contents import embedded_statements
from pipeline.reading.from_bytes import DocumentReading, read_bytes

FIXTURE = next(each for each in catalogue() if each.name == "de_giro")
TRUE = FIXTURE.statements[0]
SPACE = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"


def camt(statement: TrueStatement, head: str = "") -> bytes:
    """The statement as a bank's data has it."""
    entries = "".join(
        f"<Ntry>{amount(row.amount)}<Sts><Cd>BOOK</Cd></Sts>"
        f"<BookgDt><Dt>{row.date}</Dt></BookgDt><ValDt><Dt>{row.alt_date or row.date}</Dt></ValDt>"
        "</Ntry>"
        for row in statement.rows
    )
    ends = "".join(
        f"<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp>{amount(end)}</Bal>"
        for code, end in (("OPBD", statement.opening), ("CLBD", statement.closing))
    )
    return (
        f'<?xml version="1.0"?>{head}<Document xmlns="{SPACE}"><BkToCstmrStmt><Stmt>{ends}{entries}'
        "</Stmt></BkToCstmrStmt></Document>"
    ).encode()


def amount(value: Decimal) -> str:
    side = "DBIT" if value < 0 else "CRDT"
    return f'<Amt Ccy="EUR">{abs(value)}</Amt><CdtDbtInd>{side}</CdtDbtInd>'


def carrying(xml: bytes, name: str = "camt.xml") -> bytes:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(FIXTURE.pdf)) as document:
        document.attachments[name] = xml
        document.save(out)
    return out.getvalue()


def read(xml: bytes) -> DocumentReading:
    return read_bytes(carrying(xml))


def told(reading: DocumentReading) -> list[str]:
    return [each for each in reading.reading.warnings if each.startswith("The file carries")]


def test_data_that_agrees_is_said_to() -> None:
    reading = read(camt(TRUE))
    assert told(reading) == [
        "The file carries data of its own (camt.xml), and its 27 entries and balances are those of "
        "the pages."
    ]
    assert reading.history is not None
    assert reading.history.compared == ("camt.xml",)
    assert [draft.status for draft in reading.reading.statements] == [ReadingStatus.PROVEN]


def other_amount(statement: TrueStatement) -> TrueStatement:
    first, *rest = statement.rows
    return replace(statement, rows=(replace(first, amount=first.amount - 5), *rest))


def without_last(statement: TrueStatement) -> TrueStatement:
    return replace(statement, rows=statement.rows[:-1])


def other_opening(statement: TrueStatement) -> TrueStatement:
    return replace(statement, opening=statement.opening + 1)


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (other_amount, "1 only in the data (2025-03-03 -985.00); 1 only on the pages "),
        (without_last, "1 only on the pages ("),
        (other_opening, "the opening balance is 3413.08 in the data, 3412.08 on the pages"),
    ],
)
def test_data_that_differs_is_told_with_what_differs(
    damage: Callable[[TrueStatement], TrueStatement], why: str
) -> None:
    (sentence,) = told(read(camt(damage(TRUE))))
    assert "and it differs from the pages: " in sentence
    assert why in sentence


def test_the_data_proves_nothing_and_changes_no_row() -> None:
    reading = read(camt(other_amount(TRUE)))
    (draft,) = reading.reading.statements
    assert draft.status is ReadingStatus.PROVEN
    assert draft.lines[0].amount == -98000


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'


@pytest.mark.parametrize(
    "xml",
    [
        camt(TRUE, BOMB),
        camt(TRUE, '<!DOCTYPE x SYSTEM "file:///etc/passwd">'),
        camt(TRUE)[:-200],
        camt(TRUE).replace(b"980.00", b"NaN"),
        camt(TRUE).replace(b"camt.053", b"camt.054"),
        b"<Invoice/>",
    ],
    ids=["entities", "a document type", "cut short", "no amount", "other messages", "an invoice"],
)
def test_data_that_is_hostile_broken_or_of_something_else_was_not_read(xml: bytes) -> None:
    assert embedded_statements(carrying(xml)) == ()
    assert told(read(xml)) == ["The file carries files of its own, which were not read: camt.xml."]
