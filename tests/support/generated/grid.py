"""Where the columns of one made-up layout stand."""

from collections.abc import Iterable
from dataclasses import dataclass

from fixtures.sheet import A4, LETTER, Sheet
from fixtures.table import Column, header, row
from fixtures.truth import TrueStatement, running
from tests.support.generated.figures import day, signed
from tests.support.generated.look import Amounts, Balances, Look

GAP = 11.0
LEAST_DESCRIPTION = 125.0
ENGLISH = {
    "date": "Date",
    "description": "Description",
    "out": "Debit",
    "in": "Credit",
    "amount": "Amount",
    "balance": "Balance",
}


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns by name, from left to right, and how wide a description line may be."""

    columns: dict[str, Column]
    description_width: float

    def head(self, sheet: Sheet, y: float) -> None:
        """Print the headings."""
        header(sheet, y, tuple(self.columns.values()))

    def english_head(self, sheet: Sheet, y: float) -> None:
        """Print the headings in English, as banks with customers from abroad do."""
        self.row(sheet, y, **ENGLISH)

    def row(self, sheet: Sheet, y: float, **cells: str) -> None:
        """Print a line; a cell whose column this layout lacks is left out."""
        texts = (cells.get(name, "") for name in self.columns)
        row(sheet, y, tuple(self.columns.values()), *texts)


def grid_for(look: Look, statement: TrueStatement) -> Grid:
    """Columns wide enough for every figure and date that will stand in them."""
    left, x = _left_columns(look, statement)
    right = _right_columns(look, statement)
    room = min(column.x - _width(look, statement) for column in right.values()) - x
    reference: dict[str, Column] = {}
    if look.references and room - 60 > LEAST_DESCRIPTION:
        room -= 60
        reference["reference"] = Column(look.word(look.language.reference), x + room)
    left["description"] = Column(look.word(look.language.description), x)
    return Grid({**left, **reference, **right}, room - GAP)


def page_size(look: Look) -> tuple[float, float]:
    """The paper's width and height in points."""
    return LETTER if look.letter_paper else A4


def _left_columns(look: Look, statement: TrueStatement) -> tuple[dict[str, Column], float]:
    words = {"date": look.word(look.language.date)}
    if look.value_dates:
        words["value"] = look.word(look.language.value_date)
    x = look.left
    columns: dict[str, Column] = {}
    dates = [day(look, each.date) for each in statement.rows]
    for name, heading in words.items():
        columns[name] = Column(heading, x)
        x += _widest(look, [heading, *dates]) + GAP
    return columns, x


def _right_columns(look: Look, statement: TrueStatement) -> dict[str, Column]:
    words = _figure_headings(look)
    step = _width(look, statement)
    edge = page_size(look)[0] - look.left
    first = edge - step * (len(words) - 1)
    places = enumerate(words.items())
    return {name: Column(text, first + step * at, right=True) for at, (name, text) in places}


def _figure_headings(look: Look) -> dict[str, str]:
    out, into = look.word(look.language.debit), look.word(look.language.credit)
    words = {"amount": look.word(look.language.amount)}
    if look.amounts is Amounts.OUT_IN:
        words = {"out": out, "in": into}
    elif look.amounts is Amounts.IN_OUT:
        words = {"in": into, "out": out}
    if look.balances is not Balances.NONE:
        words["balance"] = look.word(look.language.balance)
    return words


def _width(look: Look, statement: TrueStatement) -> float:
    amounts = (each.amount for each in statement.rows)
    figures = (*amounts, *running(statement), statement.opening, statement.closing)
    texts = [signed(look, figure, is_amount=True) for figure in figures]
    return _widest(look, [*texts, *_figure_headings(look).values()]) + GAP


def _widest(look: Look, texts: Iterable[str]) -> float:
    return max(look.language.face.width(text, look.size, bold=True) for text in texts)
