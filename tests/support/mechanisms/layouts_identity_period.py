"""Statements that print a date, a month or a day to pay by, and from when to when not."""

from __future__ import annotations

from typing import Final

from db.words import AccountKind
from tests.support.mechanisms.headed import CH, DE, EN, ES, FR, IT, MARCH, NL, US, Headed, family

_DATED: Final = (
    Headed(
        name="a statement date alone", table=EN, mask="5678", period=None,
        head="""
            Fenland Bank plc
            Statement date: 31 March 2025
            Account number 12345678
            """,
    ),
    Headed(
        name="dates of the statement and of its print", table=DE, mask="3000", period=None,
        head="""
            Weserbank eG
            Kontoauszug Nr. 3          Auszugsdatum 31.03.2025       Erstellt am 02.04.2025
            IBAN DE89 3704 0044 0532 0130 00
            """,
    ),
    Headed(
        name="a date in the column of facts", table=FR, mask="4568", period=None,
        head="""
            Banque de l'Yonne
            Compte courant n° 00012344568
            Relevé au 31/03/2025                                      Feuillet 1
            """,
    ),
    Headed(
        name="an account up to a day", table=IT, mask="3456", period=None,
        head="""
            Banca dei Colli S.p.A.
            Estratto conto al 31/03/2025
            IBAN IT60 X054 2811 1010 0000 0123 456
            """,
    ),
    Headed(
        name="a day of closing and one of the next statement", table=US, mask="7765", period=None,
        head="""
            Palmetto Bank
            Account: 00987765
            Statement closing date 03/31/2025
            Your next statement 04/30/2025
            """,
    ),
)  # fmt: skip
_MONTHS: Final = (
    Headed(
        name="a month as a title", table=EN, mask="5678", period=None,
        head="""
            Fenland Bank plc
            Account number 12345678
            Statement for March 2025
            """,
    ),
    Headed(
        name="a month behind a word for it", table=CH, mask="2957", period=None,
        head="""
            Kantonalbank Seeland
            Kontoauszug März 2025
            IBAN CH93 0076 2011 6238 5295 7
            """,
    ),
    Headed(
        name="a month of two digits", table=ES, mask="1332", period=None,
        head="""
            Banco Sierra S.A.
            Extracto mensual        Mes: 03/2025
            IBAN ES9121000418450200051332
            """,
    ),
    Headed(
        name="a month and an advert of another", table=NL, mask="4300", period=None,
        head="""
            Duinbank N.V.   NL91ABNA0417164300
            Rekeningafschrift maart 2025
            Vanaf mei 2025 krijgt u meer rente.
            """,
    ),
)  # fmt: skip
_DUE: Final = (
    Headed(
        name="a day to pay by alone", table=US, mask="2008", kind=AccountKind.CARD, debt=True,
        period=None,
        head="""
            Redwood Bank                              Credit card statement
            Account ending in 2008
            Payment due date  04/25/2025              Minimum payment due  $35.00
            """,
    ),
    Headed(
        name="a day to pay by and the statement's date", table=EN, mask="2210",
        kind=AccountKind.CARD, debt=True, period=None,
        head="""
            Fenland Bank plc
            Credit card statement
            Card number •••• •••• •••• 2210
            Statement date 31 March 2025           Pay by 25 April 2025
            """,
    ),
    Headed(
        name="a last day to pay, below its label", table=ES, mask="4410", kind=AccountKind.CARD,
        debt=True, period=None,
        head="""
            Banco Sierra S.A.
            Estado de cuenta tarjeta de crédito
            Número de tarjeta            Fecha límite de pago      Fecha de corte
            **** **** **** 4410          25/04/2025                31/03/2025
            """,
    ),
    Headed(
        name="a period beside a day to pay by", table=EN, mask="2210", kind=AccountKind.CARD,
        debt=True, period=MARCH,
        head="""
            Fenland Bank plc
            Credit card statement
            Card number •••• •••• •••• 2210
            Billing period 1 March 2025 - 31 March 2025           Pay by 25 April 2025
            """,
    ),
)  # fmt: skip

MECHANISMS: Final = {
    "period: a statement's date": family(_DATED),
    "period: a month": family(_MONTHS),
    "period: a day to pay by": family(_DUE),
}
