"""Which words are cited for a statement's number and its period."""

import pytest

from tests.support.typewritten import month_page, only, read, words_at


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


@pytest.mark.parametrize(
    ("amount", "balance", "cited"),
    [("£", "£", "£"), ("", "R$", "R$"), ("", "", ""), ("£", "€", "")],
    ids=["both", "one", "none", "two currencies"],
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
