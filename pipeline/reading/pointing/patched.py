"""A draft with some rows of its witness replaced, dropped or added, and facts cited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.claims import Citation
from pipeline.drafts import StatementDraft
from pipeline.reading.lexing.lexed import LexedPages
from pipeline.reading.pointing.citations import citations, value_of
from pipeline.reading.pointing.copied import CopiedFact, CopiedRow, Unusable, fact_of, row_of
from pipeline.reading.pointing.kept import witness_rows
from pipeline.reading.pointing.offering import best_offer, is_cut_in_doubt, refusals
from pipeline.reading.pointing.open_lines import open_lines

Arrays = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Patch:
    """The draft as it is now, facts that the kernel did not find, and what is open, by line."""

    draft: StatementDraft
    cited: tuple[Citation, ...]
    open: dict[int, str]


class NotThere(ValueError):
    """Words that do not stand on the line that they are cited from."""

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
