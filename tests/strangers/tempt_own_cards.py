"""Debit and prepaid cards: the holder's own money under a card's name."""

from datetime import date
from typing import Any

from tests.strangers import stories_cards as cards
from tests.strangers.figures import Figures
from tests.strangers.houses_card import CardLook, card_page, holder_sign
from tests.strangers.houses_list import day_list, wallet
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.places import PLACES, Place
from tests.strangers.sketch import Sketch, page, sketch

_TOPIC = "A2 own money on a card"
_TEMPTS = "Call it a credit card and turn the signs: it is the holder's own money."


def own_card_pages() -> list[StrangerPage]:
    """Travel, currency, payroll, youth and debit cards, in English and Germanic languages."""
    return [*_english(), *_german_and_dutch()]


def own_money(
    code: str,
    story: str,
    seed: str,
    load: str,
    *others: tuple[str, str, str],
    opening: str = "180.50",
    amount: str = "250.00",
    kind: str = "other",
    count: int = 7,
    place: Place | None = None,
    **more: Any,
) -> Sketch:
    """A month on a card that was loaded before it is spent from."""
    at = place or PLACES[code]
    first, last = date(2025, 3, 1), date(2025, 3, 31)
    entries = cards.card_entries(at, story, seed, count, first, last, ("2", amount, load), *others)
    plain: dict[str, Any] = {"columns": ("date", "text", "amount", "balance")}
    return sketch(
        code, seed, entries=entries, opening=opening, kind=kind, place=place, **(plain | more)
    )


def _english() -> list[StrangerPage]:
    return [
        page(
            "own_travel_card_statement",
            _TOPIC,
            own_money(
                "en-GB",
                cards.BRITISH,
                "oc1",
                "Top-up from bank account",
                bank="Compass Currency",
                title="Travel card statement",
                number="5351 0044 1877 3120",
                facts=(
                    ("Card number", "5351 **** **** 3120"),
                    ("Period", "{first} to {last}"),
                    ("Available funds", "£{closing}"),
                ),
                heads=("Date", "Transaction", "Amount", "Card balance"),
                opening_label="Opening balance",
                closing_label="Available funds",
            ),
            table_page,
            look=Look(header="shade", accent="#225588"),
            tempts=_TEMPTS,
        ),
        page(
            "own_visa_debit_statement",
            _TOPIC,
            own_money(
                "en-AU",
                cards.BRITISH,
                "oc2",
                "Transfer in from savings",
                kind="checking",
                bank="Murray River Mutual",
                title="Visa Debit",
                number="4065 0044 1877 3131",
                facts=(("Card", "4065 **** **** 3131"), ("From {first}", "to {last}")),
                heads=("Date", "Purchase", "Amount $", "Balance $"),
                opening_label="Balance forward",
                closing_label="Balance",
            ),
            table_page,
            tempts=_TEMPTS,
        ),
        page(
            "own_currency_card_in_euro",
            _TOPIC,
            own_money(
                "en-GB",
                cards.FRENCH,
                "oc3",
                "Currency loaded",
                currency="EUR",
                bank="Thornbury Foreign Exchange",
                title="Currency Card: Euro purse",
                number="5116 0044 1877 3004",
                figures=Figures(before="€"),
                sign="lead_both",
                facts=(
                    ("Card ending", "3004"),
                    ("Purse", "Euro (EUR)"),
                    ("Dates", "{first} - {last}"),
                ),
                heads=("Date", "Details", "Amount", "Funds left"),
                family="vera",
                summary=(("Funds at start", "{opening}"), ("Funds at end", "{closing}")),
            ),
            wallet,
            tempts=_TEMPTS,
        ),
        page(
            "own_payroll_card",
            _TOPIC,
            own_money(
                "en-US",
                cards.AMERICAN,
                "oc4",
                "PAYROLL LOAD PINECREST MEDICAL",
                ("16", "412.00", "PAYROLL LOAD PINECREST MEDICAL"),
                bank="PayDay Plus",
                title="Card account statement",
                number="4847 3510 4418 7731",
                facts=(("Card number ending in", "7731"), ("Statement period", "{first} - {last}")),
                columns=("date", "value", "text", "amount"),
                balances="none",
                heads=("Trans", "Post", "Description", "Amount"),
                days="MM/DD",
                long_days="MM/DD/YYYY",
                summary=(
                    ("Beginning card balance", "{opening}"),
                    ("Loads", "{in}"),
                    ("Purchases and fees", "-{out}"),
                    ("Ending card balance", "{closing}"),
                ),
                notes=("This is a prepaid card. No line of credit is attached.",),
            ),
            card_page,
            look=CardLook(owed=holder_sign, charge=holder_sign),
            tempts=_TEMPTS,
        ),
        page(
            "own_gift_and_youth_card",
            _TOPIC,
            own_money(
                "en-SG",
                cards.BRITISH,
                "oc5",
                "Pocket money from Mum",
                count=5,
                bank="piggy",
                title="Teen Mastercard",
                number="5577 0044 1877 3118",
                days="EEE D MMM",
                long_days="D MMM YYYY",
                figures=Figures(before="S$"),
                facts=(("Card", "···· 3118"), ("Period", "{first} - {last}")),
                sign="lead_both",
                opening_label="In your jar on {first}",
                closing_label="In your jar on {last}",
            ),
            day_list,
            accent="#d81b60",
            tempts=_TEMPTS,
        ),
        page(
            "own_card_due_wording",
            _TOPIC,
            own_money(
                "en-CA",
                cards.AMERICAN,
                "oc6",
                "FUNDS ADDED INTERAC",
                number="4510 7700 4418 7706",
                bank="Cartier Royal",
                title="Prepaid Visa statement",
                facts=(
                    ("Card", "4510 77** **** 7706"),
                    ("Period", "{first} to {last}"),
                    ("Minimum payment due", "Not applicable"),
                    ("Credit limit", "None"),
                ),
                heads=("Date", "Description", "Amount ($)", "Balance ($)"),
                long_days="MMM D, YYYY",
                opening_label="Previous balance",
                closing_label="New balance",
            ),
            table_page,
            look=Look(row_rules=True),
            tempts="Take 'Minimum payment due', 'Credit limit', 'Previous balance' and 'New "
            "balance' for a debt; both limits are answered by none.",
        ),
    ]


def _german_and_dutch() -> list[StrangerPage]:
    return [
        page(
            "own_prepaid_kreditkarte",
            _TOPIC,
            own_money(
                "de-DE",
                cards.GERMAN,
                "og1",
                "Aufladung per Überweisung",
                bank="Kartenhaus Direkt",
                title="Prepaid-Kreditkarte: Abrechnung",
                number="5355 0044 1877 3142",
                facts=(("Kartennummer", "5355 **** **** 3142"), ("Zeitraum", "{first} - {last}")),
                heads=("Datum", "Umsatz", "Betrag EUR", "Guthaben EUR"),
                opening_label="Guthaben alt",
                closing_label="Guthaben neu",
            ),
            table_page,
            look=Look(header="line"),
            tempts=_TEMPTS,
        ),
        page(
            "own_visa_debit_abrechnung",
            _TOPIC,
            own_money(
                "de-DE",
                cards.GERMAN,
                "og2",
                "Gutschrift vom Girokonto",
                kind="checking",
                bank="Deutsche Anlegerbank",
                title="Visa Debit Abrechnung",
                number="4907 0044 1877 3119",
                sign="lead_both",
                balance_sign="lead_both",
                facts=(
                    ("Karte", "4907 **** **** 3119"),
                    ("Abrechnungszeitraum", "{first} - {last}"),
                ),
                columns=("date", "value", "text", "amount"),
                balances="none",
                heads=("Beleg", "Buchung", "Händler", "Betrag EUR"),
                days="DD.MM.YY",
                summary=(
                    ("Saldo alt", "{opening}"),
                    ("Gutschriften", "{in}"),
                    ("Belastungen", "{out}"),
                    ("Verfügbar", "{closing}"),
                ),
            ),
            card_page,
            look=CardLook(owed=holder_sign, charge=holder_sign, accent="#005ca9"),
            tempts=_TEMPTS,
        ),
        page(
            "own_reisekarte_schweiz",
            _TOPIC,
            own_money(
                "de-CH",
                cards.GERMAN,
                "og3",
                "Ladung Travel Cash",
                currency="CHF",
                bank="Visca Kartenservice",
                title="Travel Karte",
                number="5398 0044 1877 3177",
                facts=(("Karte", "XXXX XXXX XXXX 3177"), ("Von", "{first}"), ("Bis", "{last}")),
                heads=("Datum", "Bezug", "Betrag", "Saldo"),
                opening_label="Kartensaldo Beginn",
                closing_label="Kartensaldo Ende",
            ),
            side_bar,
            fill="#fdecea",
            tempts=_TEMPTS,
        ),
        page(
            "own_prepaid_creditcard_nl",
            _TOPIC,
            own_money(
                "nl-NL",
                cards.DUTCH,
                "on1",
                "Opwaardering iDEAL",
                bank="Kaartje Vooruit",
                title="Prepaid creditcard overzicht",
                number="5167 0044 1877 3126",
                facts=(("Kaartnummer", "**** **** **** 3126"), ("Periode", "{first} t/m {last}")),
                sign=("Bij", "Af"),
                heads=("Datum", "Omschrijving", "Bedrag", "Tegoed"),
                opening_label="Tegoed begin",
                closing_label="Tegoed einde",
            ),
            table_page,
            tempts=_TEMPTS,
        ),
        page(
            "own_bankkort_se",
            _TOPIC,
            own_money(
                "sv-SE",
                cards.SWEDISH,
                "os1",
                "Överföring från lönekonto",
                kind="checking",
                amount="3500.00",
                opening="1100.00",
                bank="Nordhavn Bank",
                title="Kortkonto Mastercard",
                number="5226 0044 1877 3140",
                facts=(("Kort", "5226 **** **** 3140"), ("Period", "{first} - {last}")),
                heads=("Datum", "Köp", "Belopp", "Disponibelt"),
                opening_label="Disponibelt vid start",
                closing_label="Disponibelt vid slut",
            ),
            table_page,
            look=Look(zebra="#f0f4ff"),
            tempts=_TEMPTS,
        ),
    ]
