"""What a model is shown of a statement's differences: short rows, and no whole account number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from db.money import to_decimal_string
from db.views import Entry
from pipeline.account.comparison import Comparison
from pipeline.drafts import Line, StatementDraft
from pipeline.matching.shapes import Difference, DifferenceKind
from pipeline.opinion.known_by import Rows
from pipeline.opinion.near import Near, lines_beside
from tools.account_numbers import without_numbers
from tools.jsontext import compact

#: So much is asked at once: what one reply has room for, and a few thousand tokens hold.
MOST_DIFFERENCES: Final = 24
_ROOM: Final = 4_800  # bytes of rows
_MOST_TEXT: Final = 60
_MASK: Final = 4


@dataclass(frozen=True, slots=True)
class Question:
    """The differences that are asked about, numbered from 1 in this order, with all rows that are
    shown of them; ``values`` is every value in ``text``."""

    differences: tuple[Difference, ...]
    rows: Rows
    account_id: int
    text: str = field(repr=False)
    values: tuple[str, ...] = field(repr=False)


def foremost(differences: Sequence[Difference]) -> list[Difference]:
    """As many as one question may hold: those first among which only words can choose."""
    ordered = sorted(differences, key=lambda each: each.kind is not DifferenceKind.AMBIGUOUS)
    return ordered[:MOST_DIFFERENCES]


def question(
    draft: StatementDraft, comparison: Comparison, asked: Sequence[Difference], near: Near
) -> Question | None:
    """The question about these differences, as far as there is room; None if there is for none."""
    sheet = _Sheet(draft.exponent)
    by_ordinal = {line.ordinal: line for line in draft.lines}
    held = [
        (each, beside)
        for each, beside in zip(asked, near.beside, strict=True)
        if near.own.keys() >= set(each.entries)
        and sheet.add([by_ordinal[n] for n in each.lines], [near.own[n] for n in each.entries])
    ]
    sheet.add_beside(held, draft.lines)
    found = tuple(each for each, _ in held)
    if not found:
        return None
    block = _block(draft, comparison, found, sheet, near.names)
    return Question(
        found,
        Rows(sheet.lines, sheet.entries),
        comparison.side.account_id,
        compact(block),
        tuple(_leaves(block)),
    )


@dataclass(slots=True)
class _Sheet:
    """The rows that are shown, while there is room for more."""

    exponent: int
    room: int = _ROOM
    lines: dict[int, Line] = field(default_factory=dict)
    entries: dict[int, Entry] = field(default_factory=dict)

    def add(self, lines: Iterable[Line], entries: Iterable[Entry]) -> bool:
        """Show all of these besides, or none if there is no room for them."""
        new_lines = {e.ordinal: e for e in lines if e.ordinal not in self.lines}
        new_entries = {e.id: e for e in entries if e.id not in self.entries}
        rows = [*map(self.line, new_lines.values()), *map(self.entry, new_entries.values())]
        size = sum(len(compact(row).encode()) + 1 for row in rows)
        if size > self.room:
            return False
        self.room -= size
        self.lines.update(new_lines)
        self.entries.update(new_entries)
        return True

    def add_beside(
        self, held: Sequence[tuple[Difference, Sequence[Entry]]], lines: Sequence[Line]
    ) -> None:
        """Show what stands beside these differences, entries first, as far as there is room."""
        for _, beside in held:
            for entry in beside:
                self.add((), [entry])
        for each, _ in held:
            for line in lines_beside(each, lines):
                self.add([line], ())

    def line(self, line: Line) -> list[Any]:
        return [line.ordinal, str(line.date or ""), *self._said(line.amount, line.description)]

    def entry(self, entry: Entry) -> list[Any]:
        said = self._said(entry.amount_minor, entry.description)
        return [entry.id, str(entry.booked_on), *said]

    def _said(self, amount: int, description: str) -> tuple[str, str]:
        text = without_numbers(" ".join(description.split()))[:_MOST_TEXT]
        return to_decimal_string(amount, self.exponent), text


def _block(
    draft: StatementDraft,
    comparison: Comparison,
    asked: Sequence[Difference],
    sheet: _Sheet,
    names: Mapping[int, tuple[str, str | None]],
) -> dict[str, Any]:
    own = comparison.side.account_id
    elsewhere: dict[str, list[Any]] = {}
    for entry in sheet.entries.values():
        if entry.account_id != own:
            name = _named(*names[entry.account_id])
            elsewhere.setdefault(name, []).append(sheet.entry(entry))
    here = [each for each in sheet.entries.values() if each.account_id == own]
    block = {
        "account": _named(comparison.side.name, comparison.side.mask),
        "currency": comparison.side.currency,
        "period": [str(draft.period_start), str(draft.period_end)],
        "differences": [
            [n, each.kind.value, each.reason.value, list(each.lines), list(each.entries)]
            for n, each in enumerate(asked, start=1)
        ],
        "lines": [sheet.line(sheet.lines[n]) for n in sorted(sheet.lines)],
        "entries": [sheet.entry(each) for each in here],
    }
    return block | {"entries_of_other_accounts": elsewhere} if elsewhere else block


def _named(name: str, mask: str | None) -> str:
    digits = f" *{mask[-_MASK:]}" if mask else ""
    return without_numbers(name)[:_MOST_TEXT] + digits


def _leaves(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for name, each in value.items():
            yield name
            yield from _leaves(each)
    elif isinstance(value, list):
        for each in value:
            yield from _leaves(each)
    else:
        yield str(value)
