"""What a model cites and nothing proves is shown as its word, with the command that takes it."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from sqlalchemy import Engine

from app.queries.reviews import one_import, waiting
from app.shapes.review import ReviewedShape
from app.wording.hints import hint_texts
from db.bookkeeping import add_account, add_transactions
from db.session import unit_of_work
from db.views import NewEntry
from db.words import Verdict
from evals.kinds.facts_elsewhere import cases
from evals.page_case import account_of
from jobs.inline import import_all
from jobs.options import ImportOptions, Source
from tests.support.process import tieout
from tools.loop import ToolLoop
from tools.providers.scripted import ScriptedProvider, says

CASE = next(each for each in cases() if each.name.startswith("period in a sentence"))


def brought_in(engine: Engine) -> ReviewedShape:
    """The statement's review, after a model was asked that reads the page rightly."""
    with unit_of_work(engine) as session:
        account = add_account(session, account_of(CASE.truth))
        add_transactions(session, account, [NewEntry(*entry) for entry in CASE.entries])
    loop = ToolLoop(ScriptedProvider([CASE.oracle] * 9))
    source = Source("july.pdf", data=b"%PDF-1.7 july")
    list(import_all(engine, [source], ImportOptions(loop), read=CASE.read))
    (statement,) = one_import(engine, 1).statements
    return statement


def test_a_cited_period_stands_beside_its_place_and_settles_nothing(engine: Engine) -> None:
    statement = brought_in(engine)
    first, last = CASE.truth.start.isoformat(), CASE.truth.end.isoformat()
    assert statement.verdict is Verdict.UNPROVEN
    assert (statement.period_start, statement.period_end) == (None, None)
    assert [(each.name.value, each.value) for each in statement.cited] == [
        ("period_start", first),
        ("period_end", last),
    ]
    said = list(hint_texts(statement, 1))
    assert f"on page 1 a model reads the first day {first}, the last day {last}" in said[-2]
    assert said[-1].endswith(f": tieout state 1 --statement 1 --period {first} {last}")


def test_the_command_that_it_names_settles_the_statement(engine: Engine) -> None:
    statement = brought_in(engine)
    command = list(hint_texts(statement, 1))[-1].partition(": tieout ")[2]
    url = engine.url.render_as_string(hide_password=False)
    ran = tieout(
        *shlex.split(command), "--account", CASE.truth.mask, "--database", url, cwd=Path.cwd()
    )
    assert ran.code == 0, ran.err
    assert waiting(engine).reviews == []
    (done,) = one_import(engine, 1).statements
    assert (done.verdict, done.cited) == (Verdict.MATCHED, ())


@pytest.mark.parametrize(
    "said", ["", "nonsense", '{"rows":[],"facts":[["period_start","2","99"]]}']
)
def test_what_does_not_stand_there_is_not_cited(engine: Engine, said: str) -> None:

    with unit_of_work(engine) as session:
        add_account(session, account_of(CASE.truth))
    loop = ToolLoop(ScriptedProvider([says(said)] * 20))
    source = Source("july.pdf", data=b"%PDF-1.7 july")
    list(import_all(engine, [source], ImportOptions(loop), read=CASE.read))
    (statement,) = one_import(engine, 1).statements
    assert statement.cited == ()
