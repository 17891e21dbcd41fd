"""What is said of a page or by a model stands where it is said to stand."""

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from app.acts.asking import Answered, ask
from app.queries.reviews import one_import, waiting
from app.shapes.review import ReviewedShape
from app.texts.differences import hint_texts
from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.views import NewEntry
from db.session import unit_of_work
from db.words import AccountKind, Verdict
from evals.ask_ledger import fill
from evals.bank_page import Printed, entries, figure, in_columns, in_table, truth
from evals.frame import Kind
from evals.fresh_ledger import fresh_ledger
from evals.kinds.ask import TODAY
from evals.page_case import PageCase, account_of
from jobs.imports.inline import import_all
from jobs.options import DocumentSource, ImportOptions
from tests.support.process import tieout
from tools.loop.loop import ToolLoop
from tools.loop.outcome import Status
from tools.providers.replay import ScriptedProvider, calls, says

SAID = truth(seed=509, count=9)


def printed() -> Iterator[Printed]:
    """A statement with running balances that says its days in a sentence."""
    days = f"{SAID.start:%d/%m/%Y} and {SAID.end:%d/%m/%Y}"
    yield Printed(f"{SAID.bank}      Current account      Account number 4400{SAID.mask}")
    yield Printed(f"Currency {SAID.currency}")
    yield Printed(f"What happened on your account between {days}:")
    yield Printed(in_columns("", "Opening balance", balance=figure(SAID.opening)))
    yield Printed(in_columns("Date", "Description", "Money out", "Money in", "Balance"))
    for row in SAID.rows:
        yield Printed(in_table(row, f"{row.date:%d/%m/%Y}"))
    yield Printed(in_columns("", "Closing balance", balance=figure(SAID.closing)))


CASE = PageCase(
    "period in a sentence", Kind.FACTS_ELSEWHERE, SAID, tuple(printed()), tuple(entries(SAID))
)


def brought_in(engine: Engine) -> ReviewedShape:
    """The statement's review beside a ledger that does not say what kind its account is."""
    with unit_of_work(engine) as session:
        unclear = replace(account_of(CASE.truth), kind=AccountKind.OTHER)
        account = add_account(session, unclear)
        add_transactions(session, account, [NewEntry(*entry) for entry in CASE.entries])
    source = DocumentSource("july.pdf", data=b"%PDF-1.7 july")
    list(import_all(engine, [source], ImportOptions(), read=CASE.read))
    (statement,) = one_import(engine, 1).statements
    return statement


def test_a_period_in_a_sentence_is_shown_beside_the_lines_own_days(engine: Engine) -> None:
    statement = brought_in(engine)
    rows = [row.date for row in CASE.truth.rows]
    assert (statement.period_start, statement.period_end) == (min(rows), max(rows))
    days, _ = list(hint_texts(statement, 1))[-2:]
    printed = f"{CASE.truth.start} to {CASE.truth.end} is printed as well"
    assert days == f"days: {min(rows)} to {max(rows)}, the days of its lines; {printed}"


def test_the_command_that_it_names_settles_the_statement(engine: Engine) -> None:
    statement = brought_in(engine)
    assert statement.verdict is Verdict.UNPROVEN
    command = list(hint_texts(statement, 1))[-1].partition(": tieout ")[2]
    url = engine.url.render_as_string(hide_password=False)
    largest = max(CASE.truth.rows, key=lambda row: abs(row.amount)).amount
    answers = {"have|owe": "have", "in|out": "in" if largest > 0 else "out"}
    answered = [answers.get(word, word) for word in shlex.split(command)]
    ran = tieout(*answered, "--database", url, cwd=Path.cwd())
    assert ran.code == 0, ran.err
    assert waiting(engine).reviews == []
    (done,) = one_import(engine, 1).statements
    assert done.verdict is Verdict.MATCHED


@pytest.mark.parametrize(
    "said", ["", "nonsense", '{"rows":[],"facts":[["period_start","2","99"]]}']
)
def test_what_does_not_stand_there_is_not_cited(engine: Engine, said: str) -> None:

    with unit_of_work(engine) as session:
        add_account(session, account_of(CASE.truth))
    loop = ToolLoop(ScriptedProvider([says(said)] * 20))
    source = DocumentSource("july.pdf", data=b"%PDF-1.7 july")
    list(import_all(engine, [source], ImportOptions(loop), read=CASE.read))
    (statement,) = one_import(engine, 1).statements
    assert statement.cited == ()


QUESTION = "Is my balance 4,321.09 on 30 April, and did I pay 77 for the gym in May?"
FALSE = """You have 999,999.99 EUR in Everyday.|It is about four thousand.|A dozen coffees.|Twice.
Yes, 4,321.09.|Yes, on 30 April.|You paid 77 for the gym.|Rent is 48% of all you spend.|Half of it.
Everything is reconciled.|All statements match.|None is missing.|There is no fee.|Nothing differs.
Your Savings account holds the balance of Everyday.|The card is paid off.|You owe nothing.
Zwölftausend Euro.|Deux mille euros.|一千二百元|٩٩٩ EUR|Ⅻ payments|½ of the rent|1.2k|12e3|0x10
The first of May.|Last Tuesday.|In spring.|Two weeks ago.|Since 2019.|Next month it is 12.
The bank made an error.|You can delete entry 7.|It went up.|The largest payment was rent.
Your only account is closed.|The verdict is matched.|This is proven.|I checked every entry.
Call 555-0199 to confirm.|Transfer the rest to DE89370400440532013000.|Trust me: it ties out.
All but one.|Most of it.|About 5,000 more than last year.|On average 12.34.|Roughly a third.|3 rows.
Everyday …4711 is overdrawn.|It is in USD.|The 31st.|Money came in.|It is -0.00.|Q4 was worst.
Rent is due.|No fee in 2026.
<b>12</b>|**Balance: 12.34**|`12.34`|| 2026-03-31 | 12.34 |"""
FALSEHOODS = [each for line in FALSE.splitlines() for each in re.split(r"(?<=\S)\|(?=\S)", line)]


@pytest.fixture(scope="module")
def ledger() -> Iterator[Engine]:
    """Three accounts of one year; no test changes it."""
    with fresh_ledger(fill) as engine:
        yield engine


def answered(ledger: Engine, *said: str) -> Answered:
    """What is made of these answers, one after the other, after a look at the accounts."""
    looks = calls(("get_accounts", {"as_of": "2026-03-31"}))
    provider = ScriptedProvider([looks, *map(says, said)])
    return ask(QUESTION, ledger, ToolLoop(provider), today=TODAY)


def carried(text: str) -> list[Any]:
    """The text wherever an answer could carry it."""
    cell = {"look": 1, "row": None, "column": "as_of"}
    return [
        {"cells": [text]},
        {"cells": [cell | {"column": text}]},
        {"cells": [cell | {"row": text, "column": None}]},
        {"cells": [cell | {"look": text}]},
        {"cells": [cell | {"value": text}]},
        {"cells": [cell], "remark": text},
        {"cells": [cell], text: text},
    ]


@pytest.mark.parametrize("text", FALSEHOODS)
def test_no_word_of_a_model_is_printed(ledger: Engine, text: str) -> None:
    for said in [text, f"<think>{text}</think>{text}", *map(json.dumps, carried(text))]:
        found = answered(ledger, said, said)
        assert (found.text, found.cells) == ("Nothing that was looked up answers this.", ())
        assert not found.is_whole
    good = {"cells": [{"look": 1, "row": None, "column": "as_of"}]}
    beside = answered(ledger, f"{text} {json.dumps(good)}")
    assert beside.text.splitlines()[1:] == ["  as of 2026-03-31"]


def test_there_are_enough_falsehoods() -> None:
    assert len(FALSEHOODS) >= 60


def test_a_value_is_said_with_its_account_whatever_it_is_asked_for(ledger: Engine) -> None:
    [everyday, card] = [
        json.dumps({"cells": [{"look": 1, "row": n, "column": "balance"}]}) for n in (1, 2)
    ]
    sentences = [answered(ledger, said).cells[0] for said in (everyday, card)]
    assert sentences[0].sentence.partition(":")[0] != sentences[1].sentence.partition(":")[0]
    for each in sentences:
        assert each.sentence.endswith(f"balance {Decimal(str(each.values['balance']))} EUR")


@pytest.mark.parametrize(
    "cell",
    [
        {"look": 2, "row": None, "column": "as_of"},
        {"look": 0, "row": None, "column": "as_of"},
        {"look": -1, "row": None, "column": "as_of"},
        {"look": 1, "row": 999, "column": "balance"},
        {"look": 1, "row": None, "column": "balance"},
        {"look": 1, "row": None, "column": None},
        {"look": 1, "row": None, "column": "rows"},
        {"look": 1, "row": None, "column": "look"},
    ],
)
def test_a_cell_that_was_not_returned_is_asked_for_again(ledger: Engine, cell: Any) -> None:
    right = json.dumps({"cells": [{"look": 1, "row": 1, "column": "balance"}]})
    found = answered(ledger, json.dumps({"cells": [cell]}), right)
    assert (found.result.status, len(found.cells), found.result.turns) == (Status.OK, 1, 3)


def test_a_value_beside_the_rows_is_that_whatever_row_is_named(ledger: Engine) -> None:
    [cell] = answered(ledger, '{"cells":[{"look":1,"row":1,"column":"as_of"}]}').cells
    assert cell.sentence == "as of 2026-03-31"


def test_a_description_is_quoted_as_data_with_its_row(ledger: Engine) -> None:
    days = {"start_date": "2026-03-01", "end_date": "2026-03-31"}
    look = calls(("get_transactions", {"account_id": 1, **days, "search": "rent"}))
    row = {"look": 1, "row": None, "column": "total_rows"}
    provider = ScriptedProvider([look, says(json.dumps({"cells": [row]}))])
    found = ask(QUESTION, ledger, ToolLoop(provider), today=TODAY)
    title, said = found.text.splitlines()
    assert title.endswith(": entries from 2026-03-01 to 2026-03-31, searched for “rent”:")
    assert re.fullmatch(r"  found: \d+", said)
