"""The obligation *settled*: what a ledger must be to settle what a page leaves open."""

from dataclasses import replace
from typing import Any

import pytest

from pipeline.proof import Answer, KnownAccount, LedgerSide, Origin
from tests.support.kernel_pages import printed
from tests.support.two_records import (
    ENTRIES,
    MARCH,
    UNLABELLED,
    account,
    both_ends,
    hold,
    march,
    of_amounts,
    settled,
    sources,
)

# Three pairs of different amounts and a balance that is not zero, and no reading among them.


def test_a_ledger_that_agrees_settles_what_the_page_leaves_open() -> None:
    assert both_ends().settled("ends") == ("opening cited, closing cited", "assumed")
    agreement = hold(both_ends(), march())
    assert agreement.verdict == "matched"
    assert {n for n, source in sources(agreement).items() if source == "ledger"} == {
        "ends",
        "currency",
        "account",
    }


def test_what_the_page_settles_itself_is_not_the_ledgers() -> None:
    assert sources(hold(printed(MARCH), march()))["ends"] == "label"


@pytest.mark.parametrize(
    ("amounts", "source"),
    [
        (("1.00", "2.00", "3.00"), "ledger"),
        (("1.00", "2.00"), "assumed"),
        (("1.00", "2.00", "2.00"), "assumed"),
        (("1.00", "2.00", "-2.00"), "assumed"),
        (("1.00", "2.00", "0.00"), "assumed"),
        (("1.00", "2.00", "0.00", "3.00"), "ledger"),
    ],
)
def test_three_pairs_of_different_amounts_are_needed(amounts: tuple[str, ...], source: str) -> None:
    page, side = of_amounts(*amounts)
    agreement = hold(page, side)
    assert sources(agreement)["ends"] == sources(agreement)["currency"] == source


def of_origin(origin: Origin, *ids: int) -> LedgerSide:
    side = march()
    entries = [replace(each, origin=origin) if each.id in ids else each for each in side.entries]
    return replace(side, entries=tuple(entries))


@pytest.mark.parametrize("id", [1, 2, 3])
def test_an_entry_that_was_made_from_a_reading_settles_nothing(id: int) -> None:
    agreement = hold(both_ends(), of_origin(Origin.READING, id))
    assert sources(agreement)["ends"] == "assumed"
    assert agreement.verdict == "unproven"


def test_one_more_of_them_beside_three_others_does_not_matter() -> None:
    page, side = of_amounts("1.00", "2.00", "3.00", "4.00")
    echo = replace(side.entries[0], origin=Origin.READING)
    agreement = hold(page, replace(side, entries=(echo, *side.entries[1:])))
    assert sources(agreement)["ends"] == "ledger"


def test_entries_that_a_person_typed_settle_as_well_as_a_sources() -> None:
    assert hold(both_ends(), of_origin(Origin.TYPED, 1, 2, 3)).verdict == "matched"


def test_a_group_with_a_reading_in_it_is_one() -> None:
    side = account(ENTRIES[0], "2025-03-10 -1500", ENTRIES[2], "2025-03-10 -500", opening=10_000)
    groups = (((0,), (1,), ""), ((1,), (2, 4), "Ann"), ((2,), (3,), ""))
    assert sources(hold(both_ends(), side, groups))["ends"] == "ledger"
    echo = replace(side.entries[3], origin=Origin.READING)
    side = replace(side, entries=(*side.entries[:3], echo))
    assert sources(hold(both_ends(), side, groups))["ends"] == "assumed"


def test_a_group_counts_once_however_many_lines_it_has() -> None:
    """Lines of 1.00, 2.00, and of 3.00 and 1.00 that are one entry of 4.00."""
    page, _ = of_amounts("1.00", "2.00", "3.00", "1.00")
    side = account("2025-03-03 100", "2025-03-04 200", "2025-03-05 400", opening=10_000)
    groups = (((0,), (1,), ""), ((1,), (2,), ""), ((2, 3), (3,), "Ann"))
    assert sources(hold(page, side, groups))["ends"] == "ledger"
    same = account("2025-03-03 100", "2025-03-04 200", "2025-03-05 300", opening=10_000)
    other = (((0,), (1,), ""), ((2,), (2,), ""), ((1, 3), (3,), "Ann"))
    assert sources(hold(page, same, other))["ends"] == "assumed"  # 3.00 is no pair of 2.00


@pytest.mark.parametrize(
    ("origin", "source"),
    [(Origin.READING, "assumed"), (Origin.TYPED, "ledger"), (Origin.SOURCE, "ledger")],
)
def test_a_balance_that_was_made_from_a_reading_settles_nothing(
    origin: Origin, source: str
) -> None:
    assert sources(hold(both_ends(), march(balance_origin=origin)))["ends"] == source


@pytest.mark.parametrize(
    ("opening", "closing", "last", "source"),
    [
        ("0.00", "302.50", "-7.50", "ledger"),
        ("100.00", "0.00", "-410.00", "ledger"),
        ("0.00", "0.00", "-310.00", "assumed"),
    ],
)
def test_a_balance_that_is_not_zero_is_needed(
    opening: str, closing: str, last: str, source: str
) -> None:
    text = UNLABELLED.replace("402.50", f"{closing:>6}").replace("100.00", f"{opening:>6}")
    page = printed(text.replace("  -7.50", f"{last:>7}"))
    assert page.state("sums") == "passed"
    entries = (*ENTRIES[:2], f"2025-03-19 {last.replace('.', '')}")
    agreement = hold(page, account(*entries, opening=int(opening.replace(".", ""))))
    assert sources(agreement)["ends"] == source


def test_a_ledger_that_does_not_agree_settles_nothing() -> None:
    assert sources(hold(both_ends(), march(opening=10_001)))["ends"] == "assumed"
    short = hold(both_ends(), account(*ENTRIES[:2], opening=10_000))
    assert sources(short)["ends"] == "assumed"
    assert short.alternatives == 0


@pytest.mark.parametrize("kind", [None, "debt"])
def test_no_ledger_settles_whose_money_it_is_nor_anything_while_that_is_open(kind: Any) -> None:
    agreement = hold(both_ends(), march(known=KnownAccount("EUR", kind)))
    assert sources(agreement)["side"] == "assumed"
    assert sources(agreement)["ends"] == sources(agreement)["account"] == "assumed"
    assert (agreement.verdict, agreement.alternatives) == ("unproven", 0)


def test_sources_that_disagree_are_not_overruled_by_the_ledger() -> None:
    answers = (
        Answer(1, "ends", "opening derived, closing derived", "Ann", "2025-04-01T12:00:00+00:00"),
    )
    agreement = hold(both_ends(), march(), answers=answers)
    assert settled(agreement, "ends") == (
        "opening cited, closing cited",
        "assumed",
        "person says opening derived, closing derived",
    )
    assert agreement.verdict == "unproven"


def test_the_currency_is_the_accounts() -> None:
    side = march(currency="CHF", known=KnownAccount(None, "money"))
    assert settled(hold(both_ends(), side), "currency") == ("CHF", "ledger", "")
