"""Balances taken for other balances, and rows that are printed twice."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

from tests.strangers.extras import small_table, words
from tests.strangers.houses_card import CardLook, card_page, owed_plain
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.ordinary import ordinary
from tests.strangers.sketch import Entry, Hook, Sketch, money, page

_ENDS = "ends that look like others"
_TWICE = "rows printed twice"


def end_pages() -> list[StrangerPage]:
    """Ends that look like others, and repeated rows."""
    return [*_ends(), *_repeated()]


def _ends() -> list[StrangerPage]:
    out = (
        Entry(date(2025, 3, 6), money("-250.00"), ("Rent",)),
        Entry(date(2025, 3, 14), money("900.00"), ("Wages",)),
        Entry(date(2025, 3, 22), money("-250.00"), ("Rent",)),
        Entry(date(2025, 3, 27), money("-400.00"), ("Car",)),
    )
    single = (
        Entry(date(2025, 3, 9), money("-412.60"), ("Kitchen fitter",)),
        Entry(date(2025, 3, 28), money("1300.00"), ("Salary",)),
    )
    through = (
        Entry(date(2025, 3, 5), money("4000.00"), ("Verkauf Depot",)),
        Entry(date(2025, 3, 5), money("-4000.00"), ("Kauf Fonds",)),
        Entry(date(2025, 3, 19), money("81.25"), ("Ausschüttung",)),
        Entry(date(2025, 3, 20), money("-81.25"), ("Übertrag Giro",)),
    )
    return [
        page(
            "ends_equal_pass_through",
            _ENDS,
            ordinary(
                "de-AT",
                "e1",
                entries=through,
                opening="500.00",
                balances="none",
                title="Verrechnungskonto",
                signed=True,
                columns=("date", "text", "amount"),
                heads=("Tag", "Text", "Betrag"),
                days="DD.MM.YYYY",
            ),
            table_page,
            tempts="Drop a pair, or all rows: opening and closing are equal anyhow.",
        ),
        page(
            "ends_total_out_equals_a_row",
            _ENDS,
            ordinary(
                "en-GB",
                "e2",
                entries=single,
                opening="60.00",
                overdrawn=True,
                summary=(("Paid out", "{out}"), ("Paid in", "{in}")),
            ),
            table_page,
            tempts="Take the total of money out, 412.60, for a second payment.",
        ),
        page(
            "ends_two_equal_rows",
            _ENDS,
            ordinary("en-IE", "e3", entries=out, opening="300.00", balances="none"),
            table_page,
            tempts="Take two equal payments for one printed twice.",
        ),
        page(
            "ends_closing_before_opening",
            _ENDS,
            ordinary(
                "fr-FR",
                "e4",
                count=8,
                opening_label=None,
                closing_label=None,
                balances="none",
                summary=(
                    ("Solde au 31.03.2025", "{closing}"),
                    ("Solde au 28.02.2025", "{opening}"),
                ),
            ),
            table_page,
            tempts="Take the first of two balances for the opening.",
        ),
        page(
            "ends_available_beside_booked",
            _ENDS,
            ordinary(
                "es-ES",
                "e5",
                count=8,
                summary=(("Saldo disponible", "2.318,44"), ("Saldo contable", "{closing}")),
            ),
            table_page,
            tempts="Take the available balance for the closing balance.",
        ),
        page(
            "ends_with_overdraft_limit_added",
            _ENDS,
            ordinary(
                "en-GB",
                "e6",
                count=8,
                closing_label=None,
                summary=(
                    ("Balance on {last}", "{closing}"),
                    ("Available incl. arranged overdraft", "3,104.66"),
                ),
            ),
            table_page,
            look=Look(summary_at="bottom"),
            tempts="Take the funds including an overdraft for the closing balance.",
        ),
        page(
            "ends_average_and_lowest",
            _ENDS,
            ordinary(
                "en-US",
                "e7",
                count=8,
                closing_label=None,
                summary=(
                    ("Average ledger balance", "1,944.18"),
                    ("Lowest balance", "402.77"),
                    ("Ending balance", "{closing}"),
                ),
            ),
            table_page,
            tempts="Take an average or the lowest balance for an end.",
        ),
        page(
            "ends_of_the_year_before",
            _ENDS,
            ordinary(
                "sv-SE",
                "e8",
                signed=True,
                count=8,
                summary=(("Saldo 2024-12-31 (för deklaration)", "18 220,00"),),
            ),
            side_bar,
            tempts="Take the balance of the year's end for the opening.",
        ),
        page(
            "ends_interest_capital_total",
            _ENDS,
            ordinary("pl-PL", "e9", count=8, notes=("Saldo łącznie z lokatami: 18 440,12 PLN",)),
            table_page,
            tempts="Take the sum with deposits for the closing balance.",
        ),
    ]


def _repeated() -> list[StrangerPage]:
    base = ordinary("en-GB", "r1", count=9)
    large = sorted(base.entries, key=lambda entry: abs(entry.amount), reverse=True)[:3]
    largest = small_table(
        ("Date", "Details", "Amount"),
        tuple(
            (base.day(entry.day), " ".join(entry.text), base.figures.plain(entry.amount))
            for entry in large
        ),
        edges=(50, 120, 430),
        title="Your largest transactions this month",
        box=True,
    )
    german = ordinary("de-DE", "r2", count=9)
    per_day = _daily_totals(german)
    spanish = ordinary("es-ES", "r3", count=9)
    groups = small_table(
        ("Categoría", "Importe"),
        (
            ("Recibos", spanish.figures.plain(spanish.money_out)),
            ("Nómina y otros", spanish.figures.plain(spanish.money_in)),
        ),
        edges=(50, 300),
        title="Resumen por categorías",
    )
    checks = ordinary(
        "en-US",
        "r4",
        count=9,
        balances="none",
        columns=("date", "text", "out", "in"),
        heads=("Date", "Description", "Withdrawals", "Deposits"),
    )
    cleared = small_table(
        ("Check", "Date", "Amount"),
        tuple(
            (" ".join(entry.text), checks.day(entry.day), checks.figures.plain(entry.amount))
            for entry in checks.entries
            if entry.amount < 0
        )[:3],
        edges=(50, 300, 430),
        aligns="llr",
        title="Debits cleared, in number order",
    )
    before = ordinary("nl-NL", "r5", count=6, month=(2025, 2))
    last_month = small_table(
        ("Datum", "Omschrijving", "Bedrag"),
        tuple(
            (before.day(entry.day), " ".join(entry.text), before.figures.plain(entry.amount))
            for entry in before.entries
        ),
        edges=(50, 120, 430),
        title="Ter vergelijking: vorige maand",
    )
    card = ordinary(
        "en-AU",
        "r6",
        kind="card",
        opening="-240.00",
        overdrawn=True,
        balances="none",
        entries=(
            Entry(date(2025, 3, 4), money("-120.00"), ("Harvey Stores plan 2 of 6",)),
            Entry(date(2025, 3, 9), money("-44.10"), ("Petrol",)),
            Entry(date(2025, 3, 20), money("240.00"), ("Payment, thank you",)),
        ),
        summary=(("Opening balance", "{opening}"), ("Closing balance", "{closing}")),
        columns=("date", "value", "text", "amount"),
        heads=("Date", "Posted", "Details", "Amount"),
        title="Low Rate card",
    )
    coming = small_table(
        ("Due", "Instalment", "Amount"),
        (
            ("04 Apr 2025", "Harvey Stores plan 3 of 6", "120.00"),
            ("04 May 2025", "Harvey Stores plan 4 of 6", "120.00"),
        ),
        edges=(50, 130, 430),
        title="Instalments on your next statements",
    )
    booked_ahead = ordinary("fr-FR", "r7", count=8)
    next_debits = words(
        "Prélèvements annoncés : 04.04 ASSURANCE 47,60 ; 05.04 LOYER 720,00",
        size=8,
        stroke="#999999",
        width=460,
    )
    tempts = "Count rows twice that a further table repeats."
    return [
        page(
            "twice_largest_transactions",
            _TWICE,
            replace(base, above=largest),
            table_page,
            tempts=tempts,
        ),
        page(
            "twice_daily_totals",
            _TWICE,
            replace(german, below=per_day),
            table_page,
            look=Look(size=8),
            tempts="Count the totals of days as rows.",
        ),
        page(
            "twice_by_category",
            _TWICE,
            replace(spanish, below=groups),
            table_page,
            tempts="Count the sums by category as rows.",
        ),
        page(
            "twice_debits_in_number_order",
            _TWICE,
            replace(checks, below=cleared),
            table_page,
            tempts=tempts,
        ),
        page(
            "twice_last_month_for_comparison",
            _TWICE,
            replace(ordinary("nl-NL", "r5b", count=8), below=last_month),
            table_page,
            tempts="Count last month's rows, which are printed for comparison.",
        ),
        page(
            "twice_next_instalments",
            _TWICE,
            replace(card, below=coming),
            card_page,
            look=CardLook(owed=owed_plain, charge=owed_plain),
            tempts="Count the instalments of the next statements.",
        ),
        page(
            "twice_announced_debits",
            _TWICE,
            replace(booked_ahead, below=next_debits),
            printout,
            reel=Reel(widths=(8, 34, 12, 12, 13)),
            tempts="Count debits that are only announced.",
        ),
    ]


def _daily_totals(drawn: Sketch) -> Hook:
    days: dict[date, Decimal] = {}
    for entry in drawn.entries:
        days[entry.day] = days.get(entry.day, Decimal(0)) + entry.amount
    return small_table(
        ("Tag", "Umsatz des Tages"),
        tuple((drawn.day(day), drawn.figures.signed(total, "lead")) for day, total in days.items()),
        edges=(50, 260),
        title="Tagessummen",
    )
