"""The shapes of one statement as a page shows it, and as the API may give it."""

import datetime
from dataclasses import dataclass
from decimal import Decimal

from app.shapes.decisions import ChangeShape
from app.shapes.differences import FoundShape, NearShape, ReviewedDifferenceShape
from app.shapes.review import NoteShape, PairedLineShape
from app.shapes.writing import JsonShape
from db.words import EntryState, Verdict
from pipeline.proof import Check


class TabShape(JsonShape):
    """One of the statements of an import, to choose from; ``number`` counts from 1, ``state`` is
    its verdict, or that it is proven and only its account is not known."""

    number: int
    account: str
    period_start: datetime.date | None
    period_end: datetime.date | None
    state: str
    differences: int


class ProposedShape(JsonShape):
    """A change that waits for a yes: its ``number`` among those that are accepted together, and
    what it adds to the ledger's balance, in minor units."""

    number: int
    effect: int
    change: ChangeShape


class DifferenceRowShape(JsonShape):
    """A difference, and the change that would mend it, where one is proposed."""

    difference: ReviewedDifferenceShape
    proposed: ProposedShape | None


class DifferencesShape(JsonShape):
    """Some of the differences, by day: ``kinds`` counts all by kind, ``kind`` is the one that is
    shown (None: all), ``total`` how many are of it, and ``start`` the first shown, from 1."""

    kinds: dict[str, int]
    kind: str | None
    total: int
    start: int
    rows: tuple[DifferenceRowShape, ...]


class StatementOfferShape(JsonShape):
    """What a yes would change for this statement. ``seen`` goes back with the decision.

    ``besides`` belong to no difference, such as a new account. ``beyond`` are the numbers of those
    whose differences are not among the rows shown, or of what is ticked of them, and
    ``beyond_effect`` what they come to. ``moved``: the ledger is not what they were proposed for,
    so none is shown until they are made again. ``waits``: this statement's turn comes when an
    earlier one of its account is decided. ``proposals`` are the ids of what a no is about.
    ``ticked``: all is ticked until a person says otherwise; of a page that is not read for certain
    nothing is."""

    seen: str
    moved: bool
    waits: bool
    proposals: tuple[int, ...]
    ticked: bool
    changes: int
    besides: tuple[ProposedShape, ...]
    beyond: tuple[int, ...]
    beyond_ticked: bool
    beyond_effect: int


class FiguresShape(JsonShape):
    """The bar of figures: what the page adds up to, and the ledger's balance on its last day.

    ``balances`` is how many running balances the page prints; ``left`` how far the ledger is from
    the page, None where that is not known."""

    exponent: int
    currency: str | None
    opening: Decimal | None
    lines: int
    balances: int
    moved: Decimal
    closing: Decimal | None
    ledger: Decimal | None
    left: Decimal | None

    @property
    def adds_up(self) -> bool:
        return None not in (self.opening, self.closing) and (
            (self.opening or 0) + self.moved == self.closing
        )

    @property
    def contradicts(self) -> bool:
        return None not in (self.opening, self.closing) and not self.adds_up


class PairedEntryShape(JsonShape):
    """An entry of the ledger; ``import_id`` and ``file`` name the document that it was accepted
    from, None where a person keeps it."""

    id: int
    account_id: int
    day: datetime.date
    amount: Decimal
    description: str
    state: EntryState
    import_id: int | None
    file: str | None


class LinesShape(JsonShape):
    """Some of the statement's lines, from the ``start``-th on, of ``total``."""

    total: int
    start: int
    lines: tuple[PairedLineShape, ...]
    notes: tuple[NoteShape, ...]


@dataclass(frozen=True, slots=True)
class OwnRow:
    """A line or an entry of what is looked at, by the number that a resolution names it with."""

    number: int
    row: PairedLineShape | PairedEntryShape


class SelectedShape(JsonShape):
    """What is looked at: a difference, or a line that is paired; with its entries, its lines and
    what else it may be; ``found`` is what a person looked for. ``seen`` goes back with a
    resolution."""

    row: DifferenceRowShape | None
    lines: tuple[PairedLineShape, ...]
    entries: tuple[PairedEntryShape, ...]
    counterpart: PairedEntryShape | None
    near: tuple[NearShape, ...]
    seen: str
    found: FoundShape | None = None

    @property
    def own_lines(self) -> tuple[OwnRow, ...]:
        return tuple(OwnRow(line.ordinal, line) for line in self.lines)

    @property
    def own_entries(self) -> tuple[OwnRow, ...]:
        return tuple(OwnRow(entry.id, entry) for entry in self.entries)

    @property
    def page(self) -> int | None:
        return self.lines[0].page if self.lines else None


class AskedModelShape(JsonShape):
    """Which model was asked about the statement, what that cost, and what it did step by step."""

    model: str
    turns: int
    tokens_in: int
    tokens_out: int
    cost: Decimal | None
    steps: tuple[str, ...]


class AfterShape(JsonShape):
    """What would follow from a decision, as the code that decides says in a dry run.

    ``left`` is how far the ledger would be from the page, ``open`` how many differences would be
    left, ``locks`` whether the period would be locked; ``made`` is what would be changed."""

    made: tuple[ChangeShape, ...]
    verdict: Verdict
    left: Decimal | None
    open: int
    locks: bool
    period_start: datetime.date | None
    period_end: datetime.date | None

    @property
    def changes(self) -> int:
        return len(self.made)


def check_of(checks: tuple[Check, ...], name: str) -> Check | None:
    return next((each for each in checks if each.name == name), None)
