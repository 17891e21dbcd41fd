"""What banks print, one oddity at a time: a small page of each, read and proven."""

from textwrap import dedent

import pytest

from pipeline.drafts import Line, ReadStatements
from pipeline.reading.lexing.figures import NumberStyle
from pipeline.reading.lexing.sheet import all_rows, printed_years, sheet_of, styles_to_try
from tests.support.typewritten import document, in_short, only, printed, read, rows

PRINTED = printed("document_reading")

PLAIN = PRINTED["plain"]
TRUE = ["2025-03-01 200000", "2025-03-17 -95000", "2025-03-31 -500"]


def proven(reading: ReadStatements) -> list[str]:
    """The lines of the one statement, which must be proven."""
    draft = only(reading)
    assert draft.status == "proven", draft.checks
    return [in_short(line) for line in draft.lines]


def test_a_plain_statement() -> None:
    draft = only(read(PLAIN))
    assert [in_short(line) for line in draft.lines] == TRUE
    assert (draft.opening_balance, draft.closing_balance) == (10000, 114500)
    assert draft.status == "proven"


def test_credit_may_stand_before_debit() -> None:
    text = PRINTED["credit may stand before debit"]
    assert proven(read(text)) == TRUE


def test_a_date_printed_once_a_day_is_the_date_of_every_row_of_that_day() -> None:
    text = PLAIN.replace("31/03/2025   Coffee", "             Coffee")
    assert proven(read(text)) == [TRUE[0], TRUE[1], "2025-03-17 -500"]


def test_a_balance_only_at_the_days_end() -> None:
    text = PLAIN.replace("950.00                 1,150.00", "950.00").replace("31/03", "17/03")
    assert proven(read(text.replace("17/03/2025\n", "31/03/2025\n"))) == [
        TRUE[0],
        TRUE[1],
        "2025-03-17 -500",
    ]


def test_rows_without_a_year_over_new_year() -> None:
    text = (
        PLAIN.replace("01/03/2025 to 31/03/2025", "15/12/2024 to 14/01/2025")
        .replace("01/03/2025   S", "15/12        S")
        .replace("17/03/2025   R", "31/12        R")
        .replace("31/03/2025   C", "14/01        C")
    )
    assert proven(read(text)) == ["2024-12-15 200000", "2024-12-31 -95000", "2025-01-14 -500"]


SIGNED = PRINTED["signed"]


def test_one_signed_column_with_booking_and_value_date() -> None:
    assert proven(read(SIGNED)) == TRUE
    first = only(read(SIGNED)).lines[0]
    assert str(first.value_date) == "2025-03-03"


def test_a_minus_behind_the_figure() -> None:
    text = SIGNED.replace("-950.00 ", " 950.00-").replace("-5.00 ", " 5.00-")
    assert proven(read(text)) == TRUE


def test_a_decimal_comma_with_points_between_thousands() -> None:
    comma = SIGNED.replace(",", "_").replace(".", ",").replace("_", ".")
    assert proven(read(comma)) == TRUE


def test_suffixes_behind_amounts_and_balances() -> None:
    text = PRINTED["suffixes behind amounts and balances"]
    assert proven(read(text)) == TRUE[:2]
    assert only(read(text)).opening_balance == -10000


def test_transfers_that_are_called_as_a_carried_balance_are_lines_if_the_sums_say_so() -> None:
    text = PRINTED["transfers that are called as a carried"]
    draft = only(read(text))
    assert [in_short(line) for line in draft.lines] == TRUE
    assert not draft.objections


def test_a_description_of_several_lines_belongs_to_its_row() -> None:
    text = PLAIN.replace(
        "    31/03/2025",
        "                 of March\n                 REF 20250314 77\n    31/03/2025",
    )
    assert proven(read(text)) == TRUE
    assert only(read(text)).lines[1].description == "Rent of March REF 20250314 77"


def test_a_date_and_text_may_stand_a_line_above_the_amount() -> None:
    text = PLAIN.replace(
        "17/03/2025   Rent                       950.00                 1,150.00",
        "17/03/2025   Rent\n"
        "                 of March                   950.00                 1,150.00",
    )
    assert proven(read(text)) == TRUE
    assert only(read(text)).lines[1].description == "Rent of March"


def test_a_cheque_number_is_no_amount() -> None:
    text = PRINTED["a cheque number is no amount"]
    assert proven(read(text)) == TRUE[:2]


def test_dotted_leaders_between_text_and_figures() -> None:
    text = PLAIN.replace("Rent                       950.00", "Rent.......................950.00")
    assert proven(read(text)) == TRUE


CARD = PRINTED["card"]


def test_a_cards_charges_are_money_out_and_its_debt_is_negative() -> None:
    assert proven(read(CARD)) == ["2025-03-01 90000", "2025-03-17 -25000", "2025-03-31 -500"]
    draft = only(read(CARD))
    assert (draft.kind, draft.opening_balance, draft.closing_balance) == ("card", -100000, -35500)


def test_two_accounts_in_one_document_are_two_statements() -> None:
    both = read(
        PLAIN.replace("Statement period", "Account number 1234 5678\n    Statement period"),
        PLAIN.replace("Statement period", "Account number 8765 4321\n    Statement period"),
    )
    assert [(draft.account_mask, draft.status) for draft in both.statements] == [
        ("5678", "proven"),
        ("4321", "proven"),
    ]


def test_days_tell_the_order_where_both_balances_are_above_the_table() -> None:
    page = """
        Loan number 99820017
        Previous balance                       $900.00
        New principal                          $845.00
        Date         Description              Money Out    Money In
        01/06/2025   Interest                      5.00
        14/06/2025   Payment - thank you                      60.00
        """
    (draft,) = read(page).statements
    assert draft.witness is not None
    assert not draft.witness.convention.newest_first
    assert [line.date.day for line in draft.lines if line.date] == [1, 14]


def test_newest_first() -> None:
    text = PRINTED["newest first"]
    assert sorted(proven(read(text))) == TRUE


def test_no_header_at_all() -> None:
    text = "\n".join(line for line in SIGNED.split("\n") if "Value date" not in line)
    assert proven(read(text)) == TRUE


def test_a_row_more_than_the_balances_allow_is_not_proven() -> None:
    extra = "    18/03/2025   Ghost                        1.00\n    31/03/2025"
    assert only(read(PLAIN.replace("    31/03/2025", extra, 1))).status == "unproven"


def test_a_document_of_words_only_is_no_statement() -> None:
    assert read("Dear customer,\nour branch moves to 12 Long Street.").statements == ()


def test_an_empty_document_is_no_statement() -> None:
    assert read("").statements == ()


def test_rows_of_a_part_that_does_not_add_up_could_be_lines_of_its_neighbour() -> None:
    """The neighbour's own rows are read all the same, and wait for the other part."""
    wrong = "Account number 12345678\n" + dedent(PLAIN)
    wrong = wrong.replace("5.00                 1,145.00", "6.00                 1,145.00")
    april = PRINTED["rows of a part that does not"]
    for number in ("12345678", "87654321"):
        found = read(wrong, april.format(number)).statements
        assert [draft.status for draft in found] == ["unproven", "unproven"]
        assert [c.name for c in found[1].checks if c.state != "passed"] == ["covered"]
        assert [line.amount for line in found[1].lines] == [210_000, -95_500, -700]


def test_without_a_heading_of_its_own_a_part_is_whole_only_with_its_neighbour() -> None:
    wrong = PLAIN.replace("5.00                 1,145.00", "6.00                 1,145.00")
    again = PLAIN.replace("    Statement period 01/03/2025 to 31/03/2025\n", "")
    again = again.replace(" 100.00", " 700.00").replace("2,100.00", "2,700.00")
    again = again.replace("1,150.00", "1,750.00").replace("1,145.00", "1,745.00")
    assert {draft.status for draft in read(wrong, again).statements} == {"unproven"}


def test_rows_of_a_part_that_could_not_be_read_leave_its_neighbours_in_doubt() -> None:
    text = PRINTED["rows of a part that could not"]
    assert {draft.status for draft in read(text).statements} == {"unproven"}


def test_totals_of_both_sides_on_one_row_are_no_line() -> None:
    text = PRINTED["totals of both sides on one row"]
    draft = only(read(text))
    assert [line.amount for line in draft.lines] == [-95000, 200000, -500]
    assert draft.status == "proven"


def test_days_of_four_digits_are_read_under_words_for_a_day_wherever_they_are() -> None:
    text = PRINTED["days of four digits are read under"]
    draft = only(read(text))
    assert [(str(line.date)[5:], line.amount) for line in draft.lines] == [
        ("04-01", -5000), ("04-04", -1000), ("04-28", -650), ("04-30", 20000),
    ]  # fmt: skip
    assert draft.status == "proven"


def test_short_years_are_those_of_a_reign_that_is_named_in_words_apart() -> None:
    text = PRINTED["short years are those of a reign"]
    assert [str(line.date) for line in only(read(text)).lines] == [
        "2025-04-01", "2025-04-14", "2025-04-15",
    ]  # fmt: skip


HEAD = """
    Statement period 01/03/2025 to 31/03/2025

    Date         Description                Amount      Balance
                 Opening balance                         100.00"""
TAIL = """
                 Closing balance                       1,150.00
    """


def lines(rows: str) -> tuple[Line, ...]:
    return only(read(f"{HEAD}{rows}{TAIL}")).lines


ROWS = """
    01/03/2025   Salary March             2,000.00     2,100.00
                 ACME LTD
    17/03/2025   Rent                      -950.00     1,150.00"""


def test_the_literal_text_of_the_row_is_kept_with_its_place() -> None:
    salary, rent = lines(ROWS)
    assert salary.raw == "01/03/2025 Salary March 2,000.00 2,100.00"
    assert salary.page == rent.page == 1
    assert salary.bbox.bottom < rent.bbox.top


def test_a_description_goes_on_over_the_pages_end() -> None:
    first = f"{HEAD}\n    01/03/2025   Salary                   2,000.00     2,100.00"
    second = f"                 of March{ROWS[ROWS.index('    17/03') - 1 :]}{TAIL}"
    drafted = only(read(first, second))
    assert drafted.lines[0].description == "Salary of March"


def test_lines_are_numbered_from_one_in_printed_order() -> None:
    assert [line.ordinal for line in lines(ROWS)] == [1, 2]


def test_what_is_behind_a_second_day_below_and_paid_abroad_is_of_the_lines_text() -> None:
    text = PRINTED["what is behind a second day below"]
    draft = only(read(text))
    assert [line.description for line in draft.lines] == [
        "Standing order Jan Novak March rent",
        "Card Bakery Paid: 2025-03-02",
        "Card Kiosk",
    ]
    assert draft.status == "proven"


def styles(text: str) -> list[NumberStyle]:
    return styles_to_try(all_rows(document(text).pages))


def test_the_style_that_more_figures_demand_is_tried_first() -> None:
    assert styles("1,234.56   7.00\n8.00")[0] is NumberStyle.POINT
    assert styles("1.234,56   7,00\n8,00")[0] is NumberStyle.COMMA


def test_a_currency_without_minor_units_is_read_whole() -> None:
    assert styles("残高  1,234\n  56,000")[0] is NumberStyle.WHOLE


def test_dinars_have_three_digits_behind_the_point_or_in_tunisia_the_comma() -> None:
    assert styles("BHD\n1.310   45.990")[0] is NumberStyle.MILLS
    assert styles("1,954.809   45.201")[0] is NumberStyle.MILLS
    assert styles("1.954,809   45,201")[0] is NumberStyle.MILLS_COMMA
    assert styles("1.954   45.201")[0] is NumberStyle.WHOLE
    assert styles("TND\n1,310   45,990")[0] is NumberStyle.MILLS_COMMA
    assert styles("TND\n1,310.500   45.990")[0] is NumberStyle.MILLS


def test_an_odd_figure_out_does_not_bring_in_the_other_style() -> None:
    page = "\n".join(["1.234,56   7,00"] * 8 + ["EUR 45.00"])
    assert styles(page) == [NumberStyle.COMMA]


def test_a_number_without_minor_units_is_a_reference_not_money() -> None:
    (row,) = rows("14/03/2025  Cheque 000123  250  5.00")
    assert [figure.value for figure in row.figures] == [500]


def test_a_date_with_points_is_a_date_where_it_leads_the_row() -> None:
    (row,) = rows("10.11   Coffee   10.11")
    assert (len(row.dates), len(row.figures)) == (1, 1)


def test_a_mark_on_a_row_of_its_own_joins_the_figure_above() -> None:
    above, below = "14/03/2025  Coffee   5.00", "                        CR"
    (row,) = rows(f"{above}\n{below}")
    assert row.figures[0].mark == 1


def test_the_years_that_a_document_prints() -> None:
    assert printed_years(all_rows(document("2024 to 14/01/2025, ref 1234").pages)) == {2024, 2025}


def test_a_short_year_behind_most_dates_is_a_year() -> None:
    text = "27 Sep 13  Coffee  5.00\n28 Sep 13  Rent  9.00\n29 Sep 13  Tea  1.00"
    assert {row.dates[0].year for row in rows(text)} == {2013}


def test_a_row_part_keeps_its_own_words() -> None:
    sheet = sheet_of(all_rows(document("14/03/2025 Tea 5.00").pages), NumberStyle.POINT)
    assert sheet.rows[0].text == "14/03/2025 Tea 5.00"


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("Balance brought forward from account 401", "Closing balance to account 402"),
        ("Opening balance of account 401", "Final balance moved to account 402"),
    ],
)
def test_transfers_beside_plainer_balances_are_lines(first: str, last: str) -> None:
    text = f"""
        Date         Description                                    Amount
                     Opening balance                                  0.00
        02/03/2025   {first:<41}   2,500.00
        05/03/2025   Rent                                          -950.00
        14/03/2025   Coffee                                          -5.00
        30/03/2025   {last:<41}  -1,545.00
                     Closing balance                                  0.00
        """
    draft = only(read(text))
    assert [line.amount for line in draft.lines] == [250000, -95000, -500, -154500]
    assert (draft.opening_balance, draft.closing_balance) == (0, 0)


def test_sections_with_totals_and_balances_of_days_are_one_statement() -> None:
    """Signs are in the sections' heads; each total is the sum of its own."""
    draft = only(read(PRINTED["sections with totals and a list of balances"]))
    assert draft.status == "proven"
    assert [line.amount for line in draft.lines] == [
        26_872, 46_595, -10_758, -2_428, -7_813, -9_495, -1_200,
    ]  # fmt: skip


def test_a_figure_that_is_left_over_does_not_change_how_the_lines_are_read() -> None:
    text = PRINTED["sections with totals and a list of balances"]
    draft = only(read(text.replace("$131.86\n    EL", "$131.00\n    EL")))
    assert (draft.status, draft.opening_balance, draft.closing_balance, len(draft.lines)) == (
        "unproven", 312_088, 353_861, 7,
    )  # fmt: skip


def test_rows_that_are_pending_above_the_table_are_no_lines() -> None:
    draft = only(read(PRINTED["rows that are pending above the table"]))
    assert [line.amount for line in draft.lines] == [-3900, -51435, 225000]


def test_rows_that_are_pending_from_one_day_to_another_are_no_lines() -> None:
    """They have a table of their own above that of the lines."""
    text = """
    Opening balance      Money out      Money in      Closing balance
             100.00         955.00      2,000.00             1,145.00
    Pending from 1 March 2025 to 31 March 2025
    Start date   Description              Money out    Money in
    31/03/2025   Bakery                       17.42

    Account transactions from 1 March 2025 to 31 March 2025
    Date         Description              Money out    Money in       Balance
    01/03/2025   Salary                                2,000.00      2,100.00
    17/03/2025   Rent                        950.00                  1,150.00
    31/03/2025   Coffee                        5.00                  1,145.00
    """
    assert proven(read(text)) == TRUE


@pytest.mark.parametrize("head", ["Value date", "Date      "])
def test_a_table_with_one_column_of_days_is_dated_by_it(head: str) -> None:
    draft = only(
        read(f"""
    Account number 12345678

    Details                                    {head}         Paid out      Paid in
    Balance brought forward on 28/02/2025                                    100.00
    Salary                                     03/03/2025                  2,000.00
    Rent                                       17/03/2025       950.00
    Coffee                                     31/03/2025         5.00
    Balance carried forward on 31/03/2025                                  1,145.00
    """)
    )
    assert [in_short(line) for line in draft.lines] == [
        "2025-03-03 200000", "2025-03-17 -95000", "2025-03-31 -500",
    ]  # fmt: skip


def test_a_month_named_in_lines_and_a_period_in_numbers() -> None:
    text = (
        PLAIN.replace("01/03/2025 to 31/03/2025", "03-01-2025 to 03-31-2025")
        .replace("01/03/2025   S", "MAR 01       S")
        .replace("17/03/2025   R", "MAR 17       R")
        .replace("31/03/2025   C", "MAR 31       C")
    )
    assert proven(read(text)) == TRUE


def test_balances_below_the_amounts_of_an_app_and_days_above_them() -> None:
    text = """
        Opening balance     Money in     Money out    Closing balance
             100.00 €      2,000.00 €     955.00 €         1,145.00 €
        3 March 2025
          Salary                                           +2,000.00 €
                                                            2,100.00 €
        17 March 2025
          Rent                                               -950.00 €
                                                            1,150.00 €
        31 March 2025
          Coffee                                               -5.00 €
                                                            1,145.00 €
        """
    assert proven(read(text)) == ["2025-03-03 200000", "2025-03-17 -95000", "2025-03-31 -500"]


def test_a_payee_that_is_also_a_word_for_what_is_carried_is_in_a_line() -> None:
    draft = only(
        read("""
    Account number 12345678
    Date         Description               Money out   Money in    Balance
    Opening balance                                                 100.00
    03/03/2025   Acme Ltd                             2,000.00
                 Transport for London          4.20               2,095.80
    17/03/2025   J Smith                     950.00               1,145.80
    Closing balance                                               1,145.80
    """)
    )
    assert [in_short(line) for line in draft.lines] == [
        "2025-03-03 200000", "2025-03-03 -420", "2025-03-17 -95000",
    ]  # fmt: skip
