"""Does a reading tie out: opening plus amounts against every balance and total that is printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.proof.labelled import Fact
from pipeline.proof.parse.dates import PrintedDate
from pipeline.proof.witness import Signs
from pipeline.reading.conventions import Convention, turned
from pipeline.reading.items import Item, Kind
from pipeline.reading.steps import Scale, Step, signed_balance, signed_by_balance, steps_of

OPENINGS = frozenset({"opening", "balance_on"})
CLOSINGS = frozenset({"closing", "balance_on", "due"})


@dataclass(frozen=True, slots=True)
class Printed:
    """A balance printed apart from the entries' own: its value, its row and its word there.

    ``day`` (year, month, day) is the date beside its label, where that is certain.
    """

    value: int
    row: int
    meaning: str
    word: int = -1
    day: tuple[int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Tie:
    """How one reading ties out.

    ``links`` counts printed balances that the amounts lead to, ``breaks`` those they do not, and
    ``misprints`` single ones that all others contradict. ``closes`` says that opening + Σ amounts
    is a printed closing balance; ``left_over`` steps behind it do not chain on.
    """

    convention: Convention
    steps: tuple[Step, ...]
    opening: Printed | None
    closing: Printed | None
    links: int
    breaks: int
    misprints: tuple[Step, ...]
    closes: bool
    left_over: int
    named: bool

    @property
    def amounts(self) -> tuple[int, ...]:
        """The signed amounts of the entries, oldest first."""
        return tuple(step.amount for step in self.steps if step.amount is not None)

    @property
    def rows(self) -> dict[int, int]:
        """The signed amount of each entry, zeros aside, by the row it stands on."""
        return {s.item.index: s.amount for s in self.steps if s.amount}

    @property
    def holds(self) -> bool:
        """Whether the statement closes and its printed balances agree but for lone misprints."""
        return self.closes and not self.breaks and 4 * len(self.misprints) <= self.links

    @property
    def explained(self) -> int:
        """The score: printed figures that the reading explains, less those it contradicts."""
        return (
            (1000 if self.holds else 30) * self.closes
            + 10 * self.links
            - 15 * (self.breaks + len(self.misprints))
            + len(self.rows)
            + 3 * self.named
            - 40 * (self.left_over > 0)
        )


def turned_tie(tie: Tie) -> Tie:
    """The same rows with every sign turned round; arithmetic holds as before."""
    return replace(
        tie,
        convention=turned(tie.convention),
        steps=tuple(Step(s.item, _minus(s.amount), _minus(s.balance)) for s in tie.steps),
        opening=tie.opening and replace(tie.opening, value=-tie.opening.value),
        closing=tie.closing and replace(tie.closing, value=-tie.closing.value),
    )


def _minus(value: int | None) -> int | None:
    return None if value is None else -value


def best_tie(
    items: Sequence[Item], facts: Sequence[Fact], convention: Convention, scale: Scale, named: bool
) -> Tie:
    """The opening and closing under which this convention explains most."""
    steps = steps_of(items, convention, scale)
    openings, closings = printed_balances(steps, facts, convention, scale, named)
    closings = _unique([*closings, *_total_balances(items, convention, scale)])
    steps = _between(steps)
    best: Tie | None = None
    for opening in [*openings, None]:
        tie = _tie(steps, opening, closings, convention, named)
        if best is None or tie.explained > best.explained:
            best = tie
        if best.holds:
            break
    assert best is not None
    return best


def _total_balances(items: Sequence[Item], convention: Convention, scale: Scale) -> list[Printed]:
    """Balances that a total row prints under the balance column, or under the amounts.

    The total of a column of amounts is a balance if the opening balance stands in that column.
    """
    column = convention.roles.balance
    if column is None and any(
        item.kind is Kind.ANCHOR and "opening" in item.labels
        for item in items
        if convention.roles.amount in item.cells
    ):
        column = convention.roles.amount
    return [
        Printed(
            signed_balance(item.cells[column], convention.balance_base, scale), item.index, "total"
        )
        for item in items
        if item.kind is Kind.TOTAL and column is not None and column in item.cells
    ]


def _between(steps: Sequence[Step]) -> list[Step]:
    """Without the lone balances before the first entry and behind the last: those are ends."""
    entries = [index for index, step in enumerate(steps) if step.amount is not None]
    return list(steps[entries[0] : entries[-1] + 1]) if entries else list(steps)


def printed_balances(
    steps: Sequence[Step],
    facts: Sequence[Fact],
    convention: Convention,
    scale: Scale,
    named: bool,
) -> tuple[list[Printed], list[Printed]]:
    """Candidates for opening and closing, each value once.

    A row with nothing but a balance counts if its words say opening or closing, or if the header
    names the column it stands in.
    """
    entries = [i for i, step in enumerate(steps) if step.amount is not None]
    openings: list[Printed] = []
    closings: list[Printed] = []
    for index, step in enumerate(steps):
        bare = named and step.amount is None and len(step.item.cells) == 1
        lone = step.item.kind is Kind.ANCHOR or bare
        if lone and step.balance is not None and entries:
            printed = Printed(step.balance, step.item.index, "row")
            if index < entries[0] and not _only(step, "closing"):
                openings.append(printed)
            if index > entries[-1] and not _only(step, "opening"):
                closings.append(printed)
            if convention.newest_first or convention.roles.balance is None:
                # Printed newest first the ends change places; the labels still say which is which.
                if _only(step, "opening"):
                    openings.append(printed)
                if _only(step, "closing"):
                    closings.append(printed)
    for fact in facts:
        printed = Printed(
            signed_balance(fact.figure, convention.balance_base, scale),
            fact.row,
            fact.meaning,
            fact.figure.first,
            _certain(fact.day),
        )
        if fact.meaning in OPENINGS:
            openings.append(printed)
        if fact.meaning in CLOSINGS:
            closings.append(printed)
    return _unique(openings), _unique(closings)


def _only(step: Step, meaning: str) -> bool:
    """Whether a lone balance's words say opening, or closing, and not the other."""
    return step.item.labels & {"opening", "closing"} == {meaning}


def _unique(candidates: Sequence[Printed]) -> list[Printed]:
    seen: dict[int, Printed] = {}
    for printed in candidates:
        seen.setdefault(printed.value, printed)
    return list(seen.values())


def _tie(
    steps: Sequence[Step],
    opening: Printed | None,
    closings: Sequence[Printed],
    convention: Convention,
    named: bool,
) -> Tie:
    if convention.signs is Signs.BALANCE:
        steps = signed_by_balance(steps, opening.value if opening else None)
    chain = Chain(opening.value if opening else None)
    ends = {printed.value: printed for printed in closings}
    stop: tuple[int, int, Printed] | None = None
    for index, step in enumerate(steps):
        chain.take(step)
        whole = opening and chain.entries and not chain.breaks and step.balance is not None
        if whole and chain.running in ends and step.balance == chain.running:
            stop = (index + 1, chain.links, ends[chain.running])
    closing = ends.get(chain.running) if chain.running is not None and chain.entries else None
    if closing and opening and in_order(opening, closing):
        return Tie(
            convention, tuple(steps), opening, closing, chain.links, chain.breaks,
            tuple(chain.misprints), True, 0, named,
        )  # fmt: skip
    if stop and any(step.amount is not None for step in steps[stop[0] :]) and stop[1] > 1:
        again = Chain(opening.value if opening else None)
        for step in steps[: stop[0]]:
            again.take(step)
        return Tie(
            convention, tuple(steps[: stop[0]]), opening, stop[2], again.links, again.breaks,
            tuple(again.misprints), True, len(steps) - stop[0], named,
        )  # fmt: skip
    return Tie(
        convention, tuple(steps), opening, closing, chain.links, chain.breaks,
        tuple(chain.misprints), False, 0, named,
    )  # fmt: skip


def in_order(opening: Printed, closing: Printed) -> bool:
    """Two figures, and the opening's date, if both print one, not after the closing's."""
    words = {opening.word, closing.word}
    # A balance read off its row (word -1) may be the very figure that its label names.
    lone = len(words) == 1 or (-1 in words and abs(opening.value) == abs(closing.value))
    if closing.row == opening.row and lone:
        return False
    return not (opening.day and closing.day) or opening.day <= closing.day


def _certain(day: PrintedDate | None) -> tuple[int, int, int] | None:
    if day is None or day.year is None or not day.sure:
        return None
    return day.year, day.month, day.day


class Chain:
    """The running balance from row to row.

    A printed balance that disagrees while the next one agrees again with the amounts alone is a
    misprint; one from which the chain goes on is a break.
    """

    def __init__(self, opening: int | None) -> None:
        self.running = opening
        self.links = self.breaks = self.entries = 0
        self.misprints: list[Step] = []
        self._other: int | None = None
        self._doubted: Step | None = None

    def take(self, step: Step) -> None:
        """Adds the step's amount and holds its printed balance against the chain."""
        if step.amount is not None:
            self.entries += 1
            self.running = None if self.running is None else self.running + step.amount
            self._other = None if self._other is None else self._other + step.amount
        if step.balance is not None:
            self._compare(step, step.balance)

    def _compare(self, step: Step, balance: int) -> None:
        if self.running is None:
            self.running = balance
        elif balance == self.running:
            self.links += 1
            if self._doubted is not None:
                self.misprints.append(self._doubted)
                self.breaks -= 1
            self._other = self._doubted = None
        elif balance == self._other:
            self.links += 1
            self.running, self._other, self._doubted = balance, None, None
        else:
            self.breaks += 1
            if self._doubted is not None:
                self.running = self._other
            self._other, self._doubted = balance, step
