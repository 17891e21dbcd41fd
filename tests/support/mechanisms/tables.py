"""The tables of accounts: a column for each side, or one with signs, ends above and below."""

from __future__ import annotations

from dataclasses import dataclass

from tests.support.mechanisms.accounts import Account, Leaves, Style, left, right


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """How a bank prints an account's rows: its headings from left to right, and its ends' labels.

    With five headings money out and in have a column each; without a balance heading no running
    balance is printed.
    """

    style: Style
    heads: tuple[str, ...]
    opening: str = ""
    closing: str = ""
    balance: bool = True
    text_at: float = 125.0
    edges: tuple[float, ...] = (395.0, 472.0, 550.0)
    owed: bool = False
    ends_in: int = -1

    def print(self, leaves: Leaves, each: Account) -> None:
        """The header, the ends and the rows."""
        edges = self.edges[-(len(self.heads) - 2) :]
        heads = [right(x, head) for x, head in zip(edges, self.heads[2:], strict=True)]
        leaves.line(left(45, self.heads[0]), left(self.text_at, self.heads[1]), *heads, gap=8)
        self._end(leaves, self.opening, each.opening, edges)
        for entry, balance in zip(each.entries, each.running, strict=True):
            cells = (left(45, self.style.on(entry.date)), left(self.text_at, entry.text))
            self._row(leaves, entry.amount, balance, edges, cells)
        self._end(leaves, self.closing, each.closing, edges)

    def said(self, minor: int) -> str:
        """A figure in the bank's own sign: what is owed is printed as positive."""
        return self.style.signed(-minor if self.owed else minor)

    def amount(self, minor: int) -> str:
        """An amount as its column prints it."""
        sides = len(self.heads) - 2 - self.balance == 2
        return self.style.bare(minor) if sides else self.said(minor)

    def _row(
        self,
        leaves: Leaves,
        amount: int,
        balance: int,
        edges: tuple[float, ...],
        cells: tuple[tuple[float, str], ...],
    ) -> None:
        money = edges[:-1] if self.balance else edges
        x = money[0] if amount < 0 else money[-1]
        beside = [right(edges[-1], self.said(balance))] if self.balance else []
        leaves.line(*cells, right(x, self.amount(amount)), *beside)

    def _end(self, leaves: Leaves, label: str, value: int, edges: tuple[float, ...]) -> None:
        if label:
            leaves.line(left(self.text_at, label), right(edges[self.ends_in], self.said(value)))
