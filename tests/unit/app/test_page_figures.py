"""Money as pages show it, and as it is typed back."""

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.table import Table
from rich.text import Text

from app.cli.main import run
from app.cli.output import TableColumn, console_class, emit_json, note, say, show, table
from app.texts.language import catalogue, spoken
from app.texts.sentences import fact_text, money_text, period_text
from app.web.forms import plain_amount
from db.errors import TieoutError
from db.text import escaped_in_json, one_line, visible
from tests.support.shown import acts


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        ("1234567.89", "1,234,567.89"),
        ("-999.00", "-999.00"),
        ("-342024", "-342,024"),
        ("1204.883", "1,204.883"),
        ("0.00", "0.00"),
    ],
)
def test_digits_stand_in_threes_and_no_decimal_is_lost(amount: str, said: str) -> None:
    with speaking("en"):
        assert money_text(Decimal(amount)) == said
        assert plain_amount(said) == amount


@pytest.mark.parametrize(
    ("code", "amount", "change", "month"),
    [
        ("en", "8,420.00", "2026-06-28 -1,800.00 EUR Rent 1.50", "2026-06"),
        ("de", "8.420,00", "28.06.2026 -1.800,00 EUR Rent 1.50", "06.2026"),
        ("fr", "8\u202f420,00", "28/06/2026 -1\u202f800,00 EUR Rent 1.50", "06/2026"),
        ("es", "8.420,00", "28/06/2026 -1.800,00 EUR Rent 1.50", "06/2026"),
    ],
)
def test_each_language_writes_and_reads_money_and_days_in_its_own_way(
    code: str, amount: str, change: str, month: str
) -> None:
    with speaking(code):
        assert money_text(Decimal("8420.00")) == amount
        assert fact_text("2026-06-28 -1800.00 EUR Rent 1.50") == change
        assert (fact_text("1800.00"), fact_text("Rent")) == (change.split(" ")[1][1:], "Rent")
        assert period_text(date(2026, 6, 1), date(2026, 6, 30)) == month
        assert plain_amount(amount) == plain_amount("8420.00") == "8420.00"


def test_a_terminal_writes_them_as_programs_do() -> None:
    assert money_text(Decimal("8420.00")) == "8420.00"


@contextmanager
def speaking(code: str) -> Iterator[None]:
    token = spoken.set(catalogue(code))
    try:
        yield
    finally:
        spoken.reset(token)


def test_amounts_beside_each_other_stay_several() -> None:
    with speaking("en"):
        assert plain_amount("-30.00, -24.30") == "-30.00, -24.30"
        assert plain_amount("-1,030.00 -2,024.30") == "-1030.00 -2024.30"


EVIL = "\x1b[31mred\x1b]0;title\x07 \u202eleft\u2066 a\u200bb\u2028c \x9b2J \U000e0041 \ud83d \x7f"
SHOWN = "␛[31mred␛]0;title␇ \\u202eleft\\u2066 a\\u200bb\\u2028c \\u009b2J \\U000e0041 \\ud83d ␡"


class Evil(TieoutError):
    """There is nothing in {file}. Look at {count} more."""

    code = "evil"


def test_it_is_written_out_and_words_of_any_script_stay_as_they_are() -> None:
    assert visible(EVIL) == SHOWN
    plain = "Café Zürich 日本語 שלום عربي ₹ − “quoted”\n\ttab"
    assert visible(plain) == plain
    assert one_line("two\nlines\t.") == "two␊lines␉."


@given(st.text(st.characters(exclude_categories=())))
def test_whatever_the_text_nothing_of_it_acts(text: str) -> None:
    assert not acts(visible(text)) - {"\t"}
    assert visible(visible(text)) == visible(text)
    assert not acts(one_line(text))
    assert "\n" not in one_line(text)


@given(st.text(st.characters(exclude_categories=())))
def test_json_says_the_same_without_it(text: str) -> None:
    written = escaped_in_json(json.dumps({"name": text}, ensure_ascii=False))
    assert not acts(written)
    assert json.loads(written) == {"name": text}


def test_an_errors_sentence_names_a_file_in_one_line() -> None:
    error = Evil(file="a\x1b[31m\nb\u202e.pdf", count=3)
    assert error.message() == "There is nothing in a␛[31m␊b\\u202e.pdf. Look at 3 more."


def test_every_way_to_the_terminal_shows_it_and_none_obeys(
    capsys: pytest.CaptureFixture[str],
) -> None:
    nested = Table()
    nested.add_column(EVIL)
    nested.add_row(Text(EVIL, style="red"))
    columns = [TableColumn("what")]
    show(lambda _width: [EVIL, Text(EVIL), table(columns, [[EVIL], [Text(EVIL)]]), nested])
    say(EVIL)
    note(EVIL)
    emit_json({EVIL: [EVIL]})
    captured = capsys.readouterr()
    assert not acts(captured.out) | acts(captured.err)
    assert "\\u202eleft" in captured.out
    assert captured.err == SHOWN + "\n"


def test_a_terminals_own_colours_are_kept() -> None:
    out = io.StringIO()
    terminal = console_class()(
        file=out, width=80, force_terminal=True, color_system="standard", no_color=False
    )
    terminal.print(Text("\x1b[31mname", style="bold"))
    assert out.getvalue().count("\x1b") >= 1
    assert "␛[31mname" in out.getvalue()


@pytest.mark.parametrize(
    "arguments",
    [["read", "no\x1b[31m\u202e.pdf"], ["im\x1b[31m\u202eport"], ["review", "\x1b[31m\u202e4"]],
)
def test_a_wrong_call_is_quoted_harmlessly(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) != 0
    captured = capsys.readouterr()
    assert not acts(captured.out) | acts(captured.err)
    assert "u202e" in captured.err
