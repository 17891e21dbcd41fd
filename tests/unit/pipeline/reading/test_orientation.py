"""Where sums hold either way round, the page's own words say which way is likelier to be out."""

import pytest

from tests.support.typewritten import faults, hypothesis, only, printed, read

PRINTED = printed("orientation")

BARE = PRINTED["bare"]


@pytest.mark.parametrize(
    ("title", "side", "amounts"),
    [
        ("Credit card statement", "debt", [10000, -45000, -300, -200]),
        ("Savings account", "money", [-10000, 45000, 300, 200]),
        ("Account statement", "money", [-10000, 45000, 300, 200]),
        ("Account statement: apply for a credit card", "money", [-10000, 45000, 300, 200]),
    ],
)
def test_the_title_says_which_side_is_likelier_and_settles_nothing(
    title: str, side: str, amounts: list[int]
) -> None:
    draft = only(read(BARE.format(title=title)))
    assert draft.status == "proven"
    assert hypothesis(draft, "side") == (side, "assumed")
    assert [line.amount for line in draft.lines] == amounts


OVERPAID = PRINTED["overpaid"]


SECTIONS = PRINTED["sections"]


@pytest.mark.parametrize("payment", ["-100.00", "(100.00)", " 100.00"])
@pytest.mark.parametrize(
    "charges", ["Purchases", "Purchases and other charges", "Card purchases and fees"]
)
def test_headings_and_minuses_may_both_say_what_was_paid(payment: str, charges: str) -> None:
    draft = only(read(SECTIONS.format(payment=payment, charges=charges)))
    assert draft.status == "proven", faults(draft)
    assert [line.amount for line in draft.lines] == [10000, -45000, -6000]


NOTHING_LEFT = PRINTED["nothing left"]


@pytest.mark.parametrize(
    ("title", "side", "closing"),
    [("Credit card statement", "debt", -487), ("Statement", "money", 487)],
)
def test_amounts_that_come_to_nothing_leave_side_and_direction_open(
    title: str, side: str, closing: int
) -> None:
    """The headings say which way the amounts go; that a card's balance is owed, its title."""
    draft = only(read(NOTHING_LEFT.format(title=title)))
    assert [line.amount for line in draft.lines] == [263, -263]
    assert draft.closing_balance == closing
    assert hypothesis(draft, "side") == (side, "assumed")
    assert hypothesis(draft, "direction")[1] == "assumed"


def test_words_never_turn_the_signs_that_balances_carry() -> None:
    """A payee's name may say anything: balances in the red are printed with their minus."""
    text = PRINTED["words never turn the signs that balances"]
    draft = only(read(text))
    assert (draft.opening_balance, draft.closing_balance) == (0, -286)
    assert [line.amount for line in draft.lines] == [6, -66, -227, -1, 2]
    assert hypothesis(draft, "direction")[1] == "arithmetic"
