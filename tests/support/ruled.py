"""Typewritten statements with columns at fixed places, and the witness that the places make.

    found = offered_on(Signs.PRINTED, total("Opening balance", "100.00"),
                       head(amount="Amount"), entry("Acme Ltd", amount="-5.00"))

Nothing is read, and nothing need add up: for tests of one rule of the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.proof.entries import Offered, offered
from pipeline.proof.lexed import Lexed, LexedPages, place_of
from pipeline.proof.parse.figures import Style
from pipeline.proof.rows import Row
from pipeline.proof.tables.phrases import marks
from pipeline.proof.witness import Convention, Place, Section, Side, Signs, Witness, WitnessRow
from tests.support.typewritten import WIDTH, document

ENDS = {"debit": 49, "amount": 49, "credit": 61, "balance": 74}
"""The character at which the figures of each column end."""
NEW_PAGE = "\f"


def line(text: str, **cells: str) -> str:
    """Some words, and others that end where their column does."""
    for role, cell in cells.items():
        text = text.ljust(ENDS[role] - len(cell)) + cell
    return text


def head(**cells: str) -> str:
    """A header above a gap-less table."""
    return line("Date         Description", **cells)


def entry(text: str, day: str = "01/03/2025", **cells: str) -> str:
    """A row of a table."""
    return line(f"{day:<12} {text}", **cells)


def total(label: str, figure: str, role: str = "balance") -> str:
    """A label with its figure."""
    return line(label, **{role: figure})


def offered_on(
    signs: Signs,
    *lines: str,
    base: int = 1,
    balance_base: int = 1,
    newest_first: bool = False,
    exponent: int = 2,
    style: Style = Style.POINT,
    directed: bool = False,
    ends: tuple[str, str] = ("Opening", "Closing"),
) -> Offered:
    """The entries that begin with a date and have a figure in a column, and both ends by their
    labels; ``signs`` says whether the first column is one of amounts, ``directed`` whether a mark
    apart from an amount is its direction; ``ends`` are how the rows of both ends begin."""
    texts = "\n".join(lines).split(NEW_PAGE)
    lexed = LexedPages(document(*texts).pages).under(style)
    first = "debit" if signs is Signs.COLUMNS else "amount"
    return offered(
        lexed,
        Witness(
            section=Section(0, len(lexed.rows)),
            convention=Convention(style, exponent, False, newest_first, signs, base, balance_base),
            rows=tuple(_rows(lexed, first, directed or signs is Signs.DIRECTION)),
            opening=_end(lexed, ends[0]),
            closing=_end(lexed, ends[1]),
        ),
    )


def _rows(lexed: Lexed, first: str, directed: bool) -> Iterator[WitnessRow]:
    for row in lexed.rows:
        if not row.looks_like_entry:
            continue
        cells = {
            min((first, "credit", "balance"), key=lambda role: abs(f.x1 - WIDTH * ENDS[role])): f
            for f in row.figures
        }
        places = {role: place_of(row, f.first, f.last) for role, f in cells.items()}
        side = next(role for role in (first, "credit") if role in places)
        yield WitnessRow(
            places[side],
            Side(side),
            place_of(row, row.dates[0].first, row.dates[0].last),
            balance=places.get("balance"),
            direction=_direction(row) if directed else None,
        )


def _direction(row: Row) -> Place | None:
    used = {i for figure in row.figures for i in range(figure.first, figure.last + 1)}
    said = [i for i, word in enumerate(row.words) if i not in used and word.text.lower() in marks()]
    return place_of(row, said[0], said[0]) if said else None


def _end(lexed: Lexed, label: str) -> Place | None:
    label = " ".join(label.split())
    rows = [row for row in lexed.rows if label and row.text.startswith(label) and row.figures]
    return place_of(rows[0], rows[0].figures[-1].first, rows[0].figures[-1].last) if rows else None
