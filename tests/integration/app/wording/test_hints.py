"""Where one mistake explains a statement the review says so, and names what mends it."""

import re
import shlex
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine

from app.queries.reviews import one_import, waiting
from app.texts.differences import hint_texts
from pipeline.drafts import Line
from tests.support.books import LINES, account, imported
from tests.support.process import tieout
from tests.support.statements import draft


def brought_in(engine: Engine, lines: Sequence[Line], opening: int = 100_000) -> list[str]:
    """What the review of June says would explain it."""
    account(engine, lines, opening=opening)
    imported(engine)
    (statement,) = one_import(engine, 1).statements
    return list(hint_texts(statement, 1))


def mends(engine: Engine, said: str) -> bool:
    """Whether nothing waits after the command that it names, carried out."""
    found = re.search(r": tieout (.*) --dry-run$", said)
    assert found is not None, said
    url = engine.url.render_as_string(hide_password=False)
    ran = tieout(*shlex.split(found[1]), "--database", url, cwd=Path.cwd())
    assert ran.code == 0, ran.err
    return waiting(engine).reviews == []


def later(days: int) -> list[Line]:
    return [replace(row, date=row.date and row.date + timedelta(days)) for row in LINES]


def test_an_account_that_was_kept_the_other_way_round(engine: Engine) -> None:
    turned = [replace(row, amount=-row.amount) for row in LINES]
    (said,) = brought_in(engine, turned, opening=-100_000)
    assert "with the opposite sign" in said
    assert mends(engine, said)


def test_an_opening_balance_that_is_off(engine: Engine) -> None:
    (said,) = brought_in(engine, LINES, opening=98_766)
    assert "differs by 12.34" in said
    assert mends(engine, said)


@pytest.mark.parametrize(("days", "words"), [(7, "7 days later"), (-7, "7 days earlier")])
def test_a_ledger_that_has_every_line_on_another_day(engine: Engine, days: int, words: str) -> None:
    said = brought_in(engine, later(days))
    assert [words in each for each in said] == [True]


def test_nothing_is_said_of_one_mistake_among_others(engine: Engine) -> None:
    assert brought_in(engine, LINES[:2]) == []


def test_nothing_is_said_of_what_ties_out(engine: Engine) -> None:
    assert brought_in(engine, [*later(1)[:2], LINES[2]]) == []


def test_lines_of_one_day_ask_nothing_where_their_balances_say_which_way_they_go(
    engine: Engine,
) -> None:
    """They read backwards as well as forwards, which turns nothing."""
    account(engine, LINES[:1])
    imported(engine, draft(LINES[:1]))
    (statement,) = one_import(engine, 1).statements
    assert list(hint_texts(statement, 1)) == []
