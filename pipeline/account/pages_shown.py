"""What a model may look up of a statement: its rows as read, and the text of its pages.

No account number goes out whole: of a long number only the last four digits are shown.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby

from db.money import to_decimal
from pipeline.account.comparison import Comparison
from pipeline.drafts import StatementDraft
from pipeline.words import DocumentPages
from tools.account_numbers import without_numbers
from tools.ledger.workspace import LineView, PageText


def line_views(
    draft: StatementDraft, comparison: Comparison | None, *, whole_numbers: bool = False
) -> list[LineView]:
    """The rows, numbered from 1; ``matched`` as far as ``comparison`` has compared them."""
    paired = {pair.line for pair in comparison.matching.pairs} if comparison else set()
    return [
        LineView(
            line=place,
            page=line.page,
            date=line.date,
            amount=to_decimal(line.amount, draft.exponent),
            balance=None if line.balance is None else to_decimal(line.balance, draft.exponent),
            description=(line.description if whole_numbers else without_numbers(line.description)),
            matched=line.ordinal in paired if comparison else None,
        )
        for place, line in enumerate(draft.lines, start=1)
    ]


def page_texts(
    name: str, draft: StatementDraft, pages: DocumentPages | None, *, whole_numbers: bool = False
) -> list[PageText]:
    """The text a person can see on the pages that the statement's rows stand on, each line with
    its number in the document, by which a model may point at it."""
    if pages is None:
        return []
    # Text is put together from words only for a model that asks for it.
    from pipeline.reading.lexing.lexed import LexedPages
    from pipeline.reading.pointing.numbered import numbered
    from pipeline.reading.pointing.text_lines import as_text, text_lines

    rows = numbered(draft, LexedPages(pages.pages)).rows
    wanted: Collection[int] = draft.pages_of(len(pages.pages))
    shown = (index for index, row in enumerate(rows) if row.page in wanted)
    lines = text_lines(rows, shown, whole_numbers=whole_numbers)
    by_page = groupby(lines, key=lambda line: line.page)
    return [
        PageText(doc=name, page=page, lines=tuple(as_text([line]) for line in found))
        for page, found in by_page
    ]
