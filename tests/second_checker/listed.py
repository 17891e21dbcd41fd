"""Rows that look like entries, though the witness has none there (section 11)."""

from __future__ import annotations

from tests.second_checker.cells import cells_of
from tests.second_checker.figures import Figure
from tests.second_checker.row import Row
from tests.second_checker.tables import constant
from tests.second_checker.view import View


def speaking() -> set[str]:
    """The labels that speak of figures."""
    return set(constant("printed", "SPEAKING"))


def mostly_speaks(row: Row) -> bool:
    """Whether a row says little else than a label that speaks."""
    letters = sum(len(token.letters) for at, token in enumerate(row.tokens) if at not in row.taken)
    labels = row.of("labels", *speaking())
    said_by = {at for label in labels for at in range(label.first, label.last + 1)} - row.taken
    said = sum(len(row.tokens[at].letters) for at in said_by)
    most: float = constant("passed_over", "_MOSTLY")
    return said > 0 and said >= most * letters


def is_dated(view: View, at: int) -> bool:
    """Whether a row begins with a date, or has a number where dates stand."""
    return view.rows[at].begins_with_date or has_cell_of_dates(view, at)


def has_cell_of_dates(view: View, at: int) -> bool:
    """Whether a cell with a digit stands where dates do."""
    row = view.rows[at]
    zone = view.regions.date_zone(row.page)
    if zone is None:
        return False
    near: float = constant("zones", "_ALIGNED")
    return any(
        zone[0] - near <= cell.x0 and cell.x1 <= zone[1] + near
        for cell in cells_of(row.tokens)
        if any(c.isdigit() for t in row.tokens[cell.first : cell.last + 1] for c in t.text)
    )


def in_list(view: View, at: int, x0: float, x1: float) -> bool:
    """Whether print stands under the money of a header of days, on a page without entries."""
    page = view.rows[at].page
    header = view.layout.header_above(at, view.statement.start)
    if any(view.rows[each].page == page for each in view.statement.entry_rows):
        return False
    if header is None or header.page != page or not any(header.named("date", "value_date")):
        return False
    money = header.named(*constant("headers", "MONEY"))
    return any(column.x0 < x1 and x0 < column.x1 for column in money)


def figure_like_entry(view: View, at: int, figure: Figure) -> bool:
    """Whether a figure stands as one of an entry would."""
    row = view.rows[at]
    if in_list(view, at, figure.x0, figure.x1):
        return True
    if not is_dated(view, at):
        return False
    if view.regions.zone_of_figure(at, figure) is not None:
        return True
    tells = view.layout.header_rows | view.statement.entry_rows
    marked = [each for each in view.statement.section if each in tells]
    own = [each for each in marked if view.rows[each].page == row.page]
    return not (own and all(each > at for each in own))
