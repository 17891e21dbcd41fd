"""What a model is shown of a statement's differences: short rows, and no whole account number."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from db.ledger.queries import entries_of, entries_with_amounts
from db.ledger.views import Entry
from db.models import Account
from db.money import to_decimal_string
from pipeline.account.comparison import Comparison
from pipeline.drafts import Line, StatementDraft
from pipeline.matching.shapes import Difference, DifferenceKind
from tools.ledger.workspace import without_numbers
from tools.loop.json_text import compact


@dataclass(frozen=True, slots=True)
class Rows:
    """The lines of a statement by their ordinals, and entries of the ledger by their ids."""

    lines: Mapping[int, Line]
    entries: Mapping[int, Entry]

    def digest_of(self, lines: Iterable[int], entries: Iterable[int]) -> str:
        """Identifies exactly what these rows say now, or that they are gone."""
        said = (
            [_line(n, self.lines.get(n)) for n in sorted(set(lines))],
            [_entry(n, self.entries.get(n)) for n in sorted(set(entries))],
        )
        return hashlib.sha256(repr(said).encode()).hexdigest()

    def digest_about(self, difference: Difference) -> str:
        """Identifies the difference: its kind, and what its rows say. Its reason is no part of it,
        for that a transfer has another half is found out only when it is shown."""
        rows = self.digest_of(difference.lines, difference.entries)
        return hashlib.sha256(f"{difference.kind} {rows}".encode()).hexdigest()


def _line(ordinal: int, line: Line | None) -> object:
    said = (str(line.date), line.amount, line.description) if line else None
    return ordinal, said


def _entry(number: int, entry: Entry | None) -> object:
    said = entry and (
        entry.account_id, str(entry.booked_on), entry.amount_minor, entry.description
    )  # fmt: skip
    return number, said


#: So much is asked at once: what one reply has room for, and a few thousand tokens hold.
MOST_DIFFERENCES: Final = 24
_ROOM: Final = 4_800  # bytes of rows
_MOST_TEXT: Final = 60
_MASK: Final = 4


@dataclass(frozen=True, slots=True)
class OpinionQuestion:
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
    draft: StatementDraft, comparison: Comparison, asked: Sequence[Difference], near: "Near"
) -> OpinionQuestion | None:
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
    return OpinionQuestion(
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
        """Show all of these as well, or none if there is no room for them."""
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
        """Show what is beside these differences, entries first, as far as there is room."""
        for _, beside in held:
            for entry in beside:
                self.add((), [entry])
        for each, _ in held:
            # The statement's other lines of the same amount, and those before and after each of its
            # own, which often say what it is.
            own = set(each.lines)
            others = [line for line in lines if line.ordinal not in own]
            alike = [line for line in others if abs(line.amount) == abs(_amount(each))]
            next_to = [line for line in others if {line.ordinal - 1, line.ordinal + 1} & own]
            found = {line.ordinal: line for line in [*alike[:MOST_NEAR], *next_to]}
            for line in list(found.values()):
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


#: So many entries, and so many lines, of the same amount are looked at beside each difference.
MOST_NEAR: Final = 3
_REACH: Final = timedelta(days=31)


@dataclass(frozen=True, slots=True)
class Near:
    """The entries that the differences are about, and for each difference those near it, the
    nearest first. ``names`` are the names and digits of the accounts that any of them is in."""

    own: Mapping[int, Entry]
    beside: Sequence[Sequence[Entry]]
    names: Mapping[int, tuple[str, str | None]]


def near(
    session: Session,
    differences: Sequence[Difference],
    account_id: int,
    currency: str,
    scope: Collection[int],
) -> Near:
    """Look for them in the accounts of the same currency that the import may see."""
    named = {number for each in differences for number in each.entries}
    own = {entry.id: entry for entry in entries_of(session, named)}
    accounts = {
        row.id: (row.name, row.mask)
        for row in session.execute(
            select(Account.id, Account.name, Account.mask).where(Account.currency == currency)
        )
        if row.id in scope or row.id == account_id
    }
    found = _alike(session, differences, accounts)
    beside = [
        _nearest(each, [e for e in found if e.id not in own and _is_near(each, e, account_id)])
        for each in differences
    ]
    return Near(own, beside, accounts)


def _alike(
    session: Session, differences: Sequence[Difference], accounts: Collection[int]
) -> list[Entry]:
    amounts = {_amount(each) for each in differences if _is_lone(each)}
    days = [each.date for each in differences if each.date is not None]
    if not amounts or not days:
        return []
    both = amounts | {-amount for amount in amounts}
    return entries_with_amounts(session, accounts, both, min(days) - _REACH, max(days) + _REACH)


def _is_lone(difference: Difference) -> bool:
    """Whether only the statement, or only the ledger, has it."""
    return not (difference.lines and difference.entries)


def _amount(difference: Difference) -> int:
    stated = difference.found if difference.expected is None else difference.expected
    return stated or 0


def _is_near(difference: Difference, entry: Entry, account_id: int) -> bool:
    if not _is_lone(difference) or difference.date is None:
        return False
    if abs(entry.booked_on - difference.date) > _REACH:
        return False
    if entry.account_id == account_id:
        return entry.amount_minor == _amount(difference)
    # What another account's own statement has is its own, unless it is a transfer's other half.
    taken = entry.paired_with is not None
    same = entry.amount_minor == _amount(difference) and not taken
    return same or entry.amount_minor == -_amount(difference)


def _nearest(difference: Difference, found: Sequence[Entry]) -> list[Entry]:
    day = difference.date or date.min
    return sorted(found, key=lambda e: (abs(e.booked_on - day), e.id))[:MOST_NEAR]
