"""Which words are cited for a statement's number and its period."""

import pytest

from tests.support.typewritten import month_page, only, printed, read, words_at

PRINTED = printed("citing_facts")


def cited(*texts: str) -> list[tuple[str, str]]:
    """The number and the first day of each statement."""
    found = []
    for draft in read(*texts).statements:
        assert draft.witness is not None
        number, period = draft.witness.number, draft.witness.period
        days = (period.first, period.last) if period else (None, None)
        found.append((words_at(draft, number.value if number else None), words_at(draft, days[0])))
    return found


def test_each_statement_of_a_document_cites_its_own_number() -> None:
    assert cited(month_page(900, "14"), month_page(700, "14", number="8765 4321")) == [
        ("1234 5678", "01/06/2025"), ("8765 4321", "01/06/2025"),
    ]  # fmt: skip


def test_a_number_that_only_the_first_page_prints_is_that_of_the_second_as_well() -> None:
    first, second = month_page(900, "14"), month_page(845, "14", month="07", number="")
    assert [number for number, _ in cited(first, second)] == ["1234 5678", "1234 5678"]


def test_a_number_is_offered_with_its_banks_code_as_well() -> None:
    (draft,) = read(month_page(900, "14", number="123456789 /0800")).statements
    numbers = [each.number.value if each.number else None for each in draft.witnesses]
    assert [words_at(draft, each) for each in numbers] == ["123456789", "123456789 /0800"]


@pytest.mark.parametrize(
    ("amount", "balance", "cited"),
    [
        ("£", "£", "£"),
        ("", "R$", "R$"),
        ("", "(£)", "(£)"),
        ("(kr)", "(kr)", "(kr)"),
        ("", "", ""),
        ("£", "€", ""),
    ],
    ids=["both", "one", "in brackets", "of letters", "none", "two currencies"],
)
def test_a_sign_in_the_tables_head_is_cited_as_the_currency(
    amount: str, balance: str, cited: str
) -> None:
    text = f"""
        Date         Description          Amount {amount:4} Balance {balance}
                     Opening balance                   25.00
        03/03/2025   Tea                  -5.00        20.00
        04/03/2025   Salary               20.00        40.00
                     Closing balance                   40.00
        """
    draft = only(read(text))
    currency = draft.witnesses[0].currency
    assert words_at(draft, currency.value if currency else None) == cited


@pytest.mark.parametrize(
    ("kind", "column", "text", "cited"),
    [
        ("", "   ", "Tekno Sdn BHD", (None, "")),
        ("Account type: ALL", "CNY", "Tea", ("CNY", "CNY")),
    ],
    ids=["a company", "a column"],
)
def test_a_currency_is_in_a_column_of_all_lines_and_not_in_their_texts(
    kind: str, column: str, text: str, cited: tuple[str | None, str]
) -> None:
    page = f"""
        {kind}
        Date         Currency   Description          Amount       Balance
                                Opening balance                     25.00
        03/03/2025   {column}        Transfer              -5.00       20.00
                                {text}
        04/03/2025   {column}        Transfer              20.00       40.00
        05/03/2025   {column}        Transfer              -1.00       39.00
        """
    draft = only(read(page))
    currency = draft.witnesses[0].currency
    assert (draft.currency, words_at(draft, currency.value if currency else None)) == cited


@pytest.mark.parametrize(("sign", "cited"), [("", "EUR"), ("$", "")])
def test_a_currency_without_a_label_is_not_cited_beside_balances_with_a_sign(
    sign: str, cited: str
) -> None:
    text = f"""
        EUR
        Date         Description          Amount
                     Opening balance      {sign}25.00
        03/03/2025   Tea                  {sign}5.00
                     Closing balance      {sign}30.00
        """
    draft = only(read(text))
    currency = draft.witnesses[0].currency
    assert words_at(draft, currency.value if currency else None) == cited


def test_a_sign_of_letters_at_the_balances_keeps_another_currency_from_being_taken() -> None:
    text = PRINTED["a sign of letters at the balances"]
    draft = only(read(text))
    assert (draft.currency, draft.witnesses[0].currency) == (None, None)


@pytest.mark.parametrize(
    ("small_print", "cited"),
    [
        ("Cash withdrawals are free up to 800 € a month.", "€"),
        ("Your agreed overdraft of EUR 500 costs 11 % a year.", "EUR"),
        ("Our partners take GBP as well as EUR.", ""),
        ("Our branch is at R DE MOURA 14.", ""),
        ("Our partners take $ as well as EUR.", ""),
        ("Your agreed overdraft of 500 Euro costs 11 % a year.", "Euro"),
        ("All sums are in your books; try our app for all of them.", ""),
        ("Ved spørsmål ring oss.", ""),
    ],
)
def test_the_one_currency_in_small_print_is_cited_which_contradicts_another(
    small_print: str, cited: str
) -> None:
    text = f"""
        Date         Description          Amount     Balance
                     Opening balance                   25.00
        03/03/2025   Tea for USD           -5.00       20.00
        04/03/2025   Salary                20.00       40.00
                     Closing balance                   40.00
        {small_print}
        """
    currency = only(read(text)).witnesses[0].currency
    assert words_at(only(read(text)), currency.value if currency else None) == cited


_HEADED = PRINTED["headed"]


@pytest.mark.parametrize(
    ("head", "currency", "words"),
    [
        ("DIVISA: EUROS", "EUR", "EUROS"),
        ("Währung Euro", "EUR", "Euro"),
        ("Valuta rapporto: EURO     Filiale: Torino", "EUR", "EURO"),
        ("Döviz Cinsi: TL", "TRY", "TL"),
        ("Currency  Naira", "NGN", "Naira"),
        ("EUR-Konto", "EUR", "EUR-Konto"),
        ("Kontowährung:CHF", "CHF", "Kontowährung:CHF"),
        ("EUR/USD exchange", None, ""),
        ("Pay with euros or with USD at the desk", None, ""),
    ],
)
def test_a_currency_is_named_in_words_behind_its_label_or_a_colon(
    head: str, currency: str | None, words: str
) -> None:
    draft = only(read(_HEADED.format(head=head)))
    fact = draft.witnesses[0].currency
    assert (draft.currency, words_at(draft, fact.value if fact else None)) == (currency, words)


def test_a_sign_in_brackets_in_the_tables_head_is_the_likeliest_currency() -> None:
    draft = only(read(_HEADED.format(head="").replace("Amount ", "Paid(€)")))
    assert draft.currency == "EUR"


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("IBAN: DE89 3704 0044\n          0532 0130 00", "DE89 3704 0044 0532 0130 00"),
        (
            "                    Account 61 1050 1214 9000 4418\n    12 Mill Lane\n"
            "                                7731",
            "61 1050 1214 9000 4418 7731",
        ),
        ("Account 61 1050 1214\n            7731 0022 0101", "61 1050 1214"),
        ("Account 61 1050 1214\n                7731", "61 1050 1214"),
        ("Account number 2700441877/2010", "2700441877"),
        ("Account number 0230 44187731.40", ""),
        ("Account 61 1050 1214\n    Sheet   3 of 9", "61 1050 1214"),
        ("Account    61 1050 1214\n    Sheet      3", "61 1050 1214"),
    ],
    ids=[
        "IBAN",
        "with a street between",
        "as long",
        "elsewhere",
        "a bank's code",
        "more digits",
        "a sentence below",
        "with a label of its own",
    ],
)
def test_a_number_is_cited_whole_or_not_at_all(head: str, words: str) -> None:
    draft = only(read(_HEADED.format(head=head)))
    fact = draft.witnesses[0].number
    assert words_at(draft, fact.value if fact else None) == words


@pytest.mark.parametrize(
    ("head", "numbers"),
    [
        ("Kontonummer 0532013000, DE89 3704 0044 0532 0130 00", ["0532013000,"]),
        (
            "IBAN CH93 0076 2011 6238 5295 7\n        Konto 25-9876-5",
            ["CH93 0076 2011 6238 5295 7", "25-9876-5"],
        ),
        (
            "No. de Cuenta 1504471288\n        CLABE 012180015044712880",
            ["012180015044712880", "1504471288"],
        ),
        ("IBAN LT06 3250 0447 1288 0447", ["LT06 3250 0447 1288 0447"]),
        (
            "RIB 30004 00821 00044187731 45",
            ["30004 00821 00044187731 45", "30004 00821 00044187731"],
        ),
        (
            "Compte de Dépôt en euros n° 44120075301   ouvert\n"
            "        IBAN : FR76 1780 6004 4144 1200 7530 118",
            ["FR76 1780 6004 4144 1200 7530 118", "44120075301"],
        ),
    ],
    ids=[
        "on one row",
        "not alike",
        "within a longer one",
        "the same end twice",
        "before a key",
        "behind other words",
    ],
)
def test_all_numbers_that_labels_name_are_offered(head: str, numbers: list[str]) -> None:
    draft = only(read(_HEADED.format(head=head)))
    facts = [each.number for each in draft.witnesses]
    assert [words_at(draft, fact.value if fact else None) for fact in facts] == numbers


def test_a_number_within_the_iban_is_offered_as_well() -> None:
    head = "Account number 0532013000      IBAN DE89 3704 0044 0532 0130 00"
    same = only(read(_HEADED.format(head=head)))
    assert len(same.witnesses) == 1  # it ends alike
    head = "Account number 370400440532    IBAN DE89 3704 0044 0532 0130 00"
    draft = only(read(_HEADED.format(head=head)))
    facts = [each.number for each in draft.witnesses]
    assert [words_at(draft, fact.value if fact else None) for fact in facts] == [
        "DE89 3704 0044 0532 0130 00", "370400440532",
    ]  # fmt: skip


def test_a_mark_of_a_debit_is_no_currencys_sign() -> None:
    page = """
        No. ******4417   IDR
        Tarikh       Huraian             Amaun       Baki
                     Baki lepas                      11.98 DT
        25/10/2016   Faedah              8.57 DT     20.55 DT
        01/11/2016   Caj             1,652.59 DT  1,673.14 DT
        10/11/2016   Gaji            5,105.09 KT  3,431.95 KT
                     Baki akhir                   3,431.95 KT
        """
    draft = only(read(page))
    assert draft.witness is not None
    assert draft.witness.currency is not None
    assert words_at(draft, draft.witness.currency.value) == "IDR"


def test_the_days_behind_an_accounts_number_and_currency_are_cited_as_the_period() -> None:
    head = "Livret A 00044179911 EUR Relevé annuel du 01/01/2025 au 31/12/2025"
    draft = only(read(_HEADED.format(head=head)))
    period = draft.witnesses[0].period
    assert period is not None
    assert [words_at(draft, day) for day in (period.first, period.last)] == [
        "01/01/2025", "31/12/2025",
    ]  # fmt: skip
