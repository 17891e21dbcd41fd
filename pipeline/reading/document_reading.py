"""A document's pages to its statements: styles, sections and the best reading of each."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.drafts import Reading, StatementDraft
from pipeline.proof.lexed import LexedPages
from pipeline.proof.parse.figures import Style
from pipeline.reading.division import Division
from pipeline.reading.empty import empty_draft
from pipeline.reading.mending import is_mendable, mended
from pipeline.reading.neighbours import certain_of_cuts
from pipeline.reading.offer import Cut, adds_up
from pipeline.reading.parts import Part, Parts
from pipeline.reading.sections import cuts_of
from pipeline.reading.styles import styles_of
from pipeline.words import DocumentPages


def read_statements(document: DocumentPages) -> Reading:
    """Every statement of the document; a digit that OCR doubts may be mended by arithmetic."""
    reading = _read_styles(document)
    if is_mendable(document, reading):
        reading = mended(document, reading, _read_styles)
    return reading


def _read_styles(document: DocumentPages) -> Reading:
    """The statements under the number style that proves most rows."""
    pages = LexedPages(document.pages)
    recognised = frozenset(page.number for page in document.pages if page.confidence)
    best: Reading | None = None
    tried = 0
    for style in styles_of(pages.bare):
        reading = _read_sheet(pages, style, recognised)
        tried += reading.readings_tried
        if best is None or _worth(reading) > _worth(best):
            best = reading
        if best.statements and all(map(adds_up, best.statements)):
            break
    assert best is not None
    return Reading(best.statements, best.warnings, tried)


def _worth(reading: Reading) -> tuple[int, int]:
    sound = sum(1 + len(s.lines) for s in reading.statements if adds_up(s))
    return sound, sum(len(s.lines) for s in reading.statements)


def _read_sheet(pages: LexedPages, style: Style, recognised: frozenset[int]) -> Reading:
    lexed = pages.under(style)
    sheet, headers, facts = lexed.sheet, lexed.headers, lexed.facts
    cuts, hard = cuts_of(sheet.rows, headers, facts)
    cuts.append(len(sheet.rows))
    reader = Parts(pages, style, recognised, cuts[1])
    parts = Division(reader, cuts, hard).parts()
    kept = [(part, draft) for part in parts if (draft := _kept(part, reader)) is not None]
    drafts = certain_of_cuts(
        [draft for _, draft in kept],
        [sheet.rows[part.start : part.stop] for part, _ in kept],
    )
    if not any(map(adds_up, drafts)):
        whole = Cut(pages, sheet.rows, 0, len(sheet.rows), style, 0)
        empty = empty_draft(sheet, headers, facts, whole)
        # What was taken for rows may be a summary's figures and the period's dates.
        if empty is not None and (not drafts or adds_up(empty)):
            drafts = [empty]
    return Reading(tuple(drafts), tuple(_warnings(parts)), reader.tried)


def _kept(part: Part, reader: Parts) -> StatementDraft | None:
    """The part's draft; one without entries only if it is proven, for any words may be none."""
    draft = reader.draft(part)
    return draft if draft and (part.found is not None or adds_up(draft)) else None


def _warnings(parts: Sequence[Part]) -> list[str]:
    warnings: list[str] = []
    for part in parts:
        if part.found is None:
            continue
        tie = part.found.tie
        if tie.left_over:
            warnings.append(
                f"{tie.left_over} rows after the closing balance do not chain on and were left out"
            )
        if tie.misprints:
            pages = ", ".join(str(step.item.row.page) for step in tie.misprints)
            warnings.append(f"a printed balance contradicts all others (page {pages})")
    return warnings
