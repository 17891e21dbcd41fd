"""Rows as CSV that a spreadsheet opens as it stands, and in which no text becomes a formula.

What a bank's page says is somebody else's text: a spreadsheet takes a cell for a formula if it
starts with = + - @ or a control character (https://owasp.org/www-community/attacks/CSV_Injection).
Where the decimal sign is a comma, spreadsheets also begin a new cell at each semicolon, quoted or
not, so that a formula may not follow one either.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from io import StringIO
from typing import Final

from app.exports.tables import Cell, row_table
from app.shapes.exports import ExportedDocument
from db.csv_table import harmless

#: Excel takes a file without a byte order mark for the text of an older Windows.
ENCODING: Final = "utf-8-sig"
_FORMULA_IN_A_NEW_CELL: Final = re.compile(r";[\s\"']*(?=[=+\-@＝＋－＠])")


def csv_bytes(documents: Sequence[ExportedDocument]) -> bytes:
    """The rows of all statements, with the names of the columns above them."""
    table = row_table(documents)
    out = StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(table.columns)
    writer.writerows([written(cell) for cell in row] for row in table.rows)
    return out.getvalue().encode(ENCODING)


def written(cell: Cell) -> str:
    """Text made harmless; dates as ISO; numbers, which are our own, as plain decimals."""
    return _guarded(cell) if isinstance(cell, str) else "" if cell is None else str(cell)


def _guarded(text: str) -> str:
    return harmless(_FORMULA_IN_A_NEW_CELL.sub(r"\g<0>'", text))
