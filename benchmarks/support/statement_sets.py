"""Statements whose rows are known, in sets: those of others, ours, and forged ones."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Final

import pypdfium2  # type: ignore[import-untyped]

from fixtures.catalogue import catalogue, tampered
from fixtures.oddities import oddities
from fixtures.truth import TrueRow, TrueStatement
from tests.strangers.pages import all_pages
from tests.support.altered import LAYOUTS, WAYS, Spot, Way, altered, honest
from tests.support.generated.look import languages
from tests.support.generated.printing import Slip, Where
from tests.support.statement_strategies import Generated, drawn, generated_statements
from tests.support.strangers import truth_of

_SEED: Final = 30


@dataclass(frozen=True, slots=True)
class Document:
    """A PDF and the accounts that it is about. ``forged``: a figure on it was altered, so that
    nobody may call it right; ``named_as`` are the assumptions that name this figure."""

    name: str
    pdf: bytes
    accounts: tuple[TrueStatement, ...]
    forged: bool = False
    named_as: frozenset[str] = frozenset()

    @property
    def pages(self) -> int:
        """How many it has."""
        document = pypdfium2.PdfDocument(self.pdf)
        try:
            return len(document)
        finally:
            document.close()


@dataclass(frozen=True, slots=True)
class DocumentSet:
    """Documents that are scored together, and where they come from."""

    name: str
    about: str
    documents: tuple[Document, ...]


def all_sets(public: Path | None, count: int) -> list[DocumentSet]:
    """Every set; of those made up at random, ``count`` documents. ``public`` is a folder of other
    people's statements, each PDF with its true rows beside it."""
    sets = [
        DocumentSet(
            "samples",
            "Our own samples, drawn after real layouts.",
            tuple(islice(_samples(), count)),
        ),
        DocumentSet(
            "strangers",
            "Ordinary pages by people who had not read the program.",
            tuple(islice(_strangers(), count * 5)),
        ),
        DocumentSet(
            "generated",
            "Made up at random, in every language that has a font.",
            tuple(_generated(count)),
        ),
        DocumentSet(
            "forged figures",
            "English statements made up at random, with one figure printed wrong, so that the page "
            "contradicts itself; and the same statements as they were.",
            (*_tampered(), *_slipped(count // 2)),
        ),
        DocumentSet(
            "forged looks",
            "A page whose text adds up, and one figure looks otherwise than its text says, each "
            "time in another way; and the page as it was.",
            tuple(islice(_looking_otherwise(), count)),
        ),
    ]
    if public is None:
        return sets
    about = "Other people's statements that anybody can download."
    return [DocumentSet("public", about, tuple(of_folder(public))), *sets]


def of_folder(folder: Path) -> Iterator[Document]:
    """The PDFs of a folder that have their true rows as CSV beside them; those that need a
    password are left out."""
    for path in sorted(folder.glob("*.pdf")):
        truth = path.with_suffix(".csv")
        if truth.exists() and "encrypted" not in path.name:
            yield Document(path.stem, path.read_bytes(), true_accounts(truth))


def true_accounts(path: Path) -> tuple[TrueStatement, ...]:
    """The accounts of a truth file, in the order of their first rows."""
    head, *lines = path.read_text("utf-8").splitlines()
    currency = re.search(r"currency=([A-Z]{3})", head)
    rows: dict[str, list[TrueRow]] = {}
    for cells in csv.DictReader(lines):
        other = cells["alt_date"]
        rows.setdefault(cells["account"], []).append(
            TrueRow(
                date=date.fromisoformat(cells["date"]),
                lines=(cells["description"],),
                amount=Decimal(cells["amount"]),
                alt_date=date.fromisoformat(other) if other else None,
            )
        )
    each = (tuple(found) for found in rows.values())
    return tuple(_statement(found, currency[1] if currency else "") for found in each) or (
        _statement((), ""),
    )


def _statement(rows: tuple[TrueRow, ...], currency: str) -> TrueStatement:
    """A truth of which only the rows count."""
    days = [row.date for row in rows] or [date(2000, 1, 1)]
    return TrueStatement(
        institution="",
        account="",
        mask="",
        kind="checking",
        currency=currency,
        start=min(days),
        end=max(days),
        opening=Decimal(0),
        rows=rows,
    )


def _samples() -> Iterator[Document]:
    for each in (*catalogue(), *oddities()):
        if each.adds_up:
            yield Document(each.name, each.pdf, each.statements)


def _strangers() -> Iterator[Document]:
    for page in all_pages():
        if page.honest:
            yield Document(page.name, page.pdf, tuple(map(truth_of, page.accounts)))


def _generated(count: int) -> Iterator[Document]:
    drawable = tuple(each for each in languages() if each.drawable)
    for number, made in enumerate(drawn(generated_statements(among=drawable), count, _SEED)):
        yield _made_up(f"generated {number}", made)


def _slipped(count: int) -> Iterator[Document]:
    """Statements with an amount or the closing balance printed wrong, and as they were."""
    english = tuple(each for each in languages() if each.code == "en")
    for number, made in enumerate(drawn(generated_statements(among=english), count, _SEED)):
        where = Where.AMOUNT if number % 2 and made.truth.rows else Where.CLOSING
        slip = Slip(where, 0, Decimal(90).scaleb(-made.look.exponent))
        yield _made_up(f"as it was {number}", made)
        slipped = _made_up(f"slipped {number}", replace(made, slip=slip))
        named_as = frozenset({"ends"} if where is Where.CLOSING else ())
        yield replace(slipped, forged=True, named_as=named_as)


def _made_up(name: str, made: Generated) -> Document:
    return Document(f"{name} {made.look.language.code}", made.pdf, (made.truth,))


def _tampered() -> Iterator[Document]:
    made = tampered()
    yield Document(made.name, made.pdf, made.statements, forged=True)


#: Balances after ten payments of 42.17 into an account that had 1,000.00.
_BALANCES: Final = tuple(f"{1_000 + Decimal('42.17') * n:,.2f}" for n in range(1, 11))
_ALTERED: Final = _BALANCES[6]


def _looking_otherwise() -> Iterator[Document]:
    """The same page, altered in each way in turn."""
    for way in (honest, *WAYS):
        yield looking(way)


def looking(way: Way) -> Document:
    """A statement of ten payments, each with its balance, of which one is altered in this way."""
    pdf = altered(lambda spot: _print(spot, way), LAYOUTS[0], _BALANCES)
    rows = tuple(TrueRow(date(2025, 3, n), ("Payment",), Decimal("42.17")) for n in range(1, 11))
    return Document(way.__name__, pdf, (_statement(rows, "EUR"),), forged=way is not honest)


def _print(spot: Spot, way: Way) -> None:
    if spot.text == _BALANCES[0]:
        canvas, y = spot.canvas, spot.y
        canvas.drawString(50, y + 70, "Statement of account 01.03.2025 - 31.03.2025   Currency EUR")
        canvas.drawString(50, y + 50, "Opening balance")
        canvas.drawRightString(spot.layout.right, y + 50, "1,000.00")
        canvas.drawString(50, y + 28, "Date")
        canvas.drawString(100, y + 28, "Description")
        canvas.drawString(spot.layout.right - 130, y + 28, "Credit")
        canvas.drawRightString(spot.layout.right, y + 28, "Balance")
        canvas.drawString(50, y - 290, "Closing balance")
        canvas.drawRightString(spot.layout.right, y - 290, _BALANCES[-1])
        canvas.drawString(50, y - 310, "Total credits")
        canvas.drawRightString(spot.layout.right - 110, y - 310, "421.70")
    (way if spot.text == _ALTERED else honest)(spot)
