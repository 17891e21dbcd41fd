"""Statements that other people made, with their true rows, for kinds of case that they fit.

They are no part of the project: they lie in the folder that $TIEOUT_STATEMENTS names, or beside
the checkout. Elsewhere there are no such cases.
"""

from __future__ import annotations

import csv
import os
import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Final

from evals.bank_page import Row, Truth
from evals.page_case import PageCase
from pipeline.intake.file import Intake
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS
from pipeline.progress import Progress
from pipeline.reading.from_bytes import ReadDocument, read_document
from pipeline.words import DocumentPages

STATEMENTS: Final = Path(
    os.environ.get("TIEOUT_STATEMENTS") or Path(__file__).parents[2] / "shared" / "statements"
)
_HEAD: Final = re.compile(r"(\w+)=([^;]*)")


@dataclass(frozen=True, slots=True)
class PeoplesCase(PageCase):
    """A statement as its bank printed it; ``file`` is its name in the folder."""

    file: str = ""

    @property
    def pages(self) -> DocumentPages:
        """What a reader finds in the file."""
        return _document(self.file).pages

    def _read(self, _intake: Intake, _progress: Progress) -> ReadDocument:
        return _document(self.file)


def there(file: str) -> bool:
    """Whether the statement is on this machine."""
    return (STATEMENTS / f"{file}.pdf").is_file()


def truth_of(file: str, start: date, end: date, mask: str, bank: str) -> Truth:
    """The true rows, as they lie beside the statement, and what a person reads on it besides."""
    with (STATEMENTS / f"{file}.csv").open(encoding="utf-8") as table:
        head = dict(_HEAD.findall(next(table)))
        opening = balance = _minor(head["opening"])
        rows = []
        for row in csv.DictReader(table):
            amount = _minor(row["amount"])
            balance += amount
            rows.append(Row(date.fromisoformat(row["date"]), row["description"], amount, balance))
    return Truth(tuple(rows), opening, start, end, mask, bank, head["currency"])


def _minor(text: str) -> int:
    return int(Decimal(text or "0").scaleb(2))


@cache
def _document(file: str) -> ReadDocument:
    return read_document((STATEMENTS / f"{file}.pdf").read_bytes(), (), DEFAULT_LIMITS)
