"""A page is missing by the numbers that pages print, or by what they carry forward."""

import pytest

from tests.support.typewritten import objected

PAGE = """
    {top}
    Date         Description              Paid out     Paid in      Balance
    {day}/03/2025   Rent                       50.00                   {middle}.00
    {day}/03/2025   Coffee                      5.00                   {end}.00
    {foot}
    """


def page(place: int, top: str = "", foot: str = "") -> str:
    start = 1000 - 55 * place
    return PAGE.format(day=f"{place:02}", top=top, foot=foot, middle=start - 50, end=start - 55)


def pages(*tops: str) -> list[str]:
    return [page(place, top) for place, top in enumerate(tops, start=1)]


@pytest.mark.parametrize(
    ("tops", "gap"),
    [
        (("Page 1 of 3", "Page 3 of 3"), "1 … 3"),
        (("Page 1 of 3", "Page 2 of 3"), "2 … 3"),
        (("Page 2 of 3", "Page 3 of 3"), "… 2"),
        (("Page 1 of 2", "Page 1 of 2"), "1 … 2"),
        (("Page 1", "Page 3"), "1 … 3"),
        (("Page No. 2",), "… 2"),
        (("Seite 1/2",), "1 … 2"),
        (("1 (2) Sida",), "1 … 2"),
        (("1/3",), "1 … 3"),
        (("1/3ページ",), "1 … 3"),
        (("Ark 1 (3)", "Ark 2 (3)"), "2 … 3"),
    ],
)
def test_a_page_that_others_count_is_missing(tops: tuple[str, ...], gap: str) -> None:
    assert f"pages {gap}" in objected(*pages(*tops))[0]


def test_pages_out_of_order_are_objected_to() -> None:
    assert objected(*pages("Page 2 of 2", "Page 1 of 2")) == [["pages … 2", "pages 1 … 2"]]


@pytest.mark.parametrize(
    "tops",
    [
        ("Page 1 of 3", "Page 2 of 3", "Page 3 of 3"),
        ("Page 1", "Page 2"),
        ("Page 1 of 2", "Page 2 of 2", "Page 1 of 1"),
        ("Page 1 of 2", ""),
        ("", "Page 2 of 2"),
        ("Ark 1 (2)", "Ark 2 (2)"),
        ("Flat 1/2",),
        ("See page 2 of our terms for all of the charges",),
        ("Str. Memorandumului 8",),
    ],
    ids=[
        "in order", "without totals", "of two statements", "the second bare",
        "the first bare", "without a known word", "an address", "a sentence", "a street",
    ],
)  # fmt: skip
def test_pages_that_are_all_here_are_not(tops: tuple[str, ...]) -> None:
    assert objected(*pages(*tops)) == [[]]


def test_a_page_that_goes_on_needs_the_next_one() -> None:
    first = page(1, foot="Continued")
    assert objected(first) == [["carried"]]
    assert objected(first, page(2)) == [[]]


def test_a_day_beside_a_payee_called_page_numbers_no_page() -> None:
    lines = page(1).replace("01/03/2025   Rent", "01/04 01/06   PAGE & QUILL BOOKS", 1)
    assert objected(lines.replace("01/03/2025   Coffee", "01/04 01/06   Coffee")) == [[]]


@pytest.mark.parametrize(("month", "found"), [("04", ["torn"]), ("03", [])])
def test_pages_of_two_months_are_no_one_statement(month: str, found: list[str]) -> None:
    tops = [f"Statement period 01/{each}/2025 to 28/{each}/2025" for each in ("03", month)]
    assert objected(*pages(*tops)) == [found]
