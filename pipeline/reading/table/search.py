"""Searches the readings of a stretch of rows for the one that explains most printed figures."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final, NamedTuple

from pipeline.reading.lexing.headers import Header
from pipeline.reading.lexing.labelled import LabelledFigure, is_whole
from pipeline.reading.lexing.phrases import single, squeeze
from pipeline.reading.lexing.rows import LexedRow
from pipeline.reading.table.columns import FigureColumn
from pipeline.reading.table.conventions import (
    Roles,
    conventions_to_try,
    header_roles,
    roles_to_try,
    turned,
    worth_trying,
)
from pipeline.reading.table.grid import grid_of
from pipeline.reading.table.items import Item, RowKind, items_of
from pipeline.reading.table.steps import Scale, scale_of
from pipeline.reading.table.ties import Readings, Tie

MOST_READINGS = 96


class BestReading(NamedTuple):
    """The best reading of a stretch, with its rivals: other amounts that explain as much.

    ``twins`` are the same amounts and the same turned round.
    """

    tie: Tie
    rivals: tuple[Tie, ...]
    items: tuple[Item, ...]
    scale: Scale
    tried: int
    twins: tuple[Tie, ...]
    columns: tuple[FigureColumn, ...]


def search(
    rows: Sequence[LexedRow],
    headers: Sequence[Header],
    facts: Sequence[LabelledFigure],
    size: float,
    most: int = MOST_READINGS,
) -> BestReading | None:
    """The reading that explains most, of ``most`` at most; None where no row can be an entry."""
    masks = [body_rows(rows, headers)]
    if any(unbooked := [_is_unbooked(rows, index) for index in range(len(rows))]):
        masks.insert(0, [i and not never for i, never in zip(masks[0], unbooked, strict=True)])
    if headers:
        heads = running_heads(rows)
        masks.append([index not in heads for index in range(len(rows))])
    best: BestReading | None = None
    tables: list[tuple[Sequence[FigureColumn], Sequence[Item]]] = []
    money = [fact.figure for fact in facts]
    tried = 0
    for columns, items in _tables(rows, masks, headers, size):
        # Rows of text alone take no part in any sum: with and without them a table is the same.
        table = columns, [item for item in items if item.cells or item.day is not None]
        scale = scale_of([*(figure for item in items for figure in item.cells.values()), *money])
        if table in tables or not (ties := _ties_of(*table, facts, scale, most)):
            continue
        tables.append(table)
        tried += len(ties)
        found = max(ties, key=lambda tie: tie.explained)
        if best is None or found.explained > best.tie.explained + 5:
            rivals, twins = _compare(found, ties)
            best = BestReading(found, rivals, tuple(items), scale, 0, twins, columns)
        if best.tie.holds:
            break
    return best._replace(tried=tried) if best else None


def _tables(
    rows: Sequence[LexedRow],
    masks: Sequence[Sequence[bool]],
    headers: Sequence[Header],
    size: float,
) -> Iterator[tuple[tuple[FigureColumn, ...], list[Item]]]:
    """The columns and items of the rows that each mask leaves; then where rows with a day may say
    that a balance is carried, the same with those as entries: a transfer is called so as well."""
    found: list[tuple[tuple[FigureColumn, ...], list[Item]]] = []
    for body, sparse in (*((mask, False) for mask in masks), (masks[-1], True)):
        grid = grid_of(rows, body, headers, size, sparse=sparse)
        if grid.columns:
            found.append((grid.columns, items_of(rows, body, headers, grid, size)))
            yield found[-1]
    for columns, items in found:
        if any(map(_may_be_transfer, items)):
            yield (
                columns,
                [
                    replace(item, kind=RowKind.ENTRY) if _may_be_transfer(item) else item
                    for item in items
                ],
            )


def _may_be_transfer(item: Item) -> bool:
    carried = item.kind is RowKind.ANCHOR and item.labels == {"carried_page"}
    return carried and item.day is not None and len(item.cells) == 1


def _ties_of(
    columns: Sequence[FigureColumn], items: Sequence[Item], facts: Sequence[LabelledFigure],
    scale: Scale, most: int,
) -> list[Tie]:  # fmt: skip
    """The readings of one table: as its header names the columns, and if none of them holds, under
    all other roles of the columns."""
    named = header_roles(columns)
    ties = _ties(named, items, facts, scale, named=True, most=most)
    if not any(tie.holds for tie in ties):
        others = [roles for roles in roles_to_try(columns) if roles not in named]
        ties += _ties(worth_trying(others, items), items, facts, scale, named=False, most=most)
    return ties


def _ties(
    roles: Iterable[Roles],
    items: Sequence[Item],
    facts: Sequence[LabelledFigure],
    scale: Scale,
    *,
    named: bool,
    most: int,
) -> list[Tie]:
    ties: list[Tie] = []
    readings = Readings(items, facts, scale, named=named)
    for role in roles:
        for convention in conventions_to_try(role, items):
            tie = readings.best(convention)
            ties.append(tie)
            if named and _settled(tie, items):
                return [tie, readings.best(turned(convention))]
            if len(ties) >= most:
                return ties
    return ties


def _settled(tie: Tie, items: Sequence[Item]) -> bool:
    """A named reading of every row, whose balances beside most of them agree, leaves no other."""
    if not tie.holds or tie.misprints or tie.links * 2 <= len(tie.amounts):
        return False
    columns = tie.convention.roles.moving
    rows = [i for i in items if i.kind is RowKind.ENTRY and any(c in i.cells for c in columns)]
    return len(rows) == len(tie.amounts)


def _compare(best: Tie, ties: Sequence[Tie]) -> tuple[tuple[Tie, ...], tuple[Tie, ...]]:
    """Rivals have other amounts and explain as much; twins are the same amounts turned round."""
    rivals: list[Tie] = []
    twins: list[Tie] = []
    for tie in ties:
        if tie.explained < best.explained - 2 or tie.holds != best.holds:
            continue
        if _same(tie, best, 1):
            if tie is not best:
                twins.append(tie)
        elif _same(tie, best, -1):
            twins.append(tie)
        elif tie.holds:
            rivals.append(tie)
    return tuple(rivals), (best, *twins)


def _same(tie: Tie, other: Tie, sign: int) -> bool:
    return tie.rows == {index: sign * amount for index, amount in other.rows.items()}


_TITLED: Final = frozenset({"current", "savings", "loan"})
_LONGEST_HEADING: Final = 8  # words
_CODE: Final = 4  # letters of a bank's code within a number
_HEADS: Final = 2  # rows with a day and a figure that head or foot a page, at most


def body_rows(rows: Sequence[LexedRow], headers: Sequence[Header]) -> list[bool]:
    """True for rows under a header; a page without one goes on with the page before.

    Without any header, every row may hold an entry. A header that names balances only (a list of
    daily balances) or a heading such as "Upcoming payments" ends the table before it.
    """
    heads = running_heads(rows)
    if not headers:
        return [index not in heads for index in range(len(rows))]
    entries = {header.last for header in headers if header.having("debit", "credit", "amount")}
    walk = _Walk(
        starts={header.last: header.last in entries or not entries for header in headers},
        header_rows={i for header in headers for i in range(header.first, header.last + 1)},
        pages_with_header={rows[header.first].page for header in headers},
        titles=account_titles(rows),
    )
    return [walk.is_in_table(index, row) and index not in heads for index, row in enumerate(rows)]


def running_heads(rows: Sequence[LexedRow]) -> frozenset[int]:
    """Rows with a day that are on several pages, word for word in the same place: what a page is
    headed or footed by, and no entries. Where more have figures, the page is there twice."""
    places: dict[tuple[str, int, int], list[int]] = defaultdict(list)
    for index, row in enumerate(rows):
        if row.dates:
            places[row.text, round(row.top), round(row.words[0].x0)].append(index)
    repeated = [
        index
        for found in places.values()
        if len({rows[at].page for at in found}) > 1
        for index in found
    ]
    on_page = Counter(rows[index].page for index in repeated if rows[index].figures)
    return frozenset(index for index in repeated if on_page[rows[index].page] <= _HEADS)


@dataclass(slots=True)
class _Walk:
    """Goes down the rows, and knows at each whether it is in a table of entries.

    ``starts`` are the last rows of headers, and whether entries are under each. The ``titles`` of
    other accounts end a table. What a heading leaves out ends at the next header, once ``left_out``
    says that there were entries under the heading.
    """

    starts: dict[int, bool]
    header_rows: set[int]
    pages_with_header: set[int]
    titles: frozenset[int]
    page: int = 0
    open_table: bool = False
    skipping: bool = False
    left_out: bool = False
    edge: float = inf

    def is_in_table(self, index: int, row: LexedRow) -> bool:
        """Whether the next row can hold an entry."""
        self._turn_page(row.page)
        in_header = index in self.header_rows
        if not in_header:
            self._pass_heading("skip" if self._is_unbooked(row) else _heading(row))
            self.open_table = self.open_table and index not in self.titles
        inside = self.open_table and not in_header
        if row.looks_like_entry:
            self.edge = row.words[0].x0
            self.left_out = self.skipping
        if index in self.starts:
            self.skipping = self.skipping and not self.left_out
            self.open_table = self.starts[index] and not self.skipping
        return inside

    def _is_unbooked(self, row: LexedRow) -> bool:
        """Whether a row says that those below it were not booked: where entries begin, for further
        in it may be the text of the one above."""
        return row.words[0].x0 <= self.edge + 1 and is_unbooked_heading(row)

    def _turn_page(self, page: int) -> None:
        if page != self.page and page in self.pages_with_header:
            self.open_table = False
        self.page = page

    def _pass_heading(self, heading: str) -> None:
        """ "Upcoming payments" ends the table; any other heading ends what is left out."""
        if heading:
            self.skipping, self.left_out = heading == "skip", False
            self.open_table = self.open_table and not self.skipping


def _is_unbooked(rows: Sequence[LexedRow], index: int) -> bool:
    """Whether an entry says that it was not booked, in a cell or on a row of its own below."""
    row, below = rows[index], rows[index + 1 : index + 2]
    inside = row.looks_like_entry and bool(below) and below[0].page == row.page
    inside = inside and below[0].words[0].x0 > row.words[0].x0 + 1
    return any(unbooked_cells(row)) or (inside and is_unbooked_heading(below[0]))


def unbooked_cells(row: LexedRow) -> Iterator[str]:
    """The cells of an entry that say of it that it was not booked."""
    for hit in row.phrases("objections", "unbooked") if row.figures else ():
        if is_whole(row, hit):
            yield " ".join(row.words[place].text for place in hit.places)


def is_unbooked_heading(row: LexedRow) -> bool:
    """Whether a row says that entries below it were not booked: mostly so, numbers aside, and
    neither a figure nor a day is on it but the two of a period."""
    hits = [*row.phrases("objections", "unbooked"), *row.phrases("sections", "skip")]
    if not hits:
        return False
    covered, taken = {place for hit in hits for place in hit.places}, row.taken
    aside = single("link") | single("to") if row.dates else frozenset()
    words = [word.text for place, word in enumerate(row.words) if place not in taken]
    said = sum(not any(map(str.isdigit, word)) and squeeze(word) not in aside for word in words)
    heading = not row.figures and len(row.dates) in (0, 2) and said <= _LONGEST_HEADING
    return heading and 2 * len(covered) >= said


def account_titles(rows: Sequence[LexedRow]) -> frozenset[int]:
    """Rows between entries that are the title of another account: its kind and perhaps a number,
    nothing else, and begun where entries begin. A title printed above them is the statement's."""
    found: set[int] = set()
    edge = top = None
    own: set[str] = set()
    for index, row in enumerate(rows):
        if row.looks_like_entry:
            edge, top = row.words[0].x0, row.page
        elif row.page != top:
            own.add(row.text)
        elif edge is not None and row.words[0].x0 <= edge + 1 and not (row.figures or row.dates):
            found |= {index} if is_account_title(row) and row.text not in own else set()
    return frozenset(found)


def is_account_title(row: LexedRow) -> bool:
    """Whether a row, its figures and dates aside, is a kind of account other than a card, and
    perhaps its number."""
    taken = row.taken
    own = [place for place in range(len(row.words)) if place not in taken]
    kinds = [hit for hit in row.phrases("kinds") if hit.meaning in _TITLED and hit.first in own[:1]]
    rest = [row.words[place].text for place in own if kinds and place > kinds[0].last]
    return bool(kinds) and all(
        any(map(str.isdigit, text)) or len(squeeze(text)) <= _CODE for text in rest
    )


def _heading(row: LexedRow) -> str:
    """The meaning of a row that is a section's heading and nothing else: skip, debit, credit."""
    if row.figures or row.dates or len(row.words) > _LONGEST_HEADING:
        return ""
    hits = row.phrases("sections")
    if not hits or len(row.heading_places) * 2 < len(row.words):
        return ""
    return "skip" if any(hit.meaning == "skip" for hit in hits) else hits[0].meaning
