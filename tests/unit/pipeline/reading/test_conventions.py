"""What a row is, which column holds what, and how figures get their signs."""

import pytest

from pipeline.reading.lexing.figures import NumberStyle, figures
from pipeline.reading.lexing.headers import headers_of
from pipeline.reading.lexing.labelled import facts_of
from pipeline.reading.sections import cuts_of
from pipeline.reading.table.columns import FigureColumn
from pipeline.reading.table.conventions import (
    Roles,
    Signs,
    TableConvention,
    conventions_to_try,
    roles_to_try,
    turned,
)
from pipeline.reading.table.items import Item, is_worded_total
from pipeline.reading.table.steps import Scale, signed_balance, signed_by_balance, steps_of
from tests.support import typewritten
from tests.support.typewritten import in_short, only, printed, read, rows, words

PRINTED = printed("conventions")

HEAD = "Date         Description              Amount       Balance\n"


def items(text: str) -> list[Item]:
    return typewritten.items(HEAD + text)


def kinds(text: str) -> list[str]:
    return [item.kind.value for item in items(text)]


ENTRIES = (
    "01/03/2025   Salary                 2,000.00     2,100.00\n"
    "02/03/2025   Rent                     950.00     1,150.00\n"
)


def test_a_total_is_no_entry() -> None:
    assert kinds(ENTRIES + "             Total                  2,950.00")[-1] == "total"


def test_a_purchase_at_a_shop_called_total_is_an_entry() -> None:
    row = "03/03/2025   Total Fitness gym         25.00     1,125.00"
    assert kinds(ENTRIES + row)[-1] == "entry"


def test_a_total_that_says_more_may_be_an_entry_without_a_date() -> None:
    rows = ("Total", "Total paid in", "Total Fitness gym", "Totals of all we had")
    found = [items(ENTRIES + f"             {row:<25}25.00")[-1] for row in rows]
    assert [item.kind.value for item in found] == ["total"] * 4
    assert [is_worded_total(item) for item in found] == [False, False, True, True]
    assert not is_worded_total(items(ENTRIES)[-1])


def test_the_last_word_of_a_date_is_no_mark() -> None:
    text = (
        "2025 m. kovo 1 d.    Salary        2,000.00     2,100.00\n"
        "2025 m. kovo 2 d.    Rent            950.00     1,150.00\n"
    )
    assert [(item.direction, item.direction_word) for item in items(text)] == [(0, None)] * 2


def test_a_row_of_words_describes() -> None:
    assert kinds(ENTRIES + "             REF 12 for March")[-1] == "text"


def test_a_figure_in_a_sentence_is_no_cell() -> None:
    sentence = "             of EUR 45.00 at 1.0833 to the pound on that very day"
    assert items(ENTRIES + sentence)[-1].cells == {}


def test_marks_count_where_most_entries_have_one_in_the_same_place() -> None:
    text = (
        "01/03/2025   Salary           Cr    2,000.00     2,100.00\n"
        "02/03/2025   Rent             Dr      950.00     1,150.00\n"
    )
    assert [item.direction for item in items(text)] == [1, -1]
    assert [item.direction for item in items(ENTRIES + "03/03/2025   Cr ltd   5.00")] == [0, 0, 0]


def column(*meanings: str) -> FigureColumn:
    return FigureColumn(100.0, 100.0, 100.0, 60.0, 100.0, 5.0, frozenset(meanings))


def test_without_names_every_arrangement_is_tried_once() -> None:
    roles = list(roles_to_try([column(), column(), column()]))
    assert len(roles) == len(set(roles))
    for wanted in (
        Roles(debit=0, credit=1, balance=2),
        Roles(debit=1, credit=0, balance=2),
        Roles(amount=0, balance=2),
        Roles(amount=2),
    ):
        assert wanted in roles


def test_columns_for_in_and_out_tell_the_sign_themselves() -> None:
    found = {one.signs for one in conventions_to_try(Roles(debit=0, credit=1), items(ENTRIES))}
    assert found == {Signs.COLUMNS}


def test_unsigned_amounts_beside_balances_may_take_their_sign_from_them() -> None:
    found = {one.signs for one in conventions_to_try(Roles(amount=0, balance=1), items(ENTRIES))}
    assert Signs.BALANCE in found


def test_rows_under_headings_may_take_their_sign_from_the_heading() -> None:
    found = conventions_to_try(Roles(amount=0), items("\nPayments\n" + ENTRIES))
    assert Signs.SECTION in {one.signs for one in found}


def test_a_reading_turned_twice_is_itself() -> None:
    one = TableConvention(Roles(amount=0), Signs.PRINTED, base=-1)
    assert turned(one) != one
    assert turned(turned(one)) == one


CENTS = Scale(2)
PLAIN = TableConvention(Roles(amount=0, balance=1), Signs.PRINTED)


def amounts(text: str, convention: TableConvention = PLAIN) -> list[int | None]:
    return [step.amount for step in steps_of(items(text), convention, CENTS)]


def balance(text: str, base: int = 1) -> int:
    (figure,) = figures(words(text), NumberStyle.POINT, frozenset())
    return signed_balance(figure, base, CENTS)


SIGNED = (
    "01/03/2025   Salary                 2,000.00     2,100.00\n"
    "02/03/2025   Rent                    -950.00     1,150.00\n"
)


def test_a_card_prints_charges_plain_and_payments_with_a_minus() -> None:
    assert amounts(SIGNED, PLAIN._replace(base=-1)) == [-200000, 95000]


def test_where_a_plus_marks_money_in_a_plain_figure_is_out() -> None:
    text = SIGNED.replace(" 2,000.00", "+2,000.00").replace("-950.00", " 950.00")
    assert amounts(text, PLAIN._replace(signs=Signs.PLUS)) == [200000, -95000]


def test_a_mark_outweighs_the_convention() -> None:
    text = SIGNED.replace("2,000.00 ", "2,000.00 CR", 1)
    assert amounts(text, PLAIN._replace(base=-1))[0] == 200000


def test_undated_rows_are_entries_only_if_the_convention_says_so() -> None:
    text = SIGNED + "             Tea                       -5.00     1,145.00\n"
    assert amounts(text) == [200000, -95000]
    assert amounts(text, PLAIN._replace(undated=True)) == [200000, -95000, -500]


def test_unsigned_amounts_take_the_sign_that_leads_to_the_next_balance() -> None:
    unsigned = PLAIN._replace(signs=Signs.BALANCE)
    steps = steps_of(items(SIGNED.replace("-", " ")), unsigned, CENTS)
    assert [step.amount for step in signed_by_balance(steps, 10000)] == [200000, -95000]


def test_a_balances_mark_decides_before_its_sign_and_its_sign_before_the_kind() -> None:
    assert balance("5.00 DR") == -500
    assert balance("5.00 CR", base=-1) == 500
    assert balance("-5.00") == -500
    assert balance("5.00", base=-1) == -500
    assert balance("-5.00", base=-1) == 500


def test_figures_without_minor_units_are_scaled_like_the_others() -> None:
    (figure,) = figures(words("$5"), NumberStyle.POINT, frozenset())
    assert CENTS.minor(figure) == 500


TOP = PRINTED["top"]
LINES = PRINTED["lines"]
HABITS = printed("habits")
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


def cuts(*pages: str) -> list[str]:
    printed = rows(*pages)
    headers = headers_of(printed)
    found, _ = cuts_of(printed, headers, facts_of(printed, headers))
    return [printed[cut].text for cut in found]


SECTION_HEAD = "Date         Description         Amount      Balance"


def test_one_statement_begins_at_the_top() -> None:
    assert cuts(f"Bank\n{SECTION_HEAD}\n01/03/2025   Tea   -5.00  9.00") == ["Bank"]


def test_an_opening_balance_that_carries_nothing_on_may_begin_another() -> None:
    first = f"{SECTION_HEAD}\n01/03/2025   Tea   -5.00  9.00\nClosing balance  9.00"
    second = f"Savings\n{SECTION_HEAD}\nOpening balance  700.00\n02/03/2025   Tea   -5.00  695.00"
    assert cuts(first, second)[1:] == ["Savings"]
    # An advert may say so too, below all entries.
    assert len(cuts(first, "Good news\nOpening balance  85,000.00 per person")) == 1


def test_below_a_header_a_balance_is_carried_on_before_any_row_looks_like_an_entry() -> None:
    row = "01/03/2025   Tea\n             Ref 20250314  -5.00  9.00\nSo far         9.00"
    second = f"{SECTION_HEAD}\nOpening balance  9.00\n02/03/2025   Tea   -5.00  4.00"
    assert len(cuts(f"{SECTION_HEAD}\n{row}", second)) == 1
    assert len(cuts(f"{SECTION_HEAD}\n{row}", second.replace("9.00", "8.00"))) == 2


def test_a_balance_that_a_page_carries_begins_no_other_statement() -> None:
    first = f"{HEAD}\n01/03/2025   Tea   -5.00  9.00\n02/03/2025   Rent  -2.00"
    carried = "Brought forward to page 2  7.00"
    second = "Bank\nBrought forward  7.00\n05/03/2025   Tea   -5.00  2.00"
    assert len(cuts(f"{first}\n{carried}", second)) == 1
    assert len(cuts(f"{first}\n{carried.replace(' to page 2', '')}", second)) == 2


def test_an_entrys_booking_and_value_date_are_no_new_period() -> None:
    """Its amount stands on a row below, so that the row of the dates has no figure."""
    first = (
        f"{SECTION_HEAD}\n01/03/2025   Tea   -5.00  9.00\n02/03/2025   04/03/2025   Rent\n"
        "             of March         -2.00  7.00\nBalance carried forward  7.00"
    )
    second = f"{SECTION_HEAD}\nOpening balance  7.00\n05/03/2025   Tea   -5.00  2.00"
    assert len(cuts(first, second)) == 1
    period = second.replace(SECTION_HEAD, f"02/03/2025 - 04/03/2025\n{SECTION_HEAD}")
    assert len(cuts(first, period)) == 2


def test_a_list_of_all_accounts_carries_no_balance_on() -> None:
    listed = "Checking   9.00\nSavings   700.00"
    first = f"{listed}\n{SECTION_HEAD}\n01/03/2025   Tea   -5.00  9.00\nClosing balance  9.00"
    second = f"Savings\n{SECTION_HEAD}\nOpening balance  700.00\n02/03/2025   Tea   -5.00  695.00"
    assert cuts(first, second)[1:] == ["Savings"]


def test_a_kind_of_account_and_its_number_over_a_table_begin_another() -> None:
    pages = [
        f"Current account - 817-{number}{more}\n{SECTION_HEAD}\n0{day}/03/2025   Tea   -5.00  9.00"
        for day, (number, more) in enumerate((("838", ""), ("838", " (continued)"), ("001", "")), 1)
    ]
    assert cuts(*pages)[1:] == ["Current account - 817-001"]
