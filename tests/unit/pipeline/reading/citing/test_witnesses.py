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


def sides(draft: StatementDraft) -> list[str]:
    return [each.convention.side for each in draft.witnesses]


def test_where_two_balances_tell_the_direction_it_is_turned_on_no_side() -> None:
    draft = only(read(PAGE))
    assert (moves(draft), sides(draft)) == ([[1], [1]], ["money", "debt"])


def test_where_each_line_has_a_balance_one_reading_is_offered() -> None:
    lines = PAGE.replace("-5.00", "-5.00     20.00").replace("   20.00\n", "   20.00     40.00\n")
    assert len(only(read(lines)).witnesses) == 1


def test_where_one_balance_tells_none_the_turned_one_is_offered_too() -> None:
    draft = only(read(PAGE.replace("Opening balance         25.00", "")))
    assert moves(draft) == [[1], [-1], [1], [-1]]
    assert sides(draft) == ["money", "money", "debt", "debt"]


def test_heads_that_name_in_and_out_leave_no_other_side() -> None:
    page = """
        Date         Description            Paid out     Paid in
                     Opening balance                                  25.00
        03/03/2025   Tea                      5.00
        04/03/2025   Salary                               20.00
        05/03/2025   Rent                    30.00
                     Closing balance                                  {}
        """
    assert sides(only(read(page.format("10.00")))) == ["money"]
    assert sides(only(read(page.format("40.00")))) == ["debt"]


def test_a_cards_plain_balance_is_offered_as_a_debt_and_as_held() -> None:
    card = "    Credit card statement\n" + PAGE
    assert sides(only(read(card))) == ["debt", "money"]
    owed = card.replace("25.00", "-40.00").replace("40.00\n", "-25.00\n")
    assert sides(only(read(owed))) == ["money"]


def test_either_of_two_days_may_be_the_booking_day() -> None:
    page = """
        Date         Value        Description            Amount
                                  Opening balance         25.00
        03/03/2025   04/03/2025   Tea                     -5.00
        04/03/2025   05/03/2025   Salary                  20.00
                                  Closing balance         40.00
        """
    witnesses = only(read(page)).witnesses
    assert [each.convention.booking for each in witnesses[:2]] == ["day", "second"]
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
