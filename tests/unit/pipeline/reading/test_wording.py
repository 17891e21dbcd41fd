"""Words that are no phrases: within a text, and single ones."""

import re

import pytest

from db.words import OtherDocument
from fixtures.languages.compiling import OTHERS
from pipeline.reading.facts.kind import titled
from pipeline.reading.lexing.phrases import (
    PhraseBook,
    marks,
    one_of,
    phrase_book,
    single,
    squeeze,
    tables,
    within,
)
from tests.support.typewritten import hypothesis, in_short, only, read


@pytest.mark.parametrize(
    ("meaning", "text", "found"),
    [
        ("bank", "Boerenleenbank Salland", True),
        ("bank", "SKOGSBANKEN AB", True),
        ("bank", "Bankside Garage", False),
        ("bank", "港燈銀行", True),
        ("product", "Girokonto Komfort", True),
        ("product", "Kontoauszug", False),
        ("card", "Carte ****1234", True),
        ("no_bank", "Bank transfers", True),
        ("no_bank", "Your Bank", True),
        ("no_bank", "Yourkshire Bank", False),
    ],
)
def test_a_word_is_found_within_a_text_whole_unless_it_may_be_a_part(
    meaning: str, text: str, found: bool
) -> None:
    assert bool(within(meaning).search(text)) is found


def test_single_words_are_told_by_their_letters() -> None:
    assert {"au", "tm", "hanggang"} <= single("to")
    assert "twoj" in single("lead")


def test_of_single_words_the_longest_is_tried_first() -> None:
    assert re.match(one_of("to"), "totenmet")[0] == "totenmet"  # type: ignore[index]


def test_every_meaning_has_words() -> None:
    without = [(group, m) for group, each in OTHERS.items() for m in each if not tables()[group][m]]

    assert without == []


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        (["Harbour Tools Ltd", "INVOICE No. 2031", "3 hammers 12.50"], OtherDocument.INVOICE),
        (["Rechnung Nr. 12"], OtherDocument.INVOICE),
        (["Quittung"], OtherDocument.RECEIPT),
        (["Mietvertrag"], OtherDocument.CONTRACT),
        (["Bulletin de paie"], OtherDocument.PAYSLIP),
        (["Dear customer,"], OtherDocument.LETTER),
        (["請求書"], OtherDocument.INVOICE),
    ],
)
def test_a_title_names_the_type(lines: list[str], kind: OtherDocument) -> None:
    assert titled(lines) is kind


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["Please pay the invoice that you were sent"],
        ["Invoice", "Receipt"],
        ["Some text"] * 12 + ["Invoice"],
    ],
)
def test_what_is_not_plain_has_none(lines: list[str]) -> None:
    assert titled(lines) is None


COLUMNS = """
    Statement period 01/03/2025 to 31/03/2025

    Date         Description              Paid out     Paid in      Balance
                 Opening balance                                     100.00
    01/03/2025   Acme Ltd                             2,000.00     2,100.00
    17/03/2025   J Smith                    950.00                 1,150.00
    31/03/2025   Corner shop                  5.00                 1,145.00
                 Closing balance                                   1,145.00

    {advert}
    """
SIGNED = """
    Statement period 01/03/2025 to 31/03/2025

    Date         Description                Amount      Balance
                 Opening balance                         100.00
    01/03/2025   Acme Ltd                 2,000.00     2,100.00
    17/03/2025   J Smith                   -950.00     1,150.00
    31/03/2025   Corner shop                 -5.00     1,145.00
                 Closing balance                       1,145.00

    {advert}
    """
TRUE = ["2025-03-01 200000", "2025-03-17 -95000", "2025-03-31 -500"]
ADVERTS = [
    "Personal loan from 5.9% APR",
    "Ask about our home loan and mortgage account offers",
    "Apply for a credit card: credit limit up to 5,000",
    "Our credit card has a minimum payment and a credit limit",
]


@pytest.mark.parametrize("page", [COLUMNS, SIGNED], ids=["columns", "signed"])
@pytest.mark.parametrize("advert", ADVERTS)
def test_an_advert_turns_no_sign_of_an_account(page: str, advert: str) -> None:
    draft = only(read(page.format(advert=advert)))
    assert ([in_short(line) for line in draft.lines], draft.status) == (TRUE, "proven")
    assert hypothesis(draft, "side") == ("money", "assumed")


BOOK = PhraseBook(
    {
        "columns": {"debit": ["Débit", "money out"], "balance": ["balance", "余额"]},
        "labels": {"opening": ["opening balance"]},
    }
)


def test_case_accents_spaces_and_punctuation_do_not_matter() -> None:
    assert squeeze("Débit (€)") == squeeze("DEBIT") == "debit"
    assert squeeze("İŞLEM Tarihi") == squeeze("islem tarıhı")
    assert squeeze("Zażółć") == "zazołc".replace("ł", "l")


def test_the_longest_phrase_wins() -> None:
    (hit,) = BOOK.find(["Opening", "balance"])
    assert (hit.group, hit.meaning, hit.first, hit.last) == ("labels", "opening", 0, 1)


def test_a_phrase_may_be_spread_over_words_or_squeezed_into_one() -> None:
    assert [hit.meaning for hit in BOOK.find(["M", "oney", "Out"])] == ["debit"]
    assert [hit.meaning for hit in BOOK.find(["MoneyOut"])] == ["debit"]


def test_a_phrase_within_a_longer_latin_word_is_not_one() -> None:
    assert BOOK.find(["debited"]) == []


def test_a_script_without_spaces_is_searched_within_words() -> None:
    assert [hit.meaning for hit in BOOK.find(["账户余额人民币"])] == ["balance"]


def test_a_text_that_is_a_whole_phrase_has_its_meanings() -> None:
    assert BOOK.meanings("BALANCE:") == (("columns", "balance"),)
    assert BOOK.meanings("balance sheet") == ()


def test_every_language_of_the_vocabulary_names_debit_and_credit() -> None:
    pairs = (
        "Paid out/Paid in", "Soll/Haben", "Débit/Crédit", "Cargo/Abono", "Saídas/Entradas",
        "Dare/Avere", "Af/Bij", "Obciążenia/Uznania", "Borç/Alacak", "Расход/Приход",
        "Pengeluaran/Kemasukan", "支出/收入", "出金/入金",
    )  # fmt: skip
    for pair in pairs:
        out, into = pair.split("/")
        assert ("columns", "debit") in phrase_book().meanings(out), out
        assert ("columns", "credit") in phrase_book().meanings(into), into


def test_marks_say_which_way_the_money_goes() -> None:
    assert {marks()[mark] for mark in ("cr", "h", "bij", "кт", "贷")} == {1}
    assert {marks()[mark] for mark in ("dr", "s", "af", "дт", "借")} == {-1}


TOP = """
    Account number 1234 5678
    Statement period 01/03/2025 to 31/03/2025
    Opening balance 500.00
    {rows}
    Closing balance 795.00
    """
LINES = """
    Date          Description                    Amount
    03/03/2025    Coffee                          -5.00
    05/03/2025    Salary                        1000.00
    17/03/2025    Rent                          -700.00
    """
HABITS = {
    "day and month in two columns": """
    Day    Month     Description                 Amount
    03     03        Coffee                       -5.00
    05     03        Salary                     1000.00
    17     03        Rent                       -700.00
    """,
    "month and day in two columns": """
    Month      Day   Description                 Amount
    Mar        03    Coffee                       -5.00
    Mar        05    Salary                     1000.00
    Mar        17    Rent                       -700.00
    """,
    "day and month under heads that say nothing": """
    J      M         Description                 Amount
    03     03        Coffee                       -5.00
    05     03        Salary                     1000.00
    17     03        Rent                       -700.00
    """,
    "days under a weekday of two words": """
    segunda-feira, 3 de março
         Coffee                                   -5.00
    quarta-feira, 5 de março
         Salary                                 1000.00
    segunda-feira, 17 de março
         Rent                                   -700.00
    """,
    "two tables side by side": """
    Date    Description     Amount        Date    Description    Amount
    03/03   Coffee           -5.00        17/03   Rent          -700.00
    05/03   Salary         1000.00
    """,
    "money in beside money out": """
    Withdrawals                           Deposits
    Date    Description     Amount        Date    Description    Amount
    03/03   Coffee            5.00        05/03   Salary        1000.00
    17/03   Rent            700.00
    """,
    "status in a column": """
    Date          Description      Status        Amount
    03/03/2025    Coffee           Booked         -5.00
    05/03/2025    Salary           Booked       1000.00
    17/03/2025    Rent             Booked       -700.00
    30/03/2025    Hotel            Declined      -80.00
    """,
    "status below": """
    Date          Description                    Amount
    03/03/2025    Coffee                          -5.00
    05/03/2025    Salary                        1000.00
                  Booked
    17/03/2025    Rent                          -700.00
    30/03/2025    Hotel                          -80.00
                  Declined
    """,
}
EXCLUDED = "30/03/2025    Hotel                          -80.00"


@pytest.mark.parametrize("rows", HABITS.values(), ids=HABITS)
def test_the_three_lines_are_read_and_proven(rows: str) -> None:
    draft = only(read(TOP.format(rows=rows)))
    assert sorted(in_short(line) for line in draft.lines) == [
        "2025-03-03 -500", "2025-03-05 100000", "2025-03-17 -70000",
    ]  # fmt: skip
    assert draft.status == "proven"


@pytest.mark.parametrize(
    "heading", ["Declined", "Reserverade belopp (ej bokförda)", "Savings account"]
)
def test_rows_under_a_heading_that_excludes_them_are_no_lines(heading: str) -> None:
    """Nor where the page prints no closing balance that the lines above lead to."""
    page = TOP.format(rows=f"{LINES.strip()}\n    {heading}\n    {EXCLUDED}")
    for each in (page, page.replace("Closing balance 795.00", "")):
        assert len(only(read(each)).lines) == 3


def test_rows_below_the_closing_balance_that_the_lines_lead_to_are_no_lines() -> None:
    end = "Closing balance                              795.00"
    page = TOP.replace("Closing balance 795.00", "").format(rows=f"{LINES.strip()}\n    {end}")
    assert len(only(read(f"{page}    What is to come\n    {EXCLUDED}")).lines) == 3


@pytest.mark.parametrize("amount", ["7.09", "10.11"])
@pytest.mark.parametrize("day", ["05.03.2025", "05.03"])
def test_an_amount_right_behind_a_day_is_no_second_day(day: str, amount: str) -> None:
    rows = f"Date          Amount  Description\n    {day:12}{amount:>8}  Tea"
    last = day.replace("05", "06", 1)
    rows += f"\n    {last:12}{'45.80':>8}  Salary"
    draft = only(read(TOP.format(rows=rows)))
    assert [line.amount for line in draft.lines] == [round(float(amount) * 100), 4580]
