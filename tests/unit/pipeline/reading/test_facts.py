"""Labelled figures beside the rows: balances, totals and counts."""

from pipeline.reading.lexing.headers import headers_of
from pipeline.reading.lexing.labelled import LabelledFigure, facts_of
from tests.support.typewritten import rows


def facts(text: str) -> list[LabelledFigure]:
    printed = rows(text)
    return facts_of(printed, headers_of(printed))


def pairs(text: str) -> set[tuple[str, int]]:
    return {(fact.meaning, fact.figure.value) for fact in facts(text)}


def test_two_labels_on_a_row_have_a_figure_each() -> None:
    text = "Opening balance  1,000.00   Closing balance  900.00"
    assert pairs(text) == {("opening", 100000), ("closing", 90000)}


def test_a_label_without_a_figure_beside_it_means_the_one_below() -> None:
    text = """
        Opening balance       Closing balance
            1,000.00              900.00
        """
    assert pairs(text) == {("opening", 100000), ("closing", 90000)}


def test_a_figure_far_below_is_not_meant() -> None:
    assert pairs("Opening balance\n\n\n\n\n\n  1,000.00") == set()


def test_a_label_may_carry_a_date() -> None:
    (fact,) = facts("Balance on 01/03/2025   1,000.00")
    assert fact.meaning == "balance_on"
    assert fact.day is not None


def test_totals_in_and_out_are_distinguished() -> None:
    text = "Total credits   300.00\nTotal debits   200.00"
    assert {("total_in", 30000), ("total_out", 20000)} <= pairs(text)


def test_a_side_with_its_count_and_sum_is_a_total() -> None:
    assert ("total_in", 459186) in pairs("Credits  4  4,591.86")


def test_a_header_that_says_money_in_is_no_total() -> None:
    text = """
        Date         Details     Money out    Money in    Balance
        01/03/2025   Tea              5.00                   9.00
        """
    assert not {fact.meaning for fact in facts(text)} & {"total_in", "total_out"}
