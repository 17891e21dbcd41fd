"""A document's pages to its statements: styles, sections and the best reading of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from pipeline.drafts import Reading, StatementDraft
from pipeline.proof.headers import Header
from pipeline.proof.labelled import Fact
from pipeline.proof.lexed import LexedPages
from pipeline.proof.number import printed_number
from pipeline.proof.parse.figures import Style
from pipeline.proof.rows import Row
from pipeline.proof.sheet import Sheet, styles_to_try
from pipeline.reading.draft import Stretch, draft_of
from pipeline.reading.empty import empty_draft
from pipeline.reading.mending import is_mendable, mended
from pipeline.reading.neighbours import certain_of_cuts
from pipeline.reading.offer import Cut, adds_up, doubted
from pipeline.reading.search import Found, search
from pipeline.reading.sections import cuts_of
from pipeline.words import DocumentPages


@dataclass(frozen=True, slots=True)
class _Part:
    start: int
    stop: int
    found: Found | None
    facts: tuple[Fact, ...]


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
    for style in styles_to_try(pages.bare):
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
    size = _text_size(sheet.rows)
    cuts, hard = cuts_of(sheet.rows, headers, facts)
    cuts.append(len(sheet.rows))
    parts, tried = _best_parts(sheet.rows, headers, facts, cuts, hard, size)
    drafts_of = [(part, _draft(part, sheet, recognised, pages)) for part in parts]
    kept = [(part, draft) for part, draft in drafts_of if draft is not None]
    drafts = certain_of_cuts(
        [draft for _, draft in kept],
        [sheet.rows[part.start : part.stop] for part, _ in kept],
        [_own_number(part, sheet) for part, _ in kept],
    )
    if any(_unread(part, sheet) for part in parts):
        drafts = [doubted(draft) for draft in drafts]
    if not drafts and (empty := empty_draft(sheet, headers, facts, pages)):
        drafts = [empty]
    return Reading(tuple(drafts), tuple(_warnings(parts)), tried)


def _text_size(rows: Sequence[Row]) -> float:
    heights = [row.bottom - row.top for row in rows if row.words]
    return median(heights) if heights else 9.0


def _best_parts(
    rows: Sequence[Row],
    headers: Sequence[Header],
    facts: Sequence[Fact],
    cuts: Sequence[int],
    hard: frozenset[int],
    size: float,
) -> tuple[list[_Part], int]:
    """The division at the cuts that proves most rows, with as few parts as will do."""
    tried = 0
    best: list[tuple[float, list[_Part]]] = [(0.0, [])]
    for end in range(1, len(cuts)):
        options: list[tuple[float, list[_Part]]] = []
        for start in range(end):
            part = _part(rows, headers, facts, cuts[start], cuts[end], size, cuts[1])
            tried += part.found.tried if part.found else 0
            spanned = sum(1 for cut in cuts[start + 1 : end] if cut in hard)
            score = best[start][0] + _score(part) - 3 * spanned
            options.append((score, [*best[start][1], part]))
        best.append(max(options, key=lambda option: option[0]))
    return best[-1][1], tried


def _score(part: _Part) -> float:
    if part.found is None:
        return -0.1
    rows = len(part.found.tie.amounts)
    if part.found.tie.holds:
        return 10.0 * rows - 1
    return 1.0 * rows - 2 - 0.5 * part.found.tie.breaks


def _part(
    rows: Sequence[Row],
    headers: Sequence[Header],
    facts: Sequence[Fact],
    start: int,
    stop: int,
    size: float,
    front: int,
) -> _Part:
    """The best reading of rows start to stop; facts above the first entry serve every part that
    has none of the kind."""
    own = {fact.meaning for fact in facts if start <= fact.row < stop}
    inside = tuple(
        replace(fact, row=fact.row - start, lent=not start <= fact.row < stop)
        for fact in facts
        if start <= fact.row < stop or (fact.meaning not in own and _in_front(rows, fact, front))
    )
    local = [
        Header(h.first - start, h.last - start, h.columns)
        for h in headers
        if start <= h.first and h.last < stop
    ] or [Header(-1, -1, h.columns) for h in headers[:1] if h.last < start]
    found = search(rows[start:stop], local, inside, size)
    if found is not None and not _dated(found):
        found = None
    return _Part(start, stop, found, inside)


def _dated(found: Found) -> bool:
    """Whether the reading has entries and dates: figures alone are no statement."""
    return bool(found.tie.amounts) and any(item.day is not None for item in found.items)


def _in_front(rows: Sequence[Row], fact: Fact, front: int) -> bool:
    if fact.row >= front:
        return False
    return not any(row.looks_like_entry for row in rows[: fact.row])


def _draft(
    part: _Part, sheet: Sheet, recognised: frozenset[int], pages: LexedPages
) -> StatementDraft | None:
    if part.found is None:
        return None
    rows = sheet.rows[part.start : part.stop]
    cut = Cut(pages, sheet.rows, part.start, part.stop, sheet.style)
    stretch = Stretch(rows, sheet.rows, part.facts, sheet.years, cut, recognised)
    return draft_of(part.found, stretch)


def _unread(part: _Part, sheet: Sheet) -> bool:
    """Whether nothing was read of a part although a row of it starts with a date and has a sum."""
    return part.found is None and any(
        row.looks_like_entry and not row.has_label for row in sheet.rows[part.start : part.stop]
    )


def _own_number(part: _Part, sheet: Sheet) -> str | None:
    """The account number printed above a part's entries; among them it may be anyone's."""
    steps = part.found.tie.steps if part.found else ()
    first = min((step.item.index for step in steps if step.amount is not None), default=0)
    return printed_number(sheet.rows[part.start : part.start + first])


def _warnings(parts: Sequence[_Part]) -> list[str]:
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
