"""Ways in which real banks print the same three lines, and rows beside them that are none."""

import tomllib

import pytest

from tests.support.typewritten import PAGES, in_short, only, read

TOP = """
    Account number 1234 5678
    Statement period 01/03/2025 to 31/03/2025
    Opening balance 500.00
    {rows}
    Closing balance 795.00
    """
LINES = """
    Date          Description                    Amount
    03/03/2025    Coffee                          -5.00
    05/03/2025    Salary                        1000.00
    17/03/2025    Rent                          -700.00
    """
HABITS = tomllib.loads((PAGES / "habits.toml").read_text("utf-8"))
EXCLUDED = "30/03/2025    Hotel                          -80.00"


@pytest.mark.parametrize("rows", HABITS.values(), ids=HABITS)
def test_the_three_lines_are_read_and_proven(rows: str) -> None:
    draft = only(read(TOP.format(rows=rows)))
    assert sorted(in_short(line) for line in draft.lines) == [
        "2025-03-03 -500", "2025-03-05 100000", "2025-03-17 -70000",
    ]  # fmt: skip
    assert draft.status == "proven"


@pytest.mark.parametrize(
    "heading", ["Declined", "Reserverade belopp (ej bokförda)", "Savings account"]
)
def test_rows_under_a_heading_that_excludes_them_are_no_lines(heading: str) -> None:
    """Nor where the page prints no closing balance that the lines above lead to."""
    page = TOP.format(rows=f"{LINES.strip()}\n    {heading}\n    {EXCLUDED}")
    for each in (page, page.replace("Closing balance 795.00", "")):
        assert len(only(read(each)).lines) == 3


def test_rows_below_the_closing_balance_that_the_lines_lead_to_are_no_lines() -> None:
    end = "Closing balance                              795.00"
    page = TOP.replace("Closing balance 795.00", "").format(rows=f"{LINES.strip()}\n    {end}")
    assert len(only(read(f"{page}    What is to come\n    {EXCLUDED}")).lines) == 3


@pytest.mark.parametrize("amount", ["7.09", "10.11"])
@pytest.mark.parametrize("day", ["05.03.2025", "05.03"])
def test_an_amount_right_behind_a_day_is_no_second_day(day: str, amount: str) -> None:
    rows = f"Date          Amount  Description\n    {day:12}{amount:>8}  Tea"
    last = day.replace("05", "06", 1)
    rows += f"\n    {last:12}{'45.80':>8}  Salary"
    draft = only(read(TOP.format(rows=rows)))
    assert [line.amount for line in draft.lines] == [round(float(amount) * 100), 4580]
