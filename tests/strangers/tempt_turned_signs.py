"""Marks and columns of direction that mean the opposite of what is usual."""

from dataclasses import replace
from datetime import date
from typing import Any

from tests.strangers.extras import words
from tests.strangers.figures import Figures
from tests.strangers.houses_list import wallet
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.ordinary import ordinary
from tests.strangers.sheet import Sheet
from tests.strangers.sketch import Entry, Sketch, money, page

_TOPIC = "A1 signs"


def turned_sign_pages() -> list[StrangerPage]:
    """Legends, arrows, ink and debts that turn the signs."""
    return [*_turned_by_a_legend(), *_drawn_marks(), *_debts()]


def _turned_by_a_legend() -> list[StrangerPage]:
    return [
        page(
            "signs_legend_minus_is_credit",
            _TOPIC,
            ordinary(
                "en-AU",
                "legend1",
                signed=True,
                count=8,
                sign="turned",
                balances="none",
                columns=("date", "text", "amount"),
                heads=("Date", "Transaction", "Amount"),
                notes=("A minus sign denotes a credit to your account.",),
            ),
            table_page,
            tempts="Take the minus for money out although the legend says credit.",
        ),
        page(
            "signs_legend_brackets_added",
            _TOPIC,
            ordinary(
                "en-ZA",
                "legend2",
                signed=True,
                count=7,
                balances="none",
                columns=("date", "text", "amount"),
                heads=("Date", "Details", "Amount (R)"),
                sign="turned",
                notes=("Amounts preceded by - were deposited.",),
            ),
            side_bar,
            tempts="Take deposits for payments since they have a minus.",
        ),
        page(
            "signs_legende_vorzeichen_gedreht",
            _TOPIC,
            ordinary(
                "de-AT",
                "legend3",
                signed=True,
                count=8,
                sign="turned_trail",
                balances="none",
                columns=("date", "text", "amount"),
                heads=("Datum", "Buchungstext", "Betrag"),
                notes=("Nachgestelltes Minus: Gutschrift. Ohne Zeichen: Belastung.",),
            ),
            table_page,
            look=Look(header="line"),
            tempts="Take the trailing minus for a debit although the legend says credit.",
        ),
        page(
            "signs_columns_exchanged_names",
            _TOPIC,
            ordinary(
                "fr-FR",
                "legend4",
                count=8,
                columns=("date", "text", "in", "out"),
                heads=("Date", "Libellé", "Crédit", "Débit"),
                balances="none",
            ),
            table_page,
            look=Look(grid=True),
            tempts="Take the first of two columns for money out, as is usual in the country.",
        ),
    ]


def _drawn_marks() -> list[StrangerPage]:
    arrows = ordinary(
        "pl-PL",
        "arrow",
        signed=True,
        count=8,
        sign=("↓", "↑"),
        balances="none",
        columns=("date", "text", "amount"),
        heads=("Data", "Opis", "Kwota"),
        notes=("↑ wysłane, ↓ otrzymane",),
    )
    red = ordinary("en-US", "red", signed=True, count=9, sign="none", balances="none")
    return [
        page(
            "signs_arrows",
            _TOPIC,
            arrows,
            table_page,
            tempts="Take an arrow upwards for an increase although it means sent.",
        ),
        page(
            "signs_red_ink_only",
            _TOPIC,
            red,
            _in_red,
            tempts="Amounts out are told by red ink only; without it all are taken for deposits.",
            undecidable=(),
        ),
        page(
            "signs_tint_behind_deposits",
            _TOPIC,
            ordinary("nl-NL", "tint", signed=True, count=8, sign="none", balances="none"),
            _on_tint,
            tempts="Deposits are told by a tint behind them, which a note explains.",
        ),
    ]


def _in_red(drawn: Sketch) -> bytes:
    sheet = Sheet(family=drawn.family)
    sheet.text(60, 60, drawn.bank, 16, bold=True)
    sheet.text(60, 80, drawn.title, 10)
    y = sheet.lines(60, 104, drawn.holder, 9) + 8
    for label, value in drawn.facts:
        sheet.text(60, y, f"{label}: {drawn.fill(value)}", 9)
        y += 13
    sheet.text(60, y + 10, f"Beginning balance {drawn.balance(drawn.opening)}", 9, bold=True)
    y += 32
    for entry, _ in drawn.in_print_order():
        sheet.text(60, y, drawn.day(entry.day), 9)
        sheet.text(130, y, " ".join(entry.text), 9)
        sheet.text(
            530,
            y,
            drawn.figures.plain(entry.amount),
            9,
            align="right",
            colour="#c40000" if entry.amount < 0 else "#000000",
        )
        y += 15
    sheet.text(60, y + 8, f"Ending balance {drawn.balance(drawn.closing)}", 9, bold=True)
    sheet.text(60, y + 34, "Withdrawals are printed in red.", 7)
    return sheet.finish()


def _on_tint(drawn: Sketch) -> bytes:
    sheet = Sheet(family=drawn.family)
    sheet.text(50, 56, drawn.bank, 15, bold=True)
    y = sheet.lines(50, 84, drawn.holder, 9) + 6
    for label, value in drawn.facts:
        sheet.text(50, y, f"{label} {drawn.fill(value)}", 9)
        y += 13
    y += 16
    sheet.text(50, y, drawn.opening_label or "", 9)
    sheet.text(545, y, drawn.balance(drawn.opening), 9, align="right")
    y += 16
    for entry, _ in drawn.in_print_order():
        high = 14 + 12 * (len(entry.text) - 1)
        if entry.amount > 0:
            sheet.box(46, y - 10, 503, high, fill="#dff0d8")
        sheet.text(50, y, drawn.day(entry.day), 9)
        sheet.lines(120, y, entry.text, 9, pitch=12)
        sheet.text(545, y, drawn.figures.plain(entry.amount), 9, align="right")
        y += high + 2
    sheet.text(50, y + 4, drawn.closing_label or "", 9, bold=True)
    sheet.text(545, y + 4, drawn.balance(drawn.closing), 9, bold=True, align="right")
    sheet.text(50, y + 30, "Groene regels zijn bijgeschreven, witte regels zijn afgeschreven.", 7)
    return sheet.finish()


def _debts() -> list[StrangerPage]:
    bought = (
        Entry(date(2025, 3, 3), money("-84.20"), ("Hudson Timber", "order 4418")),
        Entry(date(2025, 3, 9), money("-31.75"), ("Hudson Timber", "order 4425")),
        Entry(date(2025, 3, 14), money("100.00"), ("Received from you",)),
        Entry(date(2025, 3, 27), money("-12.40"), ("Hudson Timber", "order 4460")),
    )
    common: dict[str, Any] = {
        "entries": bought,
        "opening": "-220.00",
        "overdrawn": True,
        "kind": "other",
        "balance_sign": "none",
    }
    ledger = ordinary(
        "en-GB",
        "debt1",
        bank="Hudson Timber Supplies",
        title="Your account with us",
        heads=("Date", "Details", "Debit", "Credit", "Balance"),
        **common,
    )
    marks = ordinary(
        "en-IE",
        "debt2",
        signed=True,
        bank="Hudson Timber Supplies",
        title="Ledger extract",
        sign=("C", "D"),
        heads=("Date", "Details", "Amount", "Balance"),
        **common,
    )
    return [
        page(
            "signs_debits_raise_the_balance",
            _TOPIC,
            ledger,
            table_page,
            tempts="Take a balance that debits raise for the holder's own money.",
        ),
        page(
            "signs_d_raises_the_balance",
            _TOPIC,
            replace(
                marks,
                figures=Figures(before="€"),
                below=words("Terms: 30 days end of month.", size=7),
            ),
            wallet,
            paper=(430, 600),
            tempts="Take D for money in since the balance grows by it.",
        ),
    ]
