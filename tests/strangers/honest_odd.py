"""Ordinary statements in seldom layouts."""

from datetime import date

from tests.strangers.figures import Figures
from tests.strangers.houses_odd import (
    amount_below_text,
    amount_first,
    checks_abreast,
    day_ends,
    slips,
)
from tests.strangers.model import StrangerPage
from tests.strangers.ordinary import ordinary
from tests.strangers.sketch import Entry, money, page


def odd_layout_pages() -> list[StrangerPage]:
    """Rows as paragraphs, slips and lists three abreast; balances as lines of their own."""
    return [*_paragraphs(), *_slips(), *_day_ends(), *_amounts_first(), *_checks()]


def _paragraphs() -> list[StrangerPage]:
    places = (
        ("en-GB", "lead_both"),
        ("de-DE", "spaced_both"),
        ("fr-FR", "lead"),
        ("es-ES", "trail"),
        ("pt-PT", "lead_both"),
        ("it-IT", "lead"),
        ("nl-NL", "lead_both"),
        ("sv-SE", "trail"),
        ("pl-PL", "lead"),
        ("tr-TR", "lead_both"),
    )
    return [
        page(
            f"odd_amount_below_text_{code[:2]}",
            "amount under the description",
            ordinary(
                code,
                f"ob{code}",
                signed=True,
                count=8 + at % 3,
                sign=sign,
                balances="each" if at % 2 else "none",
            ),
            amount_below_text,
            size=8.5 + at % 2 * 0.5,
        )
        for at, (code, sign) in enumerate(places)
    ]


def _slips() -> list[StrangerPage]:
    places = (
        ("en-SG", ("Date", "Transaction", "Amount", "Balance after")),
        ("de-CH", ("Datum", "Buchung", "Betrag CHF", "Saldo CHF")),
        ("fr-CA", ("Date", "Opération", "Montant", "Solde après")),
        ("es-MX", ("Fecha", "Movimiento", "Importe", "Saldo")),
        ("cs-CZ", ("Datum", "Pohyb", "Částka", "Zůstatek")),
        ("ru-RU", ("Дата", "Операция", "Сумма", "Остаток")),
        ("el-GR", ("Ημερομηνία", "Κίνηση", "Ποσό", "Υπόλοιπο")),
    )
    return [
        page(
            f"odd_slips_{code[:2]}_{code[3:].lower()}",
            "slips with labels",
            ordinary(code, f"os{code}", signed=True, count=8 + at % 2, sign="lead_both"),
            slips,
            labels=labels,
        )
        for at, (code, labels) in enumerate(places)
    ]


def _day_ends() -> list[StrangerPage]:
    places = (
        ("en-IE", "Balance on {day}"),
        ("de-AT", "Saldo per {day}"),
        ("fr-FR", "Solde au {day}"),
        ("pt-BR", "SALDO DO DIA {day}"),
        ("it-IT", "Saldo al {day}"),
        ("da-DK", "Saldo {day}"),
        ("fi-FI", "Saldo {day}"),
        ("id-ID", "SALDO TANGGAL {day}"),
        ("hu-HU", "Egyenleg {day}"),
    )
    return [
        page(
            f"odd_day_end_lines_{code[:2]}",
            "the day's balance is a line",
            ordinary(
                code,
                f"od{code}",
                signed=True,
                count=9,
                balances="none",
                days="DD/MM/YYYY" if code == "en-IE" else "DD.MM.YYYY",
            ),
            day_ends,
            day_end=day_end,
        )
        for code, day_end in places
    ]


def _amounts_first() -> list[StrangerPage]:
    places = (
        ("en-AU", "AUD"),
        ("de-DE", "EUR"),
        ("nl-NL", "EUR"),
        ("nb-NO", "NOK"),
        ("pl-PL", "PLN"),
        ("en-ZA", "ZAR"),
        ("en-IN", "INR"),
        ("tr-TR", "TRY"),
    )
    pages = []
    for at, (code, unit) in enumerate(places):
        drawn = ordinary(
            code, f"of{code}", signed=True, count=10, sign=("lead", "lead_both", "trail")[at % 3]
        )
        heads = (drawn.heads[0], drawn.heads[2], drawn.heads[3], drawn.heads[1])
        pages.append(
            page(
                f"odd_amount_first_{code[:2]}_{code[3:].lower()}",
                "amount before the description",
                ordinary(
                    code,
                    f"of{code}",
                    signed=True,
                    count=10,
                    heads=heads,
                    sign=("lead", "lead_both", "trail")[at % 3],
                ),
                amount_first,
                unit=unit if at % 2 else "",
            )
        )
    return pages


def _checks() -> list[StrangerPage]:
    def month(number: int, start: int) -> tuple[Entry, ...]:
        checks = tuple(
            Entry(date(2025, number, 3 + 3 * at), money(amount), (f"CHECK {start + at}",))
            for at, amount in enumerate(("-120.00", "-64.25", "-310.80", "-45.00", "-18.90"))
        )
        others = (
            Entry(date(2025, number, 2), money("1840.22"), ("DIRECT DEPOSIT PINECREST",)),
            Entry(date(2025, number, 14), money("-88.17"), ("POS KROGER 418",)),
            Entry(date(2025, number, 19), money("-140.00"), ("ATM WITHDRAWAL MAIN ST",)),
            Entry(date(2025, number, 27), money("36.50"), ("MOBILE DEPOSIT",)),
        )
        return (others[0], others[3], *checks, *others[1:3])

    summary = (
        ("Beginning balance", "{opening}"),
        ("Total deposits", "{in}"),
        ("Total checks and debits", "{out}"),
        ("Ending balance", "{closing}"),
    )
    return [
        page(
            "odd_checks_three_abreast",
            "checks three abreast",
            ordinary(
                "en-US",
                "oc1",
                entries=month(3, 1188),
                opening="502.10",
                balances="none",
                summary=summary,
                days="MM/DD",
                long_days="MM/DD/YYYY",
            ),
            checks_abreast,
        ),
        page(
            "odd_checks_with_dollar_signs",
            "checks three abreast",
            ordinary(
                "en-US",
                "oc2",
                entries=month(5, 2041),
                opening="1240.00",
                balances="none",
                month=(2025, 5),
                summary=summary,
                days="MMM D",
                long_days="MMMM D, YYYY",
                figures=Figures(before="$"),
                bank="Old Harbor Trust",
            ),
            checks_abreast,
            size=8.5,
        ),
    ]
