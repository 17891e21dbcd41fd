"""Figures without noughts at their end are money where a page prints them so throughout."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.proof.checks import Check
from pipeline.proof.lexed import LexedPages
from pipeline.proof.page import PageProof, prove_page
from pipeline.proof.parse.figures import Style
from pipeline.reading.offer import with_excuses
from pipeline.words import Seen
from tests.support.kernel import fails, held, lacks
from tests.support.typewritten import page

TEXT = """
    Northgate Bank
    Current account statement
    Account number ****1234     Currency: GBP
    Statement period 1 March 2025 to 31 March 2025

    Opening balance                                             100

    Date         Description                   Amount       Balance
    1 March      Acme Ltd                     1,200.5       1,300.5
    17 March     J Smith                       -50.25       1,250.25
    31 March     Corner shop                    -0.25       1,250

    Closing balance                                         1,250
    """
PAGE = held(TEXT)


def scale(proof: PageProof) -> Check:
    return next(check for check in proof.checks if check.name == "scale")


def printed(*changes: tuple[str, str]) -> tuple[str, str]:
    """The state of ``scale``, and why, with other figures of the same values."""
    check = scale(PAGE.printed(*changes))
    return check.state, check.detail


def test_noughts_at_the_end_are_left_out() -> None:
    proof = PAGE.prove(*PAGE.texts)

    assert proof.witness.convention.style is Style.SHORT_POINT
    assert [row.amount for row in proof.rows] == [120050, -5025, -25]
    assert [row.balance for row in proof.rows] == [130050, 125025, 125000]
    assert proof.facts is not None
    assert (proof.facts.opening, proof.facts.closing) == (10000, 125000)


@pytest.mark.parametrize("change", [("1,200.5\n", "1,200.50\n"), ("1,250.5\n", "1,250.50\n")])
def test_a_column_leaves_noughts_out_throughout(change: tuple[str, str]) -> None:
    """Another balance, and the one before, show that noughts are left out."""
    text = (
        TEXT.replace("1,200.5       1,300.5", "1,150.25      1,250.25")
        .replace("-50.25       1,250.25", "-49.75       1,200.5")
        .replace("-0.25       1,250\n", "50         1,250.5\n")
        .replace("1,250\n", "1,250.5\n")
    )
    state = scale(held(text).printed(change))

    assert state.state == "failed"
    assert state.detail == "figures of a column leave noughts out, and others do not"


def test_a_page_that_prints_both_digits_is_read_by_the_usual_rule() -> None:
    usual = TEXT.replace("   100\n", "100.00\n").replace("1,250\n", "1,250.00\n")
    usual = usual.replace("1,200.5 ", "1,200.50").replace("1,300.5\n", "1,300.50\n")
    check = scale(PAGE.prove(usual))

    assert (check.state, check.detail) == ("failed", "no figure lacks minor digits")


def test_ends_in_a_line_of_their_own_may_be_printed_in_another_way() -> None:
    text = TEXT.replace(f"{'Opening balance':60}100", "Opening balance   100.00").replace(
        f"{'Closing balance':56}1,250", "Closing balance   1,250.00"
    )
    assert "100.00" in text
    assert "1,250.00" in text

    assert held(text).witness.convention.style is Style.SHORT_POINT


def test_whole_amounts_may_have_a_nought_behind_the_point() -> None:
    text = TEXT.replace("   100\n", " 100.0\n").replace("1,250\n", "1,250.0\n")

    assert held(text).witness.convention.style is Style.SHORT_POINT


def test_whole_amounts_alone_may_lack_their_noughts() -> None:
    text = TEXT.replace("1,200.5 ", "1,200.50").replace("1,300.5\n", "1,300.50\n")

    assert held(text).witness.convention.style is Style.SHORT_POINT
    assert scale(held(text).printed(("1,250\n", "1,250.00\n"))).state == "failed"


def test_the_currency_has_two_minor_digits() -> None:
    proof = PAGE.printed(("GBP", "JPY"))
    assert "scale" in fails(proof)
    assert "scale" in fails(PAGE.printed(("GBP", "KWD")))
    other = PAGE.prove(
        *PAGE.texts, change=lambda w: replace(w, convention=replace(w.convention, exponent=3))
    )
    assert "scale" in fails(other)


def test_two_digits_somewhere_tell_that_the_currency_has_two() -> None:
    assert lacks(PAGE.printed(("GBP", "---"))) == ["complete", "currency"]
    ones = [("GBP", "---"), ("-50.25", "-50.5"), ("1,250.25", "1,250"), ("-0.25", "-0")]
    assert "scale" in lacks(PAGE.printed(*ones))
    named = PAGE.printed(*ones[1:])
    assert "scale" not in lacks(named)
    assert fails(named) == []


def test_without_a_currency_a_column_says_that_these_are_amounts() -> None:
    assert "scale" in lacks(PAGE.printed(("GBP", "---"), ("Amount", "Points"), ("Balance", "Rank")))
    assert "scale" not in lacks(PAGE.printed(("Amount", "Points"), ("Balance", "Rank")))


@pytest.mark.parametrize("look", [Seen.TWICE, Seen.ONCE, Seen.UNJUDGED])
def test_what_a_picture_shows_is_never_enough(look: Seen) -> None:
    shown = page(TEXT)
    for text in ("1,200.5", "17", "100"):
        looks = [look if word.text == text else Seen.SEEN for word in shown.words]
        lexed = LexedPages([replace(shown, seen=tuple(looks))])
        assert fails(prove_page(lexed, with_excuses(PAGE.witness, lexed))) == ["seen"]


def test_words_may_be_read_from_a_picture() -> None:
    shown = page(TEXT)
    looks = [Seen.ONCE if word.text == "March" else Seen.SEEN for word in shown.words]
    lexed = LexedPages([replace(shown, seen=tuple(looks))])

    assert prove_page(lexed, with_excuses(PAGE.witness, lexed)).proven


def test_a_label_is_held_to_whole_figures_too() -> None:
    assert PAGE.with_lines("Closing balance          1,250").proven
    assert fails(PAGE.with_lines("Closing balance          1,251")) == ["no_contradiction"]


def test_three_digits_are_no_scale_of_such_figures() -> None:
    proof = PAGE.prove(
        PAGE.texts[0].replace("GBP", "---"),
        change=lambda w: replace(w, convention=replace(w.convention, exponent=3)),
    )
    assert "scale" in fails(proof)


def test_whole_figures_alone_show_nothing() -> None:
    whole = [("1,200.5", "1,200"), ("1,300.5", "1,300"), ("-50.25", "-50"), ("1,250.25", "1,250")]
    assert "scale" in lacks(PAGE.printed(*whole, ("-0.25", "-0")))


@pytest.mark.parametrize("end", [("   100\n", "100.00\n"), ("  1,250\n\n", "1,250.00\n")])
def test_an_end_in_the_column_of_balances_is_printed_as_they_are(end: tuple[str, str]) -> None:
    text = PAGE.texts[0].rstrip() + "\n\n"
    before, after = end
    at = text.rindex(before) if "1,250" in before else text.index(before)
    changed = text[:at] + text[at:].replace(before, after, 1)
    check = scale(PAGE.prove(changed))

    assert check.detail == "figures of a column leave noughts out, and others do not"


def test_a_nought_behind_two_digits_contradicts_one_digit() -> None:
    """Without whole figures: 12.50 beside 12.5."""
    text = TEXT.replace("   100\n", " 100.1\n").replace("1,300.5\n", "1,300.6\n")
    text = text.replace("1,250.25\n", "1,250.35\n").replace("1,250\n", "1,250.1\n")
    found = held(text)
    check = scale(found.printed(("1,300.6\n", "1,300.60\n")))

    assert check.detail == "figures of a column leave noughts out, and others do not"


def test_an_end_elsewhere_does_not_bind_the_columns() -> None:
    before = f"{'Opening balance':60}100"
    text = TEXT.replace(before, "Opening balance   100.00")

    assert "1,250.00" not in text
    assert held(text).witness.convention.style is Style.SHORT_POINT


def test_a_page_without_balances_beside_its_rows_is_held_to_the_same() -> None:
    alone = held("""
        Northgate Bank
        Current account statement
        Account number ****1234     Currency: GBP
        Statement period 1 March 2025 to 31 March 2025
        Opening balance  100.1     Closing balance   1,250.1

        Date         Description                   Amount
        1 March      Acme Ltd                     1,200.5
        17 March     J Smith                       -50.25
        31 March     Corner shop                    -0.25
        """)
    assert alone.witness.convention.style is Style.SHORT_POINT
    assert scale(alone.printed(("100.1", "100.0"), ("1,250.1", "1,250.0"))).state == "passed"
    mixed = alone.printed(("100.1", "100.0"), ("1,250.1", "1,250.00"))
    assert scale(mixed).detail == "figures of a column leave noughts out, and others do not"
