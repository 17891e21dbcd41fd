"""Documents as an export is made of them, with one line each that a test words as it likes."""

from datetime import date

from app.shapes.reading import ExportedDocument, exported_document
from db.words import AccountKind
from pipeline.drafts import Line, ReadStatements, StatementDraft
from pipeline.reading.from_bytes import DocumentReading
from pipeline.words import Box

MARCH = (date(2025, 3, 1), date(2025, 3, 31))


def draft(
    description: str = "Hollis Bakery",
    amount: int = -764,
    *,
    exponent: int = 2,
    currency: str = "GBP",
    bank: str = "Harrow & Vale Bank",
    day: date = date(2025, 3, 3),
) -> StatementDraft:
    """An unproven statement with one line."""
    line = Line(1, 1, Box(56, 231, 539, 242), day, None, description, amount, None, "as printed")
    return StatementDraft(
        institution=bank, account_name="Everyday", account_mask="0071",
        kind=AccountKind.CHECKING, currency=currency, exponent=exponent,
        period_start=MARCH[0], period_end=MARCH[1],
        opening_balance=231846, closing_balance=231846 + amount, lines=(line,),
    )  # fmt: skip


def document(
    *drafts: StatementDraft, file: str = "march.pdf", sha256: str = "9f86d081"
) -> ExportedDocument:
    """A document with these statements."""
    reading = ReadStatements(statements=drafts, warnings=("careful",), readings_tried=1)
    return exported_document(file, DocumentReading(sha256, 1, False, "pdfium", 0.1, reading, None))
