"""Whether anything of the section is passed over (section 11)."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import Final

from tests.second_checker.cells import cells_of
from tests.second_checker.excuses import Excuses
from tests.second_checker.figure_text import is_short
from tests.second_checker.listed import in_list, is_dated, mostly_speaks, speaking
from tests.second_checker.regions import used_rows
from tests.second_checker.row import Row
from tests.second_checker.tables import constant, pattern
from tests.second_checker.view import View

_OF_A_NUMBER: Final = pattern("passed_over", "_OF_A_NUMBER")
_RULES: Final = "|-–—*"


def nothing_passed_over(view: View) -> str:
    """The check ``nothing_passed_over``."""
    return "failed" if any(_faults(view)) else "passed"


def _faults(view: View) -> Iterator[bool]:
    yield any(True for _ in Excuses(view).unexcused())
    yield any(entry.at in view.regions.skipped for entry in view.statement.entries)
    used = frozenset(at for entry in view.statement.entries for at in used_rows(entry))
    for table in view.regions.tables.values():
        for at in table:
            free = at not in view.statement.entry_rows and at not in view.regions.skipped
            if free and at not in view.layout.header_rows:
                yield _has_unread_money(view, at)
                yield _has_unread_date(view, at)
    yield any(_has_short_money(view, at) for at in view.statement.entry_rows)
    for at in view.regions.beside:
        yield _has_unread_entry(view, at)
    for page in view.regions.tables:
        yield any(_apart(view, at) for at in _rows_between(view, page, used))
        yield any(_misplaced(view, at) for at in _under_headers(view, page))
        yield _ink(view, page)


def _has_unread_money(view: View, at: int) -> bool:
    """Whether a token stands in a zone of money that is none, and looks like it."""
    row = view.rows[at]
    places = [place for entry in view.statement.entries for place in entry.witness.text]
    texts = {(place.page, word) for place in places for word in place.words}
    for number, token in enumerate(row.tokens):
        zone = view.regions.zone_of(row.page, (token.x0 + token.x1) / 2)
        named = (row.page, token.word) in texts
        if zone and not named and number not in row.taken and _looks_like_money(token.text):
            return True
    return False


def _has_short_money(view: View, at: int) -> bool:
    """Whether beside an amount a number of one digit behind its point stands in a zone of money;
    or what looks like money, where noughts are left out."""
    row = view.rows[at]
    short = is_short(view.statement.witness.convention.style)
    wanted = _looks_like_money if short else pattern("passed_over", "_SHORT").match
    figures = {n for f in row.figures for n in range(f.first, f.last + 1)}
    taken = row.taken if short else figures
    return any(
        number not in taken
        and wanted(token.text)
        and view.regions.zone_of(row.page, (token.x0 + token.x1) / 2)
        for number, token in enumerate(row.tokens)
    )


def _has_unread_date(view: View, at: int) -> bool:
    """Whether a date stands in the zone of dates, on a row that no entry's date is on."""
    if not view.regions.first_date_in_zone(at) or mostly_speaks(view.rows[at]):
        return False
    return at not in _dated_rows(view)


def _dated_rows(view: View) -> set[int]:
    """The rows with a date that an entry uses."""
    days = (day for e in view.statement.entries for day in (e.date, e.value_date))
    return {day.at for day in days if day}


def _has_unread_entry(view: View, at: int) -> bool:
    """Whether a row beside the tables has a day, and a number where money stands."""
    row = view.rows[at]
    skipped = at in view.regions.skipped or at in view.layout.header_rows
    if row.figures or skipped or not is_dated(view, at):
        return False
    if mostly_speaks(row) or at in _dated_rows(view):
        return False
    known = {n for d in row.dates for n in range(d.first, d.last + 1)}
    if _heads_page(view, at):
        known |= _own_number(row)
    return any(
        number not in known
        and any(c.isdigit() for c in token.text)
        and (
            view.regions.zone_of(row.page, (token.x0 + token.x1) / 2) is not None
            or in_list(view, at, token.x0, token.x1)
        )
        for number, token in enumerate(row.tokens)
    )


def _heads_page(view: View, at: int) -> bool:
    """Whether a row stands above every header and entry of its page, of which there are."""
    page = view.rows[at].page
    known = view.layout.header_rows | view.statement.entry_rows
    below = [each for each in view.layout.of_page[page] if each in known]
    return bool(below) and at < min(below)


def _own_number(row: Row) -> set[int]:
    """The tokens of an account's number right behind its label."""
    found: set[int] = set()
    for phrase in row.of("labels", "account_number"):
        at = phrase.last + 1
        while at < len(row.tokens) and _OF_A_NUMBER.match(row.tokens[at].text):
            found.add(at)
            at += 1
    return found


def _looks_like_money(text: str) -> bool:
    if 2 * sum(c.isdigit() for c in text) >= len(text):
        return True
    return not any(c.isalpha() for c in text) and text not in _RULES


def _rows_between(view: View, page: int, used: frozenset[int]) -> Iterator[int]:
    """Rows of words between the entries of a page, and those of entries' texts."""
    rows = view.regions.entry_rows[page]
    for at in range(rows[0] + 1, rows[-1] + 1) if rows else ():
        dated = any(e.date and e.date.at == at for e in view.statement.entries)
        if (
            at not in view.statement.entry_rows
            and not dated
            and (at in used or view.rows[at].plain)
        ):
            yield at


def _apart(view: View, at: int) -> bool:
    page = view.rows[at].page
    table = view.regions.entry_rows[page]
    steps = [view.rows[n + 1].top - view.rows[n].top for n in range(table[0], table[-1])]
    step = view.rows[at].top - view.rows[at - 1].top
    far: float = constant("zones", "_APART")
    return bool(steps) and step > far * median(steps) and not _may_stand(view, at)


def _may_stand(view: View, at: int) -> bool:
    if at in view.regions.headings or at in view.regions.skipped:
        return True
    row = view.rows[at]
    if at in view.layout.header_rows and not _is_title(row):
        return True
    return row.has("labels", *speaking())


def _is_title(row: Row) -> bool:
    """One cell with a section's word and a word that names no column."""
    columns = {n for p in row.of("columns") for n in range(p.first, p.last + 1)}
    words = {n for n, token in enumerate(row.tokens) if token.letters}
    return len(cells_of(row.tokens)) == 1 and row.has("sections") and bool(words - columns)


def _under_headers(view: View, page: int) -> Iterator[int]:
    """Rows between a page's first header and the first entry below it."""
    own = [h for h in view.layout.headers if h.page == page and h.first in view.statement.section]
    for header in own[:1]:
        below = [at for at in view.regions.entry_rows[page] if at > header.last]
        yield from range(header.last + 1, below[0] if below else header.last + 1)


def _misplaced(view: View, at: int) -> bool:
    row = view.rows[at]
    if at in view.statement.entry_rows or _may_stand(view, at):
        return False
    if row.has("sections"):
        return True
    first = view.regions.first_entry
    if first is None or at > first:
        return False
    worded = any(len(token.letters) >= constant("passed_over", "_A_WORD") for token in row.tokens)
    return worded and row.plain and not row.has("columns")


def _ink(view: View, page: int) -> bool:
    """Print without words within the table's columns."""
    table = view.regions.tables[page]
    top, low = view.rows[table[0]].top, view.rows[table[-1]].bottom
    zones = view.regions.zones_of(page).values()
    for x0, above, x1, below in view.statement.document.pages[page - 1].ink:
        inside = top <= (above + below) / 2 <= low
        if inside and any(x0 < right and left < x1 for left, right in zones):
            return True
    return False
