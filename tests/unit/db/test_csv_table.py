import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.formats.csv_files.cells import ORDERS, day_of, minor_of
from db.formats.csv_table import (
    BadCell,
    BadCsv,
    BadHeader,
    CsvColumns,
    CsvError,
    CsvRow,
    NotUtf8,
    WrongCellCount,
    harmless,
    read_table,
    write_table,
)

COLUMNS = CsvColumns(("day", "amount", "text"), optional=("text",))


def test_rows_carry_the_line_they_start_on(tmp_path: Path) -> None:
    rows = _read(tmp_path, 'day,amount,text\n2026-01-02,1.00,"two\nlines"\n\n2026-01-03,2.00,x\n')
    assert [(row.line, row.text("text")) for row in rows] == [(2, "two\nlines"), (5, "x")]


def test_columns_come_in_any_order_and_case(tmp_path: Path) -> None:
    (row,) = _read(tmp_path, "\ufeff Amount ,DAY\n 1.50 ,2026-01-02\n")
    assert row.amount("amount", 2) == 150
    assert row.optional("text") is None


@pytest.mark.parametrize(
    ("content", "column", "fault"),
    [
        ("day,amount,text,more\n", 4, "none of these"),
        ("day;amount;text\n", 1, "none of these"),
        ("2026-01-02,1.00,DE89370400440532013000\n", 1, "none of these"),
        ("day,amount,day\n", 3, "there twice"),
        ("day,text\n", "amount", "missing"),
        ("", "day", "missing"),
    ],
)
def test_a_wrong_header_is_reported(
    tmp_path: Path, content: str, column: int | str, fault: str
) -> None:
    with pytest.raises(BadHeader) as raised:
        _read(tmp_path, content)
    assert (raised.value.facts["column"], raised.value.facts["fault"]) == (column, fault)
    assert "DE89" not in str(raised.value)


def test_an_unquoted_comma_is_reported_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(WrongCellCount, match="line 3: there are 4 cells"):
        _read(tmp_path, "day,amount,text\n2026-01-02,1.00,a\n2026-01-03,1,00,b\n")


def test_an_open_quote_is_reported_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadCsv, match="line 2"):
        _read(tmp_path, 'day,amount,text\n2026-01-02,1.00,"open\n2026-01-03,1.00,b\n')


def test_another_encoding_is_reported(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes("day,amount,text\n2026-01-02,1.00,Café\n".encode("latin-1"))
    with pytest.raises(NotUtf8, match=r"t\.csv"):
        list(read_table(tmp_path / "t.csv", COLUMNS))


@pytest.mark.parametrize(
    "day", ["2026-02-30", "20260102", "2026-W01-1", "1/2/2026", "", "٢٠٢٦-٠١-٠٢"]
)
def test_a_date_is_iso_or_refused(day: str) -> None:
    with pytest.raises(BadCell, match="line 7, column day"):
        CsvRow("t.csv", 7, {"day": day}).day("day")


@pytest.mark.parametrize("amount", ["1,50", "1.505", "", "1" * 30])
def test_an_amount_is_exact_or_refused(amount: str) -> None:
    with pytest.raises(BadCell, match="line 7, column amount"):
        CsvRow("t.csv", 7, {"amount": amount}).amount("amount", 2)


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "\n=1", "＝1", "'=1", "''-1"]
)
def test_no_spreadsheet_takes_a_cell_for_a_formula(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("text", ["Coffee", "'quoted'", "", "1-2", "'"])
def test_other_text_is_written_as_it_is(text: str) -> None:
    assert harmless(text) == text


@given(st.text())
def test_harmless_text_is_restored(text: str) -> None:
    assert CsvRow("t.csv", 2, {"text": harmless(text)}).text("text") == text


def test_writing_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    write_table(file, COLUMNS, [("2026-01-02", "1.00", "old")])
    with pytest.raises(ZeroDivisionError):
        write_table(file, COLUMNS, ((str(1 // 0), "", "") for _ in range(3)))
    assert [row.text("text") for row in read_table(file, COLUMNS)] == ["old"]


@given(content=st.text(st.sampled_from('a,"\n\r\0 =é') | st.characters(), max_size=40))
def test_any_content_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: str
) -> None:
    file = tmp_path_factory.mktemp("csv") / "t.csv"
    file.write_bytes(f"day,amount,text\n{content}".encode("utf-8", "surrogatepass"))
    try:
        rows = list(read_table(file, COLUMNS))
    except CsvError:
        return
    assert all(len(row.cells) == 3 for row in rows)


def test_cells_that_are_huge_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadCsv):
        _read(tmp_path, f"day,amount,text\n2026-01-02,1.00,{'x' * (csv.field_size_limit() + 1)}\n")


def _read(folder: Path, content: str) -> list[CsvRow]:
    file = folder / "t.csv"
    file.write_text(content, encoding="utf-8", newline="")
    return list(read_table(file, COLUMNS))


@pytest.mark.parametrize(
    ("cell", "mark", "minor"),
    [
        ("1.234,56", ",", 123456),
        ("1\u202f234,56 €", ",", 123456),
        ("1,23,456.78", ".", 12345678),
        ("1’234.50", ".", 123450),
        ("-42.000000000000", ".", -4200),
        ("(42.00)", ".", -4200),
        ("42,00-", ",", -4200),
        ("− 42.00", ".", -4200),
        ("-$1,042.00", ".", -104200),
        ("42.00 DR", ".", -4200),
        ("42,00 H", ",", 4200),
        (".50", ".", 50),
        ("1.234", ",", 123400),
        ("1.234", ".", None),  # a third decimal that the currency does not have
        ("42.00", ",", None),  # no group of two digits
        ("12,34,567", ",", None),
        ("00042", ".", None),  # a number that counts
        ("(42.00", ".", None),
        ("-42.00-", ".", None),
        ("ref 12", ".", None),
        ("99999999999999999", ".", None),
    ],
)
def test_an_amount_is_read_under_its_decimal_mark_or_not_at_all(
    cell: str, mark: str, minor: int | None
) -> None:
    assert minor_of(cell, mark, 2) == minor


@pytest.mark.parametrize(
    ("cell", "days"),
    [
        ("2025-01-03T00:00:00+01:00", {"ymd": "2025-01-03"}),
        ("03/01/2025 10:22", {"dmy": "2025-01-03", "mdy": "2025-03-01"}),
        ("03.01.25", {"dmy": "2025-01-03", "mdy": "2025-03-01", "ymd": "2003-01-25"}),
        ("13/01/2025", {"dmy": "2025-01-13"}),
        ("20250103", {"ymd": "2025-01-03"}),
        ("3 Jan 2025", {"named": "2025-01-03"}),
        ("Jan 3, 2025", {"named": "2025-01-03"}),
        ("3. März 2025", {"named": "2025-03-03"}),
        ("30/02/2025", {}),
        ("20-20-15 55555555", {}),
        ("12.50", {}),
    ],
)
def test_a_day_is_read_in_each_order_that_it_allows(cell: str, days: dict[str, str]) -> None:
    read = {order: day_of(cell, order) for order in ORDERS}

    assert {order: str(day) for order, day in read.items() if day} == days
