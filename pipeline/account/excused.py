"""Rows that a person said are no lines, found again by their words on later statements."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from pipeline.drafts import StatementDraft
from pipeline.proof import Document, Layout, Other, Witness, pattern


def with_excused(draft: StatementDraft, layouts: Sequence[Layout]) -> StatementDraft:
    """The draft with a further witness for each that cites, or leaves open, rows which these
    layouts know to be no lines: there they are none."""
    assert draft.proof is not None
    document = draft.proof.document
    patterns = {text for each in layouts for text in each.other if text}
    read = [each for each in draft.witnesses if not _is_excused(each)]
    known = [] if not patterns else [_excused(each, document, patterns) for each in read]
    more = [each for each in known if each is not None]
    return replace(draft, witnesses=(*read, *more))


def _is_excused(witness: Witness) -> bool:
    return any(other.by == "layout" for other in witness.other)


def _excused(witness: Witness, document: Document, patterns: Collection[str]) -> Witness | None:
    """The witness without the rows of these words; None where it has none."""
    start, stop = witness.section
    alike = {row for row in range(start, stop) if pattern(document.of_row(row)) in patterns}
    rows = alike - {other.row for other in witness.other}
    if not rows:
        return None
    lines = tuple(line for line in witness.lines if document.row_of(line.amount) not in rows)
    others = tuple(Other(row, "layout") for row in sorted(rows))
    return replace(witness, lines=lines, other=(*witness.other, *others))
