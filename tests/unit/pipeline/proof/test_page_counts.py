"""What a page says of its place among the pages."""

from __future__ import annotations

import pytest

from pipeline.proof.page_counts import counts_pages, page_count
from tests.support.typewritten import rows


def counted(text: str) -> tuple[int, int] | None:
    return page_count(rows(text))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Page 2 of 3", (2, 3)),
        ("page 2/3", (2, 3)),
        ("Seite 2 von 13", (2, 13)),
        ("Página 2 de 3", (2, 3)),
        ("第 2 页/共 3 页", None),
        ("2页/3页", (2, 3)),
        ("2 / 3 ページ", (2, 3)),
        ("Northgate Bank page 2 of 3 of your account", (2, 3)),
        ("Page 2 of 0", None),
        ("Homepage 2 of 3", None),
        ("Page 2 of 3.50", None),
        ("Page 2 of 1234", None),
    ],
)
def test_which_page_it_is_and_of_how_many(text: str, count: tuple[int, int] | None) -> None:
    assert counted(text) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("2/3", (2, 3)),
        ("2 / 3", (2, 3)),
        ("3/3", (3, 3)),
        ("1/1", (1, 1)),
        ("Northgate Bank 2/3", (2, 3)),
        ("0/3", None),
        ("4/3", None),
        ("2/3 of it", None),
        ("2/3/25", None),
    ],
)
def test_two_numbers_alone_at_the_end_of_a_row(text: str, count: tuple[int, int] | None) -> None:
    assert counted(text) == count


def test_two_numbers_alone_stand_at_the_edge_of_the_page() -> None:
    def page(at: int) -> tuple[int, int] | None:
        return counted("\n".join("2/3" if each == at else "Shop" for each in range(6)))

    assert [page(at) for at in range(6)] == [(2, 3), (2, 3), None, None, (2, 3), (2, 3)]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Page 2", (2, 0)),
        ("Page: 2", (2, 0)),
        ("Page no. 2", (2, 0)),
        ("Northgate Bank           Page 2", (2, 0)),
        ("Northgate Bank Page 2", None),
        ("Page 2 and on", None),
        ("Page 1234", None),
    ],
)
def test_a_page_that_does_not_say_of_how_many(text: str, count: tuple[int, int] | None) -> None:
    assert counted(text) == count


def test_what_says_of_how_many_counts_first() -> None:
    assert counted("Page 7\n1/2\nShop\nPage 2 of 3") == (2, 3)
    assert counted("Page 7\n1/2") == (1, 2)
    assert counted("Page 2 of 3\nPage 1 of 3") == (2, 3)
    assert counted("Shop") is None


def test_a_row_that_counts_pages() -> None:
    for text in ("Page 2 of 3", "2页/3页"):
        assert counts_pages(rows(text)[0])
    for text in ("Page 2", "2/3", "Shop"):
        assert not counts_pages(rows(text)[0])
