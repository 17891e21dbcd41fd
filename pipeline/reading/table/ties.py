"""Checks whether a reading ties out: opening plus amounts against every printed balance."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

from pipeline.reading.lexing.dates import PrintedDate
from pipeline.reading.lexing.labelled import LabelledFigure
from pipeline.reading.table.conventions import Signs, TableConvention, turned
from pipeline.reading.table.items import Item, RowKind
from pipeline.reading.table.steps import Scale, Step, signed_balance, signed_by_balance, steps_of

OPENINGS = frozenset({"opening", "balance_on", "before"})
CLOSINGS = frozenset({"closing", "balance_on", "due", "after"})


class Printed(NamedTuple):
    """A balance printed apart from the entries' own: its value, its row and its word there.

    ``day`` (year, month, day) is the date beside its label, where that is certain.
    """

    value: int
    row: int
    meaning: str
    word: int = -1
    day: tuple[int, int, int] | None = None


class Tie(NamedTuple):
    """How one reading ties out.

    ``links`` counts printed balances that the amounts lead to, ``breaks`` those they do not, and
    ``misprints`` single ones that all others contradict. ``closes`` says that opening + Σ amounts
    is a printed closing balance; ``left_over`` steps behind it do not chain on.
    """

    convention: TableConvention
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
        """The signed amount of each entry, zeros aside, by the row it is on."""
        return {s.item.index: s.amount for s in self.steps if s.amount}

    @property
    def holds(self) -> bool:
        """Whether the statement closes and its printed balances agree except for lone misprints."""
        return self.closes and not self.breaks and 3 * len(self.misprints) <= self.links

    @property
    def goes_on(self) -> bool:
        """Whether a balance that follows is beside every entry, the first one's aside where no
        opening one is printed: ends follow from these, and what has none is no entry."""
        beside = all(s.balance is not None for s in self.steps if s.amount is not None)
        followed = self.links + (self.opening is None) >= len(self.amounts) > 1
        return beside and followed and not self.breaks

    @property
    def explained(self) -> int:
        """The score: printed figures that the reading explains, less those it contradicts."""
        return (
            (1000 if self.holds else 30) * self.closes
            + 10 * self.links
            - 15 * (self.breaks + len(self.misprints))
            + len(self.rows)
            + 3 * self.named
            + 20 * (self.goes_on and not self.closes)
            - 40 * (self.left_over > 0)
        )


def turned_tie(tie: Tie) -> Tie:
    """The same rows with every sign turned round; arithmetic holds as before."""
    return tie._replace(
        convention=turned(tie.convention),
        steps=tuple(Step(s.item, _minus(s.amount), _minus(s.balance)) for s in tie.steps),
        opening=tie.opening and tie.opening._replace(value=-tie.opening.value),
        closing=tie.closing and tie.closing._replace(value=-tie.closing.value),
    )


def _minus(value: int | None) -> int | None:
    return None if value is None else -value


class Readings:
    """One table's readings: what several conventions have in common is read once."""

    def __init__(
        self, items: Sequence[Item], facts: Sequence[LabelledFigure], scale: Scale, *, named: bool
    ) -> None:
        self._items, self._scale, self._named = items, scale, named
        self._labelled = {base: _labelled_ends(facts, base, scale) for base in (1, -1)}
        self._steps: dict[TableConvention, list[Step]] = {}

    def best(self, convention: TableConvention) -> Tie:
        """The opening and closing under which a convention explains most."""
        steps = self._in_time(convention)
        openings, closings = _lone_balances(steps, convention, self._named)
        labelled = self._labelled[convention.balance_base]
        openings = _unique([*openings, *labelled[0]])
        totals = _total_balances(self._items, convention, self._scale)
        closings = _unique([*closings, *labelled[1], *totals])
        # Without the lone balances before the first entry and behind the last: those are ends. Nor
        # is an amount of zero without a day an entry there.
        entries = [i for i, s in enumerate(steps) if s.amount or (s.amount == 0 and s.item.day)]
        steps = steps[entries[0] : entries[-1] + 1] if entries else steps
        best: Tie | None = None
        for own, opening in product(_without_summary(steps), [*openings, None]):
            tie = _tie(own, opening, closings, convention, self._named)
            if opening and opening.meaning in _OPEN and not _is_carried(tie):
                continue
            if best is None or tie.explained > best.explained:
                best = tie
            if best.holds:
                break
        assert best is not None
        return best

    def _in_time(self, convention: TableConvention) -> list[Step]:
        """The steps, oldest first."""
        printed = convention._replace(newest_first=False)
        if printed not in self._steps:
            self._steps[printed] = steps_of(self._items, printed, self._scale)
        steps = self._steps[printed]
        return steps[::-1] if convention.newest_first else steps


#: What is beside nothing but its days, or no word of a balance, may be of any kind.
_OPEN = frozenset({"period", "bare", "before"})


def _is_carried(tie: Tie) -> bool:
    """Whether the amounts lead on from its opening: to the closing, or to a balance beside each."""
    return tie.closes or (not tie.breaks and tie.links == len(tie.amounts) > 1)


def _total_balances(
    items: Sequence[Item], convention: TableConvention, scale: Scale
) -> list[Printed]:
    """Balances that a total row prints under the balance column, or under the amounts.

    The total of a column of amounts is a balance if the opening balance is in that column."""
    column = convention.roles.balance
    if column is None and any(
        item.kind is RowKind.ANCHOR and "opening" in item.labels
        for item in items
        if convention.roles.amount in item.cells
    ):
        column = convention.roles.amount
    return [
        Printed(
            signed_balance(item.cells[column], convention.balance_base, scale), item.index, "total"
        )
        for item in items
        if item.kind is RowKind.TOTAL and column is not None and column in item.cells
    ]


def _without_summary(steps: Sequence[Step]) -> list[Sequence[Step]]:
    """The steps, and those above a summary at the end that begins with the opening balance."""
    opens = (i for i, s in enumerate(steps) if s.amount is None and _end_said(s) == "opening")
    first = next(opens, None)
    if first is None or any(s.item.day or s.amount is None for s in steps[first + 1 :]):
        return [steps]
    return [steps, steps[:first]]


def _labelled_ends(
    facts: Sequence[LabelledFigure], base: int, scale: Scale
) -> tuple[list[Printed], list[Printed]]:
    """Candidates for opening and closing that labels name."""
    openings: list[Printed] = []
    closings: list[Printed] = []
    for fact in facts:
        printed = Printed(
            signed_balance(fact.figure, base, scale),
            fact.row,
            fact.meaning,
            fact.figure.first,
            _certain(fact.day),
        )
        if fact.meaning in OPENINGS:
            openings.append(printed)
        if fact.meaning in CLOSINGS:
            closings.append(printed)
    return openings, closings


def _lone_balances(
    steps: Sequence[Step], convention: TableConvention, named: bool
) -> tuple[list[Printed], list[Printed]]:
    """The rows with nothing but a balance that may be the opening, and those for the closing: if
    their words mean it, or if the header names the column that it is in."""
    entries = [index for index, step in enumerate(steps) if step.amount is not None]
    lone = [(index, step) for index, step in enumerate(steps) if entries and _is_lone(step, named)]
    # Printed newest first the ends change places; the labels still say which is which.
    by_label = convention.newest_first or convention.roles.balance is None
    openings = [
        step for index, step in lone if _may_be("opening", step, index < entries[0], by_label)
    ]
    closings = [
        step for index, step in lone if _may_be("closing", step, index > entries[-1], by_label)
    ]
    # Where a page closes with what it carries forward, the row that says "closing" is the end.
    openings.sort(key=lambda step: _end_said(step) != "opening")
    closings.sort(key=lambda step: _end_said(step) != "closing")
    return _printed_in(openings), _printed_in(closings)


def _may_be(end: str, step: Step, outside: bool, by_label: bool) -> bool:
    """Whether a lone balance may be this end: on that end's side of all entries, or by its words.

    ``by_label`` lets the words alone tell; words that name only the other end always deny it.
    """
    said = _end_said(step)
    return (outside and said in ("", end)) or (by_label and said == end)


def _is_lone(step: Step, named: bool) -> bool:
    """Whether a row prints a balance and no amount, and words or a named column state it."""
    bare = named and step.amount is None and len(step.item.cells) == 1
    return step.balance is not None and (step.item.kind is RowKind.ANCHOR or bare)


def _end_said(step: Step) -> str:
    """Which end a lone balance's words name, "opening" or "closing"; empty for none or both."""
    said = step.item.labels & {"opening", "closing"}
    return next(iter(said)) if len(said) == 1 else ""


def _printed_in(steps: Sequence[Step]) -> list[Printed]:
    return [
        Printed(step.balance, step.item.index, _meaning(step.item))
        for step in steps
        if step.balance is not None
    ]


def _meaning(item: Item) -> str:
    """What is beside a lone balance: words of one, nothing but a period, or neither."""
    return "period" if "period" in item.labels else "row" if item.kind is RowKind.ANCHOR else "bare"


def _unique(candidates: Sequence[Printed]) -> list[Printed]:
    seen: dict[int, Printed] = {}
    for printed in candidates:
        seen.setdefault(printed.value, printed)
    return list(seen.values())


def _tie(
    steps: Sequence[Step],
    opening: Printed | None,
    closings: Sequence[Printed],
    convention: TableConvention,
    named: bool,
) -> Tie:
    """How the steps lead from the opening to a closing, or to one that some steps follow."""
    start = opening.value if opening else None
    if convention.signs is Signs.BALANCE:
        steps = signed_by_balance(steps, start)
    ends = {printed.value: printed for printed in closings}
    chain, stop = _followed(start, steps, ends)
    closing = chain.end_in(ends)

    def tie(chain: "Chain", count: int, closing: Printed | None, *, closes: bool) -> Tie:
        return Tie(
            convention, tuple(steps[:count]), opening, closing, chain.links, chain.breaks,
            tuple(chain.misprints), closes, len(steps) - count, named,
        )  # fmt: skip

    if closing and opening and in_order(opening, closing):
        return tie(chain, len(steps), closing, closes=True)
    if stop and _may_be_left(steps[stop:]):
        early, _ = _followed(start, steps[:stop], ends)
        if early.links > 1 or _closes_at(steps, stop - 1):
            return tie(early, stop, early.end_in(ends), closes=True)
    return tie(chain, len(steps), closing, closes=False)


def _may_be_left(steps: Sequence[Step]) -> bool:
    """Whether steps below a closing balance have amounts, as a further list may, and a day as well
    or no balances: entries with a balance and without a day no one would miss."""
    moving = [step for step in steps if step.amount is not None]
    dated = any(step.item.day for step in moving)
    return dated or (bool(moving) and all(step.balance is None for step in moving))


def _closes_at(steps: Sequence[Step], place: int) -> bool:
    """Whether a step is a balance that its words call the closing one, and nothing below begins
    another statement or has more lines: a summary may be above the table."""
    named = [
        {hit.meaning for hit in step.item.row.phrases("labels", "opening", "closing")}
        if step.amount is None
        else set()
        for step in steps[place:]
    ]
    more = sum(step.amount is not None for step in steps[place:]) > place
    return named[0] == {"closing"} and not more and not any("opening" in each for each in named)


def _followed(
    start: int | None, steps: Sequence[Step], ends: Mapping[int, Printed]
) -> "tuple[Chain, int]":
    """The chain of all steps, and how many of them lead to a printed closing without a break.

    That are the most that do; 0 if none do, or if no opening starts the chain.
    """
    chain, stop = Chain(start), 0
    for count, step in enumerate(steps, 1):
        chain.take(step)
        if start is not None and chain.leads_to(step.balance) and step.balance in ends:
            stop = count
    return chain, stop


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

    def leads_to(self, balance: int | None) -> bool:
        """Whether some amounts lead to a balance, and to all that were printed before it."""
        return balance is not None and self._is_whole and balance == self.running

    @property
    def _is_whole(self) -> bool:
        """Whether there are entries, and no printed balance contradicts them."""
        return bool(self.entries) and not self.breaks

    def end_in(self, ends: Mapping[int, Printed]) -> Printed | None:
        """The printed closing balance that the amounts lead to, of those given by their value."""
        return ends.get(self.running) if self.running is not None and self.entries else None

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
