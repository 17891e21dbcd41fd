"""Words that say that amounts are thousands or millions, and words that only sound like them."""

from __future__ import annotations

import pytest

from pipeline.proof.multiples import says_multiple
from tests.support.typewritten import only, read, rows

SAID = """
All amounts in thousands of USD
(in '000)
Beträge in TEUR
Amounts in £000
USD '000
Montants en milliers d'euros
Importes en miles de euros
(in thousands)
Figures in millions
Kwoty w tys. zł
金額單位：千元
単位：千円
(단위: 천원)
หน่วย: พันบาท
In Tausend EUR
Rs. in lakhs
(₹ in lacs)
Valores em milhares de reais
Importi in migliaia di euro
bedragen in duizenden euro's
Belopp i tkr
Amount (k)
Balance (m)
Amount EUR k
Amounts (EUR m)
Суммы в тыс. руб.
Montants exprimés en k€
Paid in (£'000)
Thousands of euros
EUR thousands
x 1.000
(x € 1.000)
in 1.000 EUR
in €1,000
i hele tusen kroner
v tisících Kč
Adatok ezer Ft-ban
Bin TL
tuhansina euroina
dalam ribuan rupiah
Đơn vị: triệu đồng
R$ mil
000s omitted
USD (thousands)
Thousands: dollars
Amounts in thousands, dollars and cents apart
Amounts shown in thousands of Canadian dollars
Amounts in billions
in GBP bn
Amounts in pence
Beträge in Cents
in hundreds of pounds
All amounts in 1,000s
Amounts times 1,000
Multiply by 1,000
Amounts in k
en K euros
(in T EUR)
Werte in T-EUR
GBP k
£ k
הסכומים באלפי ש"ח
المبالغ بآلاف الريالات
"""
NOT_SAID = """
Access thousands of ATMs worldwide
Join 2 million customers
Loans up to 50 thousand euros
Save thousands of pounds a year
Protected up to £85,000
Prêt jusqu'à 50 k€
Jetzt 10.000 EUR Kredit
Deposits in USD 1,000
10万元まで
Earn 2 miles per dollar
Miles balance 12,000
Sort code 20-00-00
(k) the fee of a card
Join 2 (m)
Ref 000
Trusted in thousands of shops
Raise your limit by 1,000
Vitamin K
Calls cost 30 pence
Save hundreds of pounds a year
Model T
Ahorra miles de euros al año
One of those who save and spend and earn and give in thousands of euros
"""


@pytest.mark.parametrize("text", SAID.strip().splitlines())
def test_a_row_says_that_amounts_are_multiples(text: str) -> None:
    assert says_multiple(rows(text)[0])


@pytest.mark.parametrize("text", NOT_SAID.strip().splitlines())
def test_a_row_of_other_words_does_not(text: str) -> None:
    assert not says_multiple(rows(text)[0])


PAGE = """
Northgate Bank
Statement period 1 March 2025 to 31 March 2025
{above}
Date          Details                        Paid out       Paid in       Balance
{under}
              Opening balance                                               500.00
03 Mar 2025   Grocery Store                    100.00                       400.00
              {text}
20 Mar 2025   Salary                                       1,900.00       2,300.00
              Closing balance                                             2,300.00
{below}
"""
WORDS = "All amounts in thousands of USD"


@pytest.mark.parametrize(
    ("place", "proven"),
    [("", True), ("above", False), ("under", False), ("below", False), ("text", True)],
)
def test_a_statement_in_thousands_is_not_proven(place: str, proven: bool) -> None:
    said = dict.fromkeys(("above", "under", "text", "below"), "") | {place: WORDS}
    assert (only(read(PAGE.format(**said))).status == "proven") is proven


def test_the_documents_front_speaks_for_every_statement() -> None:
    one = PAGE.format(above="Account number 11112222", under="", text="", below="")
    two = PAGE.format(above="Account number 33334444", under="", text="", below="")
    for front, proven in (("", [True, True]), (WORDS, [False, False])):
        found = read(f"{front}\n{one}", two).statements
        assert [draft.status == "proven" for draft in found] == proven
