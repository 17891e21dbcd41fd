"""Which readings of a page are offered: the likeliest first, then those that nothing rules out."""

from pipeline.drafts import StatementDraft
from tests.support.typewritten import only, read, words_at

PAGE = """
    Date         Description            Amount
                 Opening balance         25.00
    03/03/2025   Tea                     -5.00
    04/03/2025   Salary                  20.00
                 Closing balance         40.00
    """


def moves(draft: StatementDraft) -> list[list[int]]:
    """Of each witness which way its columns move the balance."""
    return [[column.moves for column in each.convention.columns] for each in draft.witnesses]


def amounts(draft: StatementDraft) -> list[list[str]]:
    return [[words_at(draft, line.amount) for line in each.lines] for each in draft.witnesses]


def test_where_two_balances_tell_the_direction_one_reading_is_offered() -> None:
    assert moves(only(read(PAGE))) == [[1]]


def test_where_one_balance_tells_none_the_turned_one_is_offered_too() -> None:
    page = PAGE.replace("Opening balance         25.00", "")
    assert moves(only(read(page))) == [[1], [-1]]


def test_a_cards_plain_balance_is_offered_as_a_debt_and_as_held() -> None:
    card = "    Credit card statement\n" + PAGE
    assert [each.convention.side for each in only(read(card)).witnesses] == ["debt", "money"]
    owed = card.replace("25.00", "-40.00").replace("40.00\n", "-25.00\n")
    assert [each.convention.side for each in only(read(owed)).witnesses] == ["money"]


def test_either_of_two_days_may_be_the_booking_day() -> None:
    page = """
        Date         Value        Description            Amount
                                  Opening balance         25.00
        03/03/2025   04/03/2025   Tea                     -5.00
        04/03/2025   05/03/2025   Salary                  20.00
                                  Closing balance         40.00
        """
    witnesses = only(read(page)).witnesses
    assert [each.convention.booking for each in witnesses] == ["day", "second"]
    assert len({each.lines for each in witnesses}) == 1


def test_another_column_that_explains_as_much_is_a_rival() -> None:
    page = """
        Date         Description
                     Opening balance              40.00
        03/03/2025   Tea              -3.00       -5.00
        04/03/2025   Salary            3.00        5.00
                     Closing balance              40.00
        """
    first, *others = amounts(only(read(page)))
    assert first == ["-5.00", "5.00"]
    assert ["-3.00", "3.00"] in others
