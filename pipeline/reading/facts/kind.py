"""What kind of account it is, and so which way an unmarked balance goes: by titles and labels."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipeline.reading.lexing.headers import cell_of
from pipeline.reading.lexing.phrases import Hit
from pipeline.reading.lexing.rows import Row, letters_in, text_of
from pipeline.reading.lexing.wording import within
from pipeline.words import Word

_TOP = 12  # rows of a statement's first page among which a title stands
_FIRST = 3  # rows that may be a title whatever they say; below, they name the statement
_TITLE_WORDS = 6
_CURRENT_SENTENCE = 10


@dataclass(frozen=True, slots=True)
class PrintedKind:
    """``kind``: ``card``, ``loan``, ``savings``, ``current`` or None; ``debt`` whether a plain
    balance is owed (None where the words disagree or say nothing); ``words`` what says so.
    ``silent``: no word at all speaks of a card or a loan, in a sentence neither."""

    kind: str | None
    debt: bool | None
    words: str = ""
    silent: bool = False


def is_statement(text: str) -> bool:
    """Whether a text holds a word for a statement of account."""
    return bool(within("statement").search(text))


def kind_of(around: Sequence[Row], leading: Sequence[Row], *, of_another: bool) -> PrintedKind:
    """What the rows beside the entries say, or, where they say nothing, the document's front; if
    that is of another account, it only keeps the statement from being silent."""
    own, whole = printed_kind(around), printed_kind(leading)
    if own.kind or own.debt is not None:
        return own
    return replace(own if of_another else whole, silent=own.silent and whole.silent)


def printed_kind(rows: Sequence[Row]) -> PrintedKind:
    """What titles and labelled figures of these rows say; an advert's sentence says nothing."""
    said: dict[str, set[str]] = defaultdict(set)
    for kind, words in _named(rows):
        said[kind].add(words)
    debts, assets = said.keys() & {"card", "loan"}, said.keys() & {"savings", "current"}
    if debts and assets:
        return PrintedKind(None, None)
    if len(debts) == 1:
        (kind,) = debts
        return PrintedKind(kind, True, f"the page speaks of a {kind}: {min(said[kind])}")
    if assets:
        kind = "current" if "current" in assets else "savings"
        return PrintedKind(
            kind if len(assets) == 1 else None, False, f"the page names it: {min(said[kind])}"
        )
    silent = not any(row.phrases("kinds", "card", "loan") for row in rows)
    return PrintedKind(None, None, silent=silent)


def _named(rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """Each kind that a title or a labelled figure names, with the words that do so; on a row of
    another account none."""
    for index, row in enumerate(rows):
        if not row.phrases("labels", "other_account"):
            for hit in row.phrases("kinds"):
                if _titled(rows, index) or _states(rows, index, hit):
                    yield hit.meaning, text_of(row.words[hit.first : hit.last + 1])


_SENTENCE = re.compile(r"%|[.!?]$")


def _titled(rows: Sequence[Row], index: int) -> bool:
    """Few words without figures near the top of the statement's first page, and no sentence."""
    row, top = rows[index], index < _TOP and rows[index].page == rows[0].page
    few = top and len(row.words) <= _TITLE_WORDS and not row.figures
    titled = index < _FIRST or is_statement(row.text)
    return few and titled and not any(_SENTENCE.search(word.text) for word in row.words)


def _states(rows: Sequence[Row], index: int, hit: Hit) -> bool:
    """Whether a word labels a figure, a date or a number, beside or below it."""
    row = rows[index]
    cell = cell_of(row, hit)
    if len(row.words) > _CURRENT_SENTENCE or any("%" in word.text for word in row.words):
        return False
    if _names_account(row, hit):
        return True
    if letters_in(row.words[hit.first : hit.last + 1]) < 0.5 * letters_in(cell):
        return False
    if any(f.first > hit.last for f in row.figures) or any(d.first > hit.last for d in row.dates):
        return True
    after = row.words[hit.last + 1 : hit.last + 6]
    if any(sum(map(str.isdigit, word.text)) >= 3 for word in after):
        return True
    return stands_above(rows, index, cell)


def stands_above(rows: Sequence[Row], index: int, cell: Sequence[Word]) -> bool:
    """Whether a figure or a date stands right below a cell of a row, in the next one."""
    below = rows[index + 1] if index + 1 < len(rows) else None
    if below is None or below.page != rows[index].page:
        return False
    x0, x1 = cell[0].x0, cell[-1].x1
    places = [(f.x0, f.end) for f in below.figures] + [(d.x0, d.x1) for d in below.dates]
    return any(left < x1 and right > x0 for left, right in places)


def _names_account(row: Row, hit: Hit) -> bool:
    """ "Account Rainy Day Saver ****1190": a label of the account, its name, its number; or "Type
    of account: Savings account"."""
    kinds = row.phrases("labels", "account_kind")
    if not row.figures and any(label.last < hit.first for label in kinds):
        return True
    labels = row.phrases("labels", "account_number")
    after = row.words[hit.last + 1 :]
    numbered = any(sum(map(str.isdigit, word.text)) >= 3 for word in after)
    return any(label.last < hit.first for label in labels) and numbered and not row.figures
