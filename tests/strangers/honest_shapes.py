"""Ordinary documents of uncommon shape: nothing booked, loans, several accounts."""

from dataclasses import replace
from datetime import date
from typing import Any

from tests.strangers.houses_card import loan_page
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.sketch import Entry, Sketch, money, page, sketch

_NOTHING: tuple[Entry, ...] = ()


def shape_pages() -> list[StrangerPage]:
    """Pages whose shape is seldom, and which can be read all the same."""
    return [*_nothing_booked(), *_loans(), *_several()]


def entry(day: date, amount: str, *text: str) -> Entry:
    """One entry written by hand."""
    return Entry(day, money(amount), text)


def _nothing_booked() -> list[StrangerPage]:
    return [
        page(
            "gb_no_transactions",
            "nothing booked",
            sketch(
                "en-GB",
                "sh1",
                entries=_NOTHING,
                opening="1422.18",
                bank="Craven Mutual",
                title="Rainy Day Saver",
                number="30917744",
                kind="savings",
                facts=(("Account number", "30917744"), ("Period", "{first} to {last}")),
                columns=("date", "text", "out", "in", "balance"),
                heads=("Date", "Details", "Withdrawn", "Paid in", "Balance"),
                opening_label="Balance brought forward",
                closing_label="Balance carried forward",
                notes=("There were no transactions on your account during this period.",),
            ),
            table_page,
        ),
        page(
            "de_keine_umsaetze",
            "nothing booked",
            sketch(
                "de-DE",
                "sh2",
                entries=_NOTHING,
                opening="88.40",
                number="7730014",
                bank="Kreissparkasse Unterlahn",
                title="Kontoauszug 3/2025",
                facts=(("Kontonummer", "7730014"), ("Zeitraum", "{first} - {last}")),
                heads=("Datum", "Text", "Belastung", "Gutschrift", "Saldo"),
                opening_label="Alter Kontostand",
                closing_label="Neuer Kontostand",
                notes=("Im Auszugszeitraum sind keine Umsätze angefallen.",),
            ),
            table_page,
            look=Look(grid=True),
        ),
        page(
            "br_sem_lancamentos",
            "nothing booked",
            sketch(
                "pt-BR",
                "sh3",
                entries=_NOTHING,
                opening="15.02",
                number="0077300-4",
                bank="Banco Ipê",
                title="Extrato",
                facts=(("Conta", "0077300-4"), ("De {first}", "a {last}")),
                heads=("Dia", "Histórico", "Valor", "Saldo"),
                opening_label="Saldo anterior",
                closing_label="Saldo atual",
                notes=("Não houve lançamentos no período.",),
            ),
            side_bar,
            fill="#fff7d6",
        ),
    ]


def _loans() -> list[StrangerPage]:
    month = (date(2025, 3, 3), date(2025, 3, 31))
    mortgage = (
        entry(month[0], "1204.18", "Payment received, thank you"),
        entry(month[1], "-611.07", "Interest charged"),
    )
    credit = (
        entry(date(2025, 3, 1), "-38.22", "Sollzinsen 02/2025"),
        entry(date(2025, 3, 3), "250.00", "Rate 14 von 60"),
        entry(date(2025, 3, 20), "1000.00", "Sondertilgung"),
    )
    student = (
        entry(date(2025, 3, 7), "180.00", "Payment: thank you"),
        entry(date(2025, 3, 31), "-42.60", "Interest accrued this month"),
    )
    return [
        page(
            "au_home_loan",
            "loan",
            sketch(
                "en-AU",
                "sh4",
                entries=mortgage,
                opening="-218440.90",
                overdrawn=True,
                kind="loan",
                bank="Commonwealth & Southern Bank",
                number="408 811 9927",
                title="Complete Home Loan statement",
                balance_sign=("CR", "DR"),
                facts=(
                    ("Loan account", "408 811 9927"),
                    ("Period", "{first} to {last}"),
                    ("Interest rate", "6.14% p.a."),
                ),
                heads=("Date", "Transaction", "Debit", "Credit", "Balance"),
                opening_label="Opening balance",
                closing_label="Closing balance",
            ),
            loan_page,
        ),
        page(
            "de_ratenkredit_kontoauszug",
            "loan",
            sketch(
                "de-DE",
                "sh5",
                entries=credit,
                opening="-9114.75",
                overdrawn=True,
                kind="loan",
                bank="Nordstern Direktbank",
                number="600 4418 772",
                title="Kreditkonto-Auszug",
                sign="lead_both",
                facts=(("Kreditkonto", "600 4418 772"), ("Zeitraum", "{first} - {last}")),
                columns=("date", "text", "amount", "balance"),
                heads=("Datum", "Vorgang", "Betrag EUR", "Restschuld EUR"),
                opening_label="Restschuld zu Beginn",
                closing_label="Restschuld am Ende",
            ),
            table_page,
            look=Look(header="line", size=9.5, pitch=15),
        ),
        page(
            "us_student_loan_parts",
            "loan",
            sketch(
                "en-US",
                "sh6",
                entries=student,
                opening="-11877.04",
                overdrawn=True,
                kind="loan",
                bank="Campus Loan Servicing",
                number="E-7730418",
                title="Loan activity",
                balances="none",
                facts=(
                    ("Loan number", "E-7730418"),
                    ("Activity from", "{first}"),
                    ("through", "{last}"),
                ),
                heads=("Date", "Activity", "Added to loan", "Paid", ""),
                summary=(
                    ("Unpaid balance at beginning", "{opening}"),
                    ("Payments", "{in}"),
                    ("Interest", "{out}"),
                    ("Unpaid balance at end", "{closing}"),
                ),
            ),
            loan_page,
            split=(
                ("Your payment went to", "Principal", "Interest"),
                ("03/07/2025", "137.40", "42.60"),
            ),
        ),
    ]


def _several() -> list[StrangerPage]:
    def part(seed: str, title: str, number: str, **more: Any) -> Sketch:
        return sketch(
            "en-US",
            seed,
            bank="Fairhaven Federal Credit Union",
            title=title,
            number=number,
            columns=("date", "text", "amount", "balance"),
            days="MM/DD",
            long_days="MM/DD/YYYY",
            facts=(("Statement period", "{first} - {last}"),),
            heads=("Post date", "Transaction", "Amount", "New balance"),
            sign="lead",
            opening_label="Balance forward",
            closing_label="Ending balance",
            **more,
        )

    loan = (
        entry(date(2025, 3, 5), "220.00", "Loan payment"),
        entry(date(2025, 3, 5), "-31.40", "Finance charge"),
    )
    francs = sketch(
        "fr-CH",
        "sh8a",
        count=6,
        bank="Banque cantonale du Léman",
        number="5044.18.77 CHF",
        title="Compte 5044.18.77 en CHF",
        facts=(("Période", "{first} - {last}"), ("Monnaie", "CHF")),
        columns=("date", "text", "amount", "balance"),
        heads=("Date", "Texte", "Mouvement", "Solde"),
        opening_label="Solde reporté",
        closing_label="Solde à nouveau",
    )
    euros = replace(
        francs,
        title="Compte 5044.18.93 en EUR",
        number="5044.18.93 EUR",
        currency="EUR",
        opening=money("640.20"),
        facts=(("Période", "{first} - {last}"), ("Monnaie", "EUR")),
        entries=(
            entry(date(2025, 3, 10), "-120.00", "Achat / Hôtel du Port Annecy"),
            entry(date(2025, 3, 21), "55.50", "Remboursement / SNCF"),
        ),
    )
    return [
        page(
            "us_share_draft_and_loan",
            "several accounts",
            (
                part("sh7a", "Share Draft 00441187738", "00441187738", count=6),
                part("sh7b", "Share Savings 00441187731", "00441187731", count=3, kind="savings"),
                part(
                    "sh7c",
                    "Personal Loan 00441187735",
                    "00441187735",
                    entries=loan,
                    kind="loan",
                    opening="-4120.00",
                    overdrawn=True,
                ),
            ),
            table_page,
            look=Look(size=8, header="shade"),
        ),
        page(
            "ch_two_currencies",
            "several accounts",
            (francs, euros),
            table_page,
            look=Look(size=8.5, header="line"),
        ),
    ]
