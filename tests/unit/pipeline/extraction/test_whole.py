"""Where the reader knows no layout a model may copy the page; what it copies is never proven."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from db.words import ReadingStatus
from pipeline.extraction.whole import ReadWhole, read_whole
from pipeline.proof.checks import CheckState
from pipeline.words import DocumentPages, Page, Word
from tests.support.statements import day
from tools.loop import ToolLoop
from tools.providers.base import ModelRequest, ModelResponse
from tools.providers.scripted import ScriptedProvider, Step, says

PRINTED = (
    "Northgate Bank account 5566 1234",
    "01.06.2026 to 30.06.2026 in EUR",
    "had before 1,000.00",
    "03.06.2026 Coffee -3.50",
    "10.06.2026 Salary 2,500.00",
    "has now 3,496.50",
)
FACTS = {
    "institution": ("Northgate Bank", 1),
    "account_number": ("55661234", 1),
    "currency": ("EUR", 2),
    "period_start": ("2026-06-01", 2),
    "period_end": ("2026-06-30", 2),
    "opening_balance": ("1000.00", 3),
    "closing_balance": ("3496.50", 6),
}


def printed(*lines: str) -> DocumentPages:
    words = tuple(
        Word(text, 50.0 + 60 * column, 100.0 + 12 * row, 100.0 + 60 * column, 110.0 + 12 * row)
        for row, line in enumerate(lines)
        for column, text in enumerate(line.split())
    )
    return DocumentPages((Page(1, 595.0, 842.0, words),), engine="pdfium", encrypted=False)


def facts(**changed: tuple[str, int]) -> list[dict[str, Any]]:
    stated = {**FACTS, **changed}
    return [{"name": name, "value": value, "line": line} for name, (value, line) in stated.items()]


def row(line: int, amount: str, *, date: str = "2026-06-03") -> dict[str, Any]:
    return {"lines": [line], "date": date, "description": "Coffee", "amount": amount}


GOOD = {"rows": [row(4, "-3.50"), row(5, "2500.00", date="2026-06-10")], "facts": facts()}


def asked(*steps: Step, lines: tuple[str, ...] = PRINTED) -> tuple[ReadWhole, ScriptedProvider]:
    provider = ScriptedProvider(steps)
    return read_whole(printed(*lines), ToolLoop(provider)), provider


def test_a_page_that_adds_up_is_a_statement_and_yet_unproven() -> None:
    found, _ = asked(says(json.dumps(GOOD)))
    draft = found.draft
    assert draft is not None
    assert (draft.institution, draft.account_mask, draft.currency) == (
        "Northgate Bank", "1234", "EUR",
    )  # fmt: skip
    assert (draft.period_start, draft.period_end) == (day(1), day(30))
    assert (draft.opening_balance, draft.closing_balance) == (100_000, 349_650)
    assert [(line.amount, line.method, line.raw) for line in draft.lines] == [
        (-350, "model", "03.06.2026 Coffee -3.50"),
        (250_000, "model", "10.06.2026 Salary 2,500.00"),
    ]
    (check,) = draft.checks
    assert (check.name, check.state) == ("layout_known", CheckState.UNAVAILABLE)
    assert (draft.status, draft.witness, draft.proof) == (ReadingStatus.UNPROVEN, None, None)
    assert [use.status for use in found.uses] == ["ok"]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"opening_balance": ("999.00", 3)}, "opening_balance '999.00' does not stand on line 3"),
        ({"account_number": ("99887766", 1)}, "account_number '99887766' does not stand"),
        ({"period_end": ("2026-07-31", 2)}, "period_end '2026-07-31' does not stand"),
        ({"institution": ("Other Bank", 1)}, "institution 'Other Bank' does not stand"),
        ({"currency": ("EURO", 2)}, "currency 'EURO' does not stand"),
        ({"closing_balance": ("3496.50", 66)}, "names line 66, which was not given"),
    ],
)
def test_a_fact_that_is_not_printed_is_refused_and_asked_for_once_more(
    changed: dict[str, tuple[str, int]], expected: str
) -> None:
    wrong = {**GOOD, "facts": facts(**changed)}
    found, provider = asked(says(json.dumps(wrong)), says(json.dumps(GOOD)))
    assert expected in provider.requests[1].messages[-1].content
    assert found.draft is not None
    assert found.draft.opening_balance == 100_000


def test_a_row_that_is_not_printed_never_gets_in() -> None:
    wrong = {**GOOD, "rows": [row(4, "-9.50")]}
    found, _ = asked(says(json.dumps(wrong)), says(json.dumps(wrong)))
    assert found.draft is None


def test_a_page_that_is_no_statement_stays_none() -> None:
    found, provider = asked(says('{"rows": [], "facts": []}'), lines=("Dear guest,", "welcome."))
    assert found.draft is None
    assert len(provider.requests) == 1


def test_a_page_without_a_word_is_not_asked_about() -> None:
    found, provider = asked(lines=())
    assert (found.draft, found.uses, provider.requests) == (None, (), [])


def test_money_without_decimals_is_read_by_its_currency() -> None:
    lines = ("2026-06-01 to 2026-06-30 JPY", "2026-06-03 Coffee -350")
    yen = {
        "rows": [row(2, "-350")],
        "facts": [{"name": "currency", "value": "JPY", "line": 1}],
    }
    found, _ = asked(says(json.dumps(yen)), lines=lines)
    assert found.draft is not None
    assert (found.draft.exponent, found.draft.lines[0].amount) == (0, -350)


@pytest.mark.parametrize("most", range(1, 400, 9))
def test_no_row_is_lost_or_doubled_wherever_the_text_is_cut(most: int) -> None:
    lines = [f"{n % 28 + 1:02}.06.2026 Shop -{n + 1}.00" for n in range(12)]
    provider = ScriptedProvider([_copied] * 12)
    found = read_whole(printed(*lines), ToolLoop(provider), most)
    assert found.draft is not None
    assert [line.amount for line in found.draft.lines] == [-100 * (n + 1) for n in range(12)]


def _copied(request: ModelRequest) -> ModelResponse:
    dated = re.compile(r"^(\d+): (\d\d)\.06\.2026 Shop (-\d+\.00)$", re.MULTILINE)
    rows = [
        row(int(number), amount, date=f"2026-06-{date}")
        for number, date, amount in dated.findall(request.messages[1].content)
    ]
    return says(json.dumps({"rows": rows, "facts": []}))
