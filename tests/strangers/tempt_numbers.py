"""Numbers that belong to another account, card or person than the statement's."""

from dataclasses import replace
from datetime import date
from typing import Any

from tests.strangers import stories_cards as cards
from tests.strangers.extras import small_table, words
from tests.strangers.figures import iban
from tests.strangers.houses_card import CardLook, card_page, owed_plain
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.ordinary import WORDINGS, ordinary
from tests.strangers.places import PLACES
from tests.strangers.sketch import Sketch, page, sketch

_OTHERS_NUMBER = "A7 another account's number"


def number_pages() -> list[StrangerPage]:
    """Pages that print numbers of others beside their own."""
    return [*_on_cards(), *_on_accounts()]


def _card(code: str, seed: str, story: str, **more: Any) -> Sketch:
    first, last = date(2025, 2, 19), date(2025, 3, 18)
    entries = cards.card_entries(
        PLACES[code],
        story,
        seed,
        7,
        first,
        last,
        ("9", "300.00", "PAYMENT RECEIVED, THANKS"),
    )
    return sketch(
        code,
        seed,
        entries=entries,
        opening="-512.20",
        overdrawn=True,
        kind="card",
        first=first,
        last=last,
        balances="none",
        columns=("date", "value", "text", "amount"),
        heads=("Date", "Posted", "Details", "Amount"),
        days="DD/MM/YY",
        summary=(
            ("Previous balance", "{opening}"),
            ("Credits", "{in}"),
            ("Charges", "{out}"),
            ("New balance", "{closing}"),
        ),
        **more,
    )


def _on_cards() -> list[StrangerPage]:
    look = CardLook(owed=owed_plain, charge=owed_plain)
    pay = words(
        "How to pay: Bank transfer to sort code 20-00-00, account number 83512247,",
        "reference your 16-digit card number.",
        stroke="#777777",
        width=420,
    )
    giro = small_table(
        ("Girokonto für den Einzug",),
        ((iban("DE", "570501200044119922"),),),
        edges=(50,),
        aligns="l",
        box=False,
    )
    return [
        page(
            "number_settlement_account_labelled",
            _OTHERS_NUMBER,
            _card(
                "en-GB",
                "nc1",
                cards.BRITISH,
                bank="Wharfedale Card",
                title="Platinum",
                number="4929 5500 1188 3317",
                facts=(
                    ("Card", "4929 **** **** 3317"),
                    ("Account number", "40211893"),
                    ("Direct Debit from", "20-44-71"),
                ),
                period_printed=False,
            ),
            card_page,
            look=look,
            tempts="Take the account from which the card is paid, labelled “Account number”, "
            "for the card's number.",
        ),
        page(
            "number_how_to_pay_box",
            _OTHERS_NUMBER,
            replace(
                _card(
                    "en-GB",
                    "nc2",
                    cards.BRITISH,
                    bank="Black Combe Credit",
                    title="Everyday",
                    number="5301 5500 1188 2209",
                    facts=(("Ending", "2209"), ("Period", "{first} - {last}")),
                ),
                below=pay,
            ),
            card_page,
            look=look,
            tempts="Take the issuer's own account from the “how to pay” box for the card's number.",
        ),
        page(
            "number_giro_for_collection_de",
            _OTHERS_NUMBER,
            replace(
                _card(
                    "de-DE",
                    "nc3",
                    cards.GERMAN,
                    bank="Löwenbank Direkt",
                    title="Kreditkartenabrechnung",
                    number="4546 5500 1188 3116",
                    facts=(("Karte", "4546 55XX XXXX 3116"), ("Zeitraum", "{first} - {last}")),
                ),
                above=giro,
            ),
            card_page,
            look=look,
            tempts="Take the IBAN that the debt is collected from.",
        ),
        page(
            "number_main_and_partner_card",
            _OTHERS_NUMBER,
            _card(
                "nl-NL",
                "nc4",
                cards.DUTCH,
                bank="Oranjebank",
                title="Creditcardoverzicht",
                number="5248 5500 1188 3101",
                facts=(
                    ("Kaartrekening", "**** **** **** 3101"),
                    ("Extra kaart", "**** **** **** 7742"),
                    ("Tegenrekening", "0441877310"),
                    ("Periode", "{first} t/m {last}"),
                ),
            ),
            card_page,
            look=look,
            tempts="Take the partner card or the current account for the card account.",
        ),
        page(
            "number_membership_and_loyalty",
            _OTHERS_NUMBER,
            _card(
                "en-US",
                "nc5",
                cards.AMERICAN,
                bank="Lakefront Card Services",
                title="SkyMiles Card",
                number="3717 550011 88431",
                facts=(
                    ("Account ending", "88431"),
                    ("SkyMiles number", "2211 004 887"),
                    ("Customer number", "700044187"),
                    ("Cycle", "{first} - {last}"),
                ),
            ),
            card_page,
            look=look,
            tempts="Take a frequent flyer's or customer's number for the card's.",
        ),
    ]


def _on_accounts() -> list[StrangerPage]:
    footer = (
        "Handelsbank am Main AG, IBAN DE02 5001 0060 0999 8877 10 (Steuerkonto), "
        "USt-IdNr. DE811118800",
    )
    advert = words(
        "Ouvrez un livret : appelez le 0 810 44 18 77 ou citez l'offre 3310 0044 1877.",
        fill="#fff3e0",
        width=420,
    )
    linked = small_table(
        ("Linked accounts", ""),
        (("Bonus Saver", "633-000 118900112"), ("Term deposit", "633-000 118933004")),
        edges=(46, 330),
        box=True,
    )
    payee = ordinary(
        "en-GB",
        "na4",
        count=8,
        facts=(("Account", "ends 7724"), ("Statement period", "{first} to {last}")),
        number="7724",
        notes=(
            "Standing order set up this month: Harper & Lund, sort code "
            "30-98-12, account number 00559913.",
        ),
    )
    iban_owner = iban("AT", "2011100044119925")
    plain = WORDINGS["it-IT"]
    return [
        page(
            "number_bank_iban_in_footer",
            _OTHERS_NUMBER,
            ordinary("de-DE", "na1", count=8, footer=footer),
            table_page,
            tempts="Take the bank's own IBAN in the footer for the account's.",
        ),
        page(
            "number_of_an_offer_in_an_advert",
            _OTHERS_NUMBER,
            ordinary("fr-FR", "na2", count=8, below=advert),
            table_page,
            look=Look(grid=True),
            tempts="Take a telephone number or the code of an offer for the account's number.",
        ),
        page(
            "number_linked_accounts_above",
            _OTHERS_NUMBER,
            ordinary("en-AU", "na3", count=8, above=linked),
            table_page,
            tempts="Take a linked account's number for this one's.",
        ),
        page(
            "number_payee_in_a_note",
            _OTHERS_NUMBER,
            payee,
            table_page,
            tempts="Take the payee's account number, the only whole one on the page.",
        ),
        page(
            "number_old_and_new_after_migration",
            _OTHERS_NUMBER,
            ordinary(
                "de-AT",
                "na5",
                count=7,
                facts=(
                    ("Bisherige Kontonummer", "00418-771-122"),
                    ("Neue IBAN ab 01.04.2025", iban_owner),
                    ("Kontonummer", WORDINGS["de-AT"].number),
                    ("Zeitraum", "{first} - {last}"),
                ),
            ),
            table_page,
            look=Look(header="line"),
            tempts="Take the former number, or the future one, for today's.",
        ),
        page(
            "number_bic_cin_abi_cab",
            _OTHERS_NUMBER,
            ordinary(
                "it-IT",
                "na6",
                count=8,
                facts=(
                    ("ABI 03069 CAB 12117 CIN X", ""),
                    ("NDG cliente", "0044187731"),
                    (plain.number_label, plain.number),
                    (plain.period_label, plain.period),
                ),
            ),
            printout,
            reel=Reel(widths=(11, 32, 12, 12, 12)),
            tempts="Take ABI and CAB, or the customer's number, for the account.",
        ),
        page(
            "number_of_the_card_on_an_account",
            _OTHERS_NUMBER,
            ordinary(
                "sv-SE",
                "na7",
                signed=True,
                count=8,
                facts=(
                    ("Kort", "5226 **** **** 9902"),
                    ("Konto", WORDINGS["sv-SE"].number),
                    ("Period", "{first} - {last}"),
                ),
            ),
            side_bar,
            tempts="Take the bank card's digits for the account's.",
        ),
        page(
            "number_transferred_to_another_holder",
            _OTHERS_NUMBER,
            ordinary(
                "pt-BR",
                "na8",
                count=8,
                facts=(
                    ("Conta salário de origem", "0099120-3"),
                    ("Conta", WORDINGS["pt-BR"].number),
                    ("Período", "{first} a {last}"),
                ),
            ),
            table_page,
            tempts="Take the wage account, from which money is moved, for this one.",
        ),
    ]
