"""What the reader could not tie out is proven with what a person states, if nothing denies it."""

from __future__ import annotations

from datetime import date

import pytest

from pipeline.proof.checks import CheckState
from pipeline.proof.page import PageProof, prove_page
from pipeline.proof.period import Period
from pipeline.proof.stated import Stated
from pipeline.reading.from_bytes import read_bytes
from pipeline.reading.stated import prove_with
from tests.support.pdfs import typed
from tests.support.typewritten import only, read

OPENING = "Opening balance                                  100.00"
CLOSING = "Closing balance                                1,150.00"
PAGE = """
    Northgate Bank
    Current account
    {heading}

    {opening}
    Date         Description           Money out   Money in{balance}
    01/03/2025   Acme Ltd                          2,000.00{first}
    17/03/2025   J Smith                  950.00           {second}

    {closing}
"""
NO_ROOM = dict.fromkeys(("balance", "first", "second"), "")
RUNNING = {"balance": "    Balance", "first": "   2,100.00", "second": "   1,150.00"}


def read_of(
    opening: str = OPENING,
    closing: str = CLOSING,
    heading: str = "Statement period 01/03/2025 to 31/03/2025",
    columns: dict[str, str] = NO_ROOM,
) -> PageProof:
    page = PAGE.format(opening=opening, closing=closing, heading=heading, **columns)
    draft = only(read(page))
    assert draft.proof is not None
    return draft.proof


@pytest.mark.parametrize(
    ("proof", "stated"),
    [
        (read_of(opening=""), Stated(opening=10_000)),
        (read_of(closing=""), Stated(closing=115_000)),
        (read_of(opening="", columns=RUNNING), Stated(opening=10_000)),
        (read_of(closing="", columns=RUNNING), Stated(closing=115_000)),
        (read_of("", "", columns=RUNNING), Stated(opening=10_000, closing=115_000)),
    ],
    ids=["opening", "closing", "opening, running", "closing, running", "both, running"],
)
def test_a_balance_that_is_stated_proves_what_the_reader_could_not(
    proof: PageProof, stated: Stated
) -> None:
    assert not proof.proven
    found = prove_with(proof, stated)
    assert found.proven
    assert found.facts is not None
    assert (found.facts.opening, found.facts.closing) == (10_000, 115_000)
    assert [row.amount for row in found.rows] == [200_000, -95_000]
    assert found.stated == stated


def test_another_balance_proves_nothing() -> None:
    proof = read_of(opening="")
    for stated in (Stated(opening=10_001), Stated(closing=115_000), Stated()):
        found = prove_with(proof, stated)
        assert not found.proven
        assert found.witness == proof.witness
    assert not prove_with(read_of("", ""), Stated(opening=10_000, closing=115_000)).proven


def test_a_period_that_is_stated_is_a_fact() -> None:
    march = Period(date(2025, 3, 1), date(2025, 3, 31))
    found = prove_with(read_of(heading="We wish you a good year"), Stated(march))
    assert found.proven
    assert found.facts is not None
    assert found.facts.period == march


@pytest.mark.parametrize(
    ("opening", "closing", "stated"),
    [
        ("", CLOSING, Stated(opening=10_000)),
        (OPENING, "", Stated(closing=115_000)),
        (OPENING, CLOSING, Stated()),
    ],
)
def test_somebody_looks_at_a_page_of_which_only_a_balance_is_missing(
    opening: str, closing: str, stated: Stated
) -> None:
    """So that a person may state it later, when nobody has the document at hand."""
    heading = "Statement period 01/03/2025 to 31/03/2025"
    page = PAGE.format(opening=opening, closing=closing, heading=heading, **NO_ROOM)
    (draft,) = read_bytes(typed(page)).reading.statements
    assert draft.proof is not None
    assert draft.proof.state("seen") is CheckState.PASSED
    found = prove_with(draft.proof, stated)
    assert found.proven
    assert prove_page(found.pages, found.witness, stated).proven


def test_nobody_looks_at_a_page_that_fails_otherwise() -> None:
    heading = "Statement period 01/04/2025 to 30/04/2025"
    page = PAGE.format(opening="", closing=CLOSING, heading=heading, **NO_ROOM)
    (draft,) = read_bytes(typed(page)).reading.statements
    assert draft.proof is None or draft.proof.state("seen") is CheckState.UNAVAILABLE
