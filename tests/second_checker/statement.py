"""A statement as a witness has it read: what all obligations are held against."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tests.second_checker.entries import Entry, Money, Reader, hold_together, places_of
from tests.second_checker.model import Convention, Refused, Witness
from tests.second_checker.row import Row
from tests.second_checker.sheet import Document


@dataclass(frozen=True)
class Statement:
    """The rows of the document, and what the witness names on them."""

    document: Document
    witness: Witness
    rows: tuple[Row, ...]
    entries: tuple[Entry, ...]
    opening: Money | None
    closing: Money | None
    excuses: tuple[tuple[Money, str], ...]

    @property
    def convention(self) -> Convention:
        return self.witness.convention

    @property
    def exponent(self) -> int:
        return self.witness.convention.exponent

    @property
    def start(self) -> int:
        return self.witness.start

    @property
    def stop(self) -> int:
        return self.witness.stop

    @property
    def section(self) -> range:
        """The numbers of the section's rows."""
        return range(self.start, self.stop)

    def in_section(self) -> Iterator[tuple[int, Row]]:
        for at in self.section:
            yield at, self.rows[at]

    @cached_property
    def moneys(self) -> tuple[Money, ...]:
        """Every figure that the witness uses."""
        ends = (self.opening, self.closing)
        beside = ((entry.amount, entry.balance) for entry in self.entries)
        return tuple(m for group in (ends, *beside) for m in group if m is not None)

    @cached_property
    def told_rows(self) -> frozenset[int]:
        """These, and the rows on which their texts stand."""
        places = [place for entry in self.entries for place in entry.witness.text]
        texts = {(place.page, word) for place in places for word in place.words}
        return self.entry_rows | {
            at
            for at, row in enumerate(self.rows)
            if any((row.page, token.word) in texts for token in row.tokens)
        }

    @cached_property
    def entry_rows(self) -> frozenset[int]:
        """The rows on which the entries' amounts stand."""
        return frozenset(entry.at for entry in self.entries)


def statement_of(document: Document, witness: Witness) -> Statement:
    """The statement that a witness speaks of. Raises Refused."""
    convention = witness.convention
    if convention.exponent not in range(5) or {convention.base, convention.balance_base} - {1, -1}:
        raise Refused("a convention that is none")
    rows = document.rows(convention.style)
    if not 0 <= witness.start < witness.stop <= len(rows):
        raise Refused(f"there are no rows {witness.start} to {witness.stop}")
    reader = Reader(document.pages, rows, convention.exponent)
    entries = tuple(reader.entry(row) for row in witness.rows)
    opening = reader.money(witness.opening) if witness.opening else None
    closing = reader.money(witness.closing) if witness.closing else None
    hold_together(witness, entries, reader)
    excuses = tuple((reader.money(e.figure), e.reason) for e in witness.excused)
    found = Statement(document, witness, rows, entries, opening, closing, excuses)
    _hold_section(found, reader)
    _hold_excuses(found)
    return found


def _hold_section(found: Statement, reader: Reader) -> None:
    places = [place for entry in found.entries for place in places_of(entry.witness)]
    places += [money.place for money in (found.opening, found.closing) if money]
    places += [money.place for money, _ in found.excuses]
    if any(reader.row_of(place) not in found.section for place in places):
        raise Refused("a word stands outside the section")


def _hold_excuses(found: Statement) -> None:
    excused = [money.place for money, _ in found.excuses]
    used = {money.place for money in found.moneys}
    if len(set(excused)) != len(excused) or used & set(excused):
        raise Refused("an excuse names words that need none")
