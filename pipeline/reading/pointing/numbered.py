"""The rows by whose numbers a model and the reader speak of one line: those of the draft's style.

A row with two entries side by side is cut in two, and what an entry is hangs on the style of the
figures: the bare rows of a document, or those of another style, may count otherwise.
"""

from __future__ import annotations

from pipeline.drafts import StatementDraft
from pipeline.reading.citing.witnesses import style_of
from pipeline.reading.lexing.figures import Style
from pipeline.reading.lexing.lexed import Lexed, LexedPages
from pipeline.reading.styles import styles_of


def numbered(draft: StatementDraft, pages: LexedPages) -> Lexed:
    """The document's rows, line 1 first."""
    witness = draft.witness
    return pages.under(style_of(witness.convention) if witness else styles_of(pages.bare)[0])


def styles_numbered_so(draft: StatementDraft, pages: LexedPages) -> list[Style]:
    """The usual styles, the draft's own first, under which each line has the same words."""
    own = numbered(draft, pages)
    lines = [row.ids for row in own.rows]
    return [
        style
        for style in dict.fromkeys([own.sheet.style, *styles_of(pages.bare)])
        if [row.ids for row in pages.under(style).rows] == lines
    ]
