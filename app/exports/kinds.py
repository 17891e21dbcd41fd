"""The kinds of files that rows are written as, and what makes each."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from importlib.util import find_spec
from typing import Final, TypeAlias

from app.errors import XlsxMissing
from app.shapes.reading import ExportedDocument, ExportShape
from app.shapes.writing import json_text


class Kind(StrEnum):
    """Also the ending of the file's name."""

    CSV = "csv"
    XLSX = "xlsx"
    JSON = "json"

    @property
    def ending(self) -> str:
        """With its point."""
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
        """With its point."""
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
        from app.exports.statement_files import statement_bytes

        return statement_bytes(kind, documents)
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
