"""A balance that no page prints is taken from a person who states it, and never against a word."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pipeline.proof.checks import CheckState
from pipeline.proof.errors import WitnessRefused
from pipeline.proof.lexed import LexedPages
from pipeline.proof.page import PageProof, prove_page
from pipeline.proof.stated import Stated
from pipeline.proof.witness import Place, Witness
from pipeline.reading.offer import with_excuses
from tests.support.kernel import fails, held, lacks
from tests.support.typewritten import document

PAGE = """
    Northgate Bank
    Current account
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                100.00

    Date         Description           Money out   Money in
    01/03/2025   Acme Ltd                          2,000.00
    17/03/2025   J Smith                  950.00

    Closing balance                              1,150.00
    """
RUNNING = """
    Northgate Bank
    Current account
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                               100.00

    Date         Description           Money out   Money in      Balance
    01/03/2025   Acme Ltd                          2,000.00     2,100.00
    17/03/2025   J Smith                  950.00                1,150.00

    Closing balance                                             1,150.00
    """
OPENING, CLOSING = "Opening balance", "Closing balance"


def said(
    text: str,
    stated: Stated | None,
    *changes: tuple[str, str],
    without: tuple[str, ...] = (),
    **other: Any,
) -> PageProof:
    """The page without these labelled rows, with other words, and what a person states of it."""
    lines = [line for line in text.split("\n") if not line.strip().startswith(without or "\0")]
    printed = "\n".join(lines)
    for old, new in changes:
        assert old in printed
        printed = printed.replace(old, new, 1)
    lexed = LexedPages(document(printed).pages)
    witness = replace(_moved(text, printed), **other)
    return prove_page(lexed, with_excuses(witness, lexed, stated), stated)


def _moved(text: str, printed: str) -> Witness:
    """The whole page's witness, for a page with other rows beside the entries."""
    whole = held(text)
    old = LexedPages(document(text).pages).under(whole.witness.convention.style)
    new = LexedPages(document(printed).pages).under(whole.witness.convention.style)
    first = {row.text: row for row in reversed(new.rows)}

    def there(place: Place | None) -> Any:
        if place is None:
            return None
        row = old.rows[old.row_of(place)]
        if row.text not in first:
            return None
        at = [row.ids.index(word) for word in place.words]
        return Place(1, tuple(first[row.text].ids[i] for i in at))

    rows = tuple(
        replace(
            each,
            amount=there(each.amount),
            date=there(each.date),
            balance=there(each.balance),
            text=tuple(map(there, each.text)),
        )
        for each in whole.witness.rows
    )
    return replace(
        whole.witness,
        section=replace(whole.witness.section, stop=len(new.rows)),
        rows=rows,
        opening=there(whole.witness.opening),
        closing=there(whole.witness.closing),
    )


def detail(proof: PageProof, name: str) -> str:
    return next(check.detail for check in proof.checks if check.name == name)


def ends(proof: PageProof) -> tuple[int, int]:
    assert proof.proven, (fails(proof), lacks(proof))
    assert proof.facts is not None
    return proof.facts.opening, proof.facts.closing


def test_an_opening_that_no_page_prints_is_a_persons() -> None:
    assert "opening" in lacks(said(PAGE, None, without=(OPENING,)))
    proof = said(PAGE, Stated(opening=10_000, source="Ann"), without=(OPENING,))
    assert ends(proof) == (10_000, 115_000)
    assert detail(proof, "opening") == "a person states it"
    assert [row.amount for row in proof.rows] == [200_000, -95_000]


def test_a_closing_that_no_page_prints_is_a_persons() -> None:
    assert "closing" in lacks(said(PAGE, None, without=(CLOSING,)))
    proof = said(PAGE, Stated(closing=115_000), without=(CLOSING,))
    assert ends(proof) == (10_000, 115_000)
    assert detail(proof, "closing") == "a person states it"
    assert detail(proof, "opening") == ""


@pytest.mark.parametrize("by", [1, -1, 100, -230_000])
def test_the_rows_lead_from_one_end_to_the_other_whoever_states_it(by: int) -> None:
    opened = said(PAGE, Stated(opening=10_000 + by), without=(OPENING,))
    closed = said(PAGE, Stated(closing=115_000 + by), without=(CLOSING,))
    for proof in (opened, closed):
        assert "sums" in fails(proof)
        assert not proof.proven
        assert (proof.rows, proof.facts) == ((), None)


def test_nobody_can_state_the_sign_of_a_balance_away() -> None:
    for stated in (Stated(opening=-10_000), Stated(opening=0)):
        assert not said(PAGE, stated, without=(OPENING,)).proven


def test_a_stated_end_does_not_stand_for_the_other_one() -> None:
    for stated in (Stated(closing=115_000), Stated(opening=None)):
        assert "opening" in lacks(said(PAGE, stated, without=(OPENING,)))
    assert "closing" in lacks(said(PAGE, Stated(opening=10_000), without=(CLOSING,)))


BOTH = Stated(opening=10_000, closing=115_000)


def test_both_ends_are_stated_only_where_each_row_has_a_balance() -> None:
    bare = said(PAGE, BOTH, without=(OPENING, CLOSING))
    assert {"opening", "closing"} <= set(lacks(bare))
    assert not bare.proven
    assert ends(said(RUNNING, BOTH, without=(OPENING, CLOSING))) == (10_000, 115_000)


@pytest.mark.parametrize("stated", [Stated(opening=10_000), Stated(closing=115_000)])
def test_where_neither_end_is_printed_one_is_not_enough(stated: Stated) -> None:
    assert not said(RUNNING, stated, without=(OPENING, CLOSING)).proven


def test_both_ends_are_stated_only_where_each_balance_follows() -> None:
    other = Stated(opening=10_100, closing=115_100)
    assert "balances" in fails(said(RUNNING, other, without=(OPENING, CLOSING)))
    without = replace(_moved(RUNNING, RUNNING).rows[0], balance=None)
    rows = (without, _moved(RUNNING, RUNNING).rows[1])
    lexed = LexedPages(document(RUNNING).pages)
    witness = replace(held(RUNNING).witness, rows=rows, opening=None, closing=None)
    proof = prove_page(lexed, with_excuses(witness, lexed, BOTH), BOTH)
    assert {"opening", "closing"} <= set(lacks(proof))


def test_no_rows_have_no_balances_beside_them() -> None:
    empty = """
        Northgate Bank
        Current account
        Statement period 01/03/2025 to 31/03/2025
        Opening balance                                100.00
        No transactions in this period
        Closing balance                                100.00
        """
    same = Stated(opening=10_000, closing=10_000)
    assert {"opening", "closing"} <= set(lacks(said(empty, same, without=(OPENING, CLOSING))))
    assert ends(said(empty, same, without=(CLOSING,))) == (10_000, 10_000)
    assert "sums" in fails(said(empty, Stated(closing=10_001), without=(CLOSING,)))


def test_the_last_balance_is_no_closing_until_a_person_says_so() -> None:
    """A witness may name it; no label does, so that only the stated value counts."""

    def closed(stated: Stated | None) -> PageProof:
        lines = "\n".join(line for line in RUNNING.split("\n") if CLOSING not in line)
        pages = LexedPages(document(lines).pages)
        moved = _moved(RUNNING, lines)
        witness = replace(moved, closing=moved.rows[-1].balance)
        return prove_page(pages, with_excuses(witness, pages, stated), stated)

    assert fails(closed(None)) == ["closing"]
    assert ends(closed(Stated(closing=115_000))) == (10_000, 115_000)
    other = closed(Stated(closing=115_001))
    assert {"closing", "no_contradiction"} <= set(fails(other))


def test_what_is_printed_and_stated_is_one_value() -> None:
    for stated in (BOTH, Stated(opening=10_000), Stated(closing=115_000)):
        proof = said(PAGE, stated)
        assert ends(proof) == (10_000, 115_000)
        assert detail(proof, "opening") == detail(proof, "closing") == ""
    for stated, name in (
        (Stated(opening=10_001), "opening"),
        (Stated(closing=114_999), "closing"),
    ):
        proof = said(PAGE, stated)
        assert fails(proof) == ["no_contradiction"]
        assert detail(proof, "no_contradiction") == (
            f"a person states another {name} balance than is printed"
        )


def test_a_print_that_the_witness_does_not_name_contradicts_all_the_same() -> None:
    """A lost row and a stated balance that makes up for it."""
    lost = said(PAGE, Stated(opening=10_000), ("100.00", "175.00"), opening=None)
    assert "no_contradiction" in fails(lost)
    same = said(PAGE, Stated(opening=10_000), opening=None)
    assert ends(same) == (10_000, 115_000)


@pytest.mark.parametrize(
    "other",
    [
        "Balance on 31/03/2025                        1,140.00",
        "Balance on 31/03/2025                       -1,150.00",
        "Total amount due                             1,140.00",
    ],
)
def test_whatever_could_be_the_stated_balance_says_the_same(other: str) -> None:
    change = ("Closing balance                              1,150.00", other)
    proof = said(PAGE, Stated(closing=115_000), change, closing=None)
    assert "no_contradiction" in fails(proof)
    assert detail(proof, "no_contradiction") == OTHER_BALANCE


def test_a_balance_called_the_same_may_be_either_end() -> None:
    for value in ("1,150.00", "  100.00"):
        change = (
            "Closing balance                              1,150.00",
            f"Balance on 31/03/2025                        {value}",
        )
        assert ends(said(PAGE, Stated(closing=115_000), change, closing=None)) == (10_000, 115_000)


OTHER_BALANCE = "page 1 prints another balance than a person states"
OPENED = "Opening balance                                100.00"


@pytest.mark.parametrize(
    ("other", "held_to"),
    [
        ("Balance on 28/02/2025                          100.00", True),
        ("Balance on 28/02/2025                          110.00", False),
        ("Balance on 28/02/2025                         -100.00", False),
    ],
)
def test_whatever_could_be_the_stated_opening_says_the_same(other: str, held_to: bool) -> None:
    proof = said(PAGE, Stated(opening=10_000), (OPENED, other), opening=None)
    assert proof.proven is held_to
    assert detail(proof, "no_contradiction") == ("" if held_to else OTHER_BALANCE)


BELOW = "Closing balance                              1,150.00\n"


@pytest.mark.parametrize(
    ("line", "stated", "name"),
    [
        ("Balance on 20/02/2025                          110.00", Stated(opening=10_000), OPENING),
        ("Balance on 20/04/2025                        1,140.00", Stated(closing=115_000), CLOSING),
    ],
)
def test_beside_a_printed_end_another_balance_may_be_of_another_day(
    line: str, stated: Stated, name: str
) -> None:
    page = PAGE.replace("    Closing", f"    {line}\n    Closing")
    assert ends(said(page, stated)) == (10_000, 115_000)
    left = {"opening": None} if name == OPENING else {"closing": None}
    alone = said(page, stated, without=(name,), **left)
    assert detail(alone, "no_contradiction") == OTHER_BALANCE


@pytest.mark.parametrize(
    "line",
    [
        "Total paid in                                2,000.00",
        "Your balance on 20/03/2025 was 7.00 better than that of all our other good customers",
    ],
)
def test_what_is_no_balance_is_not_held_to_a_stated_one(line: str) -> None:
    page = PAGE.replace("    Closing", f"    {line}\n    Closing")
    for stated, name in ((Stated(opening=10_000), OPENING), (Stated(closing=115_000), CLOSING)):
        assert ends(said(page, stated, without=(name,))) == (10_000, 115_000)


@pytest.mark.parametrize("name", ["Acme Ltd", "J Smith "])
def test_an_entry_that_speaks_of_a_balance_is_no_end(name: str) -> None:
    lexed = LexedPages(document(PAGE.replace(name, "Balance on")).pages)
    whole = replace(held(PAGE).witness, excused=())
    for stated, witness in (
        (Stated(opening=10_000), replace(whole, opening=None)),
        (Stated(closing=115_000), replace(whole, closing=None)),
    ):
        proof = prove_page(lexed, with_excuses(witness, lexed, stated), stated)
        assert ends(proof) == (10_000, 115_000)


def test_a_balance_between_the_rows_is_no_end() -> None:
    page = PAGE.replace(
        "    17/03/2025",
        "    Balance on 16/03/2025                        2,100.00\n    17/03/2025",
    )
    assert held(page).witness
    assert ends(said(page, Stated(closing=115_000), without=(CLOSING,))) == (10_000, 115_000)


def test_amounts_take_their_signs_from_balances_that_begin_with_a_stated_one() -> None:
    page = """
        Northgate Bank
        Current account
        Statement period 01/03/2025 to 31/03/2025
        Opening balance                                              100.00
        Date         Description                      Amount        Balance
        01/03/2025   Acme Ltd                       2,000.00       2,100.00
        17/03/2025   J Smith                          950.00       1,150.00
        Closing balance                                            1,150.00
        """
    proof = said(page, Stated(opening=10_000), without=(OPENING,))
    assert ends(proof) == (10_000, 115_000)
    assert [row.amount for row in proof.rows] == [200_000, -95_000]
    # No word says which way the first row goes: whoever states the balance before it does.
    turned = said(page, Stated(opening=410_000), without=(OPENING,))
    assert [row.amount for row in turned.rows] == [-200_000, -95_000]
    assert ends(turned) == (410_000, 115_000)
    assert not said(page, Stated(opening=10_001), without=(OPENING,)).proven
    assert not said(page, Stated(opening=410_000)).proven


def test_every_witness_that_is_accepted_gives_the_same_facts() -> None:
    """Whether it names the print of a balance, or leaves that to the person."""
    whole = held(PAGE).witness
    found = set()
    for opening in (whole.opening, None, whole.closing):
        for closing in (whole.closing, None, whole.opening):
            for stated in (BOTH, Stated(opening=10_000), Stated(closing=115_000)):
                try:
                    proof = said(PAGE, stated, opening=opening, closing=closing)
                except WitnessRefused:  # one figure for both ends
                    continue
                if proof.proven:
                    found.add((proof.rows, proof.facts))
    assert len(found) == 1


def test_what_nobody_looked_at_is_not_helped_by_a_persons_word() -> None:
    pages = [replace(page, seen=()) for page in document(PAGE).pages]
    proof = prove_page(pages, with_excuses(held(PAGE).witness, LexedPages(pages)), BOTH)
    assert lacks(proof)[0] == "seen"
    assert not proof.proven


def test_a_proof_keeps_what_was_stated() -> None:
    stated = Stated(opening=10_000, source="Ann")
    assert said(PAGE, stated).stated == stated
    assert said(PAGE, None).stated is None
    assert said(PAGE, stated).state("opening") is CheckState.PASSED
