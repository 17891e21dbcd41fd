"""No rows prove nothing unless the page itself says that there were none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.proof.checks import Check, holds
from pipeline.proof.counts import noughts_counted
from pipeline.proof.entries import Offered
from pipeline.proof.labelled import is_sure
from pipeline.proof.rows import Row

_NAME = "lines_or_none_said"
_NEAR = 3  # words from a label to the one that says nought
_SIDES = frozenset({"total_in", "total_out"})
_COUNTS = frozenset({"count_in", "count_out"})


def nothing_said(offered: Offered) -> Check:
    """Passed if there are rows, or the page says that there were none and no row looks like one."""
    rows = offered.rows
    said = any(row.phrases("labels", "no_lines") for row in rows)
    if offered.entries:
        return holds(_NAME, not said, f"{len(offered.entries)} lines")
    if any(row.looks_like_entry and not row.has_label for row in rows):
        return holds(_NAME, False, "a row has a date and a figure")
    return holds(_NAME, True if said or _nothing_moved(offered) else None, "no lines")


def _nothing_moved(offered: Offered) -> bool:
    """Whether the totals of both sides are nought, or the count of entries, or of both sides."""
    noughts = {
        fact.meaning
        for index in range(offered.start, offered.stop)
        for fact in offered.lexed.facts_on(index)
        if fact.sure and not fact.figure.value
    }
    noughts |= {meaning for row in offered.rows for meaning in noughts_in_words(row)}
    noughts |= {meaning for row in offered.rows for meaning in noughts_counted(row)}
    return "count" in noughts or noughts >= _SIDES or noughts >= _COUNTS


def noughts_in_words(row: Row) -> Iterator[str]:
    """The sides whose total a word such as "Nil" says is nought, right behind the label."""
    words: Sequence[int] = [hit.first for hit in row.phrases("asides", "nought")]
    for hit in row.phrases("labels", *_SIDES):
        near = any(hit.last < place <= hit.last + _NEAR for place in words)
        if near and is_sure(row, hit):
            yield hit.meaning
