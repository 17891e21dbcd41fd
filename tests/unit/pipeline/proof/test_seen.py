"""What is relied on looks as its text says; what arithmetic binds may be read from a scan once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.proof.checks import CheckState
from pipeline.proof.lexed import LexedPages
from pipeline.proof.page import PageProof, prove_page
from pipeline.proof.seen import spans_of
from pipeline.reading.offer import with_excuses
from pipeline.words import Page, Seen
from tests.support.kernel import entries_of, held
from tests.support.typewritten import page

TEXT = """
    Northgate Bank
    Current account statement
    Account number ****1234
    Statement period 1 March 2025 to 31 March 2025

    Opening balance                                  $ 100.00

    Date         Posted      Description              Amount         Balance
    1 March      2 March     Acme Ltd             $ 2,000.00        2,100.00
    17 March     17 March    J Smith              $  -950.00        1,150.00
    31 March     31 March    Corner shop          $    -5.00        1,145.00

    Closing balance                                 1,145.00
    Total paid in                                   2,000.00

    Ask for 777 today
    """
STATEMENT = held(TEXT)
PAGE = page(TEXT)


def looked(default: Seen, *others: tuple[str, int, Seen], of: str = TEXT) -> PageProof:
    """The page with some words (the text, and which of them) that look otherwise."""
    seen, witness = page(of), held(of).witness
    looks = [default] * len(seen.words)
    for text, which, look in others:
        places = [place for place, word in enumerate(seen.words) if word.text == text]
        looks[places[which]] = look
    lexed = LexedPages([replace(seen, seen=tuple(looks))])
    return prove_page(lexed, with_excuses(witness, lexed))


def state(proof: PageProof) -> str:
    return proof.state("seen").value


RELIED_ON = [
    ("100.00", 0), ("2,000.00", 0), ("-950.00", 0), ("2,100.00", 0), ("1,145.00", 0),
    ("1,145.00", 1), ("2,000.00", 1), ("1", 0), ("1", 1), ("17", 0), ("31", 1), ("2025", 0),
    ("2025", 1), ("****1234", 0),
]  # fmt: skip
NOT_RELIED_ON = [("777", 0), ("Acme", 0), ("Smith", 0), ("Amount", 0), ("Closing", 0)]


@pytest.mark.parametrize(("text", "which"), RELIED_ON)
@pytest.mark.parametrize("look", [Seen.DOUBTED, Seen.UNJUDGED, Seen.INK, Seen.ONCE])
def test_figures_dates_and_numbers_look_as_they_say(text: str, which: int, look: Seen) -> None:
    bound = {("2,000.00", 0), ("-950.00", 0), ("2,100.00", 0), ("1,145.00", 0), ("1,145.00", 1),
             ("100.00", 0)}  # fmt: skip
    if look is Seen.INK:  # nobody compared it, which says nothing against it
        assert state(looked(Seen.SEEN, (text, which, look))) == "unavailable"
    elif look is not Seen.ONCE or (text, which) not in bound:
        assert state(looked(Seen.SEEN, (text, which, look))) == "failed"
    assert state(looked(Seen.SEEN, (text, which, Seen.TWICE))) == "passed"


@pytest.mark.parametrize(("text", "which"), NOT_RELIED_ON)
def test_what_is_not_relied_on_may_look_as_it_will(text: str, which: int) -> None:
    assert state(looked(Seen.SEEN, (text, which, Seen.DOUBTED))) == "passed"


def test_what_the_running_balances_bind_may_be_read_once() -> None:
    for text in ("-950.00", "2,100.00", "1,150.00"):
        assert state(looked(Seen.SEEN, (text, 0, Seen.ONCE))) == "passed"
        assert state(looked(Seen.SEEN, (text, 0, Seen.INK))) == "unavailable"
    both = (("-950.00", 0, Seen.INK), ("1,150.00", 0, Seen.DOUBTED))
    assert state(looked(Seen.SEEN, *both)) == "failed"


def test_letters_of_a_month_or_a_currency_need_ink() -> None:
    assert state(looked(Seen.SEEN, ("March", 0, Seen.INK))) == "passed"
    assert state(looked(Seen.SEEN, ("March", 0, Seen.DOUBTED))) == "failed"
    assert state(looked(Seen.SEEN, ("March", 2, Seen.DOUBTED))) == "failed"
    assert state(looked(Seen.SEEN, ("$", 0, Seen.INK))) == "passed"


def test_a_month_between_equal_months_is_bound_by_the_order_of_the_dates() -> None:
    first, second, third = 2, 4, 6
    assert state(looked(Seen.SEEN, ("March", second, Seen.DOUBTED))) == "passed"
    assert state(looked(Seen.SEEN, ("March", first, Seen.DOUBTED))) == "failed"
    assert state(looked(Seen.SEEN, ("March", third, Seen.DOUBTED))) == "failed"


YEARS = """
    Northgate Bank
    Savings account statement
    Statement period 1 March 2024 to 31 March 2025

    Opening balance                                  $ 100.00

    Date            Description           Amount         Balance
    15 March 2024   Acme Ltd          $ 2,000.00        2,100.00
    20 March 2024   J Smith           $  -950.00        1,150.00
    {}   Corner shop       $    -5.00        1,145.00

    Closing balance                                 1,145.00
    """


def looks_of(text: str, *others: tuple[str, int, Seen]) -> PageProof:
    """A page with some words (the text, and which of them) that look otherwise, read as it is."""
    statement, printed = held(text), page(text)
    looks = [Seen.SEEN] * len(printed.words)
    for wanted, which, look in others:
        places = [place for place, word in enumerate(printed.words) if word.text == wanted]
        looks[places[which]] = look
    lexed = LexedPages([replace(printed, seen=tuple(looks))])
    return prove_page(lexed, with_excuses(statement.witness, lexed))


def test_a_month_between_equal_months_of_two_years_is_not_bound() -> None:
    """Between March 2024 and March 2025 it may be any month."""
    middle = ("March", 3, Seen.DOUBTED)
    assert state(looks_of(YEARS.format("10 March 2025"), middle)) == "failed"
    assert state(looks_of(YEARS.format("25 March 2024"), middle)) == "passed"


INHERITED = """
    Northgate Bank
    Statement period 1 March 2025 to 30 April 2025

    Opening balance                                  100.00

    Date            Description           Amount         Balance
    10 March        Acme Ltd            2,000.00        2,100.00
    15 March        J Smith              -950.00        1,150.00
                    Corner shop            -5.00        1,145.00
                    Corner shop            -5.00        1,140.00
    5 April         Corner shop            -5.00        1,135.00

    Closing balance                                 1,135.00
    """


def test_a_month_between_its_own_rows_is_not_bound() -> None:
    """The rows below it have no date of their own."""
    middle = ("March", 2, Seen.DOUBTED)
    assert state(looks_of(INHERITED, middle)) == "failed"
    assert state(looks_of(INHERITED.replace("5 April", "25 March"), middle)) == "passed"


def test_what_is_relied_on_of_rows_without_dates_balances_and_ends() -> None:
    found = entries_of("01/03/2025 Shop 5.00\n02/03/2025 Rent 6.00")
    assert spans_of(found, (), None) == [(0, 2, 2, False), (1, 2, 2, False)]
    assert spans_of(found, (1,), None)[2:] == [(1, 0, 0, False), (1, 0, 0, False), (1, 2, 2, False)]


def test_a_month_between_other_months_is_not_bound() -> None:
    doubted = ("March", 3, Seen.DOUBTED)
    text = YEARS.format("10 April 2024")
    assert state(looks_of(text, doubted)) == "failed"
    text = YEARS.replace("20 March", "20 April").format("25 April 2024")
    assert state(looks_of(text, ("April", 0, Seen.DOUBTED))) == "failed"


def test_a_month_before_another_one_is_bound_by_nothing() -> None:
    later = TEXT.replace("31 March 2025", "30 April 2025").replace(
        "31 March     31 March ", "2 April      2 April  "
    )
    assert state(looked(Seen.SEEN, of=later)) == "passed"
    assert state(looked(Seen.SEEN, ("March", 3, Seen.DOUBTED), of=later)) == "failed"


def test_a_currency_that_other_rows_print_as_well_may_be_doubted() -> None:
    assert state(looked(Seen.SEEN, ("$", 1, Seen.DOUBTED))) == "passed"
    assert state(looked(Seen.SEEN, ("$", 3, Seen.DOUBTED))) == "passed"


def test_a_second_date_counts_only_if_it_looks_so() -> None:
    whole = looked(Seen.SEEN)
    assert [str(row.value_date) for row in whole.rows] == [
        "2025-03-02", "2025-03-17", "2025-03-31",
    ]  # fmt: skip
    doubted = looked(Seen.SEEN, ("2", 0, Seen.DOUBTED))
    assert doubted.proven
    assert [str(row.value_date) for row in doubted.rows] == ["None", "2025-03-17", "2025-03-31"]


def test_where_nobody_looked_nothing_is_seen() -> None:
    blind: Page = replace(PAGE, seen=())
    proof = prove_page([blind], with_excuses(STATEMENT.witness, LexedPages([blind])))
    assert proof.state("seen") is CheckState.UNAVAILABLE
    assert not proof.proven
    assert proof.proven_but_for("seen")


def test_the_words_to_look_at_are_the_ones_relied_on_and_second_dates() -> None:
    relied = looked(Seen.SEEN).relied_on()
    texts = sorted({PAGE.words[place].text for place in relied[1]})
    assert texts == sorted({
        "$", "****1234", "-5.00", "-950.00", "1", "1,145.00", "1,150.00", "100.00", "17", "2",
        "2,000.00", "2,100.00", "2025", "31", "March",
    })  # fmt: skip


def test_every_page_that_is_relied_on_was_looked_at() -> None:
    proof = held(*CARRIED, "Terms and conditions").printed()

    def blind(number: int) -> str:
        pages = [replace(p, seen=()) if p.number == number else p for p in proof.pages.pages]
        return state(prove_page(pages, proof.witness))

    assert [blind(number) for number in (1, 2, 3)] == ["unavailable", "unavailable", "passed"]


CARRIED = (
    """
    Northgate Bank
    Statement period 1 March 2025 to 31 March 2025

    Opening balance                                  100.00

    Date         Description              Amount         Balance
    1 March      Acme Ltd               2,000.00        2,100.00
    """,
    """
    Date         Description              Amount         Balance
    17 March     J Smith                 -950.00        1,150.00

    Closing balance                                   1,150.00
    """,
)

PLAIN = """
    Northgate Bank
    Statement period 1 March 2025 to 31 March 2025

    At the beginning of the month your opening balance 100.00

    Date         Description              Amount{}
    1 March      Acme Ltd             $ 2,000.00{}
    17 March     J Smith                 -950.00{}

    At the very end of all of the month your closing balance 1,150.00

    Number of payments 1
    Total                  2,000.00
    Of which we put aside for you and yours our total in paid into the fund 12.00
    """
BARE = PLAIN.format("", "", "")
WITH_BALANCES = PLAIN.format("       Balance", "      2,100.00", "      1,150.00")


@pytest.mark.parametrize(("text", "which"), [("100.00", 0), ("1,150.00", -1)])
def test_both_ends_look_so_though_other_words_stand_around_their_labels(
    text: str, which: int
) -> None:
    for printed in (BARE, WITH_BALANCES):
        assert state(looks_of(printed, (text, which, Seen.DOUBTED))) == "failed"
        assert state(looks_of(printed, (text, which, Seen.TWICE))) == "passed"


def test_an_end_may_be_read_once_where_a_balance_beside_the_first_row_binds_it() -> None:
    for text, which in (("100.00", 0), ("1,150.00", -1)):
        assert state(looks_of(BARE, (text, which, Seen.ONCE))) == "failed"
        assert state(looks_of(WITH_BALANCES, (text, which, Seen.ONCE))) == "passed"


def test_it_is_the_first_rows_balance_that_binds_an_end() -> None:
    first = PLAIN.format("       Balance", "      2,100.00", "")
    last = PLAIN.format("       Balance", "", "      1,150.00")
    assert state(looks_of(first, ("100.00", 0, Seen.ONCE))) == "passed"
    assert state(looks_of(last, ("100.00", 0, Seen.ONCE))) == "failed"


def test_labelled_figures_that_speak_of_money_look_so_and_no_others() -> None:
    assert state(looks_of(BARE, ("2,000.00", -1, Seen.DOUBTED))) == "failed"
    for text in ("1", "12.00"):  # a count, and a label within a sentence
        assert state(looks_of(BARE, (text, -1, Seen.DOUBTED))) == "passed"
    points = BARE.replace("Total                  2,000.00", "Total 3,000")
    assert state(looks_of(points, ("3,000", 0, Seen.DOUBTED))) == "passed"


YEN = """
    Northgate Bank
    Statement period 1 March 2025 to 31 March 2025

    Opening balance                                JPY 1,000

    Date         Description              Amount
    1 March      Acme Ltd                 20,000
    17 March     J Smith                  -9,500

    Closing balance                               11,500
    Total paid in                                 20,000
    """


def test_a_total_without_minor_units_is_money_where_the_currency_has_none() -> None:
    assert state(looks_of(YEN)) == "passed"
    assert state(looks_of(YEN, ("20,000", 1, Seen.DOUBTED))) == "failed"


def test_a_total_without_minor_units_is_money_where_it_has_a_currency() -> None:
    text = BARE.replace("Total                  2,000.00", "Total $ 2,000")
    assert state(looks_of(text, ("2,000", -1, Seen.DOUBTED))) == "failed"


def test_words_without_digits_may_be_read_once() -> None:
    for text in ("March", "$"):
        assert state(looked(Seen.SEEN, (text, 0, Seen.ONCE))) == "passed"


def test_an_amount_is_asked_behind_a_currency_that_nobody_compared() -> None:
    doubted = (("$", 1, Seen.INK), ("2,000.00", 0, Seen.DOUBTED))
    assert state(looked(Seen.SEEN, *doubted)) == "failed"


def test_a_currency_that_no_other_row_prints_is_relied_on() -> None:
    assert state(looks_of(BARE, ("$", 0, Seen.DOUBTED))) == "failed"
    both = BARE.replace("   -950.00", "$  -950.00")
    assert state(looks_of(both, ("$", 0, Seen.DOUBTED))) == "passed"


def test_a_second_date_is_all_of_its_words_and_no_other() -> None:
    def second(text: str, which: int, look: Seen = Seen.DOUBTED) -> str:
        return str(looked(Seen.SEEN, (text, which, look)).rows[0].value_date)

    march = 3  # of the first row's second date
    assert second("March", march) == "None"
    assert second("March", march, Seen.INK) == "2025-03-02"
    assert second("Acme", 0) == "2025-03-02"
    assert second("2", 0, Seen.ONCE) == "None"
    assert second("2", 0, Seen.TWICE) == "2025-03-02"
