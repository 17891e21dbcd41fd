"""The pages as the kernel takes them: rows through the document, neighbours, gaps and extents."""

from pipeline.proof import Document, Place, Witness
from pipeline.proof.document import Extent, joined
from pipeline.words import Word
from tests.support.kernel_pages import printed

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
