"""The words of a document, a witness of them, and the checks that are made of both."""

from dataclasses import replace

import pytest

from pipeline.proof import Column, Document, Other, Place, Restated, Witness, misfit
from pipeline.proof.checks import Check, CheckState, equal, holds, passed_unless
from pipeline.proof.document import Extent, joined
from pipeline.words import Word
from tests.support.kernel_pages import Printed, printed

TWO = printed(
    """
    |one two three
    |four five
    """,
    """
    |six seven
    """,
)


def word(text: str, x0: float, x1: float) -> Word:
    """A word 10 points high."""
    return Word(text, x0, 100, x1, 110)


class TestRows:
    def test_digits_of_any_script_and_arabic_marks_are_read_as_the_others(self) -> None:
        page = printed(
            """
            |١٬٢٣٤٫٥٠ ۴۵،۶ २०२४ ৳৭ ๑๒ x² १२½
            """
        )
        texts = ["1,234.50", "45,6", "2024", "৳7", "12", "x²", "12½"]
        assert [each.text for each in page.document.of_row(0)] == texts
        assert [each.text for each in page.document.words(page.find("١٬٢٣٤٫٥٠"))] == texts[:1]
        assert page.document.page(1).words[0].text == "١٬٢٣٤٫٥٠"  # as it is printed

    def test_words_stand_on_one_row_or_on_several(self) -> None:
        document = TWO.document
        assert document.row_of(TWO.find("two three")) == 0
        assert document.row_of(TWO.find("six")) == 2
        assert document.row_of(Place(1, (2, 3))) is None
        assert document.rows_of(Place(1, (2, 3))) == {0, 1}

    def test_a_witness_is_read_once(self) -> None:
        document, asked = Document(TWO.pages), list[tuple[int, int]]()

        def read(_: Document, witness: Witness) -> int:
            asked.append(witness.section)
            return len(asked)

        first, other = TWO.witness, TWO.citing(section=(0, 1)).witness
        assert [document.remembered(each, read) for each in (first, first, other, first)] == [
            1, 1, 2, 1,
        ]  # fmt: skip
        assert asked == [(0, 3), (0, 1)]


class TestExtents:
    def test_an_extent_covers_half_of_another_or_less(self) -> None:
        assert Extent(10, 20).covers_half_of(Extent(15, 25))
        assert not Extent(10, 20).covers_half_of(Extent(16, 25))
        assert Extent(15, 25).covers_half_of(Extent(10, 20))
        assert not Extent(15, 25).covers_half_of(Extent(9, 20))
        assert Extent(10, 40).covers_half_of(Extent(20, 22))
        assert not Extent(20, 22).covers_half_of(Extent(10, 40))
        assert Extent(10, 20).covers_half_of(Extent(19.5, 20.5))
        assert not Extent(10, 20).covers_half_of(Extent(20, 20))


class TestJoined:
    def test_words_that_touch_are_one_and_others_are_apart(self) -> None:
        assert joined([word("1,", 0, 10), word("234", 12.1, 20)]) == "1,234"
        assert joined([word("1", 0, 10), word("234", 12.3, 20)]) == "1 234"
        high = Word("1", 0, 100, 10, 150)
        assert joined([high, word("234", 20, 30)]) == "1234"
        assert joined([high, word("234", 21, 30)]) == "1 234"
        assert joined([word("1", 0, 10)]) == "1"


PAGE = printed(
    """
             |dddddddddd  ssssssssss  ttttttttttttttt  mm  1111111  bbbbbbbb
    head     |Date        Value       Text                 Amount   Balance
    currency |Currency EUR
    number   |Account 12345678
    kind     |Kind Current
    period   |01.06.2026  30.06.2026  Period
    opening  |                        Opening balance                100.00
    line     |03.06.2026  04.06.2026  Coffee           DR     3.50    96.50
    closing  |                        Closing balance                 96.50
    """,
    marks=(("DR", -1),),
)


def refused(page: Printed) -> str:
    """Why a witness cannot be of its document."""
    words = [len(each.words) for each in page.pages]
    return misfit(page.witness, words, len(page.document.rows))


class TestConvention:
    def test_it_has_from_one_to_eight_columns(self) -> None:
        def with_columns(count: int) -> str:
            return refused(PAGE.under(columns=(Column(1),) * count))

        assert with_columns(1) == with_columns(8) == ""
        assert (
            with_columns(0) == with_columns(9) == "it has no column, or too many columns or marks"
        )

    def test_it_has_at_most_four_marks(self) -> None:
        marks = (("DR", -1), ("CR", 1), ("D", -1), ("C", 1), ("x", 1))
        assert refused(PAGE.under(marks=marks[:4])) == ""
        assert refused(PAGE.under(marks=marks)) == "it has no column, or too many columns or marks"

    def test_it_has_from_no_to_four_decimals_and_no_empty_mark(self) -> None:
        assert refused(PAGE.under(digits=0)) == refused(PAGE.under(digits=4)) == ""
        for wrong in ({"digits": -1}, {"digits": 5}, {"marks": (("DR", -1), ("", 1))}):
            assert refused(PAGE.under(**wrong)) == "its digits or a mark are none"


class TestPlaces:
    @pytest.mark.parametrize("section", [(-1, 8), (0, 9), (3, 3), (4, 3)])
    def test_any_other_section_is_refused(self, section: tuple[int, int]) -> None:
        reason = "its section is none of the document's rows"
        assert refused(PAGE.citing(section=section)) == reason

    def test_other_rows_are_rows_of_the_document(self) -> None:
        def with_row(row: int) -> str:
            return refused(PAGE.citing(other=(Other(0, "person"), Other(row, "person"))))

        assert with_row(7) == ""
        assert with_row(8) == with_row(-1) == "it names a row that is not there"

    @pytest.mark.parametrize(
        "place", [Place(1, (0, 0)), Place(1, ()), Place(1, (999,)), Place(1, (0, -1)),
                  Place(0, (0,)), Place(2, (0,)), Place(-1, (0,))],
    )  # fmt: skip
    def test_a_place_is_words_of_a_page_each_once(self, place: Place) -> None:
        reason = f"it names no words, or words that page {place.page} does not have"
        assert refused(PAGE.line(0, text=(place,))) == reason
        assert refused(PAGE.under(year=place)) == reason
        assert refused(PAGE.under(columns=(Column(1, (place,)),))) == reason
        assert refused(PAGE.citing(restated=(Restated(place, ("opening",)),))) == reason

    def test_the_last_word_of_the_page_is_one(self) -> None:
        last = len(PAGE.pages[0].words) - 1
        assert refused(PAGE.line(0, text=(Place(1, (last,)),))) == ""
        assert refused(PAGE.line(0, text=(Place(1, (last + 1,)),))) != ""
        assert refused(PAGE.line(0, text=(Place(1, (0,)),))) == ""

    def test_each_page_has_its_own_words(self) -> None:
        two = printed("|one", "|two three")
        assert refused(two.under(year=Place(2, (1,)))) == ""
        assert refused(two.under(year=Place(1, (1,)))) != ""

    def test_each_column_that_is_used_is_there(self) -> None:
        opening, closing = PAGE.witness.opening, PAGE.witness.closing
        assert opening is not None
        assert closing is not None
        for wrong in (
            PAGE.line(0, column=1),
            PAGE.line(0, column=-1),
            PAGE.citing(opening=replace(opening, column=1)),
            PAGE.citing(closing=replace(closing, column=-1)),
        ):
            assert refused(wrong) == "it names a column that is not there"
        assert refused(PAGE.citing(opening=replace(opening, column=0))) == ""
        assert refused(PAGE.citing(opening=None, closing=None)) == ""


class TestEvidence:
    def texts(self, page: Printed) -> dict[str, bool]:
        """The words that a proof rests on, and whether arithmetic binds them."""
        return {page.cited.text(place): bound for place, bound in page.witness.evidence()}

    def test_amounts_and_balances_are_bound_where_each_line_has_a_balance(self) -> None:
        page = PAGE.citing(restated=(Restated(PAGE.find("Kind"), ("opening",)),))
        assert self.texts(page.under(year=PAGE.find("Value"))) == {
            "3.50": True, "96.50": True, "100.00": True,
            "03.06.2026": False, "04.06.2026": False, "DR": False, "EUR": False,
            "12345678": False, "Current": False, "Kind": False, "01.06.2026": False,
            "30.06.2026": False, "Value": False,
        }  # fmt: skip

    def test_without_lines_nothing_is_bound(self) -> None:
        assert not any(self.texts(PAGE.citing(lines=())).values())


def test_equal_amounts_pass_and_are_shown_as_decimals() -> None:
    assert equal("sums", -1250, -1250, 2) == Check("sums", CheckState.PASSED, "-12.50", "-12.50")


def test_amounts_that_differ_fail() -> None:
    assert equal("sums", 1250, 1251, 2) == Check("sums", CheckState.FAILED, "12.50", "12.51")


def test_an_amount_that_is_not_known_is_unavailable_and_not_passed() -> None:
    assert equal("sums", None, None, 2) == Check("sums", CheckState.UNAVAILABLE)
    assert equal("sums", 5, None, 0) == Check("sums", CheckState.UNAVAILABLE, "5", None)
    assert equal("sums", None, 5, 0) == Check("sums", CheckState.UNAVAILABLE, None, "5")


def test_nothing_is_an_amount() -> None:
    assert equal("sums", 0, 0, 2).state is CheckState.PASSED


def test_a_check_holds_does_not_or_cannot_be_told() -> None:
    assert holds("seen", True, "all") == Check("seen", CheckState.PASSED, detail="all")
    assert holds("seen", False) == Check("seen", CheckState.FAILED)
    assert holds("seen", None, "why") == Check("seen", CheckState.UNAVAILABLE, detail="why")


def test_faults_fail_and_the_first_three_say_why() -> None:
    assert passed_unless("parsed", []) == Check("parsed", CheckState.PASSED)
    three = passed_unless("parsed", ["a", "b", "c"])
    assert (three.state, three.detail) == (CheckState.FAILED, "a; b; c")
    assert passed_unless("parsed", [*"abcd"]).detail == "a; b; c; and 1 more"
    assert passed_unless("parsed", [*"abcde"]).detail == "a; b; c; and 2 more"
