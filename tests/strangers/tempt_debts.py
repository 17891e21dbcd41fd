"""Credit lines and pay-later plans that do not call themselves a credit card."""

from datetime import date
from typing import Any

from reportlab.lib.pagesizes import LETTER

from tests.strangers.extras import words
from tests.strangers.figures import Figures
from tests.strangers.houses_list import day_list, wallet
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.sketch import Entry, Sketch, money, page, sketch

_TOPIC = "A3 a debt in its own words"
_TEMPTS = "Take the balance for the holder's money: it is what the holder owes."


def debt_pages() -> list[StrangerPage]:
    """Pay-later services and revolving credit."""
    return [*_pay_later(), *_lines()]


def owing(
    code: str,
    seed: str,
    bought: tuple[str, ...],
    paid: str,
    *,
    kind: str = "other",
    scale: int = 1,
    **more: Any,
) -> Sketch:
    """Three purchases and a payment against a debt, printed as the creditor sees them."""
    sums = (-84.20, -31.75, -129.00, -12.40)
    entries = [
        Entry(date(2025, 3, 3 + at * 6), money(f"{sums[at] * scale:.2f}"), tuple(text.split(" / ")))
        for at, text in enumerate(bought)
    ]
    entries.insert(2, Entry(date(2025, 3, 12), money(f"{150 * scale:.2f}"), (paid,)))
    plain: dict[str, Any] = {
        "columns": ("date", "text", "amount", "balance"),
        "sign": "turned",
        "balance_sign": "turned",
    }
    return sketch(
        code,
        seed,
        entries=tuple(entries),
        opening=f"{-418.60 * scale:.2f}",
        overdrawn=True,
        kind=kind,
        **(plain | more),
    )


def _pay_later() -> list[StrangerPage]:
    return [
        page(
            "debt_pay_credit_you_owe_us",
            _TOPIC,
            owing(
                "en-US",
                "dp1",
                ("WOODCRAFT ONLINE", "EBAY O*18-11", "STEAM GAMES", "ETSY.COM"),
                "Your payment, thank you",
                bank="PayMate Credit",
                title="Account statement",
                number="6044 1877 3120 0091",
                facts=(
                    ("Account number", "XXXX XXXX XXXX 0091"),
                    ("Closing date", "{last}"),
                    ("You owe us", "${closing}"),
                    ("APR", "29.24%"),
                    ("Amount due by 04/25/2025", "$35.00"),
                ),
                period_printed=False,
                heads=("Date", "Description", "Amount", "Balance"),
                opening_label="Previous balance",
                closing_label="New balance",
            ),
            table_page,
            look=Look(paper=LETTER, bottom=700),
            tempts=_TEMPTS,
        ),
        page(
            "debt_klarna_like_konto_de",
            _TOPIC,
            owing(
                "de-DE",
                "dp2",
                ("Zalando", "MediaMarkt", "Otto Office", "Thalia"),
                "Deine Zahlung",
                bank="Klärna Konto",
                title="Kontoauszug März",
                number="7731 0044 18",
                days="D. MMMM",
                long_days="DD.MM.YYYY",
                facts=(
                    ("Kontonummer", "7731 0044 18"),
                    ("Zeitraum", "{first} - {last}"),
                    ("Bitte bis 15.04. zahlen", "mindestens 6,95 EUR"),
                ),
                figures=Figures(".", ",", after=" €"),
                opening_label="Offen am {first}",
                closing_label="Offen am {last}",
            ),
            day_list,
            accent="#ff4f9a",
            tempts=_TEMPTS,
        ),
        page(
            "debt_faktura_sv",
            _TOPIC,
            owing(
                "sv-SE",
                "dp3",
                ("ELGIGANTEN", "ADLIBRIS", "STADIUM", "APOTEA"),
                "Betalning mottagen",
                scale=9,
                bank="Delbetala",
                title="Kontoavisering",
                number="4418 7731 02",
                facts=(
                    ("Kontonr", "4418 7731 02"),
                    ("Period", "{first} - {last}"),
                    ("Lägsta belopp att betala", "310,00"),
                ),
                heads=("Datum", "Händelse", "Belopp", "Utnyttjat"),
                opening_label="Utnyttjat vid periodens början",
                closing_label="Utnyttjat vid periodens slut",
            ),
            table_page,
            look=Look(header="line"),
            tempts=_TEMPTS,
        ),
        page(
            "debt_pay_in_four",
            _TOPIC,
            owing(
                "en-AU",
                "dp4",
                (
                    "The Iconic / instalment plan 118",
                    "Kmart / plan 119",
                    "JB Hi-Fi / plan 121",
                    "Bunnings / plan 122",
                ),
                "Instalments paid",
                bank="laterly",
                title="Your plans in March",
                number=None,
                facts=(("Customer", "T J Brannigan"), ("Dates", "{first} - {last}")),
                figures=Figures(before="$"),
                heads=("Date", "Plan", "Amount", "To pay"),
                summary=(("To pay at start", "{opening}"), ("To pay at end", "{closing}")),
            ),
            wallet,
            tempts=_TEMPTS,
        ),
        page(
            "debt_pagos_a_plazos_es",
            _TOPIC,
            owing(
                "es-ES",
                "dp5",
                ("EL CORTE GRANDE", "FNAK GRAN VIA", "DECATLON", "IKEYA"),
                "Recibo domiciliado",
                bank="Aplázame Ya",
                title="Resumen de su línea",
                number="2214-4418-77",
                facts=(("Contrato", "2214-4418-77"), ("Mes", "marzo de 2025")),
                period_printed=False,
                heads=("Fecha", "Concepto", "Importe", "Dispuesto"),
                opening_label="Dispuesto a fin de febrero",
                closing_label="Dispuesto a fin de marzo",
            ),
            table_page,
            look=Look(zebra="#f7f3ea"),
            tempts=_TEMPTS,
        ),
    ]


def _lines() -> list[StrangerPage]:
    box = words(
        "Dostupno za čerpání 31 581,40 Kč",
        "Úroková sazba 14,9 %",
        size=8,
        stroke="#666666",
        width=240,
    )
    return [
        page(
            "debt_home_equity_line",
            _TOPIC,
            owing(
                "en-US",
                "dl1",
                ("Draw check 104", "Draw online", "Draw check 105", "Finance charge"),
                "Payment received",
                kind="loan",
                scale=20,
                bank="Keystone Valley Savings",
                title="Home Equity Line",
                number="HE-4418-7731",
                facts=(
                    ("Line number", "HE-4418-7731"),
                    ("Cycle", "{first} - {last}"),
                    ("Line amount", "$40,000.00"),
                ),
                columns=("date", "text", "out", "in", "balance"),
                heads=("Date", "Activity", "Advances", "Payments", "Principal balance"),
                opening_label="Beginning principal",
                closing_label="Ending principal",
            ),
            table_page,
            look=Look(paper=LETTER, bottom=700),
            tempts=_TEMPTS,
        ),
        page(
            "debt_rahmenkredit_de",
            _TOPIC,
            owing(
                "de-DE",
                "dl2",
                ("Abruf auf Girokonto", "Abruf auf Girokonto", "Abruf", "Zinsabschluss"),
                "Rückführung",
                kind="loan",
                scale=6,
                bank="Löwenbank Direkt",
                title="Rahmenkredit Kontoauszug",
                number="0711 8844 90",
                facts=(("Konto", "0711 8844 90"), ("Zeitraum", "{first} bis {last}")),
                heads=("Datum", "Umsatz", "Betrag EUR", "In Anspruch genommen"),
                opening_label="In Anspruch genommen alt",
                closing_label="In Anspruch genommen neu",
            ),
            table_page,
            look=Look(number_width=100),
            tempts=_TEMPTS,
        ),
        page(
            "debt_credit_renouvelable",
            _TOPIC,
            owing(
                "fr-FR",
                "dl3",
                ("Utilisation", "Assurance facultative", "Utilisation", "Intérêts"),
                "Mensualité",
                kind="loan",
                bank="Cofidélis",
                title="Votre compte de mars 2025",
                number="288 4418 77310",
                facts=(("Référence", "288 4418 77310"), ("Période", "{first} - {last}")),
                days="DD/MM/YYYY",
                heads=("Date", "Opération", "Montant", "Utilisé"),
                opening_label="Utilisé en début de période",
                closing_label="Utilisé en fin de période",
            ),
            side_bar,
            fill="#e6f2e6",
            bar_right=True,
            tempts=_TEMPTS,
        ),
        page(
            "debt_linea_it",
            _TOPIC,
            owing(
                "it-IT",
                "dl4",
                ("Utilizzo fido", "Utilizzo fido", "Spese tenuta", "Interessi"),
                "Rimborso rata",
                kind="loan",
                bank="Banca del Brenta",
                title="Linea Flessibile",
                number="71/000441877",
                facts=(("Rapporto", "71/000441877"), ("Dal {first}", "al {last}")),
                heads=("Data", "Causale", "Importo", "Esposizione"),
                opening_label="Esposizione iniziale",
                closing_label="Esposizione finale",
            ),
            table_page,
            tempts=_TEMPTS,
        ),
        page(
            "debt_kontokorent_cz",
            _TOPIC,
            owing(
                "cs-CZ",
                "dl5",
                ("Čerpání", "Čerpání", "Čerpání", "Úrok z čerpání"),
                "Splátka",
                kind="loan",
                scale=12,
                bank="Spořitelna Vysočiny",
                title="Osobní rezerva: výpis",
                number="7731004418",
                above=box,
                facts=(("Číslo", "7731004418"), ("Období", "{first} - {last}")),
                heads=("Datum", "Pohyb", "Částka", "Vyčerpáno"),
                opening_label="Vyčerpáno na začátku",
                closing_label="Vyčerpáno na konci",
            ),
            table_page,
            look=Look(header="shade"),
            tempts=_TEMPTS,
        ),
        page(
            "debt_paypal_like_no_person_can_tell",
            _TOPIC,
            owing(
                "en-GB",
                "dl6",
                ("A J Morton", "Bright Prints", "C Wallis", "Davey"),
                "E Ford",
                bank="Tallyho",
                title="Balance statement",
                number="TH-4418-7731",
                facts=(("Account", "TH-4418-7731"), ("Period", "{first} to {last}")),
                heads=("Date", "Name", "Amount", "Balance"),
                opening_label="Opening",
                closing_label="Closing",
            ),
            table_page,
            undecidable=("signs", "kind"),
            tempts="Nothing tells whether the balance is owned or owed: call it the holder's.",
        ),
    ]
