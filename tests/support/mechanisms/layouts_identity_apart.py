"""Whose account it is, where numbers of others stand nearer or look more like one."""

from __future__ import annotations

from typing import Final

from db.words import AccountKind
from tests.support.attacks.case import ANY
from tests.support.mechanisms.headed import (
    DE,
    EN,
    ES,
    FR,
    IT,
    NL,
    PT,
    SV,
    US,
    Headed,
    family,
)

_LAYOUTS: Final = (
    Headed(
        name="a label of two numbers with a stroke", table=EN, mask="0823",
        institution="Fenland Bank",
        head="""
            Fenland Bank plc
            Sort code / Account number:  20-15-86 / 43170823
            Period: 01/03/2025 - 31/03/2025
            """,
    ),
    Headed(
        name="a debit card's number beside the account's", table=EN, mask="4421",
        institution="Northmoor Bank", kind=AccountKind.CHECKING,
        head="""
            Northmoor Bank
            CURRENT ACCOUNT STATEMENT
            A/C No: 99004421               Debit Card No: **** **** **** 8710
            From 1 March 2025 to 31 March 2025
            """,
    ),
    Headed(
        name="an account that the card is paid from", table=DE, mask="1188", debt=True,
        institution="Weserbank", kind=AccountKind.CARD,
        head="""
            Weserbank eG
            Kreditkartenabrechnung
            Karten-Nr.: 5412 75** **** 1188
            Zeitraum 01.03.2025 - 31.03.2025
            Abrechnungskonto IBAN: DE89 3704 0044 0532 0130 00
            """,
    ),
    Headed(
        name="the holder's IBAN in the letterhead, a payee's in each entry", table=NL,
        mask="4300", institution="Duinbank",
        head="""
            Duinbank N.V.   NL91ABNA0417164300   BIC ABNANL2A
            Rekeningafschrift 01-03-2025 t/m 31-03-2025
            Klantnummer 20771999
            """,
        texts=("IBAN: NL20INGB0001234567", "NL02ABNA0123456789 Jansen", "Rekening 123456789"),
    ),
    Headed(
        name="numbers in a grid of two rows of labels", table=ES, mask="1332",
        institution="Banco Sierra",
        head="""
            Banco Sierra S.A.
            Entidad    Oficina    D.C.    Nº de cuenta        IBAN
            2100       0418       45      0200051332          ES9121000418450200051332
            Extracto del 01/03/2025 al 31/03/2025
            """,
    ),
    Headed(
        name="a French grid: bank, branch, number, key", table=FR, mask="0189",
        institution="Banque de l'Yonne",
        head="""
            Banque de l'Yonne
            RELEVE D'IDENTITE BANCAIRE
            Code banque   Code guichet   N° de compte    Clé RIB
            30006         00001          12345678901     89
            IBAN FR76 3000 6000 0112 3456 7890 189
            Relevé du 01/03/2025 au 31/03/2025
            """,
    ),
    Headed(
        name="a year, a telephone and a tax number after words of accounts", table=US, mask="7765",
        institution="Palmetto Bank",
        head="""
            Palmetto Bank
            Account opened 2019          Account inquiries 1-800-555-0142
            Account: 00987765            Tax ID: 12-3456789
            Statement period 03/01/2025 - 03/31/2025
            """,
    ),
    Headed(
        name="the number right below its label in a narrow box", table=IT, mask="3456",
        institution="Banca dei Colli",
        head="""
            Banca dei Colli S.p.A.               ESTRATTO CONTO
            Intestatario                         Periodo
            ROSSI MARIO                          dal 01/03/2025 al 31/03/2025
            IBAN
            IT60 X054 2811 1010 0000 0123 456
            """,
    ),
    Headed(
        name="agency and account under one label", table=PT, mask="7890", institution="Banco Sabiá",
        head="""
            Banco Sabiá S.A.
            Agência/Conta: 0123 / 56789-0
            Extrato de 01/03/2025 a 31/03/2025
            """,
    ),
    Headed(
        name="a number with letters", table=SV, mask="7466", institution="Insjöbanken",
        head="""
            Insjöbanken
            Kontoutdrag för perioden 2025-03-01 - 2025-03-31
            Konto: 5839-82 574 66
            Kundnummer: 19800101-1234
            """,
    ),
    Headed(
        name="a savings account that pays from another", table=EN, mask="9041",
        institution="Fenland Bank", kind=AccountKind.SAVINGS,
        head="""
            Fenland Bank plc
            Savings account  30019041
            Linked account  20-15-86 43170823
            1 March 2025 to 31 March 2025
            """,
    ),
    Headed(
        name="ends in, in words", table=US, mask="3391", institution="Tidewater Bank",
        head="""
            Tidewater Bank
            Your account ending in 3391
            March 1, 2025 - March 31, 2025
            Questions? Call 1-888-555-7712
            """,
    ),
    Headed(
        name="masked by dots in groups", table=EN, mask="2210", institution="Fenland Bank",
        kind=AccountKind.CARD, debt=True,
        head="""
            Fenland Bank plc
            Credit card statement
            Card number •••• •••• •••• 2210
            Statement period 1 March 2025 to 31 March 2025
            """,
    ),
    Headed(
        name="a number hidden at its end", table=EN, mask=None, institution="Fenland Bank",
        head="""
            Fenland Bank plc
            Account number 4929 1234 **** ****
            Statement period 1 March 2025 to 31 March 2025
            """,
    ),
    Headed(
        name="an IBAN whose check digits do not hold, unlabelled", table=DE, mask=None,
        institution="Weserbank",
        head="""
            Weserbank eG   DE11 3704 0044 0532 0130 00
            Kontoauszug vom 01.03.2025 bis 31.03.2025
            """,
    ),
    Headed(
        name="two IBANs, neither named", table=DE, mask=None, institution="Weserbank", kind=ANY,
        head="""
            Weserbank eG   DE89 3704 0044 0532 0130 00   DE12 5001 0517 0648 4898 90
            Kontoauszug vom 01.03.2025 bis 31.03.2025
            """,
    ),
)  # fmt: skip

MECHANISMS: Final = {"identity: others' numbers": family(_LAYOUTS)}
