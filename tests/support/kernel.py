"""Typewritten pages put to the kernel, with a witness that does not change with the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from textwrap import dedent

from pipeline.proof.checks import CheckState
from pipeline.proof.entries import Offered, offered
from pipeline.proof.lexed import LexedPages, place_of
from pipeline.proof.page import PageProof, prove_page
from pipeline.proof.parse.figures import Style
from pipeline.proof.witness import Convention, Place, Section, Side, Signs, Witness, WitnessRow
from pipeline.reading.offer import with_excuses
from tests.support.typewritten import document, only, read

_Change = Callable[[Witness], Witness]


@dataclass(frozen=True, slots=True)
class Held:
    """A proven statement's texts, and the witness that proves it, without excuses."""

    texts: tuple[str, ...]
    witness: Witness

    def with_lines(self, *lines: str) -> PageProof:
        """The same statement with lines below it that no witness speaks of."""
        below = "\n".join((*self.texts[:-1], dedent(self.texts[-1]).strip("\n"), *lines))
        return self.prove(*self.texts[:-1], below) if len(self.texts) > 1 else self.prove(below)

    def printed(self, *changes: tuple[str, str]) -> PageProof:
        """The same statement with words of it replaced by as many others of the same length."""
        texts = self.texts
        for old, new in changes:
            assert any(old in text for text in texts), old
            assert len(old.split()) == len(new.split())
            texts = tuple(text.replace(old, new.ljust(len(old)), 1) for text in texts)
        return self.prove(*texts)

    def with_row(self, begins: str, *lines: str, change: _Change | None = None) -> PageProof:
        """The same statement with other lines instead of the first row that begins so, of which
        the witness says nothing but that it is a text; its words behind them are the same ones."""
        number, at = next(
            (number, at)
            for number, text in enumerate(self.texts)
            for at, line in enumerate(_lines(text))
            if line.strip().startswith(begins)
        )
        old = _lines(self.texts[number])
        first = sum(len(line.split()) for line in old[:at])
        gone = range(first, first + len(old[at].split()))
        more = sum(len(line.split()) for line in lines) - len(gone)

        def moved(place: Place) -> Place | None:
            if place.page != number + 1:
                return place
            if not set(gone).isdisjoint(place.words):
                return None
            words = tuple(word + more if word >= first else word for word in place.words)
            return replace(place, words=words)

        def changed(witness: Witness) -> Witness:
            witness = _with_places(witness, moved)
            return change(witness) if change is not None else witness

        text = "\n".join((*old[:at], *lines, *old[at + 1 :]))
        texts = (*self.texts[:number], text, *self.texts[number + 1 :])
        return self.prove(*texts, change=changed)

    def prove(self, *texts: str, change: _Change | None = None) -> PageProof:
        """Other texts on which the witness's words are the same ones."""
        lexed = LexedPages(document(*texts).pages)
        rows = len(lexed.under(self.witness.convention.style).rows)
        witness = replace(self.witness, section=Section(0, rows))
        if change is not None:
            witness = change(witness)
        return prove_page(lexed, with_excuses(replace(witness, excused=()), lexed))

    def offered(self, change: Callable[[Witness], Witness] | None = None) -> Offered:
        """The witness with its words looked up, as the rules ask them."""
        lexed = LexedPages(document(*self.texts).pages)
        witness = change(self.witness) if change is not None else self.witness
        return offered(lexed.under(witness.convention.style), witness)


def _lines(text: str) -> list[str]:
    return dedent(text).strip("\n").split("\n")


def _with_places(witness: Witness, moved: Callable[[Place], Place | None]) -> Witness:
    def of(place: Place | None) -> Place | None:
        return needed(place) if place is not None else None

    def needed(place: Place) -> Place:
        found = moved(place)
        assert found is not None, "the witness reads a figure or a date there"
        return found

    rows = tuple(
        replace(
            row,
            amount=needed(row.amount),
            date=of(row.date),
            value_date=of(row.value_date),
            balance=of(row.balance),
            direction=of(row.direction),
            text=tuple(place for each in row.text if (place := moved(each)) is not None),
        )
        for row in witness.rows
    )
    return replace(witness, rows=rows, opening=of(witness.opening), closing=of(witness.closing))


def held(*texts: str) -> Held:
    """A statement that the reader finds and the kernel proves."""
    draft = only(read(*texts))
    assert draft.proof is not None
    missing = {c.name: c.state for c in draft.proof.checks if c.state is CheckState.FAILED}
    assert draft.proof.proven, missing or draft.checks
    return Held(texts, replace(draft.proof.witness, excused=()))


def entries_of(*texts: str, start: int = 0, stop: int | None = None) -> Offered:
    """Pages with a witness that says no more than that each row of a section with a date in front
    and a figure is an entry."""
    lexed = LexedPages(document(*texts).pages).under(Style.POINT)
    section = Section(start, len(lexed.rows) if stop is None else stop)
    rows = tuple(
        WitnessRow(place_of(row, row.figures[0].first, row.figures[0].last), Side.AMOUNT, None)
        for row in lexed.rows[section.start : section.stop]
        if row.looks_like_entry
    )
    said = Convention(Style.POINT, 2, False, False, Signs.PRINTED, 1, 1)
    return offered(lexed, Witness(section, said, rows, None, None))


def row_with(found: Offered, text: str) -> int:
    """The place of the one row in which a text stands."""
    (index,) = (i for i, row in enumerate(found.lexed.rows) if text in row.text)
    return index


def fails(proof: PageProof) -> list[str]:
    """The obligations that fail."""
    return [check.name for check in proof.checks if check.state is CheckState.FAILED]


def lacks(proof: PageProof) -> list[str]:
    """The obligations that are neither passed nor failed."""
    return [check.name for check in proof.checks if check.state is CheckState.UNAVAILABLE]
