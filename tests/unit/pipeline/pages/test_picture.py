"""A page as a person sees it."""

import io

import numpy as np
import pytest
from PIL import Image

from pipeline.pages.errors import PagesError, PasswordNeeded
from pipeline.pages.open import read_pages
from pipeline.pages.picture import NoSuchPage, page_picture, page_sizes
from tests.support.pdfs import line, pdf


def dark(png: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Where the picture has ink."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("L")) < 128


def test_the_ink_is_where_the_words_were_read() -> None:
    data = pdf(line("Rent"))
    (page,) = read_pages(data).pages
    (word,) = page.words
    rows, columns = np.nonzero(dark(page_picture(data, 1)))
    # Two pixels a point.
    assert page.words[0].x0 * 2 - 2 <= columns.min() <= columns.max() <= word.x1 * 2 + 2
    assert word.top * 2 - 2 <= rows.min() <= rows.max() <= word.bottom * 2 + 2


def test_a_picture_has_the_size_that_is_given_for_its_page() -> None:
    data = pdf(line("one"), line("two"))
    sizes = page_sizes(data)
    assert len(sizes) == 2
    drawn = Image.open(io.BytesIO(page_picture(data, 2)))
    assert drawn.size == tuple(round(2 * side) for side in sizes[1])


def test_a_locked_document_opens_with_its_password() -> None:
    data = pdf(line("secret"), encrypt="sesame")
    assert dark(page_picture(data, 1, ["wrong", "sesame"])).any()
    with pytest.raises(PasswordNeeded):
        page_picture(data, 1, ["wrong"])


def test_a_document_whose_pages_are_beyond_all_counting_is_reported_as_such() -> None:
    """Ten nodes, each of which holds the next ten times."""
    nodes = [
        b"%d 0 obj <</Type/Pages/Count %d/Kids[%s]>> endobj\n"
        % (number, 10 ** (12 - number), b" ".join([b"%d 0 R" % (number + 1)] * 10))
        for number in range(2, 12)
    ]
    page = b"12 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>> endobj\n"
    root = b"%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n"
    data = root + b"".join(nodes) + page + b"trailer <</Root 1 0 R>>\n%%EOF\n"
    with pytest.raises(PagesError):
        page_sizes(data)


@pytest.mark.parametrize("number", [0, 3])
def test_a_page_that_is_not_there_is_reported_as_such(number: int) -> None:
    with pytest.raises(NoSuchPage, match="it has 2"):
        page_picture(pdf(line("one"), line("two")), number)
