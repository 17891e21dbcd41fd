"""What a page says against the way round that it is read."""

from __future__ import annotations

import pytest

from pipeline.proof.blind_spots import signs_check
from pipeline.proof.checks import CheckState
from pipeline.proof.entries import Offered
from pipeline.proof.kind import PrintedKind
from pipeline.proof.sums import sums_of
from pipeline.proof.witness import Signs
from tests.support.ruled import entry, head, offered_on, total

CURRENT = PrintedKind("current", False, "current account", silent=True)
ADVERT = PrintedKind(None, None)
ENDS = (total("Opening balance", "100.00"), total("Closing balance", "300.00"), "")


def said(found: Offered, kind: PrintedKind = CURRENT) -> bool | None:
    """Whether words say the way, or deny it; None where none does."""
    state = signs_check(found, sums_of(found), kind).state
    return {CheckState.PASSED: True, CheckState.FAILED: False}.get(state)


@pytest.mark.parametrize(
    ("heading", "amount", "expected"),
    [
        ("Deposits", "5.00", True),
        ("Withdrawals", "5.00", False),
        ("Withdrawals", "0.01", False),
        ("Withdrawals", "+5.00", True),
        ("Withdrawals", "5.00 CR", True),
        ("Withdrawals", "0.00", True),
        ("Acme Ltd", "5.00", True),
    ],
)
def test_a_plain_amount_goes_the_way_of_the_heading_above(
    heading: str, amount: str, expected: bool
) -> None:
    rows = (head(amount="Amount"), "", heading, entry("J Smith", amount=amount))
    assert said(offered_on(Signs.PRINTED, *ENDS, *rows)) is expected


def test_a_word_of_direction_overrules_the_heading() -> None:
    rows = (head(amount="Amount"), "", "Withdrawals", entry("J Smith CR", amount="5.00"))
    assert said(offered_on(Signs.DIRECTION, *ENDS, *rows)) is True


def test_so_does_a_column() -> None:
    top = head(debit="Money out", credit="Money in")
    rows = (top, "", "Withdrawals", entry("J Smith", credit="5.00"))
    assert said(offered_on(Signs.COLUMNS, *ENDS, *rows)) is True


@pytest.mark.parametrize(
    ("name", "amount", "expected"),
    [
        ("Money in", "5.00", True),
        ("Money out", "5.00", False),
        ("Money out", "0.01", False),
        ("Money out", "-5.00", True),
        ("Money out", "5.00 CR", True),
        ("Money out", "0.00", True),
        ("Money in", "-5.00", True),
        ("Withdrawals/Deposits", "5.00", True),
        ("Payments", "5.00", True),
    ],
)
def test_a_plain_amount_goes_the_way_of_the_only_header_above_it(
    name: str, amount: str, expected: bool
) -> None:
    rows = (head(amount=name, balance="Balance"), entry("J Smith", amount=amount))
    assert said(offered_on(Signs.PRINTED, *ENDS, *rows)) is expected


def test_plain_money_out_stands_below_no_header_for_money_in() -> None:
    rows = (head(amount="Money in", balance="Balance"), entry("J Smith", amount="5.00"))
    assert said(offered_on(Signs.PRINTED, *ENDS, *rows, base=-1)) is False
    rows = (head(amount="Money in", balance="Balance"), entry("J Smith DR", amount="5.00"))
    assert said(offered_on(Signs.DIRECTION, *ENDS, *rows)) is True


@pytest.mark.parametrize(
    ("opening", "closing", "role", "expected"),
    [
        ("100.00", "300.00", "balance", True),
        ("100.00", "300.00", "debit", False),
        ("100.00", "-300.00", "debit", True),
        ("100.00", "300.00 CR", "debit", True),
        ("100.00", "0.00", "debit", True),
        ("100.00", "300.00", "credit", True),
    ],
)
def test_a_plain_balance_stands_on_the_side_on_which_it_is_read(
    opening: str, closing: str, role: str, expected: bool
) -> None:
    table = (head(debit="Money out", credit="Money in", balance="Balance"),
             entry("Acme", credit="5.00", balance="105.00"))  # fmt: skip
    found = offered_on(
        Signs.COLUMNS,
        total("Opening balance", opening),
        *table,
        "",
        total("Closing balance", closing, role),
    )
    assert said(found) is expected
    found = offered_on(
        Signs.COLUMNS,
        *table,
        "",
        total("Opening balance", closing, role),
        total("Closing balance", opening),
    )
    assert said(found) is expected


def test_nor_does_a_debts_balance_stand_below_money_in() -> None:
    table = (head(debit="Money out", credit="Money in", balance="Balance"),
             entry("Acme", credit="5.00", balance="105.00"))  # fmt: skip
    found = offered_on(Signs.COLUMNS, *table, "", total("Closing balance", "3.00", "credit"))
    assert said(found, ADVERT) is True
    found = offered_on(
        Signs.COLUMNS, *table, "", total("Closing balance", "3.00", "credit"), balance_base=-1
    )
    assert said(found, ADVERT) is False


@pytest.mark.parametrize(
    ("head_of", "expected"),
    [
        ({"debit": "Money out", "credit": "Money in", "balance": "Balance"}, True),
        ({"debit": "Money in", "credit": "Money out", "balance": "Balance"}, False),
        ({"debit": "Money out", "credit": "Balance", "balance": "Money in"}, False),
        ({"debit": "Balance", "credit": "Money in", "balance": "Money out"}, False),
        ({"debit": "Money out", "credit": "Money in", "balance": "Deposits"}, False),
        ({"debit": "Here", "credit": "Money in", "balance": "Balance"}, True),
        ({"debit": "Here", "credit": "Money out", "balance": "Balance"}, False),
        ({"debit": "Money out", "credit": "Payment", "balance": "Balance"}, True),
        ({"debit": "Payments", "credit": "Money in", "balance": "Balance"}, True),
    ],
)
def test_a_column_headed_for_another_role_denies_it(
    head_of: dict[str, str], expected: bool
) -> None:
    rows = (entry("Acme", debit="5.00", balance="105.00"), entry("X", credit="5.00"))
    assert said(offered_on(Signs.COLUMNS, *ENDS, head(**head_of), *rows)) is expected


def test_an_amount_may_stand_below_one_side_but_not_below_balances() -> None:
    rows = (entry("J Smith", amount="-5.00", balance="105.00"),)
    side = head(amount="Money in", balance="Balance")
    assert said(offered_on(Signs.PRINTED, *ENDS, side, *rows)) is True
    balance = head(amount="Balance", credit="Money in", balance="Amount")
    assert said(offered_on(Signs.PRINTED, *ENDS, balance, *rows)) is False


def test_an_amount_of_nought_may_stand_anywhere() -> None:
    top = head(debit="Money out", credit="Balance")
    rows = (entry("J Smith", debit="5.00"), entry("J Smith", credit="0.00"))
    assert said(offered_on(Signs.COLUMNS, *ENDS, top, *rows)) is True


COLUMNED = (entry("Acme Ltd", debit="5.00"), entry("J Smith", credit="0.00"))


@pytest.mark.parametrize(
    ("head_of", "expected"),
    [
        ({"debit": "Money out", "credit": "Money in"}, True),
        ({"debit": "Money out", "balance": "Balance"}, True),
        ({"debit": "Payments", "credit": "Money in"}, None),
        ({"debit": "Amount", "credit": "Money in"}, None),
        ({"credit": "Money in", "balance": "Balance"}, None),
    ],
)
def test_columns_say_the_side_if_the_nearest_header_names_just_this_one(
    head_of: dict[str, str], expected: bool | None
) -> None:
    assert said(offered_on(Signs.COLUMNS, *ENDS, head(**head_of), *COLUMNED), ADVERT) is expected


def test_columns_without_a_header_say_nothing() -> None:
    assert said(offered_on(Signs.COLUMNS, *ENDS, *COLUMNED), ADVERT) is None
    top = head(debit="Money out", credit="Money in")
    assert said(offered_on(Signs.COLUMNS, *ENDS, top, *COLUMNED[1:]), ADVERT) is None
    both = (*COLUMNED, entry("J Smith", credit="5.00"))
    assert said(offered_on(Signs.COLUMNS, *ENDS, top, *both), ADVERT) is True
    one = head(debit="Money out", credit="Amount")
    assert said(offered_on(Signs.COLUMNS, *ENDS, one, *both), ADVERT) is None


SPOKEN = ("Salary", "Card purchase", "Cash withdrawal")


def said_by(words: tuple[str, ...], amounts: tuple[str, ...], base: int = 1) -> bool | None:
    """What three entries' own words say of their signs."""
    rows = [entry(word, amount=amount) for word, amount in zip(words, amounts, strict=True)]
    found = offered_on(Signs.PRINTED, *ENDS, head(amount="Amount"), *rows, base=base)
    return said(found, ADVERT)


def test_three_entries_own_words_say_which_way_they_go() -> None:
    assert said_by(SPOKEN, ("9.00", "-5.00", "-5.00")) is True
    assert said_by(SPOKEN, ("0.01", "-0.01", "-5.00")) is True
    assert said_by(SPOKEN, ("9.00", "-5.00", "0.00")) is None
    named = ("Salary", "Card purchase of total", "Cash withdrawal")
    assert said_by(named, ("9.00", "-5.00", "-5.00")) is True
    assert said_by(("Salary", "Card purchase", "Acme"), ("9.00", "-5.00", "-5.00")) is None
    assert said_by((*SPOKEN, "Refund"), ("9.00", "-5.00", "-5.00", "-1.00")) is None
    assert said_by((*SPOKEN, "Refund"), ("9.00", "-5.00", "-5.00", "1.00")) is True
    twofold = ("Salary", "Card purchase", "Refund of card purchase")
    assert said_by(twofold, ("9.00", "-5.00", "-5.00")) is None


def test_three_entries_own_words_deny_signs_that_nothing_tells() -> None:
    out = ("Card purchase", "Cash withdrawal", "Monthly fee")
    plain = ("9.00", "5.00", "5.00")
    assert said_by(out, plain) is False
    assert said_by(out[:2], plain[:2]) is None
    assert said_by((*out, "Salary"), (*plain, "1.00")) is None
    assert said_by(out, ("9.00", "5.00", "0.00")) is None
    assert said_by((*out, "Acme"), (*plain, "-1.00")) is None
    assert said_by((*out, "Acme"), (*plain, "-0.00")) is False
    assert said_by((*out, "Acme"), (*plain, "1.00 CR")) is True


@pytest.mark.parametrize(
    ("signs", "rows", "expected"),
    [
        (Signs.DIRECTION, [entry(f"{word}   CR", amount="5.00") for word in SPOKEN[1:] * 2], True),
        (Signs.PLUS, [entry(word, amount="+5.00") for word in SPOKEN[1:] * 2], True),
        (Signs.BALANCE, [entry(w, amount="5.00", balance="9.00") for w in SPOKEN[1:] * 2], None),
        (Signs.BALANCE, [entry(word, amount="5.00") for word in SPOKEN[1:] * 2], False),
        (Signs.SECTION, [entry(word, amount="5.00") for word in SPOKEN[1:] * 2], False),
    ],
)
def test_words_deny_nothing_where_directions_pluses_or_balances_tell(
    signs: Signs, rows: list[str], expected: bool | None
) -> None:
    top = head(amount="Amount", balance="Balance")
    assert said(offered_on(signs, *ENDS, top, *rows), ADVERT) is expected


@pytest.mark.parametrize(
    ("names", "expected"),
    [(("Money out", "Money in"), True), (("Here", "There"), None)],
)
def test_words_deny_nothing_where_columns_tell(
    names: tuple[str, str], expected: bool | None
) -> None:
    top = head(debit=names[0], credit=names[1])
    rows = [entry(word, credit="5.00") for word in SPOKEN[1:] * 2]
    assert said(offered_on(Signs.COLUMNS, *ENDS, top, *rows), ADVERT) is expected


def test_they_deny_columns_that_no_header_names_where_all_balances_are_nought() -> None:
    nought = (total("Opening balance", "0.00"), total("Closing balance", "0.00"), "")
    rows = [entry(word, credit="5.00") for word in SPOKEN[1:] * 2]
    assert said(offered_on(Signs.COLUMNS, *nought, *rows), ADVERT) is False
    top = head(debit="Money out", credit="Money in")
    assert said(offered_on(Signs.COLUMNS, *nought, top, *rows), ADVERT) is True
