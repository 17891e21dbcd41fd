"""Makes the statement of pointed words: the witness that adds up, else the least wrong one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pipeline.claims import Citation, FactName
from pipeline.drafts import StatementDraft, adds_up, prove_draft
from pipeline.proof import CheckState, Place, Witness
from pipeline.reading.citing.from_tie import Cut
from pipeline.reading.citing.witnesses import MOST_WITNESSES, witnesses_of
from pipeline.reading.draft import HeaderFacts, Stretch, calendar_for
from pipeline.reading.facts.kind import institution_of
from pipeline.reading.lexing.figures import NumberStyle
from pipeline.reading.lexing.lexed import Lexed, LexedPages, styles_of
from pipeline.reading.objections.every import with_other_lines
from pipeline.reading.objections.pages import TORN, TWICE
from pipeline.reading.pointing.claims import Pointer, claims_pointed
from pipeline.reading.pointing.numbered import (
    citations,
    open_lines,
    styles_numbered_so,
    value_of,
    witness_rows,
)
from pipeline.reading.pointing.places import (
    CopiedFact,
    CopiedRow,
    Pointed,
    Pointing,
    Unusable,
    day_at,
    fact_of,
    row_of,
)

_ALL = 1_000


def best_offer(
    draft: StatementDraft,
    kept: Sequence[Pointed],
    copied: Sequence[CopiedRow],
    facts: Sequence[CopiedFact],
    pages: LexedPages,
) -> StatementDraft:
    """The draft with the witness of these rows that adds up; with that of which the kernel finds
    least wrong if none does, unless the draft has as little. The reader's witnesses stay
    offered."""
    own = frozenset(row.row for row in kept)
    best = draft
    for style in _styles(draft, kept, pages):
        pointer = pointer_of(draft, kept, copied, facts, pages.under(style), pages)
        for claims in claims_pointed(pointer) if pointer else ():
            found = witnesses_of([claims])
            every = (*found, *(each for each in draft.witnesses if each not in found))
            offered = replace(draft, witnesses=every[:MOST_WITNESSES], says_no_lines=False)
            read = prove_draft(offered, pages.document)
            if adds_up(read):
                told = with_other_lines(read, claims.lexed)
                return _with_methods(prove_draft(told, pages.document), claims.lexed, own)
            if _failures(read) < _failures(best):
                best = _with_methods(read, claims.lexed, own)
    return best


def _with_methods(draft: StatementDraft, lexed: Lexed, own: frozenset[int]) -> StatementDraft:
    """The draft with who read each line: the reader those on its ``own`` rows, a model the rest."""
    cited = draft.witness.lines if draft.witness else ()
    if len(cited) != len(draft.lines):
        return draft
    lines = (
        replace(line, method="layout" if lexed.row_of(each.amount) in own else "model")
        for line, each in zip(draft.lines, cited, strict=True)
    )
    return replace(draft, lines=tuple(lines), method="model")


def refusals(
    draft: StatementDraft, kept: Sequence[Pointed], copied: Sequence[CopiedRow], pages: LexedPages
) -> Mapping[int, str]:
    """Of the lines of some rows why those are not there, under the style that most do."""
    each = (
        Pointing(pages.under(style), kept).rows(copied)[1] for style in _styles(draft, kept, pages)
    )
    return min(each, key=len)


def _styles(draft: StatementDraft, kept: Sequence[Pointed], pages: LexedPages) -> list[NumberStyle]:
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
    """What was pointed at, looked up under a style; None unless every row is there."""
    pointing = Pointing(lexed, kept)
    rows, refused = pointing.rows(copied)
    if refused or not rows:
        return None
    own = draft.witness
    opening = own.opening.figure if own and own.opening else None
    closing = own.closing.figure if own and own.closing else None
    days = [day for row in rows if row.date and (day := day_at(lexed, row.date))]
    first = min((row.row for row in rows), default=len(lexed.rows))
    stretch = stretch_of(pages, lexed)
    return Pointer(
        pages=pages,
        lexed=lexed,
        section=_section(own, rows, pages),
        rows=tuple(rows),
        opening=_end(facts, FactName.OPENING_BALANCE, pointing) or opening,
        closing=_end(facts, FactName.CLOSING_BALANCE, pointing) or closing,
        calendar=calendar_for(stretch, days, HeaderFacts(stretch, None, first)),
        own=own,
    )


def stretch_of(pages: LexedPages, lexed: Lexed) -> Stretch:
    """The whole document as one stretch of rows."""
    cut = Cut(pages, lexed, 0, len(lexed.rows))
    return Stretch(lexed.rows, lexed.rows, lexed.facts, lexed.sheet.years, cut)


def _section(own: Witness | None, rows: Sequence[Pointed], pages: LexedPages) -> tuple[int, int]:
    """The reader's section if all rows are in it; else the whole document."""
    document = pages.document
    every = {row for each in rows for row in document.rows_of(each.amount)}
    if own and all(own.section[0] <= row < own.section[1] for row in every):
        return own.section
    return 0, len(document.rows)


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
    states = [check.state for check in draft.proof.obligations]
    return states.count(CheckState.FAILED), states.count(CheckState.UNAVAILABLE)


def is_cut_in_doubt(draft: StatementDraft) -> bool:
    """Whether the document could be cut into statements otherwise: no other rows answer that."""
    return any(objection in (TWICE, TORN) for objection in draft.objections)


def without_rows(pages: LexedPages) -> StatementDraft:
    """The document as one statement of which no one knows a row yet."""
    lexed = pages.under(styles_of(pages.bare)[0])
    first = next((i for i, row in enumerate(lexed.rows) if row.looks_like_entry), len(lexed.rows))
    stretch = stretch_of(pages, lexed)
    about = HeaderFacts(stretch, None, first)
    kind, _ = about.kind()
    calendar = calendar_for(stretch, [], about)
    return StatementDraft(
        institution=institution_of(lexed.rows) if lexed.rows else None,
        account_name=about.name if lexed.rows else None,
        account_mask=about.mask(),
        kind=kind,
        currency=about.currency,
        exponent=2,
        period_start=calendar.period.start if calendar.period else None,
        period_end=calendar.period.end if calendar.period else None,
        opening_balance=None,
        closing_balance=None,
        lines=(),
    )


Arrays = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Patch:
    """The draft as it is now, facts that the kernel did not find, and what is open, by line."""

    draft: StatementDraft
    cited: tuple[Citation, ...]
    open: dict[int, str]


class NotThere(ValueError):
    """Words that are not on the line that they are cited from."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line, self.why = line, why


def patched(
    draft: StatementDraft, pages: LexedPages, rows: Arrays, drop: Sequence[int], facts: Arrays
) -> Patch:
    """The draft with these rows for those that stood on their lines, less those to ``drop``.

    All or nothing: raises NotThere for words that are not on their line. Of a document whose cut
    into statements is in doubt nothing is offered for proof.
    """
    if is_cut_in_doubt(draft):
        return Patch(draft, (), {})
    copied, cited = _read(rows, facts)
    touched = {row.line for row in copied} | set(drop)
    kept = [row for row in witness_rows(draft, pages) if row.row + 1 not in touched]
    for line, why in refusals(draft, kept, copied, pages).items():
        raise NotThere(line, why)
    for fact in cited:
        if value_of(fact, draft, pages) is None:
            raise NotThere(fact.line, f"{fact.name} {fact.text[:30]!r} does not stand there")
    draft = best_offer(draft, kept, copied, cited, pages)
    return Patch(draft, citations(draft, cited, pages), open_lines(draft, pages))


def _read(rows: Arrays, facts: Arrays) -> tuple[list[CopiedRow], list[CopiedFact]]:
    try:
        return [row_of(tuple(row)) for row in rows], [fact_of(tuple(fact)) for fact in facts]
    except Unusable as error:
        raise NotThere(0, str(error)) from None
