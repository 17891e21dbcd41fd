"""Questions to a ledger, each with its truth worked out from what the ledger was made of.

Right figures, all looked up, and the exit code of a good answer are solved; an answer that has
other figures than the true ones is a wrong claim for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import partial
from itertools import chain
from typing import Final, TypeAlias

from sqlalchemy import Engine

from app.acts.asking import Answered, NoAnswer, ask
from app.cells import SaidCell
from db.session import read_only
from evals.ask_ledger import FACTS, YEAR, Facts, fill, fingerprint
from evals.frame import Case, Kind, Played
from evals.fresh_ledger import fresh_ledger
from evals.hearing import Heard, answer, heard, rows
from pipeline.model_choice import use_of
from tools.loop.json_text import Plain
from tools.loop.loop import ToolLoop
from tools.providers.base import ModelRequest, ModelResponse
from tools.providers.replay import calls

TODAY: Final = date(YEAR, 7, 10)
Look: TypeAlias = Callable[[Sequence[Heard]], tuple[str, dict[str, Plain]]]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the look-ups that answer it, the cells of a good answer, and its true figures.

    ``true`` must all be said; none at all means that there is nothing to find, and no amount may
    be said. ``tool`` is one that no answer can do without; ``also`` are figures that may be said
    too.
    """

    name: str
    text: str
    looks: tuple[Look, ...]
    point: Callable[[Sequence[Heard]], list[dict[str, Plain]]]
    true: frozenset[Decimal]
    tool: str = "get_transactions"
    also: frozenset[Decimal] = frozenset()

    @property
    def kind(self) -> Kind:
        """Always the same."""
        return Kind.ASK

    def play(self, mind: ToolLoop) -> Played:
        """Asked as `tieout ask` does, on a ledger that must be the same afterwards."""
        with fresh_ledger(fill) as engine:
            before = _state(engine)
            try:
                answered = ask(self.text, engine, mind, today=TODAY)
            except NoAnswer as error:
                return Played(False, 0, 0, (), error.message())
            return self._judged(answered, changed=_state(engine) != before)

    def oracle(self, request: ModelRequest) -> ModelResponse:
        """Looks up what answers the question, one thing after the other, and points at it."""
        found = heard(request)
        if len(found) < len(self.looks):
            return calls(self.looks[len(found)](found))
        return answer({"cells": [*self.point(found)]})

    def _judged(self, answered: Answered, *, changed: bool) -> Played:
        said = frozenset(chain.from_iterable(_amounts(each) for each in answered.cells))
        looked = any(call.ok and call.name == self.tool for call in answered.calls)
        # A sum that is not asked for is no answer, even beside the one that is.
        wrong = sum(map(_is_money, said - self.true - self.also))
        right = looked and self.true <= said and not wrong
        return Played(
            solved=right and answered.is_whole,
            wrong_claims=wrong,
            false_proofs=int(changed),
            uses=(use_of(answered.result),),
            detail=f"{answered.result.status.value}, cells: {len(answered.cells)}",
        )


def cases() -> tuple[Case, ...]:
    """The same questions each time."""
    return tuple(_questions(FACTS))


def _questions(facts: Facts) -> Iterator[Question]:
    march = ("2026-03-01", "2026-03-31")
    for name, account, day in (
        ("ask-balance-on-a-day", "Everyday", date(YEAR, 3, 31)),
        ("ask-balance-in-dollars", "Travel", date(YEAR, 2, 28)),
        ("ask-debt-of-a-card", "Card", date(YEAR, 4, 15)),
        ("ask-balance-before-any-entry", "Travel", date(YEAR, 1, 1)),
        ("ask-balance-with-an-order-in-it", "Savings", date(YEAR, 5, 31)),
    ):
        yield Question(
            name,
            f"What was the balance of {account} at the end of {day.isoformat()}?",
            (accounts_look(day),),
            partial(cell_of, column="balance", name=account),
            frozenset({abs(facts.balance(account, day))}),
            "get_accounts",
        )
    yield Question(
        "ask-sum-of-rent",
        "How much rent did I pay from Everyday between 1 January and 30 June 2026?",
        (accounts_look(), entries_look("Everyday", "2026-01-01", "2026-06-30", search="rent")),
        lambda found: cell_of(found, "sum_out"),
        frozenset({abs(facts.total("Everyday", "rent", out=True))}),
    )
    yield Question(
        "ask-money-out-in-a-month",
        "What went out of Everyday in March 2026?",
        (accounts_look(), entries_look("Everyday", *march)),
        lambda found: cell_of(found, "sum_out"),
        frozenset({abs(facts.total("Everyday", "", out=True, month=3))}),
    )
    yield Question(
        "ask-money-in-in-a-quarter",
        "How much came into Everyday in Q2 2026?",
        (accounts_look(), entries_look("Everyday", "2026-04-01", "2026-06-30")),
        lambda found: cell_of(found, "sum_in"),
        frozenset({facts.quarter("Everyday", 2)}),
    )
    yield Question(
        "ask-how-often",
        "How many coffees did I pay with Card in March 2026?",
        (accounts_look(), entries_look("Card", *march, search="coffee")),
        lambda found: cell_of(found, "total_rows"),
        frozenset({Decimal(facts.count("Card", "coffee", month=3))}),
    )
    amount = facts.odd_amount
    yield Question(
        "ask-who-was-paid",
        f"On which day did I pay {amount} from Everyday in 2026, and to whom?",
        (
            accounts_look(),
            entries_look("Everyday", "2026-01-01", "2026-06-30", max_amount=f"-{amount}"),
        ),
        lambda found: cell_of(found, None, amount=f"-{amount}"),
        frozenset({amount, Decimal(facts.odd_day.day)}),
    )
    yield Question(
        "ask-what-is-not-there",
        "How much did I pay for a gym from Everyday in May 2026?",
        (accounts_look(), entries_look("Everyday", "2026-05-01", "2026-05-31", search="gym")),
        lambda found: cell_of(found, "total_rows"),
        frozenset(),
    )
    yield Question(
        "ask-what-differs",
        "Which amount of the March 2026 statement of Everyday is missing in the ledger?",
        (statements_look, _differences),
        lambda found: cell_of(found, "amount", place=1),
        frozenset({facts.missing}),
        "get_differences",
    )


def accounts_look(day: date | None = None) -> Look:
    return lambda _found: ("get_accounts", {"as_of": day.isoformat()} if day else {})


def entries_look(account: str, start: str, end: str, **filters: Plain) -> Look:
    def look(found: Sequence[Heard]) -> tuple[str, dict[str, Plain]]:
        account_id = _row(found, account).get("id")
        days: dict[str, Plain] = {"start_date": start, "end_date": end}
        return "get_transactions", {"account_id": account_id, **days, **filters}

    return look


def statements_look(_found: Sequence[Heard]) -> tuple[str, dict[str, Plain]]:
    return "find_statements", {"start_date": "2026-03-01", "end_date": "2026-03-31"}


def _differences(found: Sequence[Heard]) -> tuple[str, dict[str, Plain]]:
    first = next(iter(rows(found[-1].data)), {})
    return "get_differences", {"statement": str(first.get("statement"))}


def cell_of(
    found: Sequence[Heard], column: str | None, place: int | None = None, **like: Plain
) -> list[dict[str, Plain]]:
    """The cell of the last look-up, in the row whose columns are ``like`` this, if any are said."""
    data = found[-1].data
    look = data.get("look") if isinstance(data, dict) else None
    row = next((r for r in rows(data) if like and like.items() <= r.items()), {})
    return [{"look": look, "row": row.get("id", row.get("statement", place)), "column": column}]


def _row(found: Sequence[Heard], account: str) -> dict[str, Plain]:
    shown = [row for each in found for row in rows(each.data) if each.name == "get_accounts"]
    return next((row for row in shown if row.get("name") == account), {})


def _amounts(cell: SaidCell) -> Iterator[Decimal]:
    """The amounts and counts of a cell, without their signs, and the days of the month it names."""
    for column, value in cell.values.items():
        if column == "date":
            yield Decimal(str(value)[-2:])
        elif column != "id" and _is_figure(str(value)):
            yield abs(Decimal(str(value)))


def _is_figure(text: str) -> bool:
    return text.removeprefix("-").replace(".", "", 1).isdecimal()


def _is_money(value: Decimal) -> bool:
    exponent = value.as_tuple().exponent
    return isinstance(exponent, int) and exponent < 0


def _state(engine: Engine) -> str:
    with read_only(engine) as session:
        return fingerprint(session)
