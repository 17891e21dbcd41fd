"""Typewritten pages put to the kernel, with a witness that does not change with the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from textwrap import dedent

from pipeline.proof.checks import CheckState
from pipeline.proof.entries import Offered, offered
from pipeline.proof.lexed import LexedPages
from pipeline.proof.page import PageProof, prove_page
from pipeline.proof.witness import Section, Witness
from pipeline.reading.offer import with_excuses
from tests.support.typewritten import document, only, read


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

    def prove(self, *texts: str, change: Callable[[Witness], Witness] | None = None) -> PageProof:
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


def held(*texts: str) -> Held:
    """A statement that the reader finds and the kernel proves."""
    draft = only(read(*texts))
    assert draft.proof is not None
    missing = {c.name: c.state for c in draft.proof.checks if c.state is CheckState.FAILED}
    assert draft.proof.proven, missing or draft.checks
    return Held(texts, replace(draft.proof.witness, excused=()))


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
