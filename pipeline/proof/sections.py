"""The statement begins and ends where the page says so: no half of a table, no other's heading."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pipeline.proof.checks import Check, passed_unless
from pipeline.proof.entries import Offered
from pipeline.proof.headings import Heading, heading_of


def section_check(offered: Offered) -> Check:
    """Passed if the section is the whole document, or each neighbour is another statement.

    It is one if its heading names another account number, or other days, than this one's heading,
    and prints a balance or a table's header; if it names another currency and prints a balance; or
    if the pages are counted from 1 again.
    """
    return passed_unless("section", [*_before(offered), *_after(offered)])


def _before(offered: Offered) -> Iterator[str]:
    if not offered.start or _counts_anew(offered, offered.start):
        return
    above = offered.lexed.headings(offered.witness.convention.month_first)
    until = _first_entry(offered, offered.start, offered.stop)
    own = _heading_of(offered, offered.start, until)
    last = above.last_before(offered.start)
    if last is None:
        yield "the statement begins below the document's heading"
        return
    theirs = above.nearest_above(last)
    told = _another(offered, own, theirs, range(last, offered.start), until)
    if told is None:
        yield "no heading says that another statement begins here"
    elif told(_heading_of(offered, last + 1, offered.start), theirs):
        yield "the statement begins below its own heading"


def _after(offered: Offered) -> Iterator[str]:
    lexed = offered.lexed
    if offered.stop == len(lexed.rows) or _counts_anew(offered, offered.stop):
        return
    first = _first_entry(offered, offered.start, offered.stop)
    own = _heading_of(offered, offered.start, first)
    own = own.or_else(_heading_of(offered, 0, _first_entry(offered, 0, offered.start)))
    until = _first_entry(offered, offered.stop, len(lexed.rows))
    theirs = _heading_of(offered, offered.stop, until)
    last = max((entry.row for entry in offered.entries), default=first)
    told = _another(offered, theirs, own, range(last, offered.stop), until)
    if told is None:
        yield "no heading says that another statement begins behind this one"
    elif not lexed.is_headed(offered.stop, until):
        yield "what follows has neither a balance nor a header of its own"
    behind = told or Heading.differs
    if offered.entries and behind(_heading_of(offered, last + 1, offered.stop), own):
        yield "the statement ends below another's heading"


def _another(
    offered: Offered, heading: Heading, other: Heading, above: range, until: int
) -> Callable[[Heading, Heading], bool] | None:
    """How a heading, from the rows above it to its first entry, tells another statement than the
    other does: by its number or its days, or, if it prints a balance of its own, by its currency;
    None if it does not."""
    if heading.differs(other):
        return Heading.differs
    if heading.pays_otherwise(other) and _begins_anew(offered, above, until):
        return Heading.pays_otherwise
    return None


def _begins_anew(offered: Offered, above: range, until: int) -> bool:
    """Whether a heading prints balances, and none of them is carried on from the rows above it."""
    lexed = offered.lexed
    ends = {(f.value, f.decimals) for f in lexed.ends_between(above.stop, until)}
    printed = {(f.value, f.decimals) for row in above for f in lexed.rows[row].figures}
    return bool(ends) and ends.isdisjoint(printed)


def _counts_anew(offered: Offered, index: int) -> bool:
    """Whether a row is the first of a page that is counted as 1, behind one that ends a count."""
    rows, counts = offered.lexed.rows, offered.lexed.page_counts
    above, page = rows[index - 1].page, rows[index].page
    if above == page:
        return False
    last, first = counts[above], counts[page]
    return last is not None and first is not None and first[0] == 1 and last[0] == last[1]


def _first_entry(offered: Offered, start: int, stop: int) -> int:
    """The first row from ``start`` on that begins like an entry, or is one."""
    own = (row for entry in offered.entries for row in entry.rows if start <= row < stop)
    found = offered.lexed.headings(offered.witness.convention.month_first)
    return min(found.first_from(start, stop), min(own, default=stop))


def _heading_of(offered: Offered, start: int, stop: int) -> Heading:
    return heading_of(offered.lexed.rows[start:stop], offered.witness.convention.month_first)
