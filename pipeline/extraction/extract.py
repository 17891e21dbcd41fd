"""Completes a reading: what is proven is kept at no cost, a model is asked for the rest alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from pipeline.claims import Citation
from pipeline.drafts import StatementDraft, adds_up
from pipeline.extraction.copying import Copying, See
from pipeline.extraction.sight import as_reread, reread
from pipeline.model_choice import ModelUse
from pipeline.pages.for_model import Pictures
from pipeline.pages.seen.bound_figures import are_bound
from pipeline.proof import Place
from pipeline.reading.lexing.lexed import LexedPages
from pipeline.reading.lexing.rows import Row
from pipeline.reading.pointing.citations import citations, filled
from pipeline.reading.pointing.kept import kept_rows
from pipeline.reading.pointing.numbered import numbered
from pipeline.reading.pointing.offering import (
    best_offer,
    is_cut_in_doubt,
    refusals,
    without_rows,
)
from pipeline.reading.pointing.open_lines import open_lines
from pipeline.reading.pointing.places import Pointed
from pipeline.reading.pointing.text_lines import TextLine, text_lines
from pipeline.words import DocumentPages
from tools.loop import ToolLoop
from tools.messages import Image

#: How far from the entries a line may say something of the account, in rows.
_FRONT = 60
REREAD = "page {page}: OCR read {was}; a model reads {text}, and the balances bear that out"


@dataclass(frozen=True, slots=True)
class Extracted:
    """The reading after it was completed; the very same draft if nothing could be.

    ``cited`` are the facts that a model found on the page and the kernel did not; ``warnings`` what
    was read otherwise than OCR had it.
    """

    draft: StatementDraft
    uses: tuple[ModelUse, ...] = ()
    cited: tuple[Citation, ...] = ()
    warnings: tuple[str, ...] = ()


def extract(
    draft: StatementDraft,
    pages: DocumentPages,
    mind: ToolLoop | None,
    *,
    alone: bool = True,
    pictures: Pictures | None = None,
) -> Extracted:
    """Read what the reader left open. A statement of which nothing is open, and one nobody can be
    asked about, is given back as it is.

    ``alone``: the document has no other statement, so that its words may be read otherwise.
    ``pictures`` go with pages whose words are in doubt, if the model sees.
    """
    done = adds_up(draft) and draft.period_start is not None
    if mind is None or done or is_cut_in_doubt(draft):
        return Extracted(draft)
    see = partial(_seen, pages, mind, pictures)
    return _extract(draft, LexedPages(pages.pages), mind, see, alone=alone)


def _extract(
    draft: StatementDraft, pages: LexedPages, mind: ToolLoop, see: See, *, alone: bool
) -> Extracted:
    """Ask for the open lines once, and once more for what the kernel then names as open."""
    kept = kept_rows(draft, pages)
    copying = Copying(mind, lambda rows: refusals(draft, kept, rows, pages), see)
    rows = numbered(draft, pages).rows
    copying.ask(_lines(rows, _wanted(draft, kept, pages), mind))
    found = _offer(draft, kept, copying, pages)
    if again := _open_still(found, kept, copying, pages):
        # What the reader was sure of is part of what does not hold.
        copying.refuse = lambda rows: refusals(draft, (), rows, pages)
        copying.ask(_lines(rows, [n - 1 for n in sorted(again)], mind), again)
        found = _offer(found, (), copying, pages)
    told: tuple[str, ...] = ()
    if alone and copying.strange and not adds_up(found):
        found, told = _as_seen(found, copying, pages)
    cited = citations(found, copying.facts, pages)
    return Extracted(filled(found, cited), tuple(copying.uses), cited, told)


def read_whole(
    pages: DocumentPages, mind: ToolLoop, pictures: Pictures | None = None
) -> Extracted | None:
    """The one statement of a document in which the reader found none; None if there is none."""
    lexed = LexedPages(pages.pages)
    if not lexed.bare:
        return None
    nothing = without_rows(lexed)
    see = partial(_seen, pages, mind, pictures)
    found = _extract(nothing, lexed, mind, see, alone=True)
    return found if found.draft.lines else None


def _seen(
    document: DocumentPages, mind: ToolLoop, pictures: Pictures | None, wanted: Collection[int]
) -> tuple[Image, ...]:
    """The pictures of these pages that the model may see."""
    if pictures is None or not mind.sees:
        return ()
    shown = (pictures.of(page) for page in document.pages if page.number in wanted)
    return tuple(image for image in shown if image is not None)


def _as_seen(
    found: StatementDraft, copying: Copying, pages: LexedPages
) -> tuple[StatementDraft, tuple[str, ...]]:
    """The statement with the figures that a model reads otherwise than OCR, if it is proven so;
    and what to tell a person of them."""
    strange = [row for rows in copying.strange.values() for row in rows]
    by_number = {page.number: page for page in pages.pages}
    words = reread(strange, numbered(found, pages).rows, by_number, copying.shown)
    if not words:
        return found, ()
    document = as_reread(DocumentPages(pages.pages, "", False), words)
    other = best_offer(
        found, (), [*copying.copied, *strange], copying.facts, LexedPages(document.pages)
    )
    places = [(each.page, each.place) for each in words]
    if not adds_up(other) or not other.witness:
        return found, ()
    if not are_bound(places, other.witness, document.pages):
        return found, ()
    return other, tuple(
        REREAD.format(page=each.page, was=each.was, text=each.text) for each in words
    )


def _lines(rows: Sequence[Row], wanted: Iterable[int], mind: ToolLoop) -> list[TextLine]:
    return text_lines(rows, wanted, whole_numbers=mind.whole_numbers)


def _open_still(
    found: StatementDraft, kept: Sequence[Pointed], copying: Copying, pages: LexedPages
) -> dict[int, str]:
    """The lines to ask for once more, and why: none of a proven statement."""
    if adds_up(found):
        return {}
    sure = {each.row + 1: "" for each in kept}
    told = open_lines(found, pages, {*sure, *copying.rows})
    return {**sure, **told, **copying.refused}


def _offer(
    draft: StatementDraft, kept: Sequence[Pointed], copying: Copying, pages: LexedPages
) -> StatementDraft:
    if adds_up(draft):
        return draft  # nothing but facts was asked for
    return best_offer(draft, kept, copying.copied, copying.facts, pages)


def _wanted(draft: StatementDraft, kept: Sequence[Pointed], pages: LexedPages) -> Iterator[int]:
    """The rows of the statement that no kept line stands on; of one that adds up those around."""
    rows = numbered(draft, pages).rows
    section = draft.witness.section if draft.witness else (0, len(pages.document.rows))
    own = [index for index, row in enumerate(rows) if _is_in(row, section, pages)]
    used = {each.row for each in kept}
    for index in own:
        around = adds_up(draft) and (rows[index].looks_like_entry or index >= own[0] + _FRONT)
        if not around and index not in used:
            yield index


def _is_in(row: Row, section: tuple[int, int], pages: LexedPages) -> bool:
    first = min(pages.document.rows_of(Place(row.page, tuple(row.ids))), default=-1)
    return section[0] <= first < section[1]
