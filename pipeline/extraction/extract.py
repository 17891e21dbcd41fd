"""Completes a reading: what is proven is kept at no cost, a model is asked for the rest alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.claims import Citation
from pipeline.drafts import StatementDraft
from pipeline.extraction.copying import Copying
from pipeline.model_choice import ModelUse
from pipeline.proof.lexed import LexedPages
from pipeline.proof.witness import Section
from pipeline.reading.pointing.as_read import without_rows
from pipeline.reading.pointing.citations import citations, filled
from pipeline.reading.pointing.kept import kept_rows
from pipeline.reading.pointing.offering import best_offer, is_cut_in_doubt, is_proven, refusals
from pipeline.reading.pointing.open_lines import open_lines
from pipeline.reading.pointing.places import Pointed
from pipeline.reading.pointing.text_lines import text_lines
from pipeline.reading.styles import styles_of
from pipeline.words import DocumentPages
from tools.loop import ToolLoop

#: How far from the entries a line may say something of the account, in rows.
_FRONT = 60


@dataclass(frozen=True, slots=True)
class Extracted:
    """The reading after it was completed; the very same draft if nothing could be.

    ``cited`` are the facts that a model found on the page and the kernel did not.
    """

    draft: StatementDraft
    uses: tuple[ModelUse, ...] = ()
    cited: tuple[Citation, ...] = ()


def extract(draft: StatementDraft, pages: DocumentPages, mind: ToolLoop | None) -> Extracted:
    """Read what the reader left open. A statement of which nothing is open, and one nobody can be
    asked about, is given back as it is."""
    done = is_proven(draft) and draft.period_start is not None
    if mind is None or done or is_cut_in_doubt(draft):
        return Extracted(draft)
    return extract_from(draft, LexedPages(pages.pages), mind)


def extract_from(draft: StatementDraft, pages: LexedPages, mind: ToolLoop) -> Extracted:
    """Ask for the open lines once, and once more for what the kernel then names as open."""
    kept = kept_rows(draft, pages)
    copying = Copying(mind, lambda rows: refusals(draft, kept, rows, pages))
    copying.ask(text_lines(pages.bare, _wanted(draft, kept, pages)))
    found = _offer(draft, kept, copying, pages)
    if again := _open_still(found, kept, copying, pages):
        # What the reader was sure of is part of what does not hold.
        copying.ask(text_lines(pages.bare, [n - 1 for n in sorted(again)]), again)
        found = _offer(found, (), copying, pages)
    cited = citations(found, copying.facts, pages)
    return Extracted(filled(found, cited), tuple(copying.uses), cited)


def read_whole(pages: DocumentPages, mind: ToolLoop) -> Extracted | None:
    """The one statement of a document in which the reader found none; None if there is none."""
    lexed = LexedPages(pages.pages)
    if not lexed.bare:
        return None
    nothing = without_rows(lexed, lexed.under(styles_of(lexed.bare)[0]))
    found = extract_from(nothing, lexed, mind)
    return found if found.draft.lines else None


def _open_still(
    found: StatementDraft, kept: Sequence[Pointed], copying: Copying, pages: LexedPages
) -> dict[int, str]:
    """The lines to ask for once more, and why: none of a proven statement."""
    if is_proven(found):
        return {}
    sure = {each.row + 1: "" for each in kept}
    return {**sure, **copying.refused, **open_lines(found, pages)}


def _offer(
    draft: StatementDraft, kept: Sequence[Pointed], copying: Copying, pages: LexedPages
) -> StatementDraft:
    if is_proven(draft):
        return draft  # nothing but facts was asked for
    return best_offer(draft, kept, copying.copied, copying.facts, pages)


def _wanted(draft: StatementDraft, kept: Sequence[Pointed], pages: LexedPages) -> Iterator[int]:
    """The rows of the statement that no kept entry stands on; of a proven one those around."""
    section = draft.witness.section if draft.witness else Section(0, len(pages.bare))
    used = {each.row for each in kept}
    for index in range(section.start, section.stop):
        row = pages.bare[index]
        if is_proven(draft) and (row.looks_like_entry or index >= section.start + _FRONT):
            continue
        if index not in used:
            yield index
