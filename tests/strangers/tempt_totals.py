"""Printed totals and balances that contradict the rows, and lines that look like rows."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from tests.strangers.extras import daily_balances
from tests.strangers.houses_table import table_page
from tests.strangers.model import StrangerPage
from tests.strangers.ordinary import WORDINGS, ordinary
from tests.strangers.sketch import Entry, Sketch, ledger_of, money, page

_WRONG = "totals that contradict"
_LOOKALIKE = "lines that look like rows"


def total_pages() -> list[StrangerPage]:
    """Contradictions, subtotals and parts of rows."""
    return [*_contradictions(), *_lookalikes()]


def _contradictions() -> list[StrangerPage]:
    def misprint(name: str, code: str, at: int, by: str, **more: Any) -> StrangerPage:
        drawn = ordinary(code, name, count=9, **more)
        account = drawn.account()
        return page(
            f"totals_{name}",
            _WRONG,
            _misprinted(drawn, at, money(by)),
            table_page,
            accounts=(account,),
            undecidable=("rows",),
            not_in_text=(account.rows[at].balance or "",),
            tempts="Prove the rows although one printed balance does not follow.",
        )

    low = ordinary("en-GB", "t1", count=8)
    summary = replace(
        low, summary=(("Total paid in", f"{low.money_in + 10:,.2f}"), ("Total paid out", "{out}"))
    )
    counted = replace(
        ordinary("en-US", "t2", count=8),
        summary=(("Number of deposits and withdrawals", "11"), ("Beginning balance", "{opening}")),
    )
    ends = ordinary("de-DE", "t3", count=8)
    other_end = replace(
        ends,
        facts=(
            *ends.facts,
            ("Neuer Kontostand", f"{ends.figures.plain(ends.closing + money('45.30'))} EUR"),
        ),
    )
    daily = ordinary("en-US", "t4", count=8)
    off = replace(daily, opening=daily.opening + money("5.00"))
    lacking = ordinary("fr-FR", "t5", count=8)
    whole = lacking.account()
    pairs = lacking.in_print_order()
    shown = replace(lacking, printed=(*pairs[:3], *pairs[4:]))
    account = replace(
        whole,
        rows=(*whole.rows[:3], *whole.rows[4:]),
        ledger=whole.true_ledger(),
        wrong_ledger=ledger_of((*lacking.entries[:3], *lacking.entries[4:])),
    )
    return [
        misprint("one_balance_off_by_a_digit", "en-GB", 4, "90.00"),
        misprint("one_balance_off_by_a_cent", "de-DE", 3, "0.01"),
        misprint("two_digits_swapped", "es-ES", 5, "27.00"),
        misprint("last_balance_wrong", "en-AU", 8, "100.00"),
        page(
            "totals_paid_in_ten_too_much",
            _WRONG,
            summary,
            table_page,
            tempts="Prove the page although its own total of money in is 10.00 higher.",
            undecidable=("rows",),
        ),
        page(
            "totals_count_says_eleven",
            _WRONG,
            counted,
            table_page,
            tempts="Prove 8 rows although the page counts 11.",
            undecidable=("rows",),
        ),
        page(
            "totals_two_closing_balances",
            _WRONG,
            other_end,
            table_page,
            undecidable=("closing",),
            tempts="Choose between two closing balances that are both printed.",
        ),
        page(
            "totals_daily_balances_disagree",
            _WRONG,
            replace(
                daily,
                balances="none",
                columns=("date", "text", "out", "in"),
                heads=daily.heads[:4],
                below=daily_balances(off, "Daily ending balance"),
            ),
            table_page,
            undecidable=("rows",),
            tempts="Prove the rows although the table of daily balances is 5.00 higher.",
        ),
        page(
            "totals_a_row_is_lacking",
            _WRONG,
            shown,
            table_page,
            accounts=(account,),
            undecidable=("rows",),
            tempts="Call the list complete although balances jump where a row is lacking.",
        ),
    ]


def _misprinted(drawn: Sketch, wrong_at: int, by: Decimal) -> Sketch:
    """The sketch with one of its running balances printed wrongly."""
    pairs = list(drawn.in_print_order())
    entry, balance = pairs[wrong_at]
    pairs[wrong_at] = entry, (balance or Decimal(0)) + by
    return replace(drawn, printed=tuple(pairs))


def _with_lines(drawn: Sketch, lines: Sequence[tuple[int, str, str]]) -> Sketch:
    """The sketch with further lines before the rows of the given places."""
    pairs: list[tuple[Entry, Decimal | None]] = []
    for at, (entry, balance) in enumerate(drawn.in_print_order()):
        for place, text, amount in lines:
            if place == at:
                pairs.append((Entry(entry.day, money(amount), (text,)), None))
        pairs.append((entry, balance))
    return replace(drawn, printed=tuple(pairs))


def _lookalikes() -> list[StrangerPage]:
    def lined(
        name: str, code: str, lines: tuple[tuple[int, str, str], ...], tempts: str
    ) -> StrangerPage:
        drawn = ordinary(
            code,
            name,
            signed=True,
            count=9,
            balances="none",
            columns=("date", "text", "amount"),
            heads=(WORDINGS[code].date, WORDINGS[code].text, WORDINGS[code].amount),
        )
        return page(
            f"lines_{name}",
            _LOOKALIKE,
            _with_lines(drawn, lines),
            table_page,
            accounts=(drawn.account(),),
            tempts=tempts,
        )

    def halves(code: str, name: str) -> tuple[str, str]:
        drawn = ordinary(code, name, signed=True, count=9)
        first = sum((entry.amount for entry in drawn.entries[:5]), Decimal(0))
        return str(first), str(drawn.opening + first)

    week = halves("en-GB", "subtotal_like_a_row")[0]
    forward = halves("de-DE", "zwischensumme_mit_datum")[1]
    return [
        lined(
            "subtotal_like_a_row",
            "en-GB",
            ((5, "Total this week", week),),
            "Count a dated subtotal as a transaction.",
        ),
        lined(
            "zwischensumme_mit_datum",
            "de-DE",
            ((5, "Zwischensaldo", forward),),
            "Count a dated interim balance as a credit.",
        ),
        lined(
            "of_which_lines",
            "fr-FR",
            ((2, "dont TVA", "-4.20"), (6, "dont frais", "-1.10")),
            "Count “dont” lines, parts of the row above, as rows.",
        ),
        lined(
            "exchange_information",
            "es-ES",
            ((4, "Contravalor USD", "-118.40"),),
            "Count the amount in another currency, printed as a line of its own.",
        ),
        lined(
            "ledger_transfer_to_page",
            "en-US",
            ((4, "Balance forwarded", "0.00"), (7, "Cash back included", "-20.00")),
            "Count cash back, which the row above includes.",
        ),
        lined(
            "interest_accrued_not_paid",
            "nl-NL",
            ((8, "Opgebouwde rente (nog niet bijgeschreven)", "3.18"),),
            "Count interest that has accrued and is not paid yet.",
        ),
    ]
