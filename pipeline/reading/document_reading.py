"""A document's pages to its statements: styles, sections and the best reading of each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from pipeline.drafts import ReadStatements, StatementDraft, adds_up, prove_draft
from pipeline.proof import Document, Witness
from pipeline.reading.citing.from_tie import Cut
from pipeline.reading.citing.witnesses import MOST_WITNESSES
from pipeline.reading.draft import empty_draft
from pipeline.reading.lexing.figures import NumberStyle
from pipeline.reading.lexing.lexed import Lexed, LexedPages, styles_of
from pipeline.reading.mending import is_mendable, mended
from pipeline.reading.objections.every import with_objections
from pipeline.reading.parts import Division, Part, Parts
from pipeline.reading.sections import cuts_of
from pipeline.words import DocumentPages


def read_statements(document: DocumentPages) -> ReadStatements:
    """Every statement of the document; a digit that OCR doubts may be mended by arithmetic."""
    reading = _read_styles(document)
    if is_mendable(document, reading):
        reading = mended(document, reading, _read_styles)
    return reading


def _read_styles(document: DocumentPages) -> ReadStatements:
    """The statements under the number style that explains most rows."""
    pages = LexedPages(document.pages)
    recognised = frozenset(page.number for page in document.pages if page.confidence)
    best: ReadStatements | None = None
    others: list[ReadStatements] = []
    tried = 0
    for style in styles_of(pages.bare):
        reading = _read_sheet(pages, style, recognised)
        tried += reading.readings_tried
        others.append(reading)
        if best is None or _worth(reading) > _worth(best):
            best = reading
        if best.statements and all(map(adds_up, best.statements)):
            break
    assert best is not None
    rivals = [each for each in others if each is not best]
    return ReadStatements(_with_rivals(best.statements, rivals), best.warnings, tried)


def _worth(reading: ReadStatements) -> tuple[int, int]:
    sound = sum(1 + len(s.lines) for s in reading.statements if adds_up(s))
    return sound, sum(len(s.lines) for s in reading.statements)


def _with_rivals(
    drafts: Sequence[StatementDraft], others: Sequence[ReadStatements]
) -> tuple[StatementDraft, ...]:
    """The statements with the witnesses that other styles give for the same ones, after theirs."""
    found = []
    for place, draft in enumerate(drafts):
        more = [
            witness
            for other in others
            if len(other.statements) == len(drafts) and adds_up(other.statements[place])
            for witness in other.statements[place].witnesses[:2]
        ]
        every = (*draft.witnesses, *(each for each in more if each not in draft.witnesses))
        found.append(replace(draft, witnesses=every[:MOST_WITNESSES]))
    return tuple(found)


def _read_sheet(
    pages: LexedPages, style: NumberStyle, recognised: frozenset[int]
) -> ReadStatements:
    lexed = pages.under(style)
    cuts, hard = cuts_of(lexed.rows, lexed.headers, lexed.facts)
    cuts.append(len(lexed.rows))
    reader = Parts(pages, style, recognised, cuts[1])
    parts = Division(reader, cuts, hard).parts()
    kept = [(part, draft) for part in parts if (draft := _kept(part, reader)) is not None]
    kept = [each for each in kept if not _is_stray(each[1])] or kept
    drafts = proven_together([draft for _, draft in kept], pages.document)
    both = [each for each in zip(kept, drafts, strict=True) if _is_sure(each[1])]
    if len(both) < len(kept):
        kept = [each for each, _ in both]
        drafts = proven_together([draft for _, draft in kept], pages.document)
    spans = [range(part.start, part.stop) for part, _ in kept]
    drafts = _objected_to(drafts, spans, lexed, pages.document)
    if not any(map(adds_up, drafts)):
        empty = empty_draft(Cut(pages, lexed, 0, len(lexed.rows), 0))
        proven = proven_together([empty] if empty else [], pages.document)
        proven = _objected_to(proven, [range(len(lexed.rows))] * len(proven), lexed, pages.document)
        # What was taken for rows may be a summary's figures and the period's dates.
        sure = proven and (_is_sure(proven[0]) or not reader.begins_entries(0, len(lexed.rows)))
        if sure and (not drafts or adds_up(proven[0])):
            drafts = proven
    return ReadStatements(tuple(drafts), tuple(_warnings(parts)), reader.tried)


def _objected_to(
    drafts: Sequence[StatementDraft], spans: Sequence[range], lexed: Lexed, document: Document
) -> list[StatementDraft]:
    """The drafts, those that the reader objects to proven with that again."""
    found = with_objections(drafts, spans, lexed)
    return [prove_draft(draft, document) if draft.objections else draft for draft in found]


def proven_together(drafts: Sequence[StatementDraft], document: Document) -> list[StatementDraft]:
    """The statements of one document, each proven beside the others' first witnesses."""
    first = [draft.witnesses[:1] for draft in drafts]
    return [
        prove_draft(
            replace(draft, beside=(_joined(first[:at]), _joined(first[at + 1 :]))), document
        )
        for at, draft in enumerate(drafts)
    ]


def _joined(witnesses: Iterable[tuple[Witness, ...]]) -> tuple[Witness, ...]:
    return tuple(witness for each in witnesses for witness in each)


def relied_on(drafts: Sequence[StatementDraft]) -> dict[int, set[int]]:
    """Page by page the words that a proof of some witness would rest on: they are looked at."""
    found: dict[int, set[int]] = defaultdict(set)
    for draft in drafts:
        for witness in draft.witnesses:
            for place, _ in witness.evidence():
                found[place.page].update(place.words)
    return found


def all_figures(document: DocumentPages) -> dict[int, set[int]]:
    """Page by page every word that is read as a figure or a date, or has digits: what a model may
    point at where the reader finds nothing that adds up."""
    pages = LexedPages(document.pages)
    found: dict[int, set[int]] = defaultdict(set)
    for style in styles_of(pages.bare) if pages.bare else ():
        for row in pages.under(style).rows:
            digits = {i for i, word in enumerate(row.words) if any(map(str.isdecimal, word.text))}
            found[row.page] |= {row.ids[place] for place in row.taken | digits}
    return found


def _kept(part: Part, reader: Parts) -> StatementDraft | None:
    """The part's draft; one without lines only if both of its balances are the same, for any words
    may be none."""
    draft = reader.draft(part)
    return draft if draft and (part.found is not None or reader.closes(part)) else None


def _is_sure(draft: StatementDraft) -> bool:
    """Whether a statement has lines, or balances that something names: a balance that is carried
    from page to page is the same twice as well."""
    ends = next((each for each in draft.hypotheses if each.name == "ends"), None)
    return bool(draft.lines) or not (ends and ends.is_assumed)


def _is_stray(draft: StatementDraft) -> bool:
    """Whether a part is one row without any balance of a statement: where there are others, it is a
    box or an advert."""
    ends = (draft.witness.opening, draft.witness.closing) if draft.witness else ()
    return len(draft.lines) == 1 and not any(ends)


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
