"""Sound pages that resemble those which tempt to false facts."""

from datetime import date

from tests.strangers import stories_cards as cards
from tests.strangers.extras import at_height, small_table, words
from tests.strangers.figures import Figures, iban
from tests.strangers.houses_card import CardLook, card_page, holder_sign, owed_plain
from tests.strangers.houses_list import day_list, wallet
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.ordinary import WORDINGS, ordinary
from tests.strangers.places import PLACES, variant
from tests.strangers.sketch import page, sketch


def fact_control_pages() -> list[StrangerPage]:
    """Sound pages about numbers, currencies, counts and kinds."""
    return [*_numbers(), *_currencies(), *_empty(), *_counts(), *_cards()]


def _numbers() -> list[StrangerPage]:
    own = iban("DE", "500100600044187739")
    footer = ("Handelsbank am Main AG, Bankleitzahl 500 100 60, BIC HAMADEFFXXX",)
    linked = small_table(
        ("Other accounts you hold", "Balance today"),
        (("Bonus Saver 118900112", "see separate statement"),),
        edges=(46, 420),
    )
    return [
        page(
            "number_own_iban_and_footer",
            "own number beside others",
            ordinary(
                "de-DE",
                "nm1",
                count=9,
                number=own,
                facts=(("IBAN", own), ("Zeitraum", "{first} bis {last}")),
                footer=footer,
            ),
            table_page,
        ),
        page(
            "number_own_then_other_accounts",
            "own number beside others",
            ordinary("en-AU", "nm2", count=9, below=linked),
            table_page,
            look=Look(grid=True),
        ),
        page(
            "number_masked_but_for_the_end",
            "own number beside others",
            ordinary(
                "es-MX",
                "nm3",
                count=9,
                number="****7755",
                facts=(("Cuenta", "**** **** 7755"), ("Periodo", "{first} al {last}")),
            ),
            table_page,
            look=Look(header="line"),
        ),
        page(
            "number_in_the_top_corner",
            "own number beside others",
            ordinary(
                "fi-FI",
                "nm4",
                count=9,
                facts=(("Ajalta", "{first} - {last}"),),
                above=at_height(26, words("Tili 57800720044199", x=400)),
            ),
            printout,
            reel=Reel(widths=(8, 34, 12, 12, 13)),
        ),
    ]


def _currencies() -> list[StrangerPage]:
    barbados = variant("en-US", country="BB", currency="BBD")
    return [
        page(
            "currency_code_beside_the_sign_ca",
            "currency named",
            ordinary(
                "en-CA",
                "cu1",
                count=9,
                figures=Figures(before="$"),
                facts=(
                    ("Account", "0312-4478902"),
                    ("Currency", "CAD"),
                    ("For the period", "{first} to {last}"),
                ),
            ),
            table_page,
        ),
        page(
            "currency_code_beside_the_sign_bb",
            "currency named",
            ordinary(
                "en-US",
                "cu2",
                place=barbados,
                count=8,
                bank="Carlisle Bay Bank",
                currency="BBD",
                holder=("MS R ALLEYNE", "BRIDGETOWN"),
                title="Account statement (Barbados dollars, BBD)",
                figures=Figures(before="BDS$"),
            ),
            table_page,
            look=Look(number_width=92),
        ),
        page(
            "currency_in_each_heading_ch",
            "currency named",
            ordinary(
                "de-CH",
                "cu3",
                count=8,
                heads=("Datum", "Text", "Belastung CHF", "Gutschrift CHF", "Saldo CHF"),
            ),
            table_page,
            look=Look(number_width=84),
        ),
        page(
            "currency_euro_sign_ie",
            "currency named",
            ordinary(
                "en-IE", "cu4", signed=True, count=8, figures=Figures(before="€"), sign="lead_both"
            ),
            wallet,
        ),
    ]


def _empty() -> list[StrangerPage]:
    nil = (
        ("en-US", "There was no activity this period.", "402.16"),
        ("it-IT", "Nessun movimento nel periodo.", "1188.04"),
        ("el-GR", "Δεν υπάρχουν κινήσεις.", "73.55"),
    )
    return [
        page(
            f"nothing_booked_own_number_{code[:2]}",
            "nothing booked",
            ordinary(code, f"em{code}", entries=(), opening=opening, notes=(note,)),
            table_page,
        )
        for code, note, opening in nil
    ]


def _counts() -> list[StrangerPage]:
    return [
        page(
            "count_equals_the_rows_en",
            "a count that agrees",
            ordinary("en-US", "ct1", count=8, notes=("Transactions this period: {count}",)),
            table_page,
        ),
        page(
            "count_equals_the_rows_pl",
            "a count that agrees",
            ordinary(
                "pl-PL",
                "ct2",
                count=9,
                summary=(
                    ("Liczba operacji", "{count}"),
                    ("Suma uznań", "{in}"),
                    ("Suma obciążeń", "{out}"),
                ),
            ),
            table_page,
            look=Look(header="shade"),
        ),
        page(
            "totals_of_both_columns_ru",
            "totals that agree",
            ordinary("ru-RU", "ct3", count=9, totals_label="Итого обороты"),
            table_page,
            look=Look(grid=True, size=7.8, number_width=78),
        ),
        page(
            "app_days_turkish",
            "day headings",
            ordinary(
                "tr-TR",
                "ct4",
                signed=True,
                count=8,
                sign="lead_both",
                balances="none",
                days="D MMMM YYYY",
                figures=Figures(".", ",", after=" TL"),
            ),
            day_list,
        ),
    ]


def _cards() -> list[StrangerPage]:
    first, last = date(2025, 2, 19), date(2025, 3, 18)
    debt = sketch(
        "en-IE",
        "cc1",
        opening="-388.10",
        overdrawn=True,
        kind="card",
        first=first,
        last=last,
        entries=cards.card_entries(
            PLACES["en-IE"],
            cards.BRITISH,
            "cc1",
            7,
            first,
            last,
            ("8", "388.10", "DIRECT DEBIT PAYMENT - THANK YOU"),
        ),
        bank="Bank of Munster",
        title="Credit card statement",
        number="5407 0044 1877 2266",
        balances="none",
        columns=("date", "value", "text", "amount"),
        facts=(
            ("Card number", "5407 **** **** 2266"),
            ("Period", "{first} - {last}"),
            ("Credit limit", "2,500.00"),
        ),
        heads=("Date", "Posted", "Details", "Amount €"),
        summary=(
            ("Previous balance", "{opening}"),
            ("Payments", "{in}"),
            ("Purchases", "{out}"),
            ("New balance owed", "{closing}"),
        ),
    )
    own = sketch(
        "fr-FR",
        "cc2",
        opening="310.00",
        kind="other",
        number="5352 0044 1877 9911",
        entries=cards.card_entries(
            PLACES["fr-FR"],
            cards.FRENCH,
            "cc2",
            6,
            date(2025, 3, 1),
            date(2025, 3, 31),
            ("3", "200.00", "Rechargement reçu"),
        ),
        bank="Nickelle",
        title="Compte de carte prépayée (votre argent, aucun crédit)",
        balances="none",
        columns=("date", "value", "text", "amount"),
        days="DD/MM/YYYY",
        facts=(("Carte", "5352 **** **** 9911"), ("Période", "{first} - {last}")),
        heads=("Date", "Compta.", "Opération", "Montant EUR"),
        summary=(
            ("Solde créditeur initial", "{opening}"),
            ("Rechargements", "+{in}"),
            ("Dépenses", "-{out}"),
            ("Solde créditeur final", "{closing}"),
        ),
    )
    said = WORDINGS["sv-SE"]
    return [
        page("card_debt_said_plainly", "card", debt, card_page, look=CardLook(owed=owed_plain)),
        page(
            "card_prepaid_said_plainly",
            "prepaid card",
            own,
            card_page,
            look=CardLook(owed=holder_sign, charge=holder_sign),
        ),
        page(
            "savings_in_side_bar_se",
            "side bar",
            ordinary(
                "sv-SE",
                "cc3",
                signed=True,
                count=5,
                kind="savings",
                title="Sparkonto",
                heads=(said.date, said.text, said.amount, said.balance),
            ),
            side_bar,
            fill="#edf7ed",
        ),
    ]
