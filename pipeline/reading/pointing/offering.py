"""The draft that a model's pointing gives: proven if the kernel proves it, else the best one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pipeline.claims import FactName
from pipeline.drafts import StatementDraft
from pipeline.proof.checks import CheckState
from pipeline.proof.entries import offered
from pipeline.proof.lexed import Lexed, LexedPages
from pipeline.proof.parse.figures import Style
from pipeline.proof.witness import Place, Section, Witness
from pipeline.reading.offer import ONE_READING, adds_up, offer_witness
from pipeline.reading.pointing.as_read import as_read
from pipeline.reading.pointing.conventions import Pointer, witnesses
from pipeline.reading.pointing.copied import CopiedFact, CopiedRow
from pipeline.reading.pointing.numbered import styles_numbered_so
from pipeline.reading.pointing.places import Pointed, Pointing

#: Conventions of one style that are offered to the kernel; the likeliest come first.
_MOST = 8
_ALL = 1_000


def best_offer(
    draft: StatementDraft,
    kept: Sequence[Pointed],
    copied: Sequence[CopiedRow],
    facts: Sequence[CopiedFact],
    pages: LexedPages,
) -> StatementDraft:
    """The draft with the witness of these rows, under the convention that the kernel proves; with
    that of which it finds least wrong if it proves none, unless the draft has as little."""
    own = frozenset(row.row for row in kept)
    bare = replace(draft, witness=None, proof=None, doubts=())
    best = draft
    for style in _styles(draft, kept, pages):
        pointer = pointer_of(draft, kept, copied, facts, pages.under(style), pages)
        for witness in witnesses(pointer)[:_MOST] if pointer else ():
            found = offered(pages.under(style), witness)
            read = offer_witness(as_read(bare, found, pages, own), witness, pages)
            if adds_up(read):
                return read
            if _failures(read) < _failures(best):
                best = read
    return best


def refusals(
    draft: StatementDraft, kept: Sequence[Pointed], copied: Sequence[CopiedRow], pages: LexedPages
) -> Mapping[int, str]:
    """Of the lines of some rows why those do not stand there, under the style that most do."""
    each = (
        Pointing(pages.under(style), kept).rows(copied)[1] for style in _styles(draft, kept, pages)
    )
    return min(each, key=len)


def _styles(draft: StatementDraft, kept: Sequence[Pointed], pages: LexedPages) -> list[Style]:
    """The reader's own style, alone where rows of its are kept; else all that are usual."""
    usual = styles_numbered_so(draft, pages)
    return usual[:1] if kept else usual


def pointer_of(
    draft: StatementDraft,
    kept: Sequence[Pointed],
    copied: Sequence[CopiedRow],
    facts: Sequence[CopiedFact],
    lexed: Lexed,
    pages: LexedPages,
) -> Pointer | None:
    """What was pointed at, looked up under a style; None unless every row stands there."""
    pointing = Pointing(lexed, kept)
    rows, refused = pointing.rows(copied)
    if refused or not rows:
        return None
    own = draft.witness
    return Pointer(
        pages=pages,
        style=lexed.sheet.style,
        section=_section(own, rows, lexed),
        rows=tuple(rows),
        opening=_end(facts, FactName.OPENING_BALANCE, pointing) or (own.opening if own else None),
        closing=_end(facts, FactName.CLOSING_BALANCE, pointing) or (own.closing if own else None),
    )


def _section(own: Witness | None, rows: Sequence[Pointed], lexed: Lexed) -> Section:
    """The reader's section if all rows stand in it; else the whole document."""
    whole = Section(0, len(lexed.rows))
    if own is None:
        return whole
    inside = all(own.section.start <= row.row < own.section.stop for row in rows)
    return own.section if inside else whole


def _end(facts: Sequence[CopiedFact], name: FactName, pointing: Pointing) -> Place | None:
    """The balance of this name; of several openings the first, of closings the last."""
    cited = [place for fact in facts if fact.name is name and (place := pointing.figure(fact))]
    if not cited:
        return None
    return cited[-1] if name is FactName.CLOSING_BALANCE else cited[0]


def _failures(draft: StatementDraft) -> tuple[int, int]:
    """What the kernel finds wrong of an offer, and what it misses; all, if it saw none."""
    if draft.proof is None:
        return (_ALL, 0) if draft.lines else (_ALL, 1)
    states = [check.state for check in draft.proof.checks]
    return states.count(CheckState.FAILED), states.count(CheckState.UNAVAILABLE)


def is_cut_in_doubt(draft: StatementDraft) -> bool:
    """Whether the document could be cut into statements otherwise: no other rows answer that."""
    return any(
        check.name == ONE_READING and check.state is CheckState.FAILED for check in draft.doubts
    )
