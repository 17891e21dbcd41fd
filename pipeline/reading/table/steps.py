"""A table's rows under one convention: signed amounts and printed balances in order."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pipeline.reading.lexing.figures import LexedFigure
from pipeline.reading.table.conventions import Signs, TableConvention
from pipeline.reading.table.items import Item, RowKind, is_worded_total


class Step(NamedTuple):
    """One row: an entry with its amount, or a printed balance only (``amount`` is None).

    Minor units, in the holder's sign if the convention is right. ``item`` is where it is."""

    item: Item
    amount: int | None
    balance: int | None


class Scale(NamedTuple):
    """How many decimal digits make the minor unit of this document."""

    exponent: int

    def minor(self, figure: LexedFigure) -> int:
        """The figure's unsigned value in minor units."""
        if figure.decimals == self.exponent:
            return figure.value
        return int(figure.value * 10 ** (self.exponent - figure.decimals))


def scale_of(figures: Iterable[LexedFigure], none: int = 0) -> Scale:
    """The scale of these figures; with one digit behind the point, zeros are left out."""
    most = max((figure.decimals for figure in figures), default=none)
    return Scale(2 if most == 1 else most)


def signed_balance(figure: LexedFigure, base: int, scale: Scale) -> int:
    """A printed balance: a mark such as ``DR`` decides, else the sign, else the base."""
    value = scale.minor(figure)
    if figure.mark:
        return figure.mark * value
    return (figure.sign or 1) * base * value


def steps_of(items: Sequence[Item], convention: TableConvention, scale: Scale) -> list[Step]:
    """The steps in printed order."""
    reader = _Reader(items, convention, scale)
    steps = [step for item in items if (step := reader.step(item)) is not None]
    if convention.worded:
        steps = [step for step in steps if not _is_sum(step, steps)]
    return steps


def _is_sum(step: Step, steps: Sequence[Step]) -> bool:
    """Whether a row that begins with a total and says more has the sum of one side or of all: as
    text of an entry it would have an amount of its own."""
    if step.amount is None or not is_worded_total(step.item):
        return False
    others = [other.amount for other in steps if other.amount and other is not step]
    sides = [sum(a for a in others if a > 0), -sum(a for a in others if a < 0), abs(sum(others))]
    return len(others) > 1 and abs(step.amount) in sides


class _Reader:
    def __init__(self, items: Sequence[Item], convention: TableConvention, scale: Scale) -> None:
        self._convention = convention
        self._scale = scale
        self._started = False
        self._signed_sections = {
            section: _mostly_negative([i for i in items if _section(i) == section], amount)
            for section in set(map(_section, items))
            if (amount := convention.roles.amount) is not None
        }
        self._usual = {
            column: _mostly_negative(items, column) for column in convention.roles.moving
        }

    def step(self, item: Item) -> Step | None:
        """The item as a step; None if it is neither entry nor balance."""
        self._started = self._started or item.day is not None
        if item.kind is RowKind.ANCHOR:
            balance = self._anchor_balance(item)
            return Step(item, None, balance) if balance is not None else None
        balance = self._balance(item)
        if item.kind is RowKind.TOTAL and "day_total" in item.labels and balance is not None:
            return Step(item, None, balance)
        if item.kind is not RowKind.ENTRY and not (
            self._convention.worded and is_worded_total(item)
        ):
            return None
        amount = self._amount(item)
        if amount is None:
            return Step(item, None, balance) if balance is not None else None
        if item.day is None and not (self._convention.undated and self._started):
            return None
        return Step(item, amount, balance)

    def _anchor_balance(self, item: Item) -> int | None:
        roles = self._convention.roles
        figure = item.cells.get(roles.balance) if roles.balance is not None else None
        if figure is None and roles.balance is None:
            for column, sign in ((roles.debit, -1), (roles.credit, 1)):
                if column is not None and column in item.cells:
                    # Without a balance column the side it is on is its sign.
                    return signed_balance(item.cells[column], sign, self._scale)
        if figure is None and item.row.figures:
            figure = item.row.figures[-1]
        if figure is None:
            return None
        return signed_balance(figure, self._convention.balance_base, self._scale)

    def _balance(self, item: Item) -> int | None:
        column = self._convention.roles.balance
        figure = item.cells.get(column) if column is not None else None
        return (
            signed_balance(figure, self._convention.balance_base, self._scale) if figure else None
        )

    def _amount(self, item: Item) -> int | None:
        roles = self._convention.roles
        if roles.amount is not None:
            figure = item.cells.get(roles.amount)
            return self._single(item, figure) if figure else None
        ways = ((roles.debit, -1), (roles.credit, 1), (roles.fee, -1))
        sides = [self._side(item, column, way) for column, way in ways]
        if len(moved := list(filter(None, sides))) > 1:
            return None  # several are filled: a total, not an entry
        return moved[0] if moved else next((side for side in sides if side is not None), None)

    def _side(self, item: Item, column: int | None, sign: int) -> int | None:
        figure = item.cells.get(column) if column is not None else None
        if figure is None or column is None:
            return None
        value = sign * self._scale.minor(figure)
        return -value if (figure.sign < 0) is not self._usual[column] else value

    def _single(self, item: Item, figure: LexedFigure) -> int:
        value = self._scale.minor(figure)
        if self._convention.signs is Signs.BALANCE:
            return value
        if figure.mark:
            return figure.mark * value
        if self._convention.signs is Signs.DIRECTION and item.direction:
            return item.direction * value * (figure.sign or 1)
        if self._convention.signs is Signs.PLUS:
            return value if figure.sign > 0 else -value
        if self._convention.signs is Signs.SECTION and item.section:
            contrary = (figure.sign < 0) is not self._signed_sections[_section(item)]
            return -item.section * value if contrary else item.section * value
        return printed_amount(figure, self._convention.base, self._scale)


def _section(item: Item) -> tuple[int, str]:
    """The rows that print their amounts alike: each section of money out may do it otherwise."""
    return item.section, item.heading if item.section < 0 else ""


def printed_amount(figure: LexedFigure, base: int, scale: Scale) -> int:
    """What a figure's own mark or sign says; ``base`` is the sign of one without either."""
    return (figure.mark or (figure.sign or 1) * base) * scale.minor(figure)


def _mostly_negative(items: Sequence[Item], column: int) -> bool:
    """Whether most amounts of a column have a minus: zeros tell nothing, nor do rows without a day,
    as of a summary, where others have one."""
    entries = [item for item in items if item.kind is RowKind.ENTRY and column in item.cells]
    dated = [item for item in entries if item.day] or entries
    figures = [item.cells[column] for item in dated if item.cells[column].value]
    return sum(1 for figure in figures if figure.sign < 0) * 2 > len(figures)


def signed_by_balance(steps: Sequence[Step], opening: int | None) -> list[Step]:
    """Unsigned amounts take the sign that leads from one printed balance to the next."""
    signed: list[Step] = []
    running = opening
    for step in steps:
        amount = step.amount
        if amount is not None and running is not None and step.balance == running - amount:
            amount = -amount
        signed.append(Step(step.item, amount, step.balance))
        if step.balance is not None:
            running = step.balance
        elif running is not None and amount is not None:
            running += amount
    return signed
