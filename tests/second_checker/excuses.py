"""Whether each figure that the witness does not use is excused by a reason that holds (11)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.second_checker.currency import symbol_of
from tests.second_checker.entries import value_of
from tests.second_checker.figures import Figure
from tests.second_checker.headers import cell_meanings
from tests.second_checker.listed import figure_like_entry, mostly_speaks, speaking
from tests.second_checker.model import Place
from tests.second_checker.printed import Printed
from tests.second_checker.row import Row
from tests.second_checker.tables import constant
from tests.second_checker.view import View


class Excuses:
    """The reasons of a statement's unused figures."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._printed = Printed(view)
        self._reasons = {money.place: reason for money, reason in view.statement.excuses}
        self._used = {money.place for money in view.statement.moneys}
        beside = [m for e in view.statement.entries for m in (e.amount, e.balance) if m]
        self._symbols = {symbol_of(money.text) for money in beside}

    def unexcused(self) -> Iterator[Place]:
        """The figures that are passed over."""
        for at, row in self._view.statement.in_section():
            for figure in row.figures:
                place = row.place(figure)
                if place in self._used:
                    continue
                reason = self._reasons.get(place)
                if reason is None or not getattr(self, f"_{reason}")(at, row, figure):
                    yield place

    def _value(self, figure: Figure) -> int:
        return value_of(figure, self._view.statement.exponent)

    def _zone(self, at: int, figure: Figure) -> str | None:
        return self._view.regions.zone_of_figure(at, figure)

    def _agrees(self, at: int, row: Row, figure: Figure) -> bool:
        if at in self._view.statement.entry_rows:
            return False
        if self._view.regions.first_date_in_zone(at) and not mostly_speaks(row):
            return False
        value = self._value(figure)
        labels = self._labels(at, row, figure) & speaking()
        if any(value in self._printed.values(label, at) for label in labels):
            return True
        alone = len(row.figures) == 1 and self._zone(at, figure) == "balance"
        there = self._printed.there(at)
        return alone and there is not None and abs(there) == value

    def _labels(self, at: int, row: Row, figure: Figure) -> set[str]:
        said = [p for p in row.of("labels") if p.last < figure.first or len(row.figures) == 1]
        found = {meaning for phrase in said for meaning in phrase.of("labels")}
        found |= {
            fact.label
            for fact in self._view.layout.facts
            if fact.at == at and fact.figure.first == figure.first
        }
        own = range(figure.first, figure.last + 1)
        others = tuple(token for n, token in enumerate(row.tokens) if n not in own)
        if others and "balance" in cell_meanings(others):
            found.add("balance_on")
        return found

    def _skipped(self, at: int, row: Row, figure: Figure) -> bool:
        return at in self._view.regions.skipped and figure in row.figures

    def _zero(self, at: int, row: Row, figure: Figure) -> bool:
        on_entry = at in self._view.statement.entry_rows and figure in row.figures
        return on_entry and figure.text.digits == 0 and self._zone(at, figure) != "balance"

    def _foreign(self, at: int, row: Row, figure: Figure) -> bool:
        symbol = symbol_of(figure.text)
        if symbol is None or symbol in self._symbols or figure not in row.figures:
            return False
        return self._zone(at, figure) is None or at not in self._view.statement.entry_rows

    def _text(self, at: int, row: Row, figure: Figure) -> bool:
        regions = self._view.regions
        if self._zone(at, figure) is not None or at not in regions.in_tables:
            return False
        money = constant("zones", "MONEY")
        lefts = [z[0] for role, z in regions.zones_of(row.page).items() if role in money]
        left = all(figure.middle < x0 for x0 in lefts)
        return left or at not in self._view.statement.entry_rows

    def _outside(self, at: int, row: Row, figure: Figure) -> bool:
        if at in self._view.regions.in_tables:
            return False
        return mostly_speaks(row) or not figure_like_entry(self._view, at, figure)
