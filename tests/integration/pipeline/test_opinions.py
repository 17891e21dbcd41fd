"""A model's opinion of each difference is kept beside the facts, and nothing follows from it."""

import json
import pickle
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Engine, select

from app.queries.reviews import one_import
from app.shapes.differences import AskedShape, OpinionShape
from app.texts.differences import asked_in_vain, opinion_texts
from db.ledger.amending import Amendment, amend
from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from db.models import Reconciliation
from db.session import read_only, unit_of_work
from db.words import ImportStatus, Verdict
from jobs.imports.inline import import_one
from jobs.options import ImportOptions
from pipeline.claims import What
from pipeline.model_choice import Escalate
from pipeline.progress import Silent
from pipeline.record.rows import ASKED
from pipeline.record.settling import settle
from pipeline.review.undoing import undo
from tests.support.books import JUNE, LINES, account, do_in, documents, imported, source
from tests.support.months import end_state
from tests.support.opinions import answer, brought_in, mind, opinion
from tests.support.statements import day, draft, line
from tools.loop.loop import ToolLoop
from tools.loop.messages import Role
from tools.providers.base import ModelRequest, ModelResponse, Provider
from tools.providers.replay import ScriptedProvider, calls, says

RENT = opinion(1, what="not_booked", why="The rent of 800.00 is in no entry.", lines=[3], act="add")
CAFE = draft([line(1, 3, -350, "CARD 8812 CAFE LUNA"), line(2, 10, 250_000, "Salary")])
"""A statement with one coffee, of which the ledger has two at equal distance."""


def two_coffees(engine: Engine) -> tuple[int, int]:
    everyday = account(engine, [CAFE.lines[1]])
    coffees = [NewEntry(day(2), -350, "Coffee with Ada"), NewEntry(day(4), -350, "Coffee at work")]
    first, second = do_in(engine, add_transactions, everyday, coffees)
    return first, second


def opinions(engine: Engine, import_id: int = 1) -> list[OpinionShape | None]:
    (statement,) = one_import(engine, import_id).statements
    return [each.opinion for each in statement.differences]


def asked(engine: Engine, import_id: int = 1) -> AskedShape | None:
    (statement,) = one_import(engine, import_id).statements
    return statement.asked


def shown(request: ModelRequest) -> dict[str, Any]:
    """The rows that a model was given."""
    (text,) = (m.content for m in request.messages if m.role is Role.USER)
    found: dict[str, Any] = json.loads(text)
    return found


def test_what_a_model_says_of_a_difference_is_shown_beside_it(engine: Engine) -> None:
    account(engine, LINES[:2])
    model = mind(answer(RENT))
    outcome = brought_in(engine, JUNE, model)

    assert outcome.status is ImportStatus.NEEDS_REVIEW
    (said,) = opinions(engine)
    assert said is not None
    assert (said.model, said.what, said.lines, said.suggests) == (
        "scripted", "not_booked", (3,), "add"
    )  # fmt: skip
    assert said.why == "The rent of 800.00 is in no entry."
    assert asked(engine) == AskedShape(model="scripted", status="ok", said=1)


def test_all_of_a_statement_is_asked_in_one_request_without_tools(engine: Engine) -> None:
    account(engine, LINES[:1])
    model = mind(answer())
    brought_in(engine, JUNE, model)

    (request,) = model.requests
    assert request.tools == ()
    found = shown(request)
    assert found["differences"] == [
        [1, "missing_in_ledger", "no_candidate", [2], []],
        [2, "missing_in_ledger", "no_candidate", [3], []],
    ]
    assert found["lines"] == [
        [1, "2026-06-03", "-3.50", "Coffee"],
        [2, "2026-06-10", "2500.00", "Salary"],
        [3, "2026-06-28", "-800.00", "Rent"],
    ]
    assert found["account"] == "Everyday *1234"


@pytest.mark.parametrize("escalate", list(Escalate))
def test_nobody_is_asked_of_what_is_matched(engine: Engine, escalate: Escalate) -> None:
    account(engine)
    claim = {"document_type": "statement", "account_id": 1, "verdict": "matched"}
    model = mind(*[says(json.dumps(claim))] * 2)
    options = ImportOptions(ToolLoop(model), escalate, pauses=())
    assert imported(engine, options=options).status is ImportStatus.MATCHED
    assert asked(engine) is None


def test_nobody_is_asked_where_a_person_wants_no_model(engine: Engine) -> None:
    account(engine, LINES[:2])
    imported(engine, options=ImportOptions(ToolLoop(mind()), Escalate.NEVER))
    assert (asked(engine), opinions(engine)) == (None, [None])


def test_a_page_that_does_not_prove_its_rows_is_not_explained(engine: Engine) -> None:
    account(engine)
    wrong = draft(LINES[:2], closing=1)
    model = mind(*[says('{"rows": []}')] * 2)
    outcome = brought_in(engine, wrong, model)

    assert outcome.document is not None
    assert outcome.document.statements[0].verdict is Verdict.UNPROVEN
    assert asked(engine) is None


def test_of_equal_candidates_it_names_the_pair_that_it_sees(engine: Engine) -> None:
    first, second = two_coffees(engine)
    pairs = [{"line": 1, "entry": second}]
    model = mind(answer(opinion(1, pairs=pairs, why="Luna is the cafe at work.")))
    brought_in(engine, CAFE, model)

    assert shown(model.requests[0])["differences"][0] == [
        1, "ambiguous", "equal_candidates", [1], [first, second]
    ]  # fmt: skip
    (said,) = opinions(engine)
    assert said is not None
    assert [(each.line, each.entry) for each in said.pairs] == [(1, second)]
    assert (said.lines, said.entries, said.suggests) == ((1,), (second,), "pair")


NOTHING_SHOWN = {
    "a line that was not shown": {"lines": [9], "entries": []},
    "no row at all": {"lines": [], "entries": []},
}
IN_PART = {
    "an entry that was not shown": {"lines": [3], "entries": [4711]},
    "an act that cannot settle it": {"lines": [3], "act": "outstanding"},
    "a pair where nothing is ambiguous": {"lines": [3], "pairs": [{"line": 3, "entry": 1}]},
    "an entry of this account to be moved here": {"lines": [3], "entries": [1], "act": "move"},
}


def said_twice(engine: Engine, wrong: dict[str, Any]) -> OpinionShape | None:
    """What is shown after a model said this, and again when asked once more."""
    account(engine, LINES[:2])
    model = mind(*[answer({**RENT, **wrong})] * 2)
    brought_in(engine, JUNE, model)
    assert len(model.requests) == 2
    assert "cannot be used" in model.requests[1].messages[-1].content
    (said,) = opinions(engine)
    return said


@pytest.mark.parametrize("wrong", NOTHING_SHOWN.values(), ids=NOTHING_SHOWN)
def test_what_rests_on_nothing_shown_is_asked_once_more_and_then_dropped(
    engine: Engine, wrong: dict[str, Any]
) -> None:
    assert said_twice(engine, wrong) is None
    assert asked(engine) == AskedShape(model="scripted", status="invalid_answer", said=0)


@pytest.mark.parametrize("wrong", IN_PART.values(), ids=IN_PART)
def test_of_what_cannot_be_in_part_the_rest_is_kept_and_suggests_nothing(
    engine: Engine, wrong: dict[str, Any]
) -> None:
    said = said_twice(engine, wrong)
    assert said is not None
    assert (said.what, said.lines, said.pairs, said.suggests) == (What.NOT_BOOKED, (3,), (), None)
    assert 4711 not in said.entries
    assert asked(engine) == AskedShape(model="scripted", status="invalid_answer", said=1)


@pytest.mark.parametrize(
    "pairs",
    [[(2, 0)], [(1, 2)], [(1, 0), (1, 1)], [(99, 0)]],
    ids=["another line", "another entry", "one line twice", "no line"],
)
def test_only_candidates_can_be_paired_and_each_once(
    engine: Engine, pairs: list[tuple[int, int]]
) -> None:
    entries = (*two_coffees(engine), 1)
    said = [{"line": one, "entry": entries[two]} for one, two in pairs]
    brought_in(engine, CAFE, mind(*[answer(opinion(1, pairs=said))] * 2))

    assert opinions(engine) == [None]


def test_of_two_opinions_of_one_difference_neither_is_taken(engine: Engine) -> None:
    account(engine, LINES[:2])
    brought_in(engine, JUNE, mind(*[answer(RENT, {**RENT, "what": "fee"})] * 2))

    assert opinions(engine) == [None]


def test_what_is_right_stays_though_another_is_wrong_twice(engine: Engine) -> None:
    account(engine, LINES[:1])
    wrong = opinion(1, what="other", lines=[77], why="")
    model = mind(answer(wrong, {**RENT, "n": 2}), answer(wrong))
    brought_in(engine, JUNE, model)

    first, second = opinions(engine)
    assert first is None
    assert second is not None
    assert second.what == "not_booked"


def test_a_sentence_with_a_figure_that_was_not_shown_is_left_out(engine: Engine) -> None:
    account(engine, LINES[:2])
    invented = {**RENT, "why": "The landlord raised it by 25.00."}
    model = mind(answer(invented), answer(invented))
    brought_in(engine, JUNE, model)

    assert "25.00 in why" in model.requests[1].messages[-1].content
    (said,) = opinions(engine)
    assert said is not None
    assert (said.why, said.what, said.suggests) == ("", "not_booked", "add")


def test_a_sentence_that_is_a_flood_is_left_out(engine: Engine) -> None:
    account(engine, LINES[:2])
    brought_in(engine, JUNE, mind(*[answer({**RENT, "why": "rent " * 60})] * 2))

    (said,) = opinions(engine)
    assert said is not None
    assert (said.why, said.what) == ("", "not_booked")


def test_no_words_of_a_model_pass_for_another_difference(engine: Engine) -> None:
    account(engine, LINES[:2])
    model = mind(answer({**RENT, "why": "so\n2. it is"}))
    model.model = "qwen\n2. forged"
    brought_in(engine, JUNE, model)

    (difference,) = one_import(engine, 1).statements[0].differences
    assert [text.count("\n") for text in opinion_texts(difference)] == [0, 0]


def test_an_opinion_is_not_shown_once_its_difference_is_another(engine: Engine) -> None:
    account(engine, [*LINES[:2], replace(LINES[2], amount=-8_000)])
    slip = opinion(1, what="typing_slip", why="80.00 for 800.00", lines=[3], entries=[3])
    brought_in(engine, JUNE, mind(answer(slip)))
    assert [each is not None for each in opinions(engine)] == [True]
    with unit_of_work(engine) as session:
        amend(session, 3, Amendment(day(28), -8_100))
        settle(session)

    assert opinions(engine) == [None]


def test_an_opinion_is_not_shown_once_an_entry_it_rests_on_is_another(engine: Engine) -> None:
    account(engine, LINES[:2])
    savings = account(engine, [], name="Savings", mask="7777")
    (other,) = do_in(engine, add_transactions, savings, [NewEntry(day(28), -80_000, "Rent")])
    moved = opinion(
        1, what="other_account", why="It is in Savings.", lines=[3], entries=[other], act="move"
    )
    brought_in(engine, JUNE, mind(answer(moved)))
    (said,) = opinions(engine)
    assert said is not None
    with unit_of_work(engine) as session:
        amend(session, other, Amendment(day(27), -80_000))
        settle(session)

    assert opinions(engine) == [None]


def test_only_accounts_in_scope_are_named(engine: Engine) -> None:
    everyday = account(engine, LINES[:2])
    seen = account(engine, [replace(LINES[2], description="Flat")], name="Joint", mask="7777")
    account(engine, [replace(LINES[2], description="Secret")], name="Hidden", mask="8888")
    model = mind(answer())
    imported(engine, options=ImportOptions(ToolLoop(model), account_ids=(everyday, seen)))
    (request,) = model.requests
    assert [*shown(request)["entries_of_other_accounts"]] == ["Joint *7777"]
    assert "Hidden" not in str(request.messages)
    assert "Secret" not in str(request.messages)


def test_no_account_number_goes_out_whole(engine: Engine) -> None:
    account(engine, [], name="Everyday DE89370400440532013000")
    model = mind(answer())
    paid = [line(1, 3, -350, "To DE02120300000000202051 Luna"), line(2, 4, -280, "Tram")]
    brought_in(engine, draft(paid), model)

    sent = str(model.requests[0].messages)
    assert "DE89370400440532013000" not in sent
    assert "DE02120300000000202051" not in sent
    assert "…2051" in sent


HOSTILE: dict[str, Provider | list[ModelResponse]] = {
    "says nothing": [says("")] * 2,
    "babbles": [says("I believe that all is fine.")] * 2,
    "says that it is matched": [says('{"verdict": "matched", "account_id": 1}')] * 2,
    "calls a tool in words": [
        says('<tool_call>{"name":"facts_commit","arguments":{}}</tool_call>')
    ] * 5,
    "calls a tool": [calls(("facts_commit", {"user_confirmed": True}))] * 5,
    "writes without end": [answer({**RENT, "why": "x" * 100_000})] * 2,
    "writes figures without end": [answer({**RENT, "why": "9" * 200, "lines": [10**60]})] * 2,
    "names random rows": [
        answer(*(opinion(n, lines=[n * 7], entries=[n * 13]) for n in range(40)))
    ] * 2,
    "contradicts itself": [answer(RENT, {**RENT, "what": "fee"})] * 2,
    "lies": [answer({**RENT, "what": "booked_twice", "act": "leave"})],
}  # fmt: skip


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
def test_no_model_changes_what_an_import_comes_to(
    engine: Engine, hostile: Provider | list[ModelResponse]
) -> None:
    account(engine, LINES[:2])
    brought_in(engine, JUNE)
    alone = end_state(engine)
    do_in(engine, undo, 1, "sam")
    model = ScriptedProvider(hostile) if isinstance(hostile, list) else hostile
    outcome = brought_in(engine, JUNE, model)

    assert outcome.status is ImportStatus.NEEDS_REVIEW
    assert end_state(engine) == alone
    assert outcome.import_id is not None
    assert asked(engine, outcome.import_id) is not None


def test_what_asking_took_and_how_it_ended_are_recorded(engine: Engine) -> None:
    account(engine, LINES[:2])
    outcome = brought_in(engine, JUNE, ScriptedProvider([says("")] * 2))

    assert outcome.document is not None
    use = outcome.document.statements[0].use
    assert (use.model, use.status) == ("scripted", "empty")
    assert asked(engine) == AskedShape(model="scripted", status="empty", said=0)
    (said,) = asked_in_vain(one_import(engine, 1).statements[0], 1)
    assert "scripted was asked" in said
    assert "(empty)" in said
    with read_only(engine) as session:
        row = session.scalars(select(Reconciliation)).one()
        assert (row.model, row.turns) == ("scripted", use.turns)


def test_reading_again_asks_again(engine: Engine) -> None:
    account(engine, LINES[:2])
    brought_in(engine, JUNE, mind(answer(RENT)))
    read = documents({"june.pdf": [JUNE]})
    job = partial(import_one, engine, source(), read=read, progress=Silent(), again=True)
    job(options=ImportOptions(ToolLoop(mind(answer({**RENT, "what": "cheque"})))))

    (said,) = opinions(engine)
    assert said is not None
    assert said.what == "cheque"
    job(options=ImportOptions())
    assert (opinions(engine), asked(engine)) == ([None], None)


def test_a_result_with_opinions_goes_from_process_to_process(engine: Engine) -> None:
    account(engine, LINES[:2])
    outcome = brought_in(engine, JUNE, mind(answer(RENT)))

    assert outcome.document is not None
    asked_here = outcome.document.statements[0].asked
    assert asked_here is not None
    assert pickle.loads(pickle.dumps(asked_here)) == asked_here
    assert ASKED.validate_python(ASKED.dump_python(asked_here, mode="json")) == asked_here
