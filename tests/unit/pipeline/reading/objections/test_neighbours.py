"""A page that is there twice or missing leaves parts that add up, and yet are no statements."""

from dataclasses import replace

from pipeline.reading.lexing.figures import NumberStyle
from pipeline.reading.lexing.lexed import LexedPages
from pipeline.reading.objections.pages import TORN, SectionView, of_cuts, of_rest
from tests.support.typewritten import document, month_page, objected, only, printed, read

PRINTED = printed("objections_neighbours")

FIRST, SECOND, FOURTH = month_page(900, "01"), month_page(845, "14"), month_page(600, "28")


def test_pages_that_carry_on_are_one_statement() -> None:
    carried = FIRST.replace("Closing balance", "Carried forward")
    assert objected(carried, SECOND.replace("Opening balance", "Brought forward")) == [[]]


def test_parts_of_one_period_between_which_money_is_lost_are_objected_to() -> None:
    assert objected(FIRST, FOURTH) == [["torn"], ["torn"]]


def test_parts_that_go_on_under_one_period_printed_once_are_objected_to() -> None:
    above, below = only(read(FIRST)), only(read(SECOND))
    assert of_cuts([above, below], [[], []]) == [(TORN,), (TORN,)]
    own = only(read(f"Bank of Somewhere\n{SECOND}"))  # whose period is in other words
    assert of_cuts([above, own], [[], []]) == [(), ()]


def test_the_rest_of_a_part_that_does_not_close_is_objected_to() -> None:
    opened = only(read(FIRST.replace("845.00", "844.00")))
    assert opened.status == "unproven"
    above = replace(opened, opening_balance=90_000, closing_balance=None)
    below = replace(only(read(SECOND)), account_mask=None)
    assert of_cuts([above, below], [[], []]) == [(TORN,), (TORN,)]
    assert of_cuts([above, replace(below, account_mask="9999")], [[], []]) == [(), ()]
    assert of_cuts([replace(above, closing_balance=1), below], [[], []]) == [(), ()]


def test_parts_of_two_accounts_or_periods_are_not() -> None:
    assert objected(FIRST, month_page(600, "28", number="1234 5679")) == [[], []]
    assert objected(FIRST, month_page(600, "28", month="09")) == [[], []]


def test_parts_with_the_same_lines_are_objected_to_and_no_other() -> None:
    july, august = month_page(400, "02", month="07"), month_page(300, "05", month="08")
    assert objected(FIRST, july, FIRST, august) == [["twice"], [], ["twice"], []]


def test_two_accounts_may_print_the_same_lines() -> None:
    assert objected(FIRST, month_page(900, "01", number="1234 5679")) == [[], []]


CARRIED = FIRST.replace("Closing balance", "Carried forward")
UNREAD = PRINTED["unread"]


def test_a_balance_that_goes_on_to_a_page_that_was_not_read_is_objected_to() -> None:
    part = SectionView(only(read(CARRIED)), (), (), {})

    def below(text: str) -> list[str]:
        lexed = LexedPages(document(text).pages).under(NumberStyle.POINT)
        return [each.code for each in of_rest(part, lexed.facts)]

    assert below(UNREAD) == ["torn"]
    assert below(UNREAD.replace("845.00", "844.00")) == []
    assert below(UNREAD.replace("840.00", "845.00")) == []


def test_a_balance_that_is_carried_twice_is_no_statement_without_lines() -> None:
    empty = PRINTED["a balance that is carried twice is"]
    assert objected(CARRIED, empty) == [[]]
