"""Gathers what the reader objects to each statement of a document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.drafts import StatementDraft
from pipeline.proof import Objection
from pipeline.reading.lexing.lexed import Lexed, document_row
from pipeline.reading.objections.neighbours import of_cuts, of_rest
from pipeline.reading.objections.pages import of_pages
from pipeline.reading.objections.part import Part, part_of
from pipeline.reading.objections.printed import of_figures
from pipeline.reading.objections.words import of_words


def with_objections(
    drafts: Sequence[StatementDraft], spans: Sequence[range], lexed: Lexed
) -> list[StatementDraft]:
    """The proven drafts with the reader's objections; ``spans`` are the rows of each."""
    parts = [_part(draft, span, lexed) for draft, span in zip(drafts, spans, strict=True)]
    cuts = of_cuts(drafts, [part.rows for part in parts])
    stops = [*(span.start for span in spans[1:]), len(lexed.rows)][: len(spans)]
    rests = [
        [fact for fact in lexed.facts if span.stop <= fact.row < stop]
        for span, stop in zip(spans, stops, strict=True)
    ]
    pages = of_pages(parts, lexed.rows)
    return [
        replace(part.draft, objections=(*cut, *of_rest(part, rest), *page, *_of_lines(part)))
        for part, cut, rest, page in zip(parts, cuts, rests, pages, strict=True)
    ]


def with_other_lines(draft: StatementDraft, lexed: Lexed) -> StatementDraft:
    """A proven draft whose lines are not the reader's any more: what it objected to those is held
    against the new ones, and what it says of pages and parts stays."""
    assert draft.proof is not None
    document = draft.proof.document
    section = range(*draft.witness.section) if draft.witness else range(0)
    rows = [at for at, row in enumerate(lexed.rows) if document_row(document, row) in section]
    part = _part(draft, range(min(rows, default=0), max(rows, default=-1) + 1), lexed)
    lasting = [each for each in draft.objections if each.incomplete]
    return replace(draft, objections=(*lasting, *_of_lines(part)))


def _of_lines(part: Part) -> tuple[Objection, ...]:
    """What is objected to lines; to those that could not be read nothing is."""
    proof = part.draft.proof
    figures = of_figures(part) if proof and proof.read else ()
    return *figures, *of_words(part)


def _part(draft: StatementDraft, span: range, lexed: Lexed) -> Part:
    facts = [replace(fact, row=fact.row - span.start) for fact in lexed.facts if fact.row in span]
    return part_of(draft, lexed.rows[span.start : span.stop], facts)
