"""The shape of a witness: whether its places can be words of a document, and what it rests on."""

from dataclasses import replace

import pytest

from pipeline.proof import Column, Other, Place, Restated, misfit
from tests.support.kernel_pages import Printed, printed

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
