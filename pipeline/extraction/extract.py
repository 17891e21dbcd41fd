"""Completes a reading: proven rows are kept at no cost, a model is asked for the rest alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.checks.hidden import hidden_text, hidden_text_of
from pipeline.checks.of_the_page import arithmetic, grounding, lines_or_none_said, period_known
from pipeline.checks.running import balances_follow
from pipeline.drafts import Check, CheckState, DraftStatus, Line, StatementDraft
from pipeline.extraction.ask import ask
from pipeline.extraction.kept import pages_of, proven_rows, still_open
from pipeline.extraction.page_text import TextLine, numbered
from pipeline.extraction.parts import PART_CHARACTERS, parts
from pipeline.minds import ModelUse
from pipeline.pages.words import DocumentPages
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
    """Read what the reader left unproven. A proven draft, one with figures that nobody sees, and
    one nobody can be asked about, is given back as it is."""
    hidden = hidden_text_of(draft).state is CheckState.FAILED
    if draft.status is DraftStatus.PROVEN or hidden or mind is None:
        return Extracted(draft)
    kept = proven_rows(draft)
    wanted = pages_of(draft, len(pages.pages))
    text = still_open(numbered([p for p in pages.pages if p.number in wanted]), kept)
    rows, uses, failed = _ask_all(draft, parts(text, part_characters), mind)
    lines = in_order([*kept, *rows])
    return Extracted(rechecked(draft, lines, failed, pages), tuple(uses))


def _ask_all(
    draft: StatementDraft, asked: Sequence[Sequence[TextLine]], mind: ToolLoop
) -> tuple[list[Line], list[ModelUse], int]:
    """Rows, uses, and how many parts have no usable answer; those keep the reader's rows."""
    rows: list[Line] = []
    uses: list[ModelUse] = []
    failed = 0
    for part in asked:
        answer = ask(mind, draft, part, rows[-1].raw if rows else "")
        uses.append(answer.use)
        failed += answer.rows is None
        rows += _readers_own(draft, part) if answer.rows is None else answer.rows
    return rows, uses, failed


def _readers_own(draft: StatementDraft, part: Sequence[TextLine]) -> list[Line]:
    """The rows that the reader made of these lines, kept for a person to look at."""
    proven = proven_rows(draft)
    return [
        line
        for line in draft.lines
        if line not in proven and len(still_open(part, [line])) < len(part)
    ]


def in_order(lines: Sequence[Line]) -> tuple[Line, ...]:
    """As they stand on the pages, numbered anew from 0."""
    placed = sorted(lines, key=lambda line: (line.page, line.bbox.top, line.bbox.x0))
    return tuple(replace(line, ordinal=n) for n, line in enumerate(placed))


def rechecked(
    draft: StatementDraft, lines: tuple[Line, ...], failed: int, pages: DocumentPages
) -> StatementDraft:
    """The draft with these lines, proven only if the whole arithmetic holds anew.

    Opening and closing balance stay the reader's: a model that might choose them could make any
    rows add up.
    """
    again = replace(draft, lines=lines)
    checks = [
        arithmetic(again),
        period_known(again),
        grounding(again),
        hidden_text(lines, pages.pages),
        lines_or_none_said(again),
        _whole_text(failed),
        balances_follow(again),
    ]
    sound = all(check.state is CheckState.PASSED for check in checks)
    status = DraftStatus.PROVEN if sound else DraftStatus.UNPROVEN
    return replace(again, checks=tuple(checks), status=status)


def _whole_text(failed: int) -> Check:
    state = CheckState.FAILED if failed else CheckState.PASSED
    return Check("every_part_was_read", state, "0", str(failed), "parts without a usable answer")
