"""What lists of all accounts give as this account's balances (section 10)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.second_checker.cells import Cell, cells_of
from tests.second_checker.entries import value_of
from tests.second_checker.figures import Figure
from tests.second_checker.labelled import Fact, is_sure
from tests.second_checker.phrases import Phrase
from tests.second_checker.row import Row
from tests.second_checker.tables import constant, pattern
from tests.second_checker.view import View


def of_another(view: View, fact: Fact) -> bool:
    """Whether an end stands beside another account's number, in a list that names this one too."""
    row = view.rows[fact.at]
    if fact.label not in constant("overview", "_ENDS") or row.has("labels", fact.label):
        return False
    listed = {view.rows[at].page for at in _listed(view)}
    runs = _runs(row)
    return row.page in listed and bool(runs) and not any(_is_own(view, run) for run in runs)


def other_balance(view: View) -> bool:
    """Whether a list gives another balance than this account's ends."""
    for at in _listed(view):
        if at in view.regions.in_tables:
            continue
        if any(not _agrees(view, at, figure) for figure in view.rows[at].figures):
            return True
    return False


def _listed(view: View) -> Iterator[int]:
    for at, row in enumerate(view.rows):
        listed = row.figures and not row.begins_with_date
        if listed and any(_is_own(view, run) for run in _runs(row)):
            yield at


def _is_own(view: View, run: str) -> bool:
    own = view.number.digits
    return own is not None and run.endswith(own)


def _runs(row: Row) -> list[str]:
    """The digits of each cell, apart from figures and dates."""
    found: list[str] = []
    for cell in cells_of(row.tokens):
        own = range(cell.first, cell.last + 1)
        text = "".join(row.tokens[at].text for at in own if at not in row.taken)
        found += pattern("account_lists", "_RUN").findall(text.replace("-", ""))
    return found


def _agrees(view: View, at: int, figure: Figure) -> bool:
    ends, by = _named(view, at, figure)
    table = next((h for h in view.layout.headers if h.first <= by <= h.last), None)
    if figure.text.weak or not ends or (table and any(table.named("date"))):
        return True
    values = {"opening": view.signed.opening, "closing": view.signed.closing}
    allowed = {abs(value) for end in ends if (value := values[end]) is not None}
    if figure.text.decimals > view.statement.exponent:
        return False
    return value_of(figure, view.statement.exponent) in allowed


def _named(view: View, at: int, figure: Figure) -> tuple[set[str], int]:
    """The ends that a figure of a list may be, and the row that says so."""
    row = view.rows[at]
    own = _ends(row, [p for p in row.phrases if p.last < figure.first])
    if own:
        return own, at
    for above in range(at - 1, -1, -1):
        over = view.rows[above]
        if over.page != row.page:
            break
        for cell in cells_of(over.tokens):
            if _stands_over(over, cell, figure):
                inside = [p for p in over.phrases if cell.first <= p.first <= cell.last]
                return _ends(over, inside), above
    return set(), at


def _stands_over(row: Row, cell: Cell, figure: Figure) -> bool:
    """Whether a cell without digits overlaps a figure sideways."""
    text = "".join(token.text for token in row.tokens[cell.first : cell.last + 1])
    sideways = cell.x0 < figure.end and figure.x0 < cell.x1
    return sideways and not any(c.isdigit() for c in text)


def _ends(row: Row, phrases: list[Phrase]) -> set[str]:
    sure = [phrase for phrase in phrases if is_sure(row, phrase)]
    meanings = {each for phrase in sure for each in (*phrase.of("labels"), *phrase.of("columns"))}
    named = constant("account_lists", "_NAMED")
    found = {named[meaning] for meaning in meanings & set(named)}
    either = meanings & set(constant("account_lists", "_EITHER"))
    return found or (set(named.values()) if either else set())
