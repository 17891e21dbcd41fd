"""Completes a reading: proven rows are kept at no cost, a model is asked for the rest alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from db.words import ReadingStatus
from pipeline.drafts import Line, StatementDraft
from pipeline.extraction.ask import ask
from pipeline.extraction.kept import proven_rows, still_open
from pipeline.extraction.parts import PART_CHARACTERS, parts
from pipeline.model_choice import ModelUse
from pipeline.proof.lexed import LexedPages
from pipeline.reading.lines_offered import offered_again
from pipeline.reading.page_text import TextLine, numbered
from pipeline.words import DocumentPages
from tools.loop import ToolLoop


@dataclass(frozen=True, slots=True)
class Extracted:
    """The reading after it was completed; the very same draft if nothing could be."""

    draft: StatementDraft
    uses: tuple[ModelUse, ...] = ()


def extract(
    draft: StatementDraft,
    pages: DocumentPages,
    mind: ToolLoop | None,
    part_characters: int = PART_CHARACTERS,
) -> Extracted:
    """Read what the reader left unproven. A proven draft, and one nobody can be asked about, is
    given back as it is."""
    if draft.status is ReadingStatus.PROVEN or mind is None:
        return Extracted(draft)
    kept = proven_rows(draft)
    wanted = draft.pages_of(len(pages.pages))
    text = still_open(numbered([p for p in pages.pages if p.number in wanted]), kept)
    rows, uses = _ask_all(draft, parts(text, part_characters), mind)
    lines = in_order([*kept, *rows])
    return Extracted(offered_again(draft, lines, LexedPages(pages.pages)), tuple(uses))


def _ask_all(
    draft: StatementDraft, asked: Sequence[Sequence[TextLine]], mind: ToolLoop
) -> tuple[list[Line], list[ModelUse]]:
    """Rows and uses; parts without a usable answer keep the reader's rows."""
    rows: list[Line] = []
    uses: list[ModelUse] = []
    for part in asked:
        answer = ask(mind, draft, part, rows[-1].raw if rows else "")
        uses.append(answer.use)
        rows += _readers_own(draft, part) if answer.rows is None else answer.rows
    return rows, uses


def _readers_own(draft: StatementDraft, part: Sequence[TextLine]) -> list[Line]:
    """The rows that the reader made of these lines, kept for a person to look at."""
    proven = proven_rows(draft)
    return [
        line
        for line in draft.lines
        if line not in proven and len(still_open(part, [line])) < len(part)
    ]


def in_order(lines: Sequence[Line]) -> tuple[Line, ...]:
    """As they stand on the pages, numbered anew from 1."""
    placed = sorted(lines, key=lambda line: (line.page, line.bbox.top, line.bbox.x0))
    return tuple(replace(line, ordinal=n) for n, line in enumerate(placed, start=1))
