"""A witness's words are looked up, and refused where they do not fit the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pipeline.proof.entries import Offered, offered
from pipeline.proof.errors import WitnessRefused
from pipeline.proof.lexed import place_of
from pipeline.proof.witness import Convention, Place, Section, Side, Signs, Witness, WitnessRow
from tests.support.kernel import row_with
from tests.support.ruled import entry, head, line, offered_on, total

PAGE = offered_on(
    Signs.PRINTED,
    "Northgate Bank",
    total("Opening balance", "100.00"),
    "Above it",
    entry("04/03/2025 Acme CR", day="03/03/2025", amount="200.00", balance="300.00"),
    "of order one",
    entry("06/03/2025 J Smith", day="05/03/2025", amount="-50.00", balance="250.00"),
    "of order two",
    total("Closing balance", "250.00"),
    "Thank you",
)
FIRST, SECOND = PAGE.witness.rows


def again(witness: Witness) -> Offered:
    """The page with another witness."""
    return offered(PAGE.lexed, witness)


def refused(witness: Witness) -> str:
    """Why a witness is refused."""
    with pytest.raises(WitnessRefused) as caught:
        again(witness)
    return str(caught.value.facts["why"])


def convention(**changes: object) -> Witness:
    """The witness under another convention."""
    fields = {name: getattr(PAGE.witness.convention, name) for name in Convention.__slots__}
    return replace(PAGE.witness, convention=Convention(**{**fields, **changes}))


def rows(*changed: WitnessRow) -> Witness:
    """The witness with other rows."""
    return replace(PAGE.witness, rows=changed)


def words(text: str, first: int, last: int) -> Place:
    """Some words of the row with a text."""
    return place_of(PAGE.lexed.rows[row_with(PAGE, text)], first, last)


VALUED = tuple(
    replace(row, value_date=words(text, 1, 1))
    for row, text in ((FIRST, "Acme"), (SECOND, "J Smith"))
)


def test_what_fits_is_taken() -> None:
    found = again(rows(*VALUED))
    assert [each.row for each in found.entries] == [3, 5]
    assert [each.other and each.other.day.day for each in found.entries] == [4, 6]
    assert [each.day and each.day.day.day for each in found.entries] == [3, 5]
    assert [each.balance and each.balance.figure.value for each in found.entries] == [30000, 25000]
    assert (found.opening and found.opening.row, found.closing and found.closing.row) == (1, 7)
    assert found.rows == found.lexed.rows


@pytest.mark.parametrize(("start", "stop"), [(-1, 9), (0, 10), (5, 5), (6, 5), (9, 9)])
def test_a_section_has_rows_of_the_document(start: int, stop: int) -> None:
    assert "there are no rows" in refused(replace(PAGE.witness, section=Section(start, stop)))


def test_a_section_may_be_one_row() -> None:
    alone = replace(PAGE.witness, section=Section(0, 1), rows=(), opening=None, closing=None)
    assert [row.text for row in again(alone).rows] == ["Northgate Bank"]
    alone = replace(alone, section=Section(8, 9))
    assert [row.text for row in again(alone).rows] == ["Thank you"]


@pytest.mark.parametrize("exponent", [-1, 5])
def test_money_has_up_to_four_decimals(exponent: int) -> None:
    assert "at most four" in refused(convention(exponent=exponent))
    assert again(convention(exponent=4)).minor(PAGE.entries[0].amount) == 2_000_000
    assert again(convention(exponent=2)).minor(PAGE.entries[0].amount) == 20_000
    with pytest.raises(WitnessRefused):
        again(convention(exponent=1)).minor(PAGE.entries[0].amount)


@pytest.mark.parametrize("change", [{"base": 0}, {"base": 2}, {"balance_base": 0}])
def test_a_base_is_a_sign(change: dict[str, int]) -> None:
    assert refused(convention(**change)) == "a sign is 1 or -1"


@pytest.mark.parametrize(("start", "stop"), [(1, 8), (0, 9)])
def test_all_that_is_used_stands_in_the_section(start: int, stop: int) -> None:
    again(replace(PAGE.witness, section=Section(start, stop)))


OUTSIDE: list[tuple[Section, Callable[[Witness], Witness]]] = [
    (Section(2, 8), lambda w: w),
    (Section(1, 7), lambda w: w),
    (Section(4, 8), lambda w: replace(w, opening=None)),
    (Section(1, 5), lambda w: replace(w, closing=None)),
    (
        Section(1, 5),
        lambda w: replace(w, closing=None, rows=(replace(SECOND, date=None, balance=None),)),
    ),
    (Section(4, 8), lambda w: replace(w, opening=None, rows=(replace(SECOND, date=FIRST.date),))),
]


@pytest.mark.parametrize(("section", "change"), OUTSIDE)
def test_nothing_that_is_used_stands_outside(
    section: Section, change: Callable[[Witness], Witness]
) -> None:
    witness = replace(change(PAGE.witness), section=section)
    assert refused(witness) == "a word stands outside the section"


def test_rows_are_in_the_order_of_the_page() -> None:
    assert "not in the order" in refused(rows(SECOND, FIRST))


def test_two_entries_may_stand_on_one_row() -> None:
    whole = replace(FIRST, balance=None, text=(words("Acme", 2, 2),))
    other = replace(FIRST, amount=FIRST.balance or FIRST.amount, balance=None, date=None)
    other = replace(other, text=(words("Acme", 3, 3),))
    assert [each.row for each in again(rows(whole, other)).entries] == [3, 3]


@pytest.mark.parametrize(
    "row",
    [
        replace(FIRST, balance=FIRST.amount),
        replace(FIRST, value_date=FIRST.date),
        replace(FIRST, text=(FIRST.amount,)),
        replace(FIRST, text=(words("one", 0, 1), words("one", 1, 2))),
        replace(FIRST, direction=words("Acme", 3, 3), text=(words("Acme", 2, 3),)),
        replace(FIRST, text=(words("Acme", 2, 2), words("Acme", 0, 0))),
        replace(FIRST, amount=SECOND.amount),
    ],
)
def test_a_word_serves_once(row: WitnessRow) -> None:
    assert refused(rows(row, SECOND)) == "a word serves twice"


def test_one_word_on_each_of_two_pages_is_two_words() -> None:
    found = offered_on(
        Signs.PRINTED, entry("Acme", amount="1.00") + "\f" + entry("X", amount="2.00")
    )
    assert [each.amount.value for each in found.entries] == [100, 200]


def test_an_end_may_stand_beside_a_row_but_not_be_both_ends() -> None:
    again(replace(PAGE.witness, closing=SECOND.balance))
    both = replace(PAGE.witness, opening=PAGE.witness.closing)
    assert "the opening and the closing" in refused(both)
    again(replace(PAGE.witness, opening=None, closing=None))


@pytest.mark.parametrize(
    "row",
    [
        replace(FIRST, balance=SECOND.balance),
        replace(FIRST, balance=None, direction=words("Above", 0, 0)),
    ],
)
def test_a_balance_and_a_direction_stand_on_their_entrys_row(row: WitnessRow) -> None:
    why = refused(rows(row))
    assert why in ("a balance or a direction stands on another row",
                   "a direction's word says neither in nor out")  # fmt: skip


def test_a_direction_of_another_row_is_refused() -> None:
    row = replace(SECOND, direction=words("Acme", 3, 3))
    assert refused(rows(row)) == "a balance or a direction stands on another row"
    again(rows(replace(FIRST, direction=words("Acme", 3, 3))))


@pytest.mark.parametrize(
    "row",
    [
        replace(SECOND, date=None, value_date=SECOND.date),
        replace(SECOND, date=FIRST.date, value_date=SECOND.date),
    ],
)
def test_a_second_date_stands_beside_a_first(row: WitnessRow) -> None:
    assert refused(rows(row)) == "a second date stands without a first"


@pytest.mark.parametrize(
    ("place", "taken"),
    [
        (words("one", 0, 2), (True, True)),
        (words("Acme", 2, 2), (True, False)),
        (words("J Smith", 2, 3), (False, True)),
        (words("Above", 0, 1), (True, False)),
        (words("Thank", 0, 1), (False, True)),
        (words("Northgate", 0, 1), (True, False)),
    ],
)
def test_a_description_stands_between_the_entries_above_and_below(
    place: Place, taken: tuple[bool, bool]
) -> None:
    for at, fits in enumerate(taken):
        changed = [FIRST, SECOND]
        changed[at] = replace(changed[at], text=(place,))
        if fits:
            again(rows(*changed))
        else:
            assert refused(rows(*changed)) == "a description stands beyond another row"


def test_a_description_stands_in_the_section() -> None:
    for place, section in ((words("Northgate", 0, 1), Section(1, 9)),
                           (words("Thank", 0, 1), Section(0, 8))):  # fmt: skip
        at = 0 if section.start else 1
        changed = [FIRST, SECOND]
        changed[at] = replace(changed[at], text=(place,))
        witness = replace(rows(*changed), section=section)
        assert refused(witness) == "a description stands beyond another row"


def test_only_columns_have_sides() -> None:
    why = "an amount's side and the convention of its sign differ"
    assert refused(convention(signs=Signs.COLUMNS)) == why
    assert refused(rows(FIRST, replace(SECOND, side=Side.DEBIT))) == why


@pytest.mark.parametrize(
    ("text", "at", "taken"),
    [
        ("Direct debit Gas", 2, False),
        ("Direct debit", 2, False),
        ("debit", 1, True),
        ("DR Acme", 1, False),
        ("Acme DR", 2, True),
        ("Acme 출금", 2, False),
        ("Acme 借", 2, True),
    ],
)
def test_a_word_of_a_text_is_no_direction_but_for_a_mark_that_ends_it(
    text: str, at: int, taken: bool
) -> None:
    found = offered_on(Signs.PRINTED, entry(text, amount="5.00"))
    (row,) = found.witness.rows
    witness = replace(
        found.witness, rows=(replace(row, direction=place_of(found.lexed.rows[0], at, at)),)
    )
    if taken:
        assert offered(found.lexed, witness).entries[0].direction == (-1)
    else:
        with pytest.raises(WitnessRefused, match="stands in a text"):
            offered(found.lexed, witness)


@pytest.mark.parametrize(
    ("text", "direction"),
    [("CR", 1), ("DR", -1), ("(Dr)", -1), ("cr.", 1), ("CR/", 1), ("Acme", None)],
)
def test_a_direction_is_a_mark(text: str, direction: int | None) -> None:
    found = offered_on(Signs.PRINTED, entry(f"Acme {text}", amount="5.00"))
    (row,) = found.witness.rows
    assert found.entries[0].direction == 0
    for first, said in ((2, direction), (1, None)):
        place = place_of(found.lexed.rows[0], first, 2)
        witness = replace(found.witness, rows=(replace(row, direction=place),))
        if said is None:
            with pytest.raises(WitnessRefused, match="in nor out"):
                offered(found.lexed, witness)
        else:
            assert offered(found.lexed, witness).entries[0].direction == said


@pytest.mark.parametrize(
    ("heading", "sign"),
    [
        ("Deposits", 1),
        ("Withdrawals", -1),
        ("Withdrawals :", -1),
        ("Deposits 5.00", 0),
        ("Deposits 01/03/2025", 0),
        ("Deposits withdrawals", 0),
        ("Acme deposits", 0),
        ("Deposits due", 0),
        ("Deposits - withdrawals", 0),
        ("- - -", 0),
        ("Forecast", 0),
        ("Forecast deposits", 0),
        ("Acme", 0),
        ("Purchases and other charges", -1),
        ("Purchases other fees and charges", -1),
        ("Payments and charges", 0),
        ("Purchases and", 0),
        ("Other purchases", 0),
        ("Payments and our credits", 0),
        ("Purchases and groceries", 0),
    ],
)
def test_a_heading_is_words_of_one_direction_alone(heading: str, sign: int) -> None:
    found = offered_on(Signs.PRINTED, heading, "", entry("Acme", amount="5.00"))
    assert found.headings == (((0, sign),) if sign else ())


def test_headings_are_those_of_the_section_and_none_of_a_header() -> None:
    found = offered_on(Signs.PRINTED, "Deposits", "", "Withdrawals", "",
                       head(amount="Deposits", balance="Balance"), "Acme", "",
                       entry("Acme", amount="5.00"), "", "Deposits", "", "Withdrawals")  # fmt: skip
    assert found.headings == ((0, 1), (1, -1), (5, 1), (6, -1))
    cut = offered(found.lexed, replace(found.witness, section=Section(1, 6)))
    assert cut.headings == ((1, -1), (5, 1))


def test_a_header_of_columns_alone_is_no_heading() -> None:
    top = line("Deposits", balance="Payments")
    assert offered_on(Signs.PRINTED, "Payments", entry("Acme", amount="5.00")).headings
    found = offered_on(Signs.PRINTED, top, entry("Acme", amount="5.00"))
    assert found.headings == ()
