"""The verdict: what *matched* and *differences* need, one reading, and the statement before."""

import copy
import pickle
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from pipeline.proof import (
    Agreement,
    Answer,
    Before,
    KnownAccount,
    LedgerSide,
    Objection,
    OtherAccount,
)  # fmt: skip
from pipeline.words import Seen
from tests.support.kernel_pages import Printed, printed
from tests.support.two_records import ENTRIES, MARCH, UNLABELLED, account, entry, hold, march

PERIOD = """
         |dddddddddd  ttttttttttttttt  ssssssssss
period   |01.03.2025  {label:15}  31.03.2025
"""
NO_CLOSING = """
         |dddddddddd  ttttttttttttttt  1111111  bbbbbbbb
head     |Date        Text              Amount   Balance
opening  |            Opening balance             100.00
line     |03.03.2025  Wages             330.00
line     |10.03.2025  Tea house         -20.00
line     |19.03.2025  Baker              -7.50
"""


def with_period(label: str = "Period:") -> Printed:
    return printed(PERIOD.format(label=label) + MARCH)


def state(agreement: Agreement, name: str) -> str:
    return agreement.state(name).value


# Matched: page and ledger agree and nothing is assumed.


def test_a_page_and_a_ledger_that_agree_are_matched() -> None:
    agreement = hold(printed(MARCH), march())
    assert (agreement.verdict, agreement.ties_out) == ("matched", True)
    assert [(each.name, each.state.value) for each in agreement.obligations] == [
        ("paired", "passed"),
        ("balances", "passed"),
        ("settled", "passed"),
        ("one_reading", "passed"),
        ("chain", "unavailable"),
    ]


def test_the_reading_is_held_in_the_accounts_minor_units() -> None:
    agreement = hold(printed(MARCH), march())
    assert agreement.reading is not None
    assert (agreement.reading.opening, agreement.reading.closing) == (10_000, 40_250)
    assert (agreement.reading.first, agreement.reading.last) == (
        date(2025, 3, 3),
        date(2025, 3, 19),
    )


def test_what_is_assumed_is_named_by_settled() -> None:
    agreement = hold(printed(MARCH), march(known=KnownAccount("EUR", None)))
    (check,) = (each for each in agreement.obligations if each.name == "settled")
    assert (check.state, agreement.verdict) == ("failed", "unproven")
    assert check.detail == (
        "side: nothing settles it; currency: nothing settles it; account: nothing settles it"
    )


def test_why_sources_disagree_is_named_as_well() -> None:
    agreement = hold(printed(MARCH), march(known=KnownAccount("EUR", "debt")))
    (check,) = (each for each in agreement.obligations if each.name == "settled")
    assert check.detail.startswith("side: person says debt; ")


UNCITED = "         |            Fee                -1.00\n"
BROKEN: dict[str, Printed] = {
    "parsed": printed(MARCH).reading("-20.00", "-2O.00"),
    "seen": printed(MARCH).looking("-20.00", Seen.DOUBTED),
    "unseen": printed(MARCH).unseen(),
    "sums": printed(MARCH.replace("-20.00    410.00", "-20.01    410.00")),
    "covered": printed(MARCH.replace("line     |10", f"{UNCITED}line     |10")),
    "ordered": printed(MARCH.replace("19.03.2025", "19.02.2025")),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_page_that_does_not_hold_is_neither_matched_nor_different(name: str) -> None:
    page = BROKEN[name]
    assert list(page.faults()) == ["seen" if name == "unseen" else name]
    for side in (march(), account(*ENTRIES[:2], opening=10_000)):
        agreement = hold(page, side)
        assert (agreement.verdict, agreement.ties_out) == ("unproven", False)


def test_a_page_with_one_balance_is_matched_with_the_ledgers_other() -> None:
    page = printed(NO_CLOSING)
    assert page.state("sums") == "unavailable"
    assert hold(page, march()).verdict == "matched"


def test_what_is_said_against_a_page_keeps_it_from_no_match() -> None:
    objection = Objection("pages", "1 … 3", incomplete=True)
    agreement = hold(printed(MARCH), march(), objections=(objection,))
    assert (agreement.page.proven, agreement.verdict) == (False, "matched")


@pytest.mark.parametrize(("incomplete", "verdict"), [(True, "unproven"), (False, "matched")])
def test_a_part_of_a_statement_with_one_balance_is_not_matched(
    incomplete: bool, verdict: str
) -> None:
    objection = Objection("pages", "1 … 3", incomplete)
    agreement = hold(printed(NO_CLOSING), march(), objections=(objection,))
    assert (agreement.page.state("sums"), agreement.verdict) == ("unavailable", verdict)


# One reading: no other witness of the page holds with other lines.


@pytest.mark.parametrize(("rivals", "verdict"), [(0, "matched"), (1, "unproven"), (2, "unproven")])
def test_a_page_that_can_be_read_otherwise_is_not_matched(rivals: int, verdict: str) -> None:
    agreement = hold(printed(MARCH), march(), rivals=rivals)
    assert (agreement.verdict, agreement.ties_out) == (verdict, verdict == "matched")


def test_nor_is_it_different() -> None:
    short = account(*ENTRIES[:2], opening=10_000)
    assert hold(printed(MARCH), short).verdict == "differences"
    assert hold(printed(MARCH), short, rivals=1).verdict == "unproven"


# Chain: the statement before closed with this opening.


def chained(
    page: Printed, last: str = "2025-02-28", closing: int | None = 10_000, *, whole: bool = True
) -> Agreement:
    return hold(page, march(before=Before(date.fromisoformat(last), closing, whole)))


def test_a_statement_that_begins_with_what_the_one_before_closed_with_is_matched() -> None:
    agreement = chained(with_period())
    assert (state(agreement, "chain"), agreement.verdict) == ("passed", "matched")


def test_one_that_begins_with_another_balance_is_different_though_it_ties_out() -> None:
    agreement = chained(with_period(), closing=9_999)
    assert (state(agreement, "chain"), agreement.verdict) == ("failed", "differences")
    assert agreement.ties_out
    (check,) = (each for each in agreement.obligations if each.name == "chain")
    assert (check.expected, check.found) == ("99.99", "100.00")


@pytest.mark.parametrize("last", ["2025-02-27", "2025-03-01", "2024-02-28"])
def test_only_one_that_ends_on_the_day_before_is_held_to_it(last: str) -> None:
    agreement = chained(with_period(), last, closing=9_999)
    assert (state(agreement, "chain"), agreement.verdict) == ("unavailable", "matched")


def test_one_that_ends_with_its_last_line_alone_is_not_held_to_it() -> None:
    assert state(chained(with_period(), closing=9_999, whole=False), "chain") == "unavailable"


def test_nor_is_one_whose_period_is_that_of_its_own_lines() -> None:
    assert with_period("until").settled("period")[1] == "rows"
    assert state(chained(with_period("until"), "2025-03-02", 9_999), "chain") == "unavailable"


def test_a_balance_that_the_one_before_does_not_have_breaks_no_chain() -> None:
    agreement = chained(with_period(), closing=None)
    assert (state(agreement, "chain"), agreement.verdict) == ("unavailable", "matched")


# Differences: the page adds up, its hypotheses are settled, and the ledger does not agree.


@pytest.mark.parametrize(
    "side",
    [
        account(*ENTRIES[:2], opening=10_000),
        account(*ENTRIES, "2025-03-12 -500", opening=10_000),
        account(*ENTRIES, opening=10_001),
        account(ENTRIES[0], "2025-03-10 -2001", ENTRIES[2], opening=10_000),
    ],
    ids=["an entry too few", "one too many", "another balance", "another amount"],
)
def test_a_ledger_that_does_not_agree_differs(side: LedgerSide) -> None:
    agreement = hold(printed(MARCH), side)
    assert (agreement.verdict, agreement.ties_out) == ("differences", False)


def test_a_ledger_of_which_nobody_knows_the_balance_does_not_differ() -> None:
    agreement = hold(printed(MARCH), march(opening=None))
    assert (state(agreement, "balances"), agreement.verdict) == ("unavailable", "unproven")


def test_nor_is_it_matched_though_nothing_failed() -> None:
    agreement = hold(printed(MARCH), march(opening=None, chosen_by="Ann"))
    assert {each.state.value for each in agreement.obligations} == {"passed", "unavailable"}
    assert (state(agreement, "balances"), agreement.verdict) == ("unavailable", "unproven")
    assert not agreement.ties_out


def test_a_day_that_is_too_far_is_a_difference_where_the_balances_agree() -> None:
    late = account(ENTRIES[0], "2025-03-14 -2000", ENTRIES[2], opening=10_000)
    agreement = hold(printed(MARCH), late)
    assert (state(agreement, "paired"), state(agreement, "balances")) == ("failed", "passed")
    assert agreement.verdict == "differences"


def test_nor_does_one_that_leaves_something_open_alone() -> None:
    two = account(*ENTRIES[:2], opening=10_000)
    agreement = hold(printed(MARCH).without_line(2).citing(closing=None), two)
    assert agreement.verdict == "unproven"


def test_a_page_that_does_not_add_up_by_itself_does_not_differ() -> None:
    page, short = printed(NO_CLOSING), account(*ENTRIES[:2], opening=10_000)
    answer = Answer(1, "direction", "1: up", "Ann", "2025-04-01T12:00:00+00:00")
    agreement = hold(page, short, answers=(answer,))
    assert (page.state("sums"), state(agreement, "paired")) == ("unavailable", "failed")
    assert [each.name for each in agreement.hypotheses if each.is_assumed] == [
        "currency",
        "account",
    ]
    assert agreement.verdict == "unproven"


def test_one_with_rows_that_only_the_ledger_can_excuse_does() -> None:
    loose = "         |         Due 04.04.2025: 12.00 of it\n"
    page = printed(MARCH + loose).citing(closing=None)
    assert (page.state("sums"), page.state("covered")) == ("passed", "unavailable")
    assert hold(page, account(*ENTRIES[:2], opening=10_000)).verdict == "differences"


@pytest.mark.parametrize(
    ("page", "known", "verdict"),
    [
        (printed(MARCH), KnownAccount(None, "money"), "differences"),
        (printed(MARCH), KnownAccount("EUR", None), "unproven"),
        (printed(UNLABELLED), KnownAccount("EUR", "money"), "unproven"),
    ],
    ids=["a currency", "a side", "ends"],
)  # fmt: skip
def test_a_currency_may_be_open_and_no_side_or_end(
    page: Printed, known: KnownAccount, verdict: str
) -> None:
    short = account(*ENTRIES[:2], opening=10_000, known=known)
    assert hold(page, short).verdict == verdict


def test_a_booking_day_may_be_open_too() -> None:
    text = MARCH.replace("|dddddddddd  ", "|dddddddddd  ssssssssss  ")
    for day, second in (("03", "04"), ("10", "11"), ("19", "20")):
        text = text.replace(f"{day}.03.2025  ", f"{day}.03.2025  {second}.03.2025  ")
    text = text.replace("|Date        ", "|Date        Value       ")
    page = printed(text.replace("|            ", "|                        "))
    assert page.settled("booking")[1] == "assumed"
    short = account(*ENTRIES[:2], opening=10_000)
    assert hold(page, short).verdict == "differences"


def test_sources_that_disagree_about_a_currency_show_no_difference() -> None:
    short = account(*ENTRIES[:2], opening=10_000)
    answer = Answer(1, "currency", "CHF", "Ann", "2025-04-01T12:00:00+00:00")
    assert hold(printed(MARCH), short, answers=(answer,)).verdict == "unproven"


# Whose page it is must be settled, or likelier than that it is any other account's.


def rival(**values: int) -> OtherAccount:
    plain: dict[str, Any] = {
        "id": 8, "number": None, "equal": 0, "turned": 0, "opening": None, "closing": None,
    }  # fmt: skip
    return OtherAccount(**(plain | values))


@pytest.mark.parametrize(
    ("values", "verdict"),
    [
        ({"equal": 1}, "differences"),
        ({"equal": 2}, "unproven"),
        ({"turned": 1}, "differences"),
        ({"turned": 2}, "unproven"),
        ({"equal": 3}, "unproven"),
    ],
)
def test_another_account_with_as_many_of_the_amounts_shows_no_difference(
    values: dict[str, int], verdict: str
) -> None:
    short = account(*ENTRIES[:2], opening=10_000, others=(rival(), rival(**values)))
    assert hold(printed(MARCH), short).verdict == verdict


def test_an_account_with_none_of_the_amounts_does_not_differ() -> None:
    assert hold(printed(MARCH), account(ENTRIES[0], opening=10_000)).verdict == "differences"
    assert hold(printed(MARCH), account(opening=10_000)).verdict == "unproven"


def test_unless_a_person_says_that_it_is_the_one() -> None:
    empty = account(opening=10_000, chosen_by="Ann", others=(rival(equal=3),))
    assert hold(printed(MARCH), empty).verdict == "differences"


# What is told of it, and that no copy is believed.


def test_every_obligation_is_known_by_name() -> None:
    agreement = hold(printed(MARCH), march(opening=1))
    assert (state(agreement, "sums"), state(agreement, "balances")) == ("passed", "failed")


def test_without_lines_that_can_be_read_every_obligation_of_the_ledger_is_unavailable() -> None:
    agreement = hold(BROKEN["parsed"], march())
    assert [(each.name, each.state.value) for each in agreement.obligations] == [
        (name, "unavailable") for name in ("paired", "balances", "settled", "one_reading", "chain")
    ]
    assert agreement.alternatives == 0
    assert agreement.ledger_ends == (None, None)


def test_an_agreement_cannot_be_pickled_or_copied() -> None:
    agreement = hold(printed(MARCH), march())
    for carry in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="prove it where it is wanted"):
            carry(agreement)


def test_the_same_page_beside_another_account_is_another_agreement() -> None:
    page = printed(MARCH)
    one, other = hold(page, march()), hold(page, replace(march(), id=8))
    assert [each.value for each in one.hypotheses if each.name == "account"] == ["7"]
    assert [each.value for each in other.hypotheses if each.name == "account"] == ["8"]
    assert one != other


def test_it_tells_what_the_ledger_stands_at_and_how_many_other_values_were_tried() -> None:
    agreement = hold(printed(UNLABELLED), march())
    assert (agreement.ledger_ends, agreement.alternatives) == ((10_000, 40_250), 1)


def test_an_outstanding_entry_is_no_difference() -> None:
    out = entry(4, "2025-03-18 -1000", counted="outstanding", by="Ann")
    assert hold(printed(MARCH), account(*ENTRIES, out, opening=10_000)).verdict == "matched"
