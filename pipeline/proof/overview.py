"""Lists of all accounts: what they give as this account's balance is its own, elsewhere as here."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.proof.account_lists import named_end, runs_of_digits
from pipeline.proof.entries import Offered
from pipeline.proof.labelled import Fact
from pipeline.proof.number import printed_number
from pipeline.proof.parse.figures import Figure
from pipeline.proof.scope import above
from pipeline.proof.sums import Sums
from pipeline.proof.zones import Zones

_ENDS = frozenset({"opening", "closing"})


class Overview:
    """The rows of the document that give a balance beside the number of an account."""

    def __init__(self, offered: Offered) -> None:
        self._offered = offered
        self._number = printed_number(above(offered))
        self._listed = list(self._rows_of_the_number())
        self._pages = {offered.lexed.rows[index].page for index in self._listed}

    def speaks_of_another(self, fact: Fact) -> bool:
        """Whether a labelled figure stands beside the number of another account, in a list that
        names this one as well, and in which a row above says what it is."""
        row = self._offered.lexed.rows[fact.row]
        if fact.meaning not in _ENDS or row.phrases("labels", fact.meaning):
            return False
        if row.page not in self._pages:
            return False
        numbers = runs_of_digits(row)
        return bool(numbers) and not any(map(self._is_own, numbers))

    def _is_own(self, digits: str) -> bool:
        return digits.endswith(self._number or "")

    def _rows_of_the_number(self) -> Iterator[int]:
        """The rows that give a balance beside this account's number."""
        lexed = self._offered.lexed
        for index in lexed.rows_naming(self._number) if self._number else ():
            if any(map(self._is_own, runs_of_digits(lexed.rows[index]))):
                yield index

    def contradictions(self, sums: Sums, zones: Zones) -> Iterator[str]:
        """Balances beside this account's number that are none of its own."""
        rows = self._offered.lexed.rows
        for index in self._listed:
            if zones.within(index):
                continue
            wrong = (f for f in rows[index].figures if not self._agrees(sums, index, f))
            if next(wrong, None):
                yield f"a list on page {rows[index].page} gives another balance of the account"

    def _agrees(self, sums: Sums, index: int, figure: Figure) -> bool:
        named, by = named_end(self._offered.lexed.rows, index, figure)
        table = self._offered.lexed.header_of(by)
        if figure.weak or not named or (table and table.having("date")):
            return True
        values = {"opening": sums.opening, "closing": sums.closing}
        ends = {abs(value) for end in named if (value := values[end]) is not None}
        return self._value(figure) in ends

    def _value(self, figure: Figure) -> int | None:
        """In minor units; None for a figure with more decimals than the statement's."""
        decimals = self._offered.witness.convention.exponent
        return self._offered.minor(figure) if figure.decimals <= decimals else None
