"""Statements that print a date or a month alone, beside the account's statement before."""

from __future__ import annotations

from typing import Final

from db.words import AccountKind
from tests.support.mechanisms.followed import Followed, family
from tests.support.mechanisms.headed import (
    CH,
    DE,
    EN,
    ES,
    FR,
    IT,
    MX,
    NL,
    PL,
    PT,
    SV,
    TR,
    US,
    Headed,
)

_DATED: Final = (
    Followed(
        page=Headed(
            name="a statement date beside the number", table=EN, mask="5678",
            head="""
                Fenland Bank plc
                Current account                     Statement date: 31 March 2025
                Account number 12345678
                """,
        ),
        before="""
            Fenland Bank plc
            Statement period 1 February 2025 to 28 February 2025
            Account number 12345678
            """,
    ),
    Followed(
        page=Headed(
            name="the day of the statement and that of its print", table=DE, mask="3000",
            head="""
                Weserbank eG
                Kontoauszug Nr. 3          Auszugsdatum 31.03.2025       Erstellt am 02.04.2025
                IBAN DE89 3704 0044 0532 0130 00
                """,
        ),
        before="""
            Weserbank eG
            Kontoauszug Nr. 2          Zeitraum 01.02.2025 bis 28.02.2025
            IBAN DE89 3704 0044 0532 0130 00
            """,
        damage=("0130 00", "0130 01"),
    ),
    Followed(
        page=Headed(
            name="up to a day", table=FR, mask="4568",
            head="""
                Banque de l'Yonne
                Compte courant n° 00012344568
                Relevé au 31/03/2025                                      Feuillet 1
                """,
        ),
        before="""
            Banque de l'Yonne
            Compte courant n° 00012344568
            Relevé du 01/02/2025 au 28/02/2025                        Feuillet 1
            """,
        damage="late",
    ),
    Followed(
        page=Headed(
            name="a day below its label", table=MX, mask="4410",
            head="""
                Banco Sierra S.A.
                Estado de cuenta de cheques
                Número de cuenta             Fecha de corte            Sucursal
                00120004410                  31/03/2025                0123
                """,
        ),
        before="""
            Banco Sierra S.A.
            Estado de cuenta de cheques
            Número de cuenta             Sucursal
            00120004410                  0123
            Periodo del 01/02/2025 al 28/02/2025
            """,
        damage=("31/03/2025", "26/03/2025"),
    ),
    Followed(
        page=Headed(
            name="a card's closing date beside a day to pay by", table=US, mask="2008",
            kind=AccountKind.CARD, debt=True,
            head="""
                Redwood Bank                              Credit card statement
                Account ending in 2008
                Statement closing date 03/31/2025         Payment due date  04/25/2025
                """,
        ),
        before="""
            Redwood Bank                              Credit card statement
            Account ending in 2008
            Billing period 02/01/2025 - 02/28/2025
            """,
    ),
    Followed(
        page=Headed(
            name="a day of the account statement", table=SV, mask="7890",
            head="""
                Älvbanken AB
                Kontonummer 1234567890
                Kontoutdragsdatum 2025-03-31
                """,
        ),
        before="""
            Älvbanken AB
            Kontonummer 1234567890
            Period 2025-02-01 - 2025-02-28
            """,
        damage=("2025-03-31", "2025-04-08"),
    ),
)  # fmt: skip
_MONTHS: Final = (
    Followed(
        page=Headed(
            name="a month as a title", table=EN, mask="5678",
            head="""
                Fenland Bank plc
                Account number 12345678
                Statement for March 2025
                """,
        ),
        before="""
            Fenland Bank plc
            Account number 12345678
            Statement period 1 February 2025 to 28 February 2025
            """,
        damage=("March", "April"),
    ),
    Followed(
        page=Headed(
            name="a month behind a word for it", table=CH, mask="2957",
            head="""
                Kantonalbank Seeland
                Kontoauszug März 2025
                IBAN CH93 0076 2011 6238 5295 7
                """,
        ),
        before="""
            Kantonalbank Seeland
            Kontoauszug 01.02.2025 - 28.02.2025
            IBAN CH93 0076 2011 6238 5295 7
            """,
        damage="late",
    ),
    Followed(
        page=Headed(
            name="a month of two digits", table=ES, mask="1332",
            head="""
                Banco Sierra S.A.
                Extracto mensual        Mes: 03/2025
                IBAN ES9121000418450200051332
                """,
        ),
        before="""
            Banco Sierra S.A.
            Extracto del 01/02/2025 al 28/02/2025
            IBAN ES9121000418450200051332
            """,
    ),
    Followed(
        page=Headed(
            name="a month and an advert of another", table=NL, mask="4300",
            head="""
                Duinbank N.V.   NL91ABNA0417164300
                Rekeningafschrift maart 2025
                Vanaf mei 2025 krijgt u meer rente.
                """,
        ),
        before="""
            Duinbank N.V.   NL91ABNA0417164300
            Rekeningafschrift
            Periode 01-02-2025 t/m 28-02-2025
            """,
        damage=("0417164300", "0417164301"),
    ),
    Followed(
        page=Headed(
            name="a month and the later day of its print", table=PL, mask="1234",
            head="""
                Bank Nadwiślański S.A.
                Numer rachunku 61 1090 1014 0000 0712 1981 1234
                Wyciąg za marzec 2025                Data wyciągu 02.04.2025
                """,
        ),
        before="""
            Bank Nadwiślański S.A.
            Numer rachunku 61 1090 1014 0000 0712 1981 1234
            Wyciąg za okres 01.02.2025 - 28.02.2025
            """,
        damage=("marzec", "kwiecień"),
    ),
)  # fmt: skip
_ENDS: Final = (
    Followed(
        page=Headed(
            name="a month that ended", table=US, mask="7765",
            head="""
                Palmetto Bank
                Account number 00987765
                For the month ended March 31, 2025
                """,
        ),
        before="""
            Palmetto Bank
            Account number 00987765
            Statement period 02/01/2025 through 02/28/2025
            """,
    ),
    Followed(
        page=Headed(
            name="an account up to a day", table=IT, mask="3456",
            head="""
                Banca dei Colli S.p.A.
                Estratto conto al 31/03/2025
                IBAN IT60 X054 2811 1010 0000 0123 456
                """,
        ),
        before="""
            Banca dei Colli S.p.A.
            Estratto conto dal 01/02/2025 al 28/02/2025
            IBAN IT60 X054 2811 1010 0000 0123 456
            """,
        damage="late",
    ),
    Followed(
        page=Headed(
            name="a day of closing", table=PT, mask="5432",
            head="""
                Banco do Sado, S.A.
                Conta nº 0005432
                Data de fecho: 31/03/2025
                """,
        ),
        before="""
            Banco do Sado, S.A.
            Conta nº 0005432
            Período de 01/02/2025 a 28/02/2025
            """,
        damage=("0005432", "0005431"),
    ),
    Followed(
        page=Headed(
            name="a cut-off day", table=TR, mask="7841",
            head="""
                Boğaz Bankası A.Ş.
                Hesap No: 0012347841
                Hesap kesim tarihi 31.03.2025
                """,
        ),
        before="""
            Boğaz Bankası A.Ş.
            Hesap No: 0012347841
            Dönem 01.02.2025 - 28.02.2025
            """,
        damage=("31.03.2025", "31.05.2025"),
    ),
)  # fmt: skip
_DUE: Final = (
    Followed(
        known=False,
        page=Headed(
            name="a day to pay by alone", table=US, mask="2008", kind=AccountKind.CARD, debt=True,
            head="""
                Redwood Bank                              Credit card statement
                Account ending in 2008
                Payment due date  04/25/2025              Minimum payment due  $35.00
                """,
        ),
        before="""
            Redwood Bank                              Credit card statement
            Account ending in 2008
            Billing period 02/01/2025 - 02/28/2025
            """,
    ),
    Followed(
        known=False,
        page=Headed(
            name="the day of the print alone", table=DE, mask="3000",
            head="""
                Weserbank eG
                Kontoauszug                Erstellt am 31.03.2025
                IBAN DE89 3704 0044 0532 0130 00
                """,
        ),
        before="""
            Weserbank eG
            Kontoauszug Nr. 2          Zeitraum 01.02.2025 bis 28.02.2025
            IBAN DE89 3704 0044 0532 0130 00
            """,
    ),
    Followed(
        known=False,
        page=Headed(
            name="no day at all", table=EN, mask="5678",
            head="""
                Fenland Bank plc
                Account number 12345678
                """,
        ),
        before="""
            Fenland Bank plc
            Account number 12345678
            Statement period 1 February 2025 to 28 February 2025
            """,
    ),
)  # fmt: skip

MECHANISMS: Final = {
    "period: follows, up to a statement's date": family(_DATED),
    "period: follows, up to a month's end": family(_MONTHS),
    "period: follows, up to a closing day": family(_ENDS),
    "period: unknown beside the one before": family(_DUE),
}
