"""What the database keeps of a statement comes back as what was recorded."""

import json
from dataclasses import fields, replace
from datetime import date

import pytest

from db.models import Line as LineRow
from db.models import Statement
from db.words import AccountKind
from pipeline.drafts import Line, StatementDraft
from pipeline.matching.shapes import Difference, DifferenceKind, Evidence, Reason
from pipeline.proof import Check, CheckState
from pipeline.record.rows import (
    CHECKS,
    DIFFERENCES,
    as_recorded,
    line_columns,
    recorded_draft,
    statement_columns,
    stored,
)
from pipeline.words import Box

BOX = Box(56.004, 231.4, 539.2, 241.9)
LINE = Line(1, 2, BOX, date(2025, 3, 3), None, "Rent", -80000, 5, "03 Mar Rent", "ocr")
DRAFT = StatementDraft(
    institution="Harrow & Vale", account_name="Current", account_mask="4471",
    kind=AccountKind.CHECKING, currency="GBP", exponent=2,
    period_start=date(2025, 3, 1), period_end=date(2025, 3, 31),
    opening_balance=80005, closing_balance=5, lines=(LINE,), says_no_lines=False,
)  # fmt: skip
DIFFERENCE = Difference(
    DifferenceKind.AMOUNT_DIFFERS, Reason.TIP_OR_FEE, (1,), (7, 8), -80000, None,
    date(2025, 3, 3), "Rent", (Evidence(2, BOX, "03 Mar Rent"),), 9,
)  # fmt: skip
CHECK = Check("sums", CheckState.FAILED, "5.00", None, "why")


def test_a_difference_and_a_check_come_back_through_json() -> None:
    differences = json.loads(json.dumps(stored(DIFFERENCES, (DIFFERENCE,))))
    checks = json.loads(json.dumps(stored(CHECKS, (CHECK,))))

    assert DIFFERENCES.validate_python(differences) == (DIFFERENCE,)
    assert CHECKS.validate_python(checks) == (CHECK,)


def test_every_field_is_kept_under_its_own_name_and_money_in_minor_units() -> None:
    (kept,) = stored(DIFFERENCES, (DIFFERENCE,))

    assert list(kept) == [each.name for each in fields(Difference)]
    assert (kept["expected"], kept["found"], kept["date"]) == (-80000, None, "2025-03-03")
    assert kept["evidence"] == [{"page": 2, "bbox": list(BOX), "raw": "03 Mar Rent"}]


@pytest.mark.parametrize("lines", [(), (LINE,)])
def test_a_draft_comes_back_from_its_rows(lines: tuple[Line, ...]) -> None:
    draft = replace(DRAFT, lines=lines)
    row = Statement(**statement_columns(draft))
    row.lines = [LineRow(**line_columns(line)) for line in lines]

    assert recorded_draft(row) == draft


def test_a_line_that_was_just_read_is_as_its_row_will_give_it_back() -> None:
    unstorable = replace(LINE, description="Rent\0", raw="03 Mar Rent\ud800")
    expected = replace(LINE, description="Rent\ufffd", raw="03 Mar Rent\ufffd")
    assert as_recorded(unstorable) == expected
    assert as_recorded(LINE) is LINE
