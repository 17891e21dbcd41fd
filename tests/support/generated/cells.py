"""Figures, dates and cells as one made-up bank prints them, and where they stand."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from babel.dates import format_date

from fixtures.figures import lakh
from fixtures.sheet import A4, LETTER, Sheet
from fixtures.table import Column, header, row
from fixtures.truth import TrueRow, TrueStatement, running
from tests.support.generated.look import Amounts, Balances, Look, Negative

REIWA: Final = date(2019, 5, 1)
_FIRST_SOLAR: Final = (date(2011, 3, 21), 1390)
#: Written down from printed calendars, not from a rule.
_LEAP: Final = frozenset({1391, 1395, 1399, 1403, 1408, 1412, 1416})
_SOLAR_MONTHS: Final = (
    "فروردین", "اردیبهشت", "خرداد", "تیر", "مرداد", "شهریور",
    "مهر", "آبان", "آذر", "دی", "بهمن", "اسفند",
)  # fmt: skip


def dated(when: date, pattern: str, calendar: str, code: str) -> str:
    """The day by a CLDR pattern: in the calendar's own years, and months where it has some."""
    match calendar:
        case "buddhist":
            pattern = _with_year(pattern, when.year + 543)
        case "minguo":
            pattern = _with_year(pattern, when.year - 1911)
        case "reign":
            pattern = _of_reign(when, pattern)
        case "solar":
            return _solar(when, pattern)
    return str(format_date(when, pattern, locale=code))


def _with_year(pattern: str, year: int) -> str:
    return pattern.replace("yyyy", f"'{year}'").replace("yy", f"'{year % 100:02d}'")


def _of_reign(when: date, pattern: str) -> str:
    letter, name, before = ("R", "令和", 2018) if when >= REIWA else ("H", "平成", 1988)
    year = when.year - before
    if "年" in pattern:
        return pattern.replace("yyyy", f"'{name}{year}'")
    return pattern.replace("yyyy", f"'{letter}{year}'").replace("yy", f"'{year:02d}'")


def _solar(when: date, pattern: str) -> str:
    year, month, day = solar(when)
    parts = {
        "yyyy": str(year), "MMMM": _SOLAR_MONTHS[month - 1], "MM": f"{month:02d}", "M": str(month),
        "dd": f"{day:02d}", "d": str(day),
    }  # fmt: skip
    for sign, text in parts.items():
        pattern = pattern.replace(sign, text)
    return pattern


def solar(when: date) -> tuple[int, int, int]:
    """Year, month and day of the calendar of Iran, from 1390 on."""
    start, year = _FIRST_SOLAR
    while when - start >= timedelta(days := 365 + (year in _LEAP)):
        start, year = start + timedelta(days), year + 1
    left = (when - start).days
    lengths = (31,) * 6 + (30,) * 6
    month = 0
    while left >= lengths[month]:
        left -= lengths[month]
        month += 1
    return year, month + 1, left + 1


def plain(look: Look, amount: Decimal) -> str:
    """The figure without its sign: groups, decimals and the currency's sign if rows carry it."""
    digits = _digits(look, abs(amount))
    match look.sign_on_figures:
        case "before":
            return f"{look.sign}{digits}"
        case "behind":
            return f"{digits} {look.sign}"
        case _:
            return digits


def signed(look: Look, amount: Decimal, *, is_amount: bool = False) -> str:
    """The figure with its sign as this bank marks it.

    With suffixes every figure has one. A plus may stand before amounts that come in.
    """
    figure = plain(look, amount)
    if look.negative is Negative.SUFFIX:
        return f"{figure} {look.language.suffixes[amount >= 0]}"
    if amount < 0:
        return _negative(look.negative, figure)
    return f"+{figure}" if is_amount and look.plus_on_money_in and amount > 0 else figure


def charged(look: Look, amount: Decimal) -> str:
    """A card's figure: what is charged or owed is plain, what is paid is marked."""
    if look.negative is not Negative.SUFFIX:
        return signed(look, -amount)
    return (
        f"{plain(look, amount)} {look.language.suffixes[1]}" if amount > 0 else plain(look, amount)
    )


def day(look: Look, when: date, pattern: str | None = None) -> str:
    """A date as the rows print it, or by another pattern."""
    return in_digits(look, dated(when, pattern or look.day, look.calendar, look.language.code))


def in_digits(look: Look, text: str) -> str:
    """The text in this bank's digits."""
    return text.translate(str.maketrans("0123456789", look.digits)) if look.digits else text


def _negative(style: Negative, figure: str) -> str:
    match style:
        case Negative.TRAILING:
            return f"{figure}-"
        case Negative.PARENTHESES:
            return f"({figure})"
        case Negative.TYPOGRAPHIC:
            return f"−{figure}"
        case _:
            return f"-{figure}"


def _digits(look: Look, amount: Decimal) -> str:
    return in_digits(look, _grouped(look, amount))


def _grouped(look: Look, amount: Decimal) -> str:
    if look.figures == "lakh":
        return lakh(amount)
    group, point = (mark.replace("_", "") for mark in look.figures)
    text = f"{amount:,.{look.exponent}f}".replace(",", "\0").replace(".", "\1")
    return text.replace("\0", group).replace("\1", point)


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


def worded(look: Look, truth: TrueStatement, choices: tuple[str, ...]) -> str:
    """This bank's wording, with the period's dates where it has a place for them."""
    start, end = (day(look, when, look.full_day) for when in (truth.start, truth.end))
    return look.word(choices).format(start=start, end=end)


def heading(look: Look) -> str:
    """What sort of statement it is: a card's says so, for its signs are the other way round."""
    card = look.amounts is Amounts.CARD
    return look.word(look.language.card_title if card else look.language.title)


def held(look: Look, balance: Decimal) -> str:
    """A balance as this bank marks it; on a card, what is owed is plain."""
    return charged(look, balance) if look.amounts is Amounts.CARD else signed(look, balance)


def box(
    look: Look, truth: TrueStatement, opening: Decimal, closing: Decimal
) -> Iterator[tuple[str, str]]:
    """Labels and figures of the summary box, with the balances that it is to print."""
    yield worded(look, truth, look.language.opening), held(look, opening)
    yield from totals(look, truth)
    yield worded(look, truth, look.language.closing), held(look, closing)


def totals(look: Look, truth: TrueStatement) -> Iterator[tuple[str, str]]:
    """Totals of either direction, if this bank prints them, with their counts if it counts."""
    if look.totals:
        ins = sum(each.amount > 0 for each in truth.rows)
        yield _total(look, look.language.total_in, truth.money_in, ins)
        outs = sum(each.amount < 0 for each in truth.rows)
        yield _total(look, look.language.total_out, truth.money_out, outs)


def _total(look: Look, label: tuple[str, ...], total: Decimal, count: int) -> tuple[str, str]:
    counted = f" ({count})" if look.counts else ""
    return look.word(label) + counted, plain(look, total)


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
