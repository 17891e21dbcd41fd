"""Which readings of a page are offered: the likeliest first, then those that nothing rules out."""

from datetime import date

from db.ledger.views import NewAccount, NewEntry
from db.words import AccountKind
from pipeline.drafts import StatementDraft
from tests.support.beside import Books, beside
from tests.support.typewritten import only, printed, read, words_at

PRINTED = printed("citing_witnesses")

PAGE = PRINTED["page"]


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
    page = PRINTED["heads that name in and out leave"]
    assert sides(only(read(page.format("10.00")))) == ["money"]
    owed = page.format("40.00")
    assert sides(only(read(owed))) == ["debt"]
    assert sides(only(read(f"    Loan number 1234 5678\n{owed}"))) == ["debt"]


def test_a_cards_plain_balance_is_offered_as_a_debt_and_as_held() -> None:
    card = "    Credit card statement\n" + PAGE
    assert sides(only(read(card))) == ["debt", "money"]
    owed = card.replace("25.00", "-40.00").replace("40.00\n", "-25.00\n")
    assert sides(only(read(owed))) == ["money"]


def test_either_of_two_days_may_be_the_booking_day() -> None:
    page = PRINTED["either of two days may be the"]
    witnesses = only(read(page)).witnesses
    assert [each.convention.booking for each in witnesses[:2]] == ["day", "second"]
    assert len({each.lines for each in witnesses}) == 1


def test_another_column_that_explains_as_much_is_a_rival() -> None:
    page = PRINTED["another column that explains as much is"]
    first, *others = amounts(only(read(page)))
    assert first == ["-5.00", "5.00"]
    assert ["-3.00", "3.00"] in others


#: What the holder owes falls by what is paid, whatever the page prints it as.
OWED = PRINTED["owed"]
PLAIN = OWED.format("150.20", "106.50", "256.70", "-320.00", "-63.30", "12.00", "-51.30")
MARKED = OWED.format(
    "450.20 Dr", "106.50 Dr", "556.70 Dr", "320.00 Cr", "236.70 Dr", "12.00 Dr", "248.70 Dr"
)


def whether_matched(page: str, kind: AccountKind, opening: int, way: int) -> tuple[str, str]:
    """The verdict beside an account of this kind whose entries go this way, and the side."""
    rows = ((3, -106_50), (5, 320_00), (8, -12_00))
    entries = tuple(NewEntry(date(2025, 3, day), way * amount, "row") for day, amount in rows)
    account = NewAccount(
        name="Account", kind=kind, currency="EUR", mask="5512", opening_balance_minor=way * opening
    )
    comparison = beside(only(read(page)), Books(account, entries))
    assert comparison is not None
    assert comparison.draft.witness is not None
    return comparison.findings().verdict.value, comparison.draft.witness.convention.side


def test_the_accounts_kind_says_that_running_balances_of_a_card_are_debts() -> None:
    card = "    Verdant Card\n" + PLAIN
    assert whether_matched(card, AccountKind.CARD, -150_20, 1) == ("matched", "debt")
    assert whether_matched(card, AccountKind.CHECKING, -150_20, 1)[0] != "matched"


def test_running_balances_below_no_word_of_a_card_are_no_debts() -> None:
    assert whether_matched(PLAIN, AccountKind.CARD, -150_20, 1)[0] != "matched"


def test_balances_marked_as_debts_are_a_cards_or_those_of_an_overdraft() -> None:
    assert whether_matched(MARKED, AccountKind.CARD, -450_20, 1) == ("matched", "debt")
    assert whether_matched(MARKED, AccountKind.CHECKING, -450_20, 1) == ("matched", "money")


def test_marks_of_debts_are_not_turned_by_books_that_have_them_as_money() -> None:
    for kind in (AccountKind.CARD, AccountKind.CHECKING):
        assert whether_matched(MARKED, kind, -450_20, -1)[0] != "matched"


def test_columns_that_say_the_direction_are_no_debts_of_any_kind() -> None:
    page = PRINTED["columns that say the direction are no"]
    assert whether_matched(page, AccountKind.CHECKING, 500_00, 1) == ("matched", "money")
    assert whether_matched(page, AccountKind.CARD, 500_00, -1)[0] != "matched"
