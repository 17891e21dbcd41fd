"""The kinds of files that rows are written as, and what each is made by."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from importlib.util import find_spec

from app.errors import XlsxMissing
from app.shapes.exports import ExportedDocument


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
            from app.exports.csv_file import csv_bytes

            return csv_bytes(documents)
        case Kind.XLSX:
            from app.exports.xlsx_file import xlsx_bytes

            return xlsx_bytes(documents)
        case Kind.JSON:
            from app.exports.json_file import json_bytes

            return json_bytes(documents)
