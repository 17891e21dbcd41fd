"""A statement with all that its checks ask of it, each found once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tests.second_checker.calendar import Calendar
from tests.second_checker.currency import Currency, currency_of
from tests.second_checker.kind import Kind, kind_of
from tests.second_checker.labelled import Fact
from tests.second_checker.layout import Layout
from tests.second_checker.model import Convention
from tests.second_checker.number import Number, number_of
from tests.second_checker.period import Period, period_of
from tests.second_checker.regions import Regions
from tests.second_checker.row import Row
from tests.second_checker.signs import Signed
from tests.second_checker.statement import Statement


@dataclass(frozen=True)
class View:
    """What a witness says of a document, and the rules' words for it."""

    statement: Statement
    layout: Layout

    @property
    def convention(self) -> Convention:
        return self.statement.convention

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.statement.rows

    @cached_property
    def regions(self) -> Regions:
        return Regions(self.statement, self.layout)

    @cached_property
    def signed(self) -> Signed:
        return Signed(self.regions)

    @cached_property
    def kind(self) -> Kind:
        return kind_of(self.regions)

    @cached_property
    def period(self) -> Period:
        return period_of(self.regions)

    @cached_property
    def calendar(self) -> Calendar:
        return Calendar(self.regions, self.period.span or self.period.read)

    @cached_property
    def currency(self) -> Currency:
        from tests.second_checker.day_order import told_orders
        from tests.second_checker.ends import prints_of_ends  # which asks the view in its turn

        return currency_of(self.regions, self.layout, told_orders(self), prints_of_ends(self))

    @cached_property
    def number(self) -> Number:
        return number_of(self.regions, self.kind.fact)

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The labelled figures of the section."""
        return tuple(f for f in self.layout.facts if f.at in self.statement.section)

    @cached_property
    def sure_facts(self) -> tuple[Fact, ...]:
        """Those that must agree with the statement."""
        exponent = self.statement.exponent
        return tuple(
            fact
            for fact in self.facts
            if fact.sure
            and fact.at not in self.regions.skipped
            and (not fact.figure.text.weak or fact.figure.text.symbol or exponent == 0)
        )
