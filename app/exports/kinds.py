"""The kinds of files that rows are written as, and what makes each."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from importlib.util import find_spec

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


def require(kind: Kind) -> None:
    """Raises XlsxMissing, before any document is read for nothing."""
    if kind is Kind.XLSX and find_spec("xlsxwriter") is None:
        raise XlsxMissing


def file_bytes(kind: Kind, documents: Sequence[ExportedDocument]) -> bytes:
    """A whole file. Raises TooManyRows."""
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
