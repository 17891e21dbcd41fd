"""Only rows under a header can hold entries, where there is a header."""

from pipeline.reading.lexing.headers import headers_of
from pipeline.reading.table.search import body_rows
from tests.support.typewritten import rows

HEAD = "Date         Description         Amount      Balance"


def body(*pages: str) -> list[str]:
    printed = rows(*pages)
    inside = body_rows(printed, headers_of(printed))
    return [row.words[0].text for row, wanted in zip(printed, inside, strict=True) if wanted]


def test_without_a_header_any_row_may_be_an_entry() -> None:
    assert body("01/03/2025   Tea   5.00  9.00\nsome words") == ["01/03/2025", "some"]


def test_a_page_without_a_header_goes_on_with_the_table_before() -> None:
    assert body(f"{HEAD}\n01/03/2025  Tea  5.00  9.00", "02/03/2025  Tea  5.00  4.00") == [
        "01/03/2025",
        "02/03/2025",
    ]


def test_a_page_with_a_header_starts_at_it() -> None:
    second = f"Card limit  500.00\n{HEAD}\n02/03/2025  Tea  5.00  4.00"
    assert body(f"{HEAD}\n01/03/2025  Tea  5.00  9.00", second) == ["01/03/2025", "02/03/2025"]


def test_a_list_of_daily_balances_ends_the_table() -> None:
    assert body(f"{HEAD}\n01/03/2025  Tea  5.00  9.00\nDate     Balance\n01/03/2025  9.00") == [
        "01/03/2025"
    ]


def test_a_row_that_heads_every_page_is_no_entry() -> None:
    head = "01/03/2025  Balance  9.00"
    assert body(f"{head}\n02/03/2025  Tea  5.00", f"{head}\n03/03/2025  Tea  4.00") == [
        "02/03/2025",
        "03/03/2025",
    ]


def test_a_page_that_is_there_twice_is_no_head() -> None:
    page = "01/03/2025  Tea  5.00\n02/03/2025  Tea  4.00\n03/03/2025  Tea  3.00"
    assert len(body(page, page)) == 6
