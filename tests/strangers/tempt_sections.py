"""Rows among or under the others that do not count: declined, pending, pots, not yet booked."""

from dataclasses import dataclass, replace
from datetime import date

from tests.strangers.extras import small_table
from tests.strangers.figures import dated
from tests.strangers.houses_list import Section, section_pages
from tests.strangers.model import StrangerPage
from tests.strangers.ordinary import ordinary
from tests.strangers.sheet import Sheet
from tests.strangers.sketch import Entry, Sketch, ledger_of, money, page

_TOPIC = "A9 rows that do not count"


@dataclass(frozen=True)
class Extra:
    """Rows that look like the others and are not of the balance, under their heading."""

    heading: str
    rows: tuple[tuple[int, str, str], ...]
    gap: float = 0
    at_end: bool = True
    status: bool = False


def section_pages_that_tempt() -> list[StrangerPage]:
    """Sub-headings without a gap, columns of status, purses beside the account."""
    return [*_sub_headed(), *_with_status(), *_in_sections()]


def _list_with(drawn: Sketch, extra: Extra) -> bytes:
    """A list of one signed column, into which the extra rows are set without a seam."""
    sheet = Sheet(family=drawn.family)
    left, right = 52.0, 543.0
    sheet.text(left, 54, drawn.bank, 16, bold=True)
    sheet.text(right, 54, drawn.title, 10, align="right")
    y = sheet.lines(left, 84, drawn.holder, 9) + 10
    for label, value in drawn.facts:
        sheet.text(left, y, f"{drawn.fill(label)}: {drawn.fill(value)}", 9)
        y += 13
    y += 14
    heads = (*drawn.heads[:2], *(("Status",) if extra.status else ()), *drawn.heads[2:])
    edges = (
        (left, left + 66, 360.0, right - 76, right)
        if extra.status
        else (left, left + 66, right - 76, right)
    )
    for x, words in zip(edges, heads, strict=False):
        sheet.text(x, y, words, 8.5, bold=True, align="right" if x > 400 else "left")
    sheet.rule(left, y + 4, right)
    y += 17
    if drawn.opening_label:
        sheet.text(left + 66, y, drawn.fill(drawn.opening_label), 8.5)
        sheet.text(right, y, drawn.balance(drawn.opening), 8.5, align="right")
        y += 13
    middle = len(drawn.entries) // 2
    for at, (entry, balance) in enumerate(drawn.in_print_order()):
        if at == middle and not extra.at_end:
            y = _extra_rows(sheet, drawn, extra, edges, y)
        sheet.text(left, y, drawn.day(entry.day), 8.5)
        sheet.text(left + 66, y, " ".join(entry.text)[:44], 8.5)
        if extra.status:
            sheet.text(360, y, _booked(drawn), 8.5)
        sheet.text(right - 76, y, drawn.amount(entry.amount), 8.5, align="right")
        if balance is not None:
            sheet.text(right, y, drawn.balance(balance), 8.5, align="right")
        y += 13
    if extra.at_end:
        y = _extra_rows(sheet, drawn, extra, edges, y)
    if drawn.closing_label:
        sheet.text(left + 66, y, drawn.fill(drawn.closing_label), 8.5, bold=True)
        sheet.text(right, y, drawn.balance(drawn.closing), 8.5, bold=True, align="right")
    return sheet.finish()


def _booked(drawn: Sketch) -> str:
    return {
        "de": "gebucht",
        "fr": "exécuté",
        "pl": "wykonana",
        "es": "Aceptada",
        "tr": "Tamamlandı",
    }.get(drawn.place.language, "Completed")


def _extra_rows(
    sheet: Sheet, drawn: Sketch, extra: Extra, edges: tuple[float, ...], y: float
) -> float:
    y += extra.gap
    if extra.heading and not extra.status:
        sheet.text(edges[1], y, extra.heading, 8.5)
        y += 13
    for day, text, amount in extra.rows:
        sheet.text(edges[0], y, dated(date(2025, 3, day), drawn.days, drawn.place.language), 8.5)
        sheet.text(edges[1], y, text, 8.5)
        if extra.status:
            sheet.text(360, y, extra.heading, 8.5)
        sheet.text(edges[-2], y, drawn.amount(money(amount)), 8.5, align="right")
        y += 13
    return y


def _page(name: str, drawn: Sketch, extra: Extra, tempts: str) -> StrangerPage:
    counted = [
        Entry(date(2025, 3, day), money(amount), (text,)) for day, text, amount in extra.rows
    ]
    account = replace(
        drawn.account(),
        wrong_ledger=ledger_of((*drawn.entries, *counted)),
        ledger=ledger_of(drawn.entries),
    )
    return page(
        f"section_{name}",
        _TOPIC,
        drawn,
        _list_with,
        extra=extra,
        accounts=(account,),
        tempts=tempts,
    )


def _sub_headed() -> list[StrangerPage]:
    both = "Count the rows under the heading: they cancel, so the sums still agree."
    return [
        _page(
            "savings_pot_within",
            ordinary("en-GB", "s1", signed=True, count=9, balances="none"),
            Extra(
                "Savings pot",
                ((11, "To pot: Holiday", "-50.00"), (25, "From pot: Holiday", "50.00")),
                at_end=False,
            ),
            both,
        ),
        _page(
            "not_included_in_balance",
            ordinary("en-IE", "s2", signed=True, count=8, balances="none"),
            Extra(
                "Not included in balance",
                ((29, "POS HOTEL ATHLONE", "-140.00"), (30, "POS HOTEL ATHLONE REV", "140.00")),
            ),
            both,
        ),
        _page(
            "declined_heading_de",
            ordinary("de-DE", "s3", signed=True, count=8, balances="none"),
            Extra(
                "Nicht ausgeführt",
                (
                    (14, "Überweisung Stadtwerke", "-88.00"),
                    (15, "Überweisung Stadtwerke erneut", "88.00"),
                ),
            ),
            both,
        ),
        _page(
            "vorgemerkt_de",
            ordinary("de-AT", "s4", signed=True, count=8, balances="none", days="DD.MM.YYYY"),
            Extra(
                "Vorgemerkte Umsätze",
                ((31, "Kartenzahlung SPAR", "-24.10"), (31, "Gutschrift erwartet", "24.10")),
            ),
            both,
        ),
        _page(
            "operations_a_venir_fr",
            ordinary("fr-FR", "s5", signed=True, count=8),
            Extra(
                "Opérations à venir",
                ((30, "PRLV SEPA ASSURANCE", "-47.60"), (31, "VIR ATTENDU", "47.60")),
            ),
            both,
        ),
        _page(
            "apartados_es",
            ordinary("es-ES", "s6", signed=True, count=8),
            Extra(
                "Huchas (no computan)",
                ((10, "A hucha Viaje", "-100.00"), (20, "De hucha Viaje", "100.00")),
                at_end=False,
            ),
            both,
        ),
        _page(
            "reservas_br",
            ordinary("pt-BR", "s7", signed=True, count=8),
            Extra(
                "Caixinhas",
                ((6, "Guardado na caixinha", "-200.00"), (26, "Resgate da caixinha", "200.00")),
            ),
            both,
        ),
        _page(
            "memo_items_us",
            ordinary("en-US", "s8", signed=True, count=8),
            Extra(
                "Memo items, for information only",
                ((18, "CHECK 1192 STOPPED", "-310.00"), (18, "CHECK 1192 STOP PAYMENT", "310.00")),
                gap=2,
            ),
            both,
        ),
        _page(
            "sub_account_nl",
            ordinary("nl-NL", "s9", signed=True, count=8),
            Extra(
                "Subrekening vakantie",
                ((4, "Overboeking naar sub", "-75.00"), (28, "Overboeking van sub", "75.00")),
            ),
            both,
        ),
        _page(
            "next_month_already",
            ordinary("en-AU", "s10", signed=True, count=8),
            Extra(
                "April (next statement)",
                ((31, "DIRECT DEBIT AGL", "-91.00"), (31, "OSKO PAYMENT", "91.00")),
            ),
            "Count rows that belong to the next statement.",
        ),
    ]


def _with_status() -> list[StrangerPage]:
    tempts = "Count rows whose status says that nothing was booked."
    return [
        _page(
            "status_declined",
            ordinary("en-GB", "s11", signed=True, count=9, balances="none"),
            Extra(
                "Declined",
                ((13, "CURRYS ONLINE", "-89.00"), (13, "CURRYS REFUND", "89.00")),
                at_end=False,
                status=True,
            ),
            tempts,
        ),
        _page(
            "status_abgelehnt",
            ordinary("de-DE", "s12", signed=True, count=8),
            Extra(
                "abgelehnt",
                ((9, "Kartenzahlung Tankstelle", "-60.00"), (9, "Freigabe Tankstelle", "60.00")),
                at_end=False,
                status=True,
            ),
            tempts,
        ),
        _page(
            "status_refuse",
            ordinary("fr-FR", "s13", signed=True, count=8),
            Extra(
                "refusé",
                ((16, "CARTE SNCF", "-120.00"), (17, "CARTE SNCF", "120.00")),
                at_end=False,
                status=True,
            ),
            tempts,
        ),
        _page(
            "status_odrzucona",
            ordinary("pl-PL", "s14", signed=True, count=8),
            Extra(
                "odrzucona",
                ((21, "Przelew ekspresowy", "-500.00"), (22, "Zwrot", "500.00")),
                at_end=False,
                status=True,
            ),
            tempts,
        ),
        _page(
            "status_iptal",
            ordinary("tr-TR", "s15", signed=True, count=8),
            Extra("İptal", ((5, "POS İADE", "-340.00"), (5, "POS İADE", "340.00")), status=True),
            tempts,
        ),
        _page(
            "status_pending_es",
            ordinary("es-MX", "s16", signed=True, count=8),
            Extra(
                "En tránsito",
                ((30, "COMPRA HOTEL", "-1800.00"), (31, "LIBERACION HOTEL", "1800.00")),
                status=True,
            ),
            tempts,
        ),
    ]


def _in_sections() -> list[StrangerPage]:
    us = ordinary(
        "en-US",
        "s17",
        count=9,
        balances="none",
        heads=("Date", "Description", "Amount"),
        summary=(
            ("Beginning balance", "{opening}"),
            ("Deposits", "{in}"),
            ("Withdrawals", "-{out}"),
            ("Ending balance", "{closing}"),
        ),
    )
    pending = small_table(
        ("Date", "Description", "Amount"),
        (
            ("03/30/2025", "PENDING - HILTON GARDEN", "212.00"),
            ("03/31/2025", "PENDING - HOLD RELEASE", "212.00"),
        ),
        edges=(58, 120, 554),
        title="Authorizations not yet posted",
    )
    overdraft = small_table(
        ("", "Total for this period", "Total year-to-date"),
        (
            ("Total overdraft fees", "$0.00", "$35.00"),
            ("Total returned item fees", "$0.00", "$70.00"),
        ),
        edges=(58, 360, 500),
        aligns="lrr",
        box=True,
    )
    parts = (
        Section("Deposits", "Total deposits", "in"),
        Section("Withdrawals", "Total withdrawals", "out"),
    )
    return [
        page(
            "section_authorizations_after_the_lists",
            _TOPIC,
            replace(us, below=pending),
            section_pages,
            sections=parts,
            tempts="Count pending authorisations as a further section.",
        ),
        page(
            "section_overdraft_fees_year_to_date",
            _TOPIC,
            replace(us, below=overdraft),
            section_pages,
            sections=parts,
            shade="#dde8f3",
            tempts="Take the fees of the year for fees of this statement.",
        ),
    ]
