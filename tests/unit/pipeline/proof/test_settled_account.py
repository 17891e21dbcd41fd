"""The obligation *settled*: what settles whose statement a page is."""

from datetime import date
from typing import Any

import pytest

from pipeline.proof import (
    Before,
    Fact,
    KnownAccount,
    Origin,
    OtherAccount,
    printed_numbers,
)
from tests.support.kernel_pages import Printed, printed
from tests.support.two_records import (
    ENTRIES,
    MARCH,
    UNLABELLED,
    account,
    hold,
    march,
    settled,
    sources,
)

NUMBERED = """
         |dddddddddd  ttttttttttttttt  1111111  bbbbbbbb
         |{first}
head     |Date        Text              Amount   Balance
opening  |            Opening balance             100.00
line     |03.03.2025  Wages             330.00    430.00
closing  |            Closing balance             430.00
"""


def whose(
    first: str, number: str | None, *others: OtherAccount, page: Printed | None = None, **more: Any
) -> str:
    """What settles the account, where one pair is too little for the ledger to tell."""
    known = KnownAccount("EUR", "money", number, more.pop("institution", None))
    side = account(ENTRIES[0], opening=10_000, known=known, others=others, **more)
    return sources(hold(page or printed(NUMBERED.format(first=first)), side))["account"]


def other(**values: Any) -> OtherAccount:
    plain: dict[str, Any] = {
        "id": 8, "number": None, "equal": 0, "turned": 0, "opening": None, "closing": None,
    }  # fmt: skip
    return OtherAccount(**(plain | values))


def test_nothing_on_a_page_says_whose_it_is_by_itself() -> None:
    assert whose("Statement of account", "4412") == "assumed"


def test_a_person_may_say_whose_it_is() -> None:
    assert whose("Statement of account", None, chosen_by="Ann") == "person"


@pytest.mark.parametrize(
    ("printed_number", "known", "source"),
    [
        ("XXXX4412", "4412", "number"),
        ("****4412", "4412", "number"),
        ("..4412", "4412", "number"),
        ("•4412", "4412", "number"),
        ("#4412", "4412", "number"),
        ("XXXX4412 • 12", "4412", "number"),
        ("XXXX4412 ••", "4412", "assumed"),
        ("xxxx-4412", "4412", "number"),
        ("4412", "4412", "assumed"),
        ("74412", "4412", "number"),
        ("XXX412", "412", "assumed"),
        ("XXXX4412", "412", "assumed"),
        ("XXXX4412", "14412", "number"),
        ("XXX412", "14412", "assumed"),
        ("XXXX4413", "4412", "assumed"),
        ("44120", "4412", "assumed"),
        ("12-05-4412", "12054412", "number"),
        ("DE89 3704 0044 0532 0130 00", "013000", "number"),
        ("DE89 3704 0044 0532 0130 00", "DE89 3704 0044 0532 0130 00", "number"),
        ("DE89 3704 0044 0532 0130 00", "0532013000", "number"),
        ("532013000", "DE89 3704 0044 0532 0130 00", "number"),
        ("****3000", "DE89 3704 0044 0532 0130 00", "number"),
        ("DE89 3704 0044 0532 0130 00", "DE89 3704 0044 0999 9930 00", "assumed"),
        ("99993000", "532013000", "assumed"),
        ("12-34/567.8(9)", "6789", "number"),
        ("12-34/567.89", "6789", "number"),
        ("1234X", "1234", "assumed"),
    ],
)
def test_four_digits_at_the_end_of_a_number_or_mask_are_the_accounts(
    printed_number: str, known: str, source: str
) -> None:
    assert whose(f"Number {printed_number}", known) == source


def test_not_if_another_account_ends_with_the_number_as_well() -> None:
    assert whose("Number XXXX4412", "4412", other(number="1234")) == "number"
    assert whose("Number XXXX4412", "4412", other(number="4412")) == "assumed"
    assert whose("Number XXXX4412 and 99771234", "4412", other(number="1234")) == "assumed"
    same, another = other(number="4412"), other(number="1234")
    assert whose("Number XXXX4412", "4412", same, another) == "assumed"
    assert whose("Number XXXX4412 and 774412", "774412", same) == "number"
    assert whose("", "4412", same, page=cited_number("4412")) == "assumed"


@pytest.mark.parametrize(
    ("institution", "source"),
    [("Nordbank", "number"), ("NORD-BANK", "number"), ("West", "assumed")],
)
def test_not_if_the_bank_that_a_person_named_is_not_on_the_page(
    institution: str, source: str
) -> None:
    assert whose("Nordbank, number XXXX4412", "4412", institution=institution) == source


def test_a_number_goes_on_in_the_next_word_at_a_gap_of_less_than_one_and_a_half_heights() -> None:
    page = printed(NUMBERED.format(first="Number 12 34"))
    assert whose("", "1234", page=page) == "assumed"  # four digits without a mask
    page = printed(NUMBERED.format(first="Number 912 34"))
    near, far = (page.moved("34", right=by) for by in (10.9, 11.0))  # besides a space of 4 points
    assert whose("", "1234", page=near) == "number"
    assert whose("", "1234", page=far) == "assumed"


def test_what_is_cited_of_a_line_is_part_of_no_number() -> None:
    for digits in ("2025", "032025", "33000", "3000"):
        assert whose("Statement", digits) == "assumed"
    page = printed(NUMBERED.format(first="Statement").replace("Wages ", "912345"))
    assert whose("", "2345", page=page) == "assumed"
    uncited = page.line(0, text=())
    assert whose("", "2345", page=uncited) == "number"
    assert whose("", "3452", page=page.moved("330.00", right=-20)) == "assumed"


EMPTY = """
         |dddddddddd  ttttttttttttttt  ssssssssss
period   |01.03.2025  Period:          31.03.2025
         |dddddddddd  ttttttttttttttt  1111111  bbbbbbbb
         |Number XXXX4412
head     |Date        Text              Amount   Balance
opening  |            Opening balance              {figure}
closing  |            Closing balance              {figure}
"""


@pytest.mark.parametrize(("figure", "source"), [("0.00", "assumed"), ("7.00", "number")])
def test_a_number_is_too_little_for_an_empty_page_at_zero(figure: str, source: str) -> None:
    page = printed(EMPTY.format(figure=figure))
    side = account(opening=int(figure.replace(".", "")), known=KnownAccount("EUR", "money", "4412"))
    agreement = hold(page, side)
    assert (agreement.state("paired"), agreement.state("balances")) == ("passed", "passed")
    assert sources(agreement)["account"] == source


def test_it_is_enough_for_one_with_lines_that_closes_at_zero_or_prints_no_closing() -> None:
    page = printed(NUMBERED.format(first="Number XXXX4412"))
    assert whose("", "4412", page=page.citing(closing=None).line(0, balance=None)) == "number"
    text = NUMBERED.format(first="Number XXXX4412").replace(" 330.00", "-100.00")
    assert whose("", "4412", page=printed(text.replace("430.00", "  0.00"))) == "number"


def cited_number(text: str) -> Printed:
    page = NUMBERED.format(first="").replace("         |\n", f"number   |Number {text}\n", 1)
    return printed(f"{page}         |Branch 12\n")


@pytest.mark.parametrize(
    ("text", "known", "source"),
    [
        ("4412", "4412", "number"),
        ("44-12", "4412", "number"),
        ("2025", "2025", "assumed"),
        ("1999", "1999", "assumed"),
        ("2125", "2125", "number"),
        ("12025", "2025", "number"),
        ("412", "412", "assumed"),
        ("4412", "12345678 4412", "number"),
        ("12349999 4412", "12345678 4412", "assumed"),
    ],
)
def test_four_digits_that_are_cited_as_the_number_count_unless_they_are_a_year(
    text: str, known: str, source: str
) -> None:
    assert whose("", known, page=cited_number(text)) == source


@pytest.mark.parametrize("known", ["370400440999993000", "3000", "1299993000", "30001", "53203000"])
def test_another_number_that_is_cited_keeps_open_whose_it_is(known: str) -> None:
    page = printed(f"{MARCH}number   |IBAN DE89 3704 0044 0999 9930 00\n")
    layout, side = page.proof().layout, KnownAccount("EUR", "money", known)
    assert layout is not None
    before = Before(date(2025, 2, 28), 10_000, whole=True)
    found = hold(page, march(known=side, before=before), layouts=(layout,))
    fits = known in ("370400440999993000", "3000")
    expected = ("number", "") if fits else ("assumed", "another number is printed")
    assert settled(found, "account")[1:] == expected


@pytest.mark.parametrize(
    ("known", "rival", "source"),
    [
        ("44187731", None, "number"),
        ("40331299", None, "assumed"),
        ("1299", None, "assumed"),
        ("7731", "44187731", "assumed"),
        ("44187731", "7731", "number"),
        ("44187731", "40331299", "assumed"),
    ],
)
def test_where_a_number_is_cited_only_that_one_counts_for_an_account(
    known: str, rival: str | None, source: str
) -> None:
    page = NUMBERED.format(first="").replace("         |\n", "number   |Account 44187731\n", 1)
    others = [other(number=rival)] if rival else []
    assert (
        whose("", known, *others, page=printed(f"{page}         |Paid from 40331299\n")) == source
    )


@pytest.mark.parametrize(
    ("row", "known", "rival", "source"),
    [
        ("number   |Account 44187731\n", "7731", None, "number"),
        ("number   |Account 44187731\n", "7731", "44187731", "assumed"),
        ("number   |Account 44187731\n", "44187731", "44187731", "ledger"),
        ("number   |Account 44187731\n", None, None, "ledger"),
        ("number   |Account 44187731\n", "129", None, "ledger"),
        ("number   |Account 44187731\n", "1299", None, "assumed"),
        ("", "1299", None, "ledger"),
        ("         |Customer 7788123\n", "1299", None, "assumed"),
        ("         |Customer 7788123\n", "129", None, "ledger"),
        ("         |Printed 01.04.2025 at 10:15\n", "1299", None, "ledger"),
        ("         |Customer 7788123\n", None, None, "ledger"),
    ],
)
def test_the_ledger_tells_unless_the_number_is_anothers_or_another_one_is_printed(
    row: str, known: str | None, rival: str | None, source: str
) -> None:
    others = (other(number=rival),) if rival else ()
    side = march(known=KnownAccount("EUR", "money", known), others=others)
    found = settled(hold(printed(f"{MARCH}{row}"), side), "account")
    assert found[1:] == (source, "another number is printed" if source == "assumed" else "")


def test_a_cited_number_is_no_part_of_one_whose_digits_are_near_before_it() -> None:
    alone = NUMBERED.format(first="").replace("         |\n", "number   |4412\n", 1)
    assert whose("", "4412", page=printed(alone)) == "number"
    page = cited_number("99 4412")
    near, far = (page.moved("4412", right=by) for by in (10.9, 11.0))  # besides a space of 4 points
    assert whose("", "12 4412", page=near) == "assumed"
    assert whose("", "12 4412", page=far) == "number"
    two = cited_number("99 4444 1277")
    cited = two.citing(number=Fact(two.find("4444 1277")))
    assert whose("", "12 4444 1277", page=cited) == "assumed"


def test_numbers_are_found_on_a_page_that_cannot_be_read_as_well() -> None:
    page = printed(NUMBERED.format(first="Number XXXX4412").replace("330.00", "33O.00"))
    assert page.state("parsed") == "failed"
    assert "4412" in printed_numbers(page.proof())


# A layout and the statement before lead to the account together.


def follows(closing: int | None, *others: OtherAccount, laid_out: bool = True) -> str:
    page = printed(NUMBERED.format(first="Statement of account"))
    before = Before(date(2025, 2, 28), closing, whole=True)
    side = account(ENTRIES[0], opening=10_000, others=others, before=before)
    layout = page.proof().layout
    assert layout is not None
    return sources(hold(page, side, layouts=(layout,) if laid_out else ()))["account"]


def test_a_layout_of_the_account_and_the_balance_before_say_whose_it_is() -> None:
    assert follows(10_000) == "statement_before"


def test_neither_alone_does() -> None:
    assert follows(10_000, laid_out=False) == "assumed"
    assert follows(9_999) == "assumed"
    assert follows(None) == "assumed"


def test_not_where_another_account_stands_at_that_balance() -> None:
    assert follows(10_000, other(opening=9_999)) == "statement_before"
    assert follows(10_000, other(opening=10_000)) == "assumed"


def test_a_balance_of_zero_says_nothing() -> None:
    text = NUMBERED.format(first="Statement").replace("100.00", "  0.00").replace("430", "330")
    page = printed(text)
    layout = page.proof().layout
    assert layout is not None
    before = Before(date(2025, 2, 28), 0, whole=True)
    side = account(ENTRIES[0], opening=0, before=before)
    assert sources(hold(page, side, layouts=(layout,)))["account"] == "assumed"


# The ledger tells, unless another account has all amounts and no other balance.


@pytest.mark.parametrize(
    ("values", "source"),
    [
        ({"equal": 3}, "assumed"),
        ({"equal": 2}, "ledger"),
        ({"turned": 3}, "assumed"),
        ({"turned": 2}, "ledger"),
        ({"equal": 4}, "assumed"),
        ({"equal": 3, "opening": 10_000, "closing": 40_250}, "assumed"),
        ({"equal": 3, "opening": 10_001}, "ledger"),
        ({"equal": 3, "closing": 40_251}, "ledger"),
    ],
)
def test_another_account_that_agrees_as_well_keeps_it_open(
    values: dict[str, int], source: str
) -> None:
    agreement = hold(printed(MARCH), march(others=(other(), other(**values))))
    assert sources(agreement)["account"] == source
    if source == "assumed":
        assert settled(agreement, "account")[2] == "another account agrees as well"
        assert sources(agreement)["currency"] == "ledger"


# An account that is found otherwise than by the ledger brings the currency that a person gave it.


def currency(
    number: str | None, code: str | None, page: str = "Number XXXX4412", **more: Any
) -> Any:
    known = KnownAccount(code, "money", number)
    side = account(ENTRIES[0], opening=10_000, known=known, **more)
    return settled(hold(printed(NUMBERED.format(first=page)), side), "currency")[:2]


def test_an_account_that_is_found_by_its_number_or_by_a_person_brings_its_currency() -> None:
    assert currency("4412", "EUR") == ("EUR", "number")
    assert currency(None, "EUR", chosen_by="Ann") == ("EUR", "person")


def test_one_that_is_not_found_or_of_which_nobody_gave_it_brings_none() -> None:
    assert currency(None, "EUR") == ("EUR", "assumed")
    assert currency("4412", None) == ("", "assumed")


def test_it_settles_nothing_else() -> None:
    agreement = hold(printed(UNLABELLED), march(chosen_by="Ann", balance_origin=Origin.READING))
    assert settled(agreement, "currency")[1] == "person"
    assert settled(agreement, "ends")[1] == "assumed"


def test_a_currency_that_is_printed_stays_the_pages() -> None:
    text = NUMBERED.format(first="Number XXXX4412").replace("    100.00", "EUR 100.00")
    page = printed(text)
    page = page.citing(currency=Fact(page.find("EUR")))
    known = KnownAccount("EUR", "money", "4412")
    side = account(ENTRIES[0], opening=10_000, known=known)
    assert settled(hold(page, side), "currency")[:2] == ("EUR", "printed")


def test_no_account_brings_a_currency_that_a_printed_one_contradicts() -> None:
    page = "Number XXXX4412\ncurrency |Currency CHF"
    assert currency("4412", "CHF", page) == ("CHF", "number")
    assert currency("4412", "EUR", page) == ("EUR", "assumed")
