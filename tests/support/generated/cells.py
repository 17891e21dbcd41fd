"""The cells of a made-up bank's rows."""

from collections.abc import Iterator
from decimal import Decimal

from fixtures.truth import TrueRow
from tests.support.generated.figures import charged, day, plain, signed
from tests.support.generated.grid import Grid
from tests.support.generated.look import Amounts, Look
from tests.support.generated.summary import held


def figures(look: Look, row: TrueRow) -> dict[str, str]:
    """The row's amount and balance, by the columns in which they stand."""
    balance = "" if row.balance is None else signed(look, row.balance)
    if look.amounts is Amounts.ONE:
        return {"amount": signed(look, row.amount, is_amount=True), "balance": balance}
    if look.amounts is Amounts.CARD:
        return {"amount": charged(look, row.amount)}
    side = "out" if row.amount < 0 else "in"
    return {side: plain(look, row.amount), "balance": balance}


def standing(look: Look, grid: Grid, balance: Decimal) -> dict[str, str]:
    """The cell of a balance that has a row of its own."""
    name = next((name for name in ("balance", "amount") if name in grid.columns), None)
    if name:
        return {name: held(look, balance)}
    return {"out" if balance < 0 else "in": plain(look, balance)}


def beside(look: Look, row: TrueRow) -> dict[str, str]:
    """What stands in a row's first line beside its date."""
    value = day(look, row.alt_date) if row.alt_date else ""
    return {"value": value, "reference": row.extra}


def lines(look: Look, grid: Grid, row: TrueRow) -> list[str]:
    """The description's lines, broken where the column ends."""
    return [part for line in row.lines for part in _wrapped(look, grid, line)]


def dotted(look: Look, grid: Grid, text: str) -> str:
    """The text, and dots behind it that lead the eye to the figures if this bank has them."""
    if not look.leaders:
        return text
    face, size = look.language.face, look.size
    room = grid.description_width - face.width(f"{text} ", size)
    return f"{text} {'.' * int(room / face.width('.', size))}"


def _wrapped(look: Look, grid: Grid, line: str) -> Iterator[str]:
    text = ""
    for word in line.split():
        longer = f"{text} {word}".strip()
        if text and look.language.face.width(longer, look.size) > grid.description_width:
            yield text
            longer = word
        text = longer
    yield text
