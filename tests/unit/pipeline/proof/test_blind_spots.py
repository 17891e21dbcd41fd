"""Turned round, every sum would hold as well: words must say which way money and balances go."""

from __future__ import annotations

import pytest

from pipeline.proof.blind_spots import signs_check
from pipeline.proof.checks import CheckState
from pipeline.proof.entries import Offered
from pipeline.proof.kind import PrintedKind
from pipeline.proof.sums import sums_of
from pipeline.proof.witness import Signs
from tests.support.ruled import entry, head, offered_on, total

SILENT = PrintedKind(None, None, silent=True)
ADVERT = PrintedKind(None, None)
CURRENT = PrintedKind("current", False, "current account", silent=True)
CARD = PrintedKind("card", True, "credit card")


def said(found: Offered, kind: PrintedKind = ADVERT) -> bool | None:
    """Whether words say the way; None where none does. An advert leaves it to other words."""
    state = signs_check(found, sums_of(found), kind).state
    return {CheckState.PASSED: True, CheckState.FAILED: False}.get(state)


def ends(opening: str = "100.00", closing: str = "300.00") -> tuple[str, str, str]:
    """Both balances of a statement, in front of its table."""
    return total("Opening balance", opening), total("Closing balance", closing), ""


PLAIN = (
    head(amount="Amount", balance="Balance"),
    entry("Acme Ltd", amount="205.00"),
    entry("J Smith", amount="5.00"),
)


def test_plain_amounts_and_balances_say_nothing() -> None:
    assert said(offered_on(Signs.SECTION, *ends(), *PLAIN)) is None


def test_a_page_without_balances_says_as_little() -> None:
    assert said(offered_on(Signs.SECTION, *PLAIN)) is None
    assert said(offered_on(Signs.BALANCE, *PLAIN), CARD) is False


def test_where_all_is_nought_nothing_need_be_said() -> None:
    rows = (head(amount="Amount"), entry("Acme Ltd", amount="0.00"))
    assert said(offered_on(Signs.SECTION, *ends("0.00", "0.00"), *rows)) is True
    assert said(offered_on(Signs.SECTION, *ends("5.00", "5.00"), *rows)) is None
    assert said(offered_on(Signs.SECTION, *ends("0.00", "5.00"), *rows)) is None
    assert said(offered_on(Signs.SECTION, *ends("5.00", "0.00"), *rows)) is None
    moved = (*rows, entry("Acme Ltd", amount="5.00"))
    assert said(offered_on(Signs.SECTION, *ends("0.00", "0.00"), *moved)) is None


def test_balances_of_nought_do_not_tell_the_side_of_amounts() -> None:
    """On a card's page charges are plain, and turned round the balances would be nought as well."""
    moved = (head(amount="Amount"), entry("Acme", amount="5.00"), entry("Paid", amount="-5.00"))
    noughts = (*ends("0.00", "0.00"), *moved)
    assert said(offered_on(Signs.PRINTED, *noughts), CARD) is None
    debt = offered_on(Signs.PRINTED, *noughts, base=-1, balance_base=-1)
    assert said(debt, CARD) is True


def test_balances_that_differ_cannot_be_turned_without_the_amounts() -> None:
    assert said(offered_on(Signs.SECTION, *ends(), *PLAIN), CURRENT) is True
    assert said(offered_on(Signs.DIRECTION, *ends(), head(amount="Amount"),
                           entry("Acme Ltd    DR", amount="5.00"))) is True  # fmt: skip


def test_balances_that_are_alike_and_amounts_need_words_of_their_own() -> None:
    alike = ends("100.00", "100.00")
    both = (head(amount="Amount"), entry("Acme CR", amount="5.00"), entry("X DR", amount="5.00"))
    assert said(offered_on(Signs.SECTION, *alike, *PLAIN), CURRENT) is None
    assert said(offered_on(Signs.DIRECTION, *alike, *both)) is None
    assert said(offered_on(Signs.DIRECTION, *alike, *both), CURRENT) is True
    nought = (head(amount="Amount"), entry("Acme Ltd", amount="0.00"))
    assert said(offered_on(Signs.SECTION, *alike, *nought), CURRENT) is True
    beside = entry("Acme Ltd", amount="5.00", balance="105.00")
    assert said(offered_on(Signs.SECTION, *alike, *PLAIN, beside), CURRENT) is True
    same = entry("Acme Ltd", amount="5.00", balance="100.00")
    assert said(offered_on(Signs.SECTION, *alike, *PLAIN, same), CURRENT) is None


@pytest.mark.parametrize(
    ("opening", "closing", "beside", "expected"),
    [
        ("100.00 CR", "300.00", "300.00", True),
        ("100.00", "300.00 CR", "300.00", True),
        ("100.00", "300.00", "300.00 CR", True),
        ("0.00 CR", "300.00", "300.00", None),
        ("0.00", "0.00", "300.00", None),
    ],
)
def test_a_mark_on_a_balance_says_its_side(
    opening: str, closing: str, beside: str, expected: bool | None
) -> None:
    rows = (*PLAIN, entry("Acme Ltd", amount="5.00", balance=beside))
    assert said(offered_on(Signs.SECTION, *ends(opening, closing), *rows)) is expected


@pytest.mark.parametrize(
    ("kind", "base", "expected"),
    [(CURRENT, 1, True), (CARD, -1, True), (CURRENT, -1, False), (CARD, 1, False),
     (SILENT, -1, None), (ADVERT, -1, None)],
)  # fmt: skip
def test_the_kind_of_the_account_says_the_side_of_its_balances(
    kind: PrintedKind, base: int, expected: bool | None
) -> None:
    assert said(offered_on(Signs.SECTION, *ends(), *PLAIN, balance_base=base), kind) is expected


def test_a_kind_denies_only_plain_balances_that_are_not_nought() -> None:
    found = offered_on(Signs.SECTION, *ends("100.00 CR", "300.00"), *PLAIN)
    assert said(found, CARD) is True
    found = offered_on(Signs.SECTION, *ends("100.00", "300.00 CR"), *PLAIN)
    assert said(found, CARD) is True
    found = offered_on(Signs.SECTION, *ends("0.00", "0.00"), *PLAIN)
    assert said(found, CARD) is None
    assert said(offered_on(Signs.SECTION, *ends("0.00", "9.00"), *PLAIN), CARD) is False
    assert said(offered_on(Signs.SECTION, *ends("9.00", "0.00"), *PLAIN), CARD) is False


BESIDE = (
    head(amount="Amount", balance="Balance"),
    entry("Acme Ltd", amount="205.00", balance="305.00"),
    entry("J Smith", amount="5.00", balance="300.00"),
)
SIGNED = (head(amount="Amount"), entry("Acme Ltd", amount="205.00"), entry("X", amount="-5.00"))


@pytest.mark.parametrize(
    ("signs", "rows", "base", "expected"),
    [
        (Signs.PRINTED, SIGNED, (1, 1), True),
        (Signs.PRINTED, SIGNED, (1, -1), None),
        (Signs.PRINTED, PLAIN, (1, 1), None),
        (Signs.PRINTED, (*PLAIN, entry("Acme Ltd", amount="-0.00")), (1, 1), None),
        (Signs.BALANCE, BESIDE, (1, 1), True),
        (Signs.BALANCE, BESIDE, (1, -1), None),
        (Signs.SECTION, SIGNED, (1, 1), None),
    ],
)
def test_where_no_word_speaks_of_a_debt_a_minus_or_a_balance_says_the_side(
    signs: Signs, rows: tuple[str, ...], base: tuple[int, int], expected: bool | None
) -> None:
    found = offered_on(signs, *ends(), *rows, base=base[0], balance_base=base[1])
    assert said(found, SILENT) is expected
    assert said(found, ADVERT) is None


def test_a_minus_is_no_money_in_beside_balances_of_an_asset() -> None:
    found = offered_on(Signs.PRINTED, *ends(), *SIGNED, base=-1, balance_base=1)
    assert said(found, SILENT) is False


def test_without_a_balance_beside_an_amount_none_leads_to_it() -> None:
    assert said(offered_on(Signs.BALANCE, *ends(), *PLAIN), SILENT) is False


def test_balances_lead_from_one_that_is_not_nought() -> None:
    rows = BESIDE
    assert said(offered_on(Signs.BALANCE, *ends("0.00", "9.00"), *rows), SILENT) is True
    assert said(offered_on(Signs.BALANCE, *ends("9.00", "0.00"), *rows), SILENT) is True
    nameless = (head(debit="Here", credit="There"), entry("Acme Ltd", debit="5.00"))
    assert said(offered_on(Signs.COLUMNS, *ends(), *nameless), SILENT) is True
    assert said(offered_on(Signs.COLUMNS, *ends(), *nameless), ADVERT) is None


def test_signs_as_printed_say_amounts_and_balances_at_once() -> None:
    alike = ends("100.00", "100.00")
    assert said(offered_on(Signs.PRINTED, *alike, *SIGNED), CURRENT) is True
    owed = offered_on(Signs.PRINTED, *alike, *SIGNED, base=-1, balance_base=-1)
    assert said(owed, CARD) is True
    other = offered_on(Signs.PRINTED, *alike, *SIGNED, base=1, balance_base=-1)
    assert said(other, CARD) is None
    assert said(offered_on(Signs.SECTION, *alike, *SIGNED), CURRENT) is None


def rows_of(first: str, second: str) -> tuple[str, ...]:
    """Two amounts under a header."""
    return head(amount="Amount"), entry("Acme", amount=first), entry("X", amount=second)


@pytest.mark.parametrize(
    ("signs", "rows", "expected"),
    [
        (Signs.PRINTED, rows_of("205.00 CR", "5.00"), True),
        (Signs.PRINTED, rows_of("205.00", "0.00 CR"), None),
        (Signs.PLUS, rows_of("+205.00", "5.00"), True),
        (Signs.PLUS, rows_of("205.00", "-5.00"), False),
        (Signs.PLUS, rows_of("205.00", "+0.00"), None),
        (Signs.SECTION, rows_of("+205.00", "5.00"), None),
    ],
)
def test_a_mark_or_a_plus_on_an_amount_says_its_side(
    signs: Signs, rows: tuple[str, ...], expected: bool | None
) -> None:
    assert said(offered_on(signs, *ends(), *rows)) is expected


def test_words_of_direction_say_the_side_if_each_amount_has_one() -> None:
    one = (head(amount="Amount"), entry("Acme    CR", amount="205.00"))
    assert said(offered_on(Signs.DIRECTION, *ends(), *one)) is True
    assert said(offered_on(Signs.DIRECTION, *ends(), *one, entry("X", amount="5.00"))) is None
    assert said(offered_on(Signs.DIRECTION, *ends(), *one, entry("X", amount="0.00"))) is True
    nought = (head(amount="Amount"), entry("Acme    CR", amount="0.00"))
    assert said(offered_on(Signs.DIRECTION, *ends(), *nought)) is None


def test_a_sign_apart_from_its_figure_counts_as_printed() -> None:
    one = (*ends(), head(amount="Amount"), entry("Acme -", amount="205.00"))
    assert said(offered_on(Signs.SECTION, *one, directed=True)) is None
    assert said(offered_on(Signs.PRINTED, *one, directed=True), SILENT) is True


HEADED = ("", "Deposits", entry("Acme Ltd", amount="205.00"))


def test_headings_say_the_side_if_each_amount_stands_under_one() -> None:
    top = head(amount="Amount")
    assert said(offered_on(Signs.SECTION, *ends(), top, *HEADED)) is True
    above = entry("J Smith", amount="5.00")
    assert said(offered_on(Signs.SECTION, *ends(), top, above, *HEADED)) is None
    nothing = entry("J Smith", amount="0.00")
    assert said(offered_on(Signs.SECTION, *ends(), top, nothing, *HEADED)) is True
    assert said(offered_on(Signs.SECTION, *ends(), top, nothing)) is None
    assert said(offered_on(Signs.PRINTED, *ends(), top, *HEADED, base=1)) is None


@pytest.mark.parametrize(
    ("out", "came", "expected"),
    [("-4.00", "2.00", True), ("-4.00", "3.00", None), ("-7.00", "2.00", None)],
)
def test_totals_of_this_way_round_alone_say_the_side(
    out: str, came: str, expected: bool | None
) -> None:
    rows = (*rows_of("5.00", out), entry("Acme Ltd", amount=came))
    totals = (total("Total deposits", "7.00"), total("Total withdrawals", "4.00"), "")
    assert said(offered_on(Signs.PRINTED, *ends(), *totals, *rows)) is expected
    assert said(offered_on(Signs.PRINTED, *ends(), *totals, *rows, balance_base=-1)) is None


def test_totals_that_are_alike_say_nothing() -> None:
    totals = (total("Total deposits", "5.00"), total("Total withdrawals", "5.00"), "")
    assert said(offered_on(Signs.PRINTED, *ends(), *totals, *rows_of("5.00", "-5.00"))) is None


def test_one_total_says_the_side_as_well() -> None:
    rows = rows_of("7.00", "-4.00")
    for one in (total("Total deposits", "7.00"), total("Total withdrawals", "4.00")):
        assert said(offered_on(Signs.PRINTED, *ends(), one, "", *rows)) is True


@pytest.mark.parametrize(
    ("came", "went", "base", "expected"),
    [
        ("8.00", "-5.00", 1, True),
        ("8.00", "-5.00", -1, None),
        ("8.00", "5.00", 1, None),
        ("-8.00", "-5.00", 1, None),
        ("0.00", "-5.00", 1, True),
        ("-0.00", "-5.00", 1, True),
        ("8.00", "-0.00", 1, None),
    ],
)
def test_a_minus_on_the_total_of_money_out_alone_says_the_side(
    came: str, went: str, base: int, expected: bool | None
) -> None:
    totals = (total("Total deposits", came), total("Total withdrawals", went), "")
    assert said(offered_on(Signs.PRINTED, *ends(), *totals, *PLAIN, base=base)) is expected
    assert said(offered_on(Signs.SECTION, *ends(), *totals, *PLAIN, base=base)) is None


def test_a_text_that_ends_in_a_mark_says_no_side_where_all_of_them_do() -> None:
    """The doctor's letters are no debit."""
    doctors = (head(amount="Amount"), entry("Fees received from DR", amount="205.00"))
    assert said(offered_on(Signs.DIRECTION, *ends(), *doctors)) is None
    both = (*doctors, entry("Acme CR", amount="5.00"))
    assert said(offered_on(Signs.DIRECTION, *ends(), *both)) is True
