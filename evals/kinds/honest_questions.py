"""More honest questions to the same ledger, as people ask them, some in German, French and Spanish.

The last fifteen were written before anything that answers them. They were measured once before the
order of a plan's fields was settled, and again after it: docs/local-models.md has both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from functools import partial
from typing import Final

from evals.ask_ledger import FACTS, YEAR, Booked
from evals.frame import Case
from evals.hearing import Heard, rows
from evals.kinds.ask import Look, Question, accounts_look, cell_of, entries_look, statements_look
from tools.loop.json_text import Plain

_ALL: Final = (date(YEAR, 1, 1), date(YEAR, 12, 31))


def cases() -> tuple[Case, ...]:
    """Those that the prompt was written with, then those that measured it."""
    return (*_known(), *_unseen())


def _known() -> Iterator[Question]:
    yield _balance(
        "money-in-savings", "How much money is in Savings?", "Savings", date(YEAR, 7, 10)
    )
    yield _sum(
        "grocer-this-year",
        "What did I spend at the Grocer from Everyday this year?",
        "Everyday",
        "grocer",
        _ALL,
        "sum_out",
    )
    yield _count(
        "rent-how-often",
        "How many times was rent paid from Everyday in the first half of 2026?",
        "Everyday",
        "rent",
        _days(1, 6),
    )
    yield _one(
        "largest-in-february",
        "What was the largest payment out of Everyday in February 2026?",
        "Everyday",
        _days(2),
        -85_200,
    )
    yield _list("card-in-may", "List what I paid with Card in May 2026.", "Card", "", _days(5))
    yield _one(
        "when-salary-came",
        "When did my salary come into Everyday in April?",
        "Everyday",
        _days(4),
        218_488,
    )
    yield _sum(
        "put-into-savings",
        "How much did I put into Savings in the second quarter of 2026?",
        "Savings",
        "",
        _days(4, 6),
        "sum_in",
    )
    yield _sum(
        "salary-in-january",
        "How much salary came into Everyday in January 2026?",
        "Everyday",
        "salary",
        _days(1),
        "sum_in",
    )
    yield _balance(
        "german-balance",
        "Wie hoch war der Kontostand von Travel Ende Mai 2026?",
        "Travel",
        date(YEAR, 5, 31),
    )
    yield _sum(
        "french-spent",
        "Combien ai-je dépensé avec Card en avril 2026 ?",
        "Card",
        "",
        _days(4),
        "sum_out",
    )
    yield _sum(
        "spanish-rent",
        "¿Cuánto pagué de alquiler desde Everyday en febrero de 2026?",
        "Everyday",
        "rent",
        _days(2),
        "sum_out",
    )
    yield _sum(
        "travel-last-month",
        "What went out of Travel last month?",
        "Travel",
        "",
        _days(6),
        "sum_out",
    )
    yield _sum(
        "in-this-year", "How much came into Everyday this year?", "Everyday", "", _ALL, "sum_in"
    )
    yield _balance("owed-on-card", "How much do I owe on Card?", "Card", date(YEAR, 7, 10))
    yield _list(
        "over-a-thousand",
        "Which entries of Everyday were over 1000 euros in April 2026?",
        "Everyday",
        "",
        _days(4),
        least=100_000,
    )
    yield Question(
        "ask-is-march-reconciled",
        "Is the March 2026 statement of Everyday reconciled?",
        (statements_look,),
        lambda found: cell_of(found, "difference_count", statement="1.1"),
        frozenset({Decimal(1)}),
        "find_statements",
        frozenset(
            {
                FACTS.balance("Everyday", date(YEAR, 2, 28)),
                FACTS.balance("Everyday", date(YEAR, 3, 31)) - FACTS.missing,
            }
        ),
    )
    yield _one(
        "smallest-in-june",
        "What was the smallest payment with Card in June 2026?",
        "Card",
        _days(6),
        -366,
    )
    yield _list(
        "on-one-day",
        "What did I pay from Everyday on 2 March 2026?",
        "Everyday",
        "",
        (date(YEAR, 3, 2), date(YEAR, 3, 2)),
    )


def _unseen() -> Iterator[Question]:
    yield _balance(
        "had-mid-may",
        "How much did I have on Everyday on 15 May 2026?",
        "Everyday",
        date(YEAR, 5, 15),
    )
    yield _sum(
        "museum-in-total",
        "What did museum shops cost me on Travel in total?",
        "Travel",
        "museum",
        _ALL,
        "sum_out",
    )
    yield _count(
        "entries-of-savings", "How many entries does Savings have in 2026?", "Savings", "", _ALL
    )
    yield _list(
        "paid-mid-april",
        "Who got money from Everyday between 10 and 20 April 2026?",
        "Everyday",
        "",
        (date(YEAR, 4, 10), date(YEAR, 4, 20)),
    )
    yield _one(
        "biggest-expense",
        "What was my biggest expense on Everyday in the second quarter?",
        "Everyday",
        _days(4, 6),
        -int(FACTS.odd_amount.scaleb(2)),
    )
    yield _sum(
        "german-rent",
        "Wie viel Miete habe ich im Juni 2026 von Everyday bezahlt?",
        "Everyday",
        "rent",
        _days(6),
        "sum_out",
    )
    yield _count(
        "german-how-often", "Wie oft habe ich im Mai 2026 mit Card bezahlt?", "Card", "", _days(5)
    )
    yield _balance(
        "french-balance",
        "Quel était le solde de Savings fin février 2026 ?",
        "Savings",
        date(YEAR, 2, 28),
    )
    yield _sum(
        "french-salary",
        "Combien de salaire est arrivé sur Everyday en mars 2026 ?",
        "Everyday",
        "salary",
        _days(3),
        "sum_in",
    )
    yield _balance(
        "spanish-balance",
        "¿Cuál era el saldo de Travel el 30 de abril de 2026?",
        "Travel",
        date(YEAR, 4, 30),
    )
    yield _sum(
        "spanish-chemist",
        "¿Cuánto gasté en la farmacia desde Everyday en 2026?",
        "Everyday",
        "chemist",
        _ALL,
        "sum_out",
    )
    yield _sum(
        "savings-last-month",
        "What came into Savings last month?",
        "Savings",
        "",
        _days(6),
        "sum_in",
    )
    yield _sum(
        "cinema-this-year",
        "How much did I spend at the cinema from Everyday this year?",
        "Everyday",
        "cinema",
        _ALL,
        "sum_out",
    )
    yield Question(
        "ask-what-only-the-statement-has",
        "What does the March 2026 statement of Everyday have that the ledger does not?",
        (statements_look, _differences),
        lambda found: cell_of(found, "amount", place=1),
        frozenset({FACTS.missing}),
        "get_differences",
    )
    yield Question(
        "ask-no-dentist",
        "Did I pay a dentist from Everyday this year?",
        _looks("Everyday", _ALL, search="dentist"),
        lambda found: cell_of(found, "total_rows"),
        frozenset(),
    )


Days = tuple[date, date]


def _days(first: int, last: int | None = None) -> Days:
    end = (last or first) + 1
    return date(YEAR, first, 1), date.fromordinal(date(YEAR, end, 1).toordinal() - 1)


def _balance(name: str, text: str, account: str, day: date) -> Question:
    true = abs(FACTS.balance(account, day))
    point = partial(cell_of, column="balance", name=account)
    return Question(
        f"ask-{name}", text, (accounts_look(day),), point, frozenset({true}), "get_accounts"
    )


def _sum(name: str, text: str, account: str, word: str, days: Days, column: str) -> Question:
    moved = (e.amount for e in _booked(account, word, days))
    total = sum(a for a in moved if (a < 0) == (column == "sum_out"))
    filters: dict[str, Plain] = {"search": word} if word else {}
    return Question(
        f"ask-{name}",
        text,
        _looks(account, days, **filters),
        partial(cell_of, column=column),
        frozenset({_money(total)}),
    )


def _count(name: str, text: str, account: str, word: str, days: Days) -> Question:
    count = Decimal(len(_booked(account, word, days)))
    filters: dict[str, Plain] = {"search": word} if word else {}
    point = partial(cell_of, column="total_rows")
    return Question(
        f"ask-{name}", text, _looks(account, days, **filters), point, frozenset({count})
    )


def _one(name: str, text: str, account: str, days: Days, amount: int) -> Question:
    """One entry, which has this amount."""
    [entry] = [e for e in _booked(account, "", days) if e.amount == amount]
    true = frozenset({_money(amount), Decimal(entry.day.day)})
    return Question(
        f"ask-{name}",
        text,
        _looks(account, days),
        partial(cell_of, column=None, amount=f"{Decimal(amount).scaleb(-2)}"),
        true,
    )


def _list(name: str, text: str, account: str, word: str, days: Days, least: int = 0) -> Question:
    found = [e for e in _booked(account, word, days) if abs(e.amount) >= least]

    def point(heard: Sequence[Heard]) -> list[dict[str, Plain]]:
        wanted = {f"{Decimal(each.amount).scaleb(-2)}" for each in found}
        shown = [r for r in rows(heard[-1].data) if r.get("amount") in wanted]
        return [cell for row in shown for cell in cell_of(heard, None, id=row.get("id"))]

    true = frozenset(_money(each.amount) for each in found)
    return Question(f"ask-{name}", text, _looks(account, days), point, true)


def _looks(account: str, days: Days, **filters: Plain) -> tuple[Look, ...]:
    start, end = (day.isoformat() for day in days)
    return accounts_look(), entries_look(account, start, end, **filters)


def _differences(found: Sequence[Heard]) -> tuple[str, dict[str, Plain]]:
    first = next(iter(rows(found[-1].data)), {})
    return "get_differences", {"statement": str(first.get("statement"))}


def _booked(account: str, word: str, days: Days) -> list[Booked]:
    return [
        each
        for each in FACTS.entries
        if each.account == account
        and word in each.description.lower()
        and days[0] <= each.day <= days[1]
    ]


def _money(minor: int) -> Decimal:
    return abs(Decimal(minor).scaleb(-2))
