"""Ordinary statements of Austria and of German-speaking Switzerland."""

from dataclasses import replace

from tests.strangers.extras import small_table
from tests.strangers.figures import Figures, iban
from tests.strangers.houses_list import letter
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.sketch import page, sketch

_IBAN_3 = iban("AT", "2011100044187725")


def alpine_pages() -> list[StrangerPage]:
    """Pages from Vöcklabruck to Wil."""
    return [*_austrian(), *_swiss()]


def _austrian() -> list[StrangerPage]:
    return [
        page(
            "at_saldo_zu_ihren_gunsten",
            "minus for debits",
            sketch(
                "de-AT",
                "at1",
                count=10,
                bank="Hausruck Bank AG",
                number=_IBAN_3,
                title="KONTOAUSZUG",
                facts=(("IBAN", _IBAN_3), ("Auszug Nr.", "003/2025"), ("Datum", "31.03.2025")),
                period_printed=False,
                long_days="DD.MM.YYYY",
                sign="trail",
                balance_sign="trail",
                columns=("date", "text", "value", "amount"),
                balances="none",
                heads=("Datum", "Buchungstext", "Wert", "Betrag EUR"),
                opening_label="Alter Saldo zu Ihren Gunsten",
                closing_label="Neuer Saldo zu Ihren Gunsten",
            ),
            table_page,
            look=Look(size=9, pitch=13, header="line"),
        ),
        page(
            "at_saldo_alt_neu_letter",
            "letter",
            sketch(
                "de-AT",
                "at2",
                count=6,
                bank="Bankhaus Attersee & Söhne",
                number="0004 4187 725",
                title="Ihr Kontoauszug für den Monat März 2025",
                days="D. MMMM",
                long_days="D. MMMM YYYY",
                period_printed=False,
                facts=(("Kontonummer", "0004 4187 725"),),
                sign="lead_both",
                heads=("", "Geschäftsfall", "Betrag", "Saldo"),
                opening_label="Saldo alt",
                closing_label="Saldo neu",
                balance_sign="lead_both",
            ),
            letter,
        ),
    ]


def _swiss() -> list[StrangerPage]:
    rate = small_table(
        ("Abschluss", "Satz", "CHF"),
        (
            ("Habenzins brutto 01.01. - 31.03.", "0.125 %", "1.42"),
            ("Verrechnungssteuer 35 %", "", "-0.50"),
        ),
        edges=(46, 320, 400),
        aligns="lrr",
        title="Information, nicht gebucht vor 01.04.",
    )
    return [
        page(
            "ch_saldovortrag_apostrophe",
            "apostrophes in the thousands",
            sketch(
                "de-CH",
                "ch1",
                count=11,
                bank="Thurgauer Handelsbank",
                number="0230 44187731.40",
                title="Kontoauszug Privatkonto",
                opening="12804.55",
                facts=(
                    ("Konto-Nr.", "0230 44187731.40"),
                    ("Periode", "{first} - {last}"),
                    ("Währung", "CHF"),
                ),
                long_days="DD.MM.YYYY",
                columns=("date", "text", "out", "in", "value", "balance"),
                heads=("Datum", "Informationen", "Belastungen", "Gutschriften", "Valuta", "Saldo"),
                opening_label="Saldovortrag",
                closing_label="Schlusssaldo",
                totals_label="Umsatztotal",
            ),
            table_page,
            look=Look(size=8, header="line"),
        ),
        page(
            "ch_kontostand_post",
            "plain columns",
            replace(
                sketch(
                    "de-CH",
                    "ch2",
                    count=9,
                    bank="GELBE POSTBANK",
                    number="90-441877-3",
                    title="Kontoauszug {first} - {last}",
                    facts=(("Kontonummer", "90-441877-3"), ("IBAN", "CH45 0900 0000 9044 1877 3")),
                    figures=Figures(" ", "."),
                    long_days="DD.MM.YYYY",
                    balances="day",
                    columns=("date", "text", "in", "out", "value", "balance"),
                    heads=("Datum", "Text", "Gutschrift", "Lastschrift", "Valuta", "Saldo"),
                    opening_label="Kontostand",
                    closing_label="Kontostand per {last}",
                    totals_label="Total",
                ),
                below=rate,
            ),
            table_page,
            look=Look(date_once_a_day=True, accent="#caa400", header="rules"),
        ),
    ]
