"""The leaderboard is what its result draws, and what a reader misses is counted for what it is."""

import json
from dataclasses import asdict

import pytest

from benchmarks.leaderboard import PAGE, RESULT, page_of
from benchmarks.support.statement_readers import ReadStatement
from benchmarks.support.statement_scores import scored
from benchmarks.support.statement_sets import looking
from tests.support.altered import Way, honest, minus_added

ROWS = [(f"2025-03-{day:02}", "42.17") for day in range(1, 11)]
PRINTED = [(f"{day} Mar", amount) for day, (_, amount) in enumerate(ROWS, start=1)]
TURNED = [(day, f"-{amount}") for day, amount in ROWS]


def test_the_page_is_what_its_result_draws() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == page_of(json.loads(RESULT.read_text(encoding="utf-8")), page)


@pytest.mark.parametrize(
    ("read", "counted"),
    [
        (ReadStatement(ROWS), {"right": 1, "rows_right": 10}),
        (ReadStatement(PRINTED, proven=True), {"right": 1, "proven": 1, "rows_right": 10}),
        (ReadStatement(ROWS[1:]), {"silent": 1, "rows_right": 9, "rows_missing": 1}),
        (ReadStatement(ROWS[1:], proven=False), {"rows_right": 9, "rows_missing": 1}),
        (
            ReadStatement([("2025-03-01", "9.00"), *ROWS[1:]]),
            {"silent": 1, "rows_right": 9, "rows_missing": 1, "rows_more": 1},
        ),
        (
            ReadStatement([TURNED[0], *ROWS[1:]], True, ("side",)),
            {"silent": 1, "proven": 1, "rows_right": 9, "rows_reversed": 1, "reversed": 1},
        ),
        (
            ReadStatement(TURNED, True, ("side",)),
            {"excused": 1, "proven": 1, "rows_reversed": 10, "reversed": 1},
        ),
        (ReadStatement([]), {"unread": 1, "rows_missing": 10}),
    ],
)
def test_what_a_reader_misses_is_counted(read: ReadStatement, counted: dict[str, int]) -> None:
    assert of(read) == {"documents": 1, "pages": 1, "rows": 10, **counted}


def test_a_forged_page_is_taken_for_right_where_nobody_doubts_it() -> None:
    forged = {"documents": 1, "pages": 1, "forged": 1}
    assert of(ReadStatement(ROWS), minus_added) == {**forged, "taken": 1}
    assert of(ReadStatement(ROWS, proven=False), minus_added) == forged


def of(read: ReadStatement, way: Way = honest) -> dict[str, object]:
    """What is counted of a page, altered in this way."""
    answer = {"statements": [asdict(read)], "error": "", "seconds": 0.0}
    return {name: n for name, n in asdict(scored(looking(way), answer)).items() if n}
