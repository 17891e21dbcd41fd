"""Which way each column and each mark moves the printed balance, and what is over the columns."""

from textwrap import indent
from typing import Any

import pytest

from tests.support.typewritten import only, printed, read, words_at

#: The lines of a table between its balances; its columns and marks, and the heads of its columns.
TABLES = printed("columns")


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_lines_say_which_way_their_column_or_mark_goes(table: dict[str, Any]) -> None:
    draft = only(read(indent(table["page"], "    ")))
    assert [line.amount for line in draft.lines] == [2000, -500]
    convention = draft.witnesses[0].convention
    found = [
        [column.moves, " ".join(words_at(draft, place) for place in column.head)]
        for column in convention.columns
    ]
    assert (found, [*map(list, convention.marks)]) == (table["columns"], table["marks"])
