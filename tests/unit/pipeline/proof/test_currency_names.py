"""Every currency is known by its code, sign or name, and none by a word of running text."""

from __future__ import annotations

import pytest
from iso4217 import Currency

from db.errors import TieoutError
from db.money import exponent_of
from fixtures.languages.files import read_languages
from pipeline.proof.currency import printed_currency
from pipeline.proof.tables.languages import currency_names, tables
from pipeline.proof.tables.phrases import phrase_book
from tests.support.typewritten import read, rows


def _is_money(code: str) -> bool:
    try:
        return exponent_of(code) >= 0
    except TieoutError:
        return False  # gold, and codes for tests


ENGLISH = read_languages()["en"].cldr["currencies"]
#: Without a name of their own: CLDR has "Venezuelan bolívar" of two.
BY_CODE = {"CHE", "USN", "VES"}
#: All of ISO 4217 but one that CLDR does not have.
CODES = sorted({each.code for each in Currency if _is_money(each.code)} - {"XAD"})
#: Codes that are known behind a label, or at every figure alone.
LABELLED = sorted(set(CODES) & tables()["labelled"].keys())


def printed(*beside: str, money: str = "5.00") -> str | None:
    figures = [figure for row in rows(money) for figure in row.figures]
    code, conflict = printed_currency(rows("\n".join((*beside, "Fee"))), (), figures, False)
    assert conflict == ""
    return code


#: Codes that are words of statements: "mga bayad" of the Philippines, "saldo ved" of Norway.
WORDS = {"ALL", "MGA", "VED"}


@pytest.mark.parametrize("code", [code for code in CODES if code not in BY_CODE])
def test_every_currency_is_known_by_an_english_name_behind_its_label(code: str) -> None:
    assert code in {printed(f"Currency   {name}") for name in ENGLISH[code]}


@pytest.mark.parametrize("code", [code for code in CODES if code not in WORDS])
def test_every_code_is_known_behind_its_label(code: str) -> None:
    wanted = {"RUR": "RUB"}.get(code, code)
    assert printed(f"Currency: {code}") == wanted
    assert printed(f"Currency      {code}   Page 2") == wanted


@pytest.mark.parametrize("code", [*LABELLED, "ALL"])
def test_a_code_that_may_be_a_word_tells_nothing_elsewhere(code: str) -> None:
    for line in (code, f"Paid   {code}", f"****1234 {code}", f"Opening balance in {code}",
                 f"Currency fees {code}", f"Currency {code} accounts"):  # fmt: skip
        assert printed(line) is None, line
    assert printed("Fee", money=f"Total {code} 5.00\nPaid 6.00") is None


def test_all_behind_a_label_is_no_albanian_money() -> None:
    assert printed("Currency: ALL") is None
    assert printed("Currency: Albanian lek") == "ALL"


@pytest.mark.parametrize(
    "line",
    ["Currency exchanges in real time", "Currency: dollar", "Currency: pound", "Currency: won",
     "Currency: peso", "Currency   Amount", "Paid in rand and lev", "Currency: krona",
     "Real estate", "Leu Bank", "Currency: franc", "Currency: shilling"],
)  # fmt: skip
def test_a_word_of_several_currencies_or_of_running_text_tells_nothing(line: str) -> None:
    assert printed(line) is None


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Währung: Schwedische Krone", "SEK"),
        ("Valiuta   JAV doleris", "USD"),
        ("Gjaldmiðill: íslensk króna", "ISK"),
        ("Devise: franc suisse", "CHF"),
        ("Waluta rachunku: złoty polski", "PLN"),
        ("通貨: 日本円", "JPY"),
        ("All amounts in US dollars", "USD"),
        ("Currency: (Georgian lari)", "GEL"),
        ("Currency: Ksh", "KES"),
        ("Currency: ksh", None),
    ],
)
def test_a_name_is_known_in_every_language(line: str, code: str | None) -> None:
    assert printed(line) == code


@pytest.mark.parametrize(("sign", "code"), [("₾", "GEL"), ("₸", "KZT"), ("₡", "CRC"), ("֏", "AMD")])
def test_a_sign_of_its_own_tells_a_currency_at_a_figure(sign: str, code: str) -> None:
    assert printed(money=f"{sign}5.00") == printed(money=f"5.00 {sign}") == code


def test_no_name_of_a_currency_is_a_word_of_statements() -> None:
    assert [name for name in currency_names() if phrase_book().meanings(name)] == []


PAGE = """
    Northgate Bank
    Current account statement
    {label}
    Statement period 01/03/2025 to 31/03/2025

    Date              Description              Paid out       Paid in        Balance
    Opening balance                                                          {at}100.00
    03/03/2025        Acme Ltd               {at}10.00                       {at}90.00
    04/03/2025        J Smith                {at}20.00                       {at}70.00
    Closing balance                                                          {last}70.00
    """


def currency_of_page(label: str, at: str, last: str) -> tuple[str, str | None]:
    (draft,) = read(PAGE.format(label=label, at=at, last=last)).statements
    facts = draft.proof.facts if draft.proof else None
    return draft.status.value, facts.currency if facts else None


def test_a_code_that_may_be_a_word_counts_where_it_stands_at_every_figure() -> None:
    assert currency_of_page("", "TZS ", "TZS ") == ("proven", "TZS")
    assert currency_of_page("", "TZS ", "    ") == ("proven", None)


def test_a_code_at_every_figure_contradicts_another_behind_a_label() -> None:
    assert currency_of_page("Currency: USD", "TZS ", "TZS ") == ("unproven", None)
