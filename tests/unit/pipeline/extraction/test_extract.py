"""A model completes what the reader could not prove, and can add nothing that is not printed."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from db.money import to_decimal_string
from db.words import ReadingStatus
from pipeline.drafts import Line, StatementDraft
from pipeline.extraction.extract import extract
from pipeline.extraction.kept import proven_rows
from pipeline.extraction.parts import parts
from pipeline.reading.page_text import TextLine, numbered
from tests.support.books import pages_of
from tests.support.statements import draft, line, misread
from tools.loop import ToolLoop
from tools.providers.base import ModelRequest, ModelResponse
from tools.providers.scripted import ScriptedProvider, Step, says

FIRST = 8
"""The number of the printed line on which the first row stands."""

ROWS = (
    line(1, 3, -350, balance=99_650),
    line(2, 10, 250_000, "Salary", balance=349_650),
    line(3, 12, -4_210, "Bakery", balance=345_440),
    line(4, 28, -80_000, "Rent", balance=265_440),
)
TRUE = draft(ROWS)


def unread(*ordinals: int) -> StatementDraft:
    """The statement as read without these rows: its sums do not hold."""
    kept = [row for row in TRUE.lines if row.ordinal not in ordinals]
    return misread(TRUE, kept)


def model(*steps: Step) -> tuple[ToolLoop, ScriptedProvider]:
    provider = ScriptedProvider(steps)
    return ToolLoop(provider), provider


def rows(*found: tuple[int, Line]) -> ModelResponse:
    return says(
        json.dumps(
            {
                "rows": [
                    {
                        "lines": [number],
                        "date": str(row.date),
                        "description": row.description,
                        "amount": to_decimal_string(row.amount, 2),
                        "balance": None,
                    }
                    for number, row in found
                ]
            }
        )
    )


def copied(request: ModelRequest) -> ModelResponse:
    """What a good model answers: every dated line as a row."""
    text = request.messages[1].content
    found = re.findall(r"^(\d+): (\d\d)\.06\.2026 (\w+) (\S+) (\S+)$", text, re.MULTILINE)
    return says(
        json.dumps(
            {
                "rows": [
                    {
                        "lines": [int(number)],
                        "date": f"2026-06-{day}",
                        "description": words,
                        "amount": amount.replace(",", ""),
                        "balance": balance.replace(",", ""),
                    }
                    for number, day, words, amount, balance in found
                ]
            }
        )
    )


def test_a_proven_reading_costs_nothing() -> None:
    loop, provider = model()
    assert extract(TRUE, pages_of([TRUE]), loop).draft is TRUE
    assert provider.requests == []


def test_without_a_model_the_reading_stays_what_it_is() -> None:
    doubtful = unread(3)
    assert extract(doubtful, pages_of([TRUE]), None).draft is doubtful


def test_a_row_that_the_reader_missed_is_found_and_proven() -> None:
    loop, provider = model(copied)
    found = extract(unread(3), pages_of([TRUE]), loop)
    assert found.draft.status is ReadingStatus.PROVEN
    assert [row.amount for row in found.draft.lines] == [row.amount for row in ROWS]
    assert [row.method for row in found.draft.lines] == ["layout", "layout", "model", "model"]
    assert found.draft.lines[2].raw == ROWS[2].raw
    asked = provider.requests[0].messages[-1].content
    assert "Bakery" in asked
    assert "Salary" not in asked


def test_a_row_that_is_not_printed_is_refused_and_asked_for_once_more() -> None:
    invented = replace(ROWS[2], amount=-9_999)
    loop, provider = model(rows((FIRST + 2, invented)), copied)
    found = extract(unread(3), pages_of([TRUE]), loop)
    assert "does not stand on lines" in provider.requests[1].messages[-1].content
    assert len(provider.requests) == 2
    assert found.draft.status is ReadingStatus.PROVEN


def test_a_part_that_fails_twice_keeps_the_readers_rows_for_a_person() -> None:
    loop, _ = model(says("nonsense"), says("more nonsense"))
    doubtful = unread(3)
    found = extract(doubtful, pages_of([TRUE]), loop)
    assert found.draft.status is ReadingStatus.UNPROVEN
    assert [row.raw for row in found.draft.lines] == [row.raw for row in doubtful.lines]
    assert found.uses[0].status == "invalid_answer"


def test_a_model_that_leaves_rows_out_proves_nothing() -> None:
    loop, _ = model(says('{"rows": []}'))
    found = extract(unread(3), pages_of([TRUE]), loop)
    assert found.draft.status is ReadingStatus.UNPROVEN


def test_one_printed_line_cannot_be_two_rows() -> None:
    loop, provider = model(rows((FIRST + 3, ROWS[3]), (FIRST + 3, ROWS[3])), says('{"rows": []}'))
    extract(unread(3), pages_of([TRUE]), loop)
    assert "is used twice" in provider.requests[1].messages[-1].content


def test_opening_and_closing_stay_the_readers() -> None:
    loop, _ = model(copied)
    doubtful = unread(3)
    assert doubtful.witness is not None
    witness = replace(doubtful.witness, opening=None)
    unopened = replace(doubtful, opening_balance=None, witness=witness)
    found = extract(unopened, pages_of([TRUE]), loop)
    assert found.draft.opening_balance is None
    assert found.draft.status is ReadingStatus.UNPROVEN


MANY = tuple(line(n, n, -100 - n, "Shop", balance=100_000) for n in range(1, 9))
TEXT = [text.text for text in numbered(pages_of([draft(MANY)]).pages)]
LENGTH = sum(len(text) + 1 for text in TEXT)


def test_no_row_is_lost_or_doubled_wherever_the_text_is_cut() -> None:
    whole = replace(draft(MANY), lines=())
    asked = set()
    for most in range(1, LENGTH + 1):
        loop, provider = model(*[copied] * len(TEXT))
        found = extract(whole, pages_of([draft(MANY)]), loop, part_characters=most)
        assert [row.amount for row in found.draft.lines] == [row.amount for row in MANY]
        asked.add(len(provider.requests))
    assert asked >= {1, 2, 3, 4, len(TEXT)}  # how many lines fit into a part


@pytest.mark.parametrize("wide", [False, True], ids=["rows", "rows over two lines"])
def test_parts_hold_every_line_once_at_every_split_point(wide: bool) -> None:
    printed = [row.raw for row in MANY] if not wide else [w for r in MANY for w in (r.raw, "more")]
    text = [TextLine(n, 1, MANY[0].bbox, words) for n, words in enumerate(printed, start=1)]
    splits = set()
    for most in range(1, sum(len(words) + 1 for words in printed) + 1):
        cut = parts(text, most)
        assert [each for part in cut for each in part] == text
        assert all(cut)
        splits.add(len(cut[0]))
    # Before every row there is a split point, and in none but the narrowest parts one within.
    assert splits >= set(range(2 if wide else 1, len(text) + 1, 2 if wide else 1))


def test_rows_whose_balance_follows_are_proven() -> None:
    assert [row.ordinal for row in proven_rows(unread(3))] == [1, 2]
