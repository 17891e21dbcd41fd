"""No page of a statement is missing, as far as its pages count themselves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.proof.witness import Section
from tests.support.kernel import fails, held, lacks

HEAD = """
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                  100.00

    Date         Description           Money out   Money in
    01/03/2025   Acme Ltd                          2,000.00
    17/03/2025   J Smith                  950.00
    31/03/2025   Corner shop                5.00

    Closing balance                                1,145.00

    {}
    """
OTHER = "Terms and conditions\n\nWe are here for you\n\n{}"
STATEMENT = held(HEAD.format("Page 1 of 1"))


def counted(*counts: str) -> str:
    """What the pages prove of being whole: `passed`, `failed` or nothing."""
    texts = [HEAD.format(counts[0]), *(OTHER.format(each) for each in counts[1:])]
    proof = STATEMENT.prove(*texts)
    return proof.state("complete").value


SILENT = "Thank you"


@pytest.mark.parametrize(
    "counts",
    [
        ("Page 1 of 1",),
        ("Page 1 of 2", "Page 2 of 2"),
        ("Page 1 of 3", "Page 2 of 3", "Page 3 of 3"),
        (SILENT, "Page 2 of 2"),
        (SILENT, "Page 2 of 3", "Page 3 of 3"),
        ("Page 1 of 2", SILENT),
        ("Page 1 of 3", SILENT, SILENT),
        ("Page 1 of 3", SILENT, "Page 3 of 3"),
        (SILENT, SILENT, "Page 2 of 3", "Page 3 of 3"),
        (SILENT, SILENT, "Page 3 of 4", "Page 4 of 4"),
        ("Page 1 of 4", SILENT, "Page 2 of 4", "Page 3 of 4", "Page 4 of 4"),
        ("Page 1 of 1", "Page 1 of 2", "Page 2 of 2"),
        ("Page 1 of 2", "Page 2 of 2", "Page 1 of 2", "Page 2 of 2"),
    ],
)
def test_pages_that_are_all_there(counts: tuple[str, ...]) -> None:
    assert counted(*counts) == "passed"


@pytest.mark.parametrize(
    "counts",
    [
        ("Page 1 of 2",),
        ("Page 2 of 2",),
        ("Page 2 of 3", "Page 3 of 3"),
        ("Page 1 of 3", "Page 3 of 3"),
        ("Page 1 of 3", "Page 2 of 3"),
        ("Page 1 of 3", SILENT),
        ("Page 2 of 2", "Page 1 of 2"),
        ("Page 1 of 4", SILENT, "Page 4 of 4"),
        (SILENT, "Page 3 of 3"),
        ("Page 1 of 3", "Page 3 of 3", "Page 2 of 3"),
        ("Page 1 of 3", "Page 2 of 3", "Page 2 of 3", "Page 3 of 3"),
        ("Page 1 of 2", "Page 2 of 3", "Page 3 of 3"),
        ("Page 2 of 5", "Page 2 of 2"),
        ("Page 1 of 1", "Page 2 of 3", "Page 3 of 3"),
    ],
)
def test_pages_of_which_one_is_missing(counts: tuple[str, ...]) -> None:
    assert counted(*counts) == "failed"


def test_pages_that_do_not_count_themselves_say_nothing() -> None:
    assert counted(SILENT, SILENT) == "unavailable"


def test_the_missing_page_is_named() -> None:
    for count, detail in (("Page 1 of 2", "page 2 of 2 is missing"),
                        ("Page 3 of 3", "page 2 of 3 is missing")):  # fmt: skip
        proof = STATEMENT.prove(HEAD.format(count))
        (check,) = (each for each in proof.checks if each.name == "complete")
        assert check.detail == detail
        assert not proof.proven


def test_what_pages_beyond_the_section_lack_is_another_statements() -> None:
    texts = [HEAD.format("Page 1 of 1"), OTHER.format("Page 1 of 3")]
    own = STATEMENT.witness.section
    proof = STATEMENT.prove(*texts, change=lambda w: replace(w, section=Section(0, own.stop)))
    assert fails(proof) == []
    assert "complete" not in lacks(proof)
