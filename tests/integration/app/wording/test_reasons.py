"""Every reason of the kernel and of the reader has a sentence, and a remedy that exists where it is
shown: in the terminal, on the page and over HTTP."""

import ast
import html
import re
import shlex
from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from functools import cache
from pathlib import Path

import click
import pytest
from sqlalchemy import Engine, select

import pipeline
from app.api.app import api, described
from app.cli.main import tieout
from app.queries.reviews import explained
from app.shapes.reading import ReasonShape
from app.texts.sentences import reasons_of
from app.web.desk import Desk
from db.models import Reconciliation
from db.session import unit_of_work
from db.words import Verdict
from pipeline.drafts import ShownHypothesis
from pipeline.proof import Agreement, Before, Check, Hypothesis, Objection, PageProof, Restated
from pipeline.proof import agreement as of_ledger
from pipeline.proof import page as of_page
from pipeline.record.rows import CHECKS, HYPOTHESES, stored
from pipeline.words import Seen
from tests.support.api import calling
from tests.support.books import in_review
from tests.support.kernel_pages import Printed, printed
from tests.support.two_records import ENTRIES, MARCH, account, both_ends, hold, march
from tests.support.typewritten import month_page, read
from tests.support.visiting import visiting

PAGE = printed(MARCH)
PERIOD = "period   |01.03.2025  31.03.2025  Period:\n"
TWO_DAYS = printed("""
         |dddddddddd  ssssssssss  ttttttttttttttt  1111111
line     |03.03.2025  04.03.2025  Wages             1,330
line     |10.03.2025  11.03.2025  Tea house         1,020
""", digits=0)  # fmt: skip
NO_YEAR = printed("""
         |ddddd  ttttttttttttttt  1111111
line     |03.03  Wages             330.00
""")  # fmt: skip
PART = month_page(900, "01")
READ = """
    {top}
    Date         Description              Amount      Balance
                 Opening balance                     1,000.00
    03/03/2025   Rent                     -50.00       950.00
    {between}
    04/03/2025   Coffee                    -5.00       945.00
                 Closing balance                       945.00
    {foot}
    """


def as_read(top: str = "", between: str = "", foot: str = "") -> str:
    return READ.format(top=top, between=between, foot=foot)


#: Documents to which the reader objects, for all kinds of objection together.
OBJECTED: list[tuple[str, ...]] = [
    (PART, month_page(600, "28")),
    (PART, month_page(400, "02", month="07"), PART, month_page(300, "05", month="08")),
    (as_read(top="Amounts in thousands of dollars"),),
    (as_read(top="Page 1 of 3"),),
    (as_read(between="Declined"),),
    (as_read(foot="Number of transactions: 7"),),
    (as_read(foot="Total debits 65.00   Total credits 0.00"),),
    (as_read(foot="Balance on 03/03/2025 951.00"),),
    (as_read(foot="Continued").replace("Closing balance", "\x20" * 15),),
]


def restated() -> Printed:
    first = PAGE.line(0, balance=None)
    return first.citing(restated=(Restated(PAGE.find("430.00"), ("opening",)),))


def chained() -> Agreement:
    page = printed(f"|dddddddddd  ssssssssss  ttttttt\n{PERIOD}{MARCH}")
    return hold(page, march(before=Before(date(2025, 2, 28), 9_999, whole=True)))


#: A page, or a page beside an account, for each check that fails.
FAILING: dict[str, Callable[[], PageProof | Agreement]] = {
    "parsed": lambda: PAGE.reading("-20.00", "-2O.OO").proof(),
    "seen": lambda: PAGE.looking("-20.00", Seen.DOUBTED).proof(),
    "sums": lambda: PAGE.reading("-20.00", "-21.00").proof(),
    "covered": lambda: PAGE.without_line(1).proof(),
    "restated": lambda: restated().proof(),
    "ordered": lambda: PAGE.line(0, day=None).proof(),
    "paired": lambda: hold(PAGE, account(*ENTRIES[:2], opening=10_000)),
    "balances": lambda: hold(PAGE, march(opening=9_999)),
    "settled": lambda: hold(both_ends(), account(ENTRIES[0], opening=10_000)),
    "one_reading": lambda: hold(PAGE, march(), rivals=1),
    "chain": chained,
}
#: The same for each that can be impossible to make, apart from others that fail.
UNMADE: dict[str, Callable[[], PageProof | Agreement]] = {
    "seen": lambda: PAGE.unseen().proof(),
    "sums": lambda: both_ends().citing(closing=None).proof(),
    "covered": lambda: (
        printed(f"         |01.03.2025  Card  9.00\n{MARCH}").citing(closing=None).proof()
    ),
    "paired": lambda: hold(PAGE.citing(lines=()), march()),
}
#: Pages on which nothing settles a hypothesis.
OPEN: list[Callable[[], PageProof | Agreement]] = [
    lambda: TWO_DAYS.proof(),
    lambda: NO_YEAR.proof(),
    lambda: hold(both_ends(), account(ENTRIES[0], opening=10_000)),
]


def named_in_source(call: str) -> set[str]:
    """The first words of every such call in `pipeline`: what the code emits, not what a table of
    texts has."""
    trees = (
        ast.parse(path.read_text("utf-8")) for path in Path(pipeline.__path__[0]).rglob("*.py")
    )
    calls = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {
        str(node.args[0].value)
        for node in calls
        if ast.unparse(node.func).split(".")[-1] == call
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }


@cache
def checks() -> dict[tuple[str, str], Check]:
    """Each check that did not pass on its page, by its name and its state."""
    every = [*FAILING.items(), *UNMADE.items()]
    found = (next(e for e in obligations(make()) if e.name == name) for name, make in every)
    return {(each.name, each.state.value): each for each in found}


def obligations(made: PageProof | Agreement) -> tuple[Check, ...]:
    own = made.obligations
    return own if isinstance(made, PageProof) else (*made.page.obligations, *own)


@cache
def hypotheses() -> dict[str, Hypothesis]:
    """Each hypothesis as nothing settles it, by its name."""
    found = [each for make in OPEN for each in make().hypotheses if each.is_assumed]
    return {each.name: each for each in found}


@cache
def objections() -> dict[str, Objection]:
    """Each objection as the reader made it, by its code."""
    statements = (draft for each in OBJECTED for draft in read(*each).statements)
    return {each.code: each for draft in statements for each in draft.objections}


def test_there_is_a_page_for_each_check_hypothesis_and_objection() -> None:
    names = {*of_page.OBLIGATIONS, *of_ledger.OBLIGATIONS}
    assert {name for name, state in checks() if state == "failed"} == names
    assert {name for name, state in checks() if state == "unavailable"} == set(UNMADE)
    assert set(hypotheses()) == named_in_source("Hypothesis") | named_in_source("_settled")
    assert set(objections()) == named_in_source("Objection")


@pytest.fixture(params=["failed", "unavailable"])
def ledger(request: pytest.FixtureRequest, engine: Engine) -> Engine:
    """Import 1 is unproven, for every reason there is."""
    in_review(engine)
    own = tuple(each for (_, state), each in checks().items() if state == request.param)
    own = tuple(each for each in own if each.name != "parsed")
    shown = tuple(
        ShownHypothesis(each.name, each.value, each.source.value, "", each.detail)
        for each in hypotheses().values()
    )
    with unit_of_work(engine) as session:
        row = session.scalars(select(Reconciliation)).one()
        row.verdict = Verdict.UNPROVEN
        row.proof = stored(CHECKS, own)
        row.hypotheses = stored(HYPOTHESES, shown)
        said = [asdict(each) for each in objections().values()]
        row.statement.certificate = {**(row.statement.certificate or {}), "objections": said}
    return engine


def reasons(engine: Engine) -> list[ReasonShape]:
    return list(explained(engine, 1).statements[0].reasons)


def test_each_has_a_sentence_and_a_remedy(ledger: Engine) -> None:
    found = reasons(ledger)
    assert {each.name for each in found if each.kind == "hypothesis"} == set(hypotheses())
    assert {each.name for each in found if each.kind == "objection"} == set(objections())
    assert [each.name for each in found if each.kind == "check"]
    for each in found:
        assert re.fullmatch(r"[A-Z].*[.?]", each.text), each
        assert re.fullmatch(r"[A-Z].*[.?]", each.remedy), each
        assert each.name not in each.text.split("_"), each


def test_a_page_that_cannot_be_read_says_only_that() -> None:
    made = FAILING["parsed"]()
    assert [each.name for each in reasons_of(obligations(made), (), ())] == ["parsed"]


def test_its_command_is_one_that_the_terminal_takes(ledger: Engine, tmp_path: Path) -> None:
    placed = {
        "N": "1", "TEXT": "1.00", "FIRST": "2026-06-01", "LAST": "2026-06-30", "CODE": "EUR",
        "AMOUNT": "1.00", "PATH": str(tmp_path),
    }  # fmt: skip
    for each in reasons(ledger):
        program, *words = shlex.split(each.command)
        assert program == "tieout"
        given = [placed.get(word, word.split("|")[-1]) for word in words]
        parsed(tieout, given)


def parsed(command: click.Command, words: list[str]) -> None:
    """Take the words as the terminal does, and do nothing. Raises click's ``UsageError``."""
    context = click.Context(command)
    if isinstance(command, click.Group):
        name, below, rest = command.resolve_command(context, words)
        assert below is not None, name
        parsed(below, rest)
    else:
        command.parse_args(context, words)


def test_its_place_is_on_the_page_and_there_is_something_to_press(ledger: Engine) -> None:
    with visiting(Desk(ledger)) as visitor:
        page = visitor.get("/imports/1").text
        for each in reasons(ledger):
            item = page.split(f'data-reason="{each.kind} {each.name}"')[1].split("</li>")[0]
            assert html.escape(each.text, quote=True).replace("&#x27;", "&#39;") in item
            assert f'<a href="{each.place}">' in item
            where = page if each.place.startswith("#") else visitor.get(each.place).text
            below = where.split(f'id="{each.place[1:]}"')[1] if where is page else where
            assert "<button" in below or "<input" in below, each


def test_over_http_its_call_is_one_that_there_is(ledger: Engine) -> None:
    known = {
        f"{method.upper()} {path}" for path, ways in described(api())["paths"].items()
        for method in ways
    }  # fmt: skip
    with calling(Desk(ledger)) as shop:
        answer = shop.get("/imports/1/explanation").json()
    (statement,) = answer["statements"]
    assert [each["text"] for each in statement["reasons"]] == [e.text for e in reasons(ledger)]
    patterns = [
        re.compile(
            re.sub(r"\{\w+\}", r"\\w+", re.escape(each).replace("\\{", "{").replace("\\}", "}"))
        )
        for each in known
    ]
    for each in statement["reasons"]:
        assert any(one.fullmatch(each["call"]) for one in patterns), each["call"]
