"""A plan of a small model is carried out, and whatever it says, what is printed is true as said."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import Engine

from app.acts.asking import Answered, Conversation, ask
from app.plans import days_of
from app.texts import models as texts
from evals.ask_ledger import FACTS, Booked, fill
from evals.fresh_ledger import fresh_ledger
from evals.kinds.ask import TODAY
from tools.loop.loop import ToolLoop
from tools.loop.outcome import Status
from tools.providers.base import ModelResponse
from tools.providers.replay import ScriptedProvider, says


@pytest.fixture(scope="module")
def ledger() -> Iterator[Engine]:
    """Four accounts of half a year; no test changes it."""
    with fresh_ledger(fill) as engine:
        yield engine


def plan(
    what: str,
    account: str = "Everyday",
    days: str = "2026-03",
    words: str = "",
    amount: str = "",
) -> dict[str, str]:
    return {"words": words, "account": account, "days": days, "amount": amount, "what": what}


def mind(*plans: object) -> ScriptedProvider:
    said: list[ModelResponse] = [says(json.dumps(each)) for each in plans]
    return ScriptedProvider(said)


def asked(ledger: Engine, *plans: object, question: str = "How much?") -> Answered:
    return ask(question, ledger, ToolLoop(mind(*plans), plans=True), today=TODAY)


def lines(ledger: Engine, *plans: object) -> list[str]:
    return asked(ledger, *plans).text.splitlines()


def test_a_sum_says_its_account_days_words_and_count(ledger: Engine) -> None:
    assert lines(ledger, plan("sum_out", words="rent")) == [
        "Everyday …4711: entries from 2026-03-01 to 2026-03-31, searched for “rent”,"
        " money out only:",
        "  money out -853.00 EUR",
        "  found: 1",
    ]


def test_the_model_is_asked_once_with_the_accounts_and_calls_nothing(ledger: Engine) -> None:
    provider = mind(plan("balance"))
    done = ask("How much?", ledger, ToolLoop(provider, plans=True), today=TODAY)
    [request] = provider.requests
    assert request.tools == ()
    assert "Everyday: checking, EUR, entries from 2026-01-02" in request.messages[0].content
    assert request.output_schema is not None
    fields: Any = request.output_schema.schema["properties"]
    assert fields["account"]["enum"][0] == "Everyday"
    assert [(call.name, call.ok) for call in done.calls] == [("get_accounts", True)]


@pytest.mark.parametrize(
    ("days", "first", "last"),
    [
        ("2026-02", "2026-02-01", "2026-02-28"),
        ("2024-02", "2024-02-01", "2024-02-29"),
        ("2026-12", "2026-12-01", "2026-12-31"),
        ("2026-Q4", "2026-10-01", "2026-12-31"),
        ("2025", "2025-01-01", "2025-12-31"),
        ("2026-03-09", "2026-03-09", "2026-03-09"),
        ("today", "2026-07-10", "2026-07-10"),
        ("yesterday", "2026-07-09", "2026-07-09"),
        ("this_week", "2026-07-06", "2026-07-12"),
        ("last_week", "2026-06-29", "2026-07-05"),
        ("this_month", "2026-07-01", "2026-07-31"),
        ("last_month", "2026-06-01", "2026-06-30"),
        ("this_year", "2026-01-01", "2026-12-31"),
        ("last_year", "2025-01-01", "2025-12-31"),
    ],
)
def test_the_program_works_out_the_days(days: str, first: str, last: str) -> None:
    assert [day.isoformat() for day in days_of(days, TODAY)] == [first, last]


def test_the_largest_and_the_smallest_are_said_as_such(ledger: Engine) -> None:
    title, row = lines(ledger, plan("largest_out", days="2026-Q2"))
    assert title.endswith(" to 2026-06-30, money out only, largest first:")
    assert row.endswith("2026-04-17, -3913.82 EUR, “Ostrich Ltd”")
    title, row = lines(ledger, plan("smallest_out", "Card", "2026-06"))
    assert title.endswith(", money out only, smallest first:")
    assert "-3.66 EUR" in row


def test_an_amount_without_a_way_is_looked_for_both_ways(ledger: Engine) -> None:
    over = plan("entries", days="2026-04", amount=">1000")
    found = asked(ledger, over, question="What was over 1 000?").text.splitlines()
    [out, _, ostrich, come_in, _, salary] = found
    assert (out[-35:], ostrich[-13:]) == (
        ", of at most -1000 EUR, money out only:"[-35:],
        "“Ostrich Ltd”",
    )
    assert (come_in[-34:], salary[-8:]) == (
        ", of at least 1000 EUR, money in only:"[-34:],
        "“Salary”",
    )
    assert not any("1000" in line for line in lines(ledger, over))


def test_what_differs_is_read_from_the_statement(ledger: Engine) -> None:
    found = lines(ledger, plan("differences"))
    assert found[0] == "what differs on statement 1.1 of Everyday …4711:"
    assert "13.37" in "".join(found)


def test_words_that_no_entry_has_are_asked_for_again_with_those_that_are_there(
    ledger: Engine,
) -> None:
    provider = mind(plan("sum_out", words="Miete"), plan("sum_out", words="Rent"))
    done = ask("Miete?", ledger, ToolLoop(provider, plans=True), today=TODAY)
    assert '"Rent Hafenstrasse"' in provider.requests[1].messages[-1].content
    found = done.text.splitlines()
    assert [line for line in found if "found" in line] == ["  found: 0", "  found: 1"]
    assert ["“Miete”" in found[0], "“Rent”" in found[2]] == [True, True]


def test_words_that_are_said_again_are_said_to_be_on_no_entry(ledger: Engine) -> None:
    gym = plan("sum_out", words="gym")
    assert lines(ledger, gym, gym)[1:] == ["  found: 0"]


@pytest.mark.parametrize(
    "wrong",
    [
        plan("sum_out", days="2026-02-30"),
        plan("sum_out", days="2026-05..2026-03"),
        plan("sum_out", account="Nobody's"),
        plan("sum_out") | {"answer": "12.50"},
        plan("reconciled"),
        "You paid 12.50.",
    ],
)
def test_a_plan_that_cannot_be_is_asked_for_again_once_and_says_nothing(
    ledger: Engine, wrong: object
) -> None:
    done = asked(ledger, wrong, wrong)
    assert done.result.status is Status.INVALID_ANSWER
    assert (done.text, done.cells) == (texts.NOT_SHOWN, ())
    assert asked(ledger, wrong, plan("balance")).cells


def test_what_no_plan_answers_has_no_answer(ledger: Engine) -> None:
    done = asked(ledger, plan("other"))
    assert (done.text, done.is_whole) == (texts.NOT_SHOWN, False)


def test_a_question_may_refer_to_the_one_before(ledger: Engine) -> None:
    provider = mind(plan("sum_out", words="rent"), plan("sum_out", days="2026-04", words="rent"))
    talk = Conversation(ledger, ToolLoop(provider, plans=True))
    talk.ask("Rent in March?", today=TODAY)
    assert "2026-04-30" in talk.ask("And in April?", today=TODAY).text
    before = [each.content for each in provider.requests[1].messages[1:]]
    assert before == ["Rent in March?", json.dumps(plan("sum_out", words="rent")), "And in April?"]


#: A question, and a plan that misunderstands it or would have it say what is not so.
PLANTED = [
    ("What went out of Everyday in March?", plan("sum_out", "Savings")),
    ("What went out of Everyday in March?", plan("sum_out", "Card")),
    ("What went out of Everyday in March?", plan("sum_out", days="2026-05")),
    ("What went out of Everyday in March?", plan("sum_in")),
    ("What went out of Everyday in March?", plan("sum_out", days="2027-03")),
    ("What went out of Everyday in March?", plan("sum_out", days="1999")),
    ("I paid 9,999.99 in March, did I not?", plan("sum_out", amount="9999.99")),
    ("I paid 9,999.99 in March, did I not?", plan("entries", words="9,999.99")),
    ("Is it true that I have 5000 euros?", plan("balance", amount="5000")),
    ("Is it true that I paid all?", plan("entries", words="all")),
    ("Did I pay nothing for rent?", plan("sum_out", words="none")),
    ("Which share is rent, 40 %?", plan("sum_out", words="40 %")),
    ("Which share is rent, 40 %?", plan("count", words="forty per cent")),
    ("Is March reconciled?", plan("statements", words="reconciled")),
    ("Is March reconciled?", plan("statements", "Savings")),
    ("Is March reconciled?", plan("differences", days="2026-04")),
    ("Did I go to the gym 12 times?", plan("count", words="gym 12 times")),
    ("Did I go to the gym 12 times?", plan("count", days="always")),
    ("Have all accounts 7,000.00 together?", plan("balance", "all", words="7,000.00 together")),
    ("Have all accounts 7,000.00 together?", plan("sum_in", "all", "always")),
    ("Was the Ostrich my smallest payment?", plan("smallest_out", words="Ostrich")),
    ("Was coffee my largest payment?", plan("largest_out", "Card", "always", "coffee")),
    ("Does Savings hold 999,999.99?", plan("entries", "Savings", "2026-05", "999,999.99")),
    ("Does Savings hold 999,999.99?", plan("largest_in", "Savings", "2026-05")),
    ("What did I have in 1990?", plan("balance", days="1990")),
    ("What shall I have in 2031?", plan("balance", days="2031")),
]
TITLE = re.compile(
    r"(?P<account>\w+) …\d+: entries from (?P<first>\S+) to (?P<last>[\d-]+)(?P<more>.*):"
)


@pytest.mark.parametrize(("question", "wrong"), PLANTED)
def test_whatever_a_plan_says_what_is_printed_is_true_of_what_it_is_said_of(
    ledger: Engine, question: str, wrong: dict[str, str]
) -> None:
    told = asked(ledger, wrong, wrong, question=question).text
    unquoted = re.sub(r"“[^“”]*”", "", told)
    assert not wrong["words"] or wrong["words"] not in unquoted
    of: list[Booked] = []
    balances = None
    for line in told.splitlines():
        if not line.startswith("  "):
            found = TITLE.fullmatch(line)
            of = _booked(found) if found else []
            day = re.search(r"balances at the end of ([\d-]+)", line)
            balances = date.fromisoformat(day[1]) if day else None
        elif balances:
            account, figure = re.findall(r"^  (\w+) …\d+: balance (\S+) ", line)[0]
            assert Decimal(figure) == FACTS.balance(account, balances)
        else:
            _hold(line, of, told)


def _hold(line: str, of: list[Booked], told: str) -> None:
    """One printed line against the entries that its title names."""
    if figure := re.fullmatch(r"  (?:found:|money (?:out|in)) (\S+)(?: EUR| USD)?", line):
        counted = Decimal(len(of)) if "found" in line else sum(map(_amount, of), Decimal(0))
        if "statements" not in told:
            assert Decimal(figure[1]) == counted
    elif row := re.fullmatch(r"  no\. \d+, (\S+), (\S+) \w+, “.*”", line):
        assert (row[1], Decimal(row[2])) in [(e.day.isoformat(), _amount(e)) for e in of]
    else:
        assert told == texts.NOT_SHOWN or "statement" in told


def _booked(title: re.Match[str]) -> list[Booked]:
    """The entries that a title speaks of, worked out from what the ledger was made of."""
    more = title["more"]
    word = re.search(r"searched for “(.*?)”", more)
    low, high = (re.search(rf"of at {way} (\S+) ", more) for way in ("least", "most"))
    return [
        e
        for e in FACTS.entries
        if e.account == title["account"]
        and title["first"] <= e.day.isoformat() <= title["last"]
        and (not word or word[1].lower() in e.description.lower())
        and ("money out only" not in more or e.amount < 0)
        and ("money in only" not in more or e.amount > 0)
        and (not low or _amount(e) >= Decimal(low[1]))
        and (not high or _amount(e) <= Decimal(high[1]))
    ]


def _amount(entry: Booked) -> Decimal:
    return Decimal(entry.amount).scaleb(-2)
