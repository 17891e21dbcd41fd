"""What a page says of its days in a sentence is shown, and what nobody reads there is not cited."""

import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Engine

from app.queries.reviews import one_import, waiting
from app.shapes.review import ReviewedShape
from app.texts.differences import hint_texts
from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.views import NewEntry
from db.session import unit_of_work
from db.words import AccountKind, Verdict
from evals.bank_page import Printed, entries, figure, in_columns, in_table, truth
from evals.frame import Kind
from evals.page_case import PageCase, account_of
from jobs.imports.inline import import_all
from jobs.options import DocumentSource, ImportOptions
from tests.support.process import tieout
from tools.loop.loop import ToolLoop
from tools.providers.replay import ScriptedProvider, says

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
