"""A model may look closer at a statement, and mend a misread line: what it may see and do."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Engine

from db.ledger.locks import lock
from db.session import read_only
from db.words import Verdict
from pipeline.account.choosing import Selected, select_account
from pipeline.account.comparison import ScopedLedger
from pipeline.drafts import StatementDraft, prove_draft
from pipeline.model_choice import Escalate, ModelChoice
from pipeline.proof import Objection
from tests.support.books import LINES, account, do_in, pages_of
from tests.support.model_server import ModelServer, Step, completion, model_server
from tests.support.statements import day, draft
from tools.loop.loop import ToolLoop
from tools.providers.openai import OpenAIProvider

ACCOUNTS = completion(None, ("get_accounts", "{}"))
JUNE = draft(LINES)

#: A reference of 9.99 beside the 3.50 that was paid.
BESIDE = draft((replace(LINES[0], description="Coffee 9.99"), *LINES[1:]))


def read_as_paid(true: StatementDraft, text: str) -> StatementDraft:
    """The statement as a reader offers it that takes this word for the amount of the first line."""
    assert true.proof is not None
    witness, document = true.proof.witness, true.proof.document
    first = witness.lines[0]
    (said,) = first.text
    page = document.page(said.page)
    paid = next(word for word in said.words if page.words[word].text == text)
    rest = said._replace(words=tuple(word for word in said.words if word != paid))
    other = replace(first, amount=said._replace(words=(paid,)), text=(rest,))
    wrong = replace(witness, lines=(other, *witness.lines[1:]))
    return prove_draft(replace(true, witnesses=(wrong,)), document)


#: The same read as if 9.99 had been paid, and so not adding up.
MISREAD = read_as_paid(BESIDE, "9.99")


def claim(account_id: int | None) -> Step:
    answer = {"document_type": "statement", "account_id": account_id, "verdict": "matched"}
    return completion(json.dumps({**answer, "reason": ""}))


@contextmanager
def asked(
    engine: Engine, statement: StatementDraft, *steps: Step
) -> Iterator[tuple[ModelServer, Selected]]:
    """One statement and a model behind a real server that says this."""
    scoped = ScopedLedger(partial(read_only, engine), frozenset({1}))
    with model_server(*steps) as server:
        mind = ToolLoop(OpenAIProvider("m", base_url=server.base_url))
        models = ModelChoice(mind, Escalate.ALWAYS)
        yield server, select_account("1", statement, scoped, models, pages_of([statement]))


def envelope(server: ModelServer, request: int) -> Any:
    """The last tool result in a request."""
    return json.loads(server.requests[request].json["messages"][-1]["content"])


def offered(server: ModelServer) -> set[str]:
    return {tool["function"]["name"] for tool in server.requests[0].json["tools"]}


#: The line of the page that the first row stands on, and the words that are its own.
FIRST = 8
COFFEE = ("03.06.2026", "3.50", "", "")


def patching(
    *cells: str, facts: Sequence[Sequence[str]] = (), etag: str | None = None, line: int = FIRST
) -> Step:
    """A patch of the first row, with the etag that the model was given."""

    def reply(request: dict[str, Any]) -> Any:
        block = next(m["content"] for m in request["messages"] if m["role"] == "user")
        known = json.loads(block.removeprefix("```json\n").removesuffix("\n```"))["etag"]
        rows = [[str(line), *(cells or COFFEE)]]
        arguments = {"statement": "1", "etag": etag or known, "rows": rows, "facts": facts}
        step = completion(None, ("draft_patch", json.dumps(arguments)))
        assert callable(step)
        return step(request)

    return reply


def test_rows_and_pages_of_a_doubtful_reading_can_be_looked_up(engine: Engine) -> None:
    everyday = account(engine)
    doubtful = draft(LINES, proven=False)
    compare = completion(None, ("compare", json.dumps({"statement": "1", "account_id": everyday})))
    lines = completion(None, ("get_lines", '{"statement":"1","end":2}'))
    search = completion(None, ("search_statement", '{"statement":"1","hint":"Salary"}'))
    steps = (ACCOUNTS, compare, lines, search, claim(everyday))
    with asked(engine, doubtful, *steps) as (server, _found):
        assert envelope(server, 3)["data"]["rows"] == [
            [1, 1, "2026-06-03", "-3.50", "Coffee", True],
            [2, 1, "2026-06-10", "2500.00", "Salary", True],
        ]
        place, *_ = envelope(server, 4)["data"]["places"]
    assert place["snippet"].startswith('<doc="1/p1" #')
    assert "Salary" in place["snippet"]


def test_a_long_number_on_a_page_is_never_shown_whole(engine: Engine) -> None:
    everyday = account(engine)
    rent = "Rent DE89 3704 0044 0532 0130 00 ref 123456789012"
    paid = replace(LINES[2], description=rent)
    looks = (
        completion(None, ("get_lines", '{"statement":"1"}')),
        completion(None, ("search_statement", '{"statement":"1"}')),
    )
    steps = (ACCOUNTS, *looks, claim(everyday))
    doubtful = draft((*LINES[:2], paid), proven=False)
    with asked(engine, doubtful, *steps) as (server, _found):
        sent = server.requests[3].body.decode()
    assert "0532" not in sent
    assert "123456789012" not in sent
    assert "9012" in sent
    assert "-800.00" in sent


@pytest.mark.parametrize(
    ("statement", "more"),
    [
        (JUNE, set()),
        (draft(LINES, mask=None), {"search_statement"}),
        (MISREAD, {"search_statement", "get_lines", "draft_patch"}),
    ],
    ids=["proven", "proven, of no account", "doubtful"],
)
def test_a_model_is_offered_what_can_tell_it_something(
    engine: Engine, statement: StatementDraft, more: set[str]
) -> None:
    everyday = account(engine)
    with asked(engine, statement, ACCOUNTS, claim(everyday)) as (server, _found):
        always = {"get_accounts", "get_transactions", "get_statement", "compare"}
        assert offered(server) == always | more


def test_a_reading_that_the_page_proves_cannot_be_mended(engine: Engine) -> None:
    everyday = account(engine)
    steps = (ACCOUNTS, completion(None, ("draft_patch", "{}")), claim(everyday))
    with asked(engine, JUNE, *steps) as (server, _found):
        assert envelope(server, 2)["errors"][0]["code"] == "unknown_tool"


def test_a_mend_that_the_page_bears_out_leads_to_a_proof(engine: Engine) -> None:
    everyday = account(engine)
    patch = patching()
    with asked(engine, MISREAD, ACCOUNTS, patch, claim(everyday)) as (server, found):
        assert envelope(server, 2)["data"]["failed_checks"] == []
    assert found.findings.verdict is Verdict.MATCHED
    assert (found.draft.lines[0].amount, found.draft.lines[0].method) == (-350, "model")


@pytest.mark.parametrize(
    "patch",
    [
        patching("03.06.2026", "4.00", "", ""),
        patching("03.06.2026", "three", "", ""),
        patching("17.06.2026", "3.50", "", ""),
        patching("03.06.2026", "3.50", "", "1000.00"),
        patching("03.06.2026", "", "", ""),
        patching("03.06.2026", "3.50", "3.50", ""),
        patching("03.06.2026"),
        patching(facts=[["closing_balance", "9", "1.00"]]),
        patching(facts=[["period_start", "9", "then"]]),
    ],
)
def test_words_and_facts_that_are_not_on_their_line_are_refused(
    engine: Engine, patch: Step
) -> None:
    everyday = account(engine)
    with asked(engine, MISREAD, ACCOUNTS, patch, claim(everyday)) as (server, found):
        assert envelope(server, 2)["errors"][0]["code"] == "not_on_page"
    assert found.draft is MISREAD


def test_a_mend_that_does_not_add_up_is_forgotten(engine: Engine) -> None:
    everyday = account(engine)
    patch = patching("03.06.2026", "9.99", "", "")
    with asked(engine, MISREAD, ACCOUNTS, patch, claim(everyday)) as (server, found):
        assert envelope(server, 2)["data"]["failed_checks"] == ["sums", "covered"]
    assert found.draft is MISREAD
    assert found.findings.verdict is Verdict.UNPROVEN


def test_a_mend_cannot_lift_an_objection_that_it_does_not_answer(engine: Engine) -> None:
    everyday = account(engine)
    missing = Objection("pages", "page 2 of 3 is missing", incomplete=True)
    assert MISREAD.proof is not None
    objected = prove_draft(replace(MISREAD, objections=(missing,)), MISREAD.proof.document)
    with asked(engine, objected, ACCOUNTS, patching(), claim(everyday)) as (server, found):
        assert envelope(server, 2)["data"]["failed_checks"] == []
    assert found.draft is objected
    assert found.findings.verdict is Verdict.UNPROVEN


def test_a_mend_of_something_else_than_was_seen_is_stale(engine: Engine) -> None:
    everyday = account(engine)
    steps = (ACCOUNTS, patching(etag="d:0"), claim(everyday))
    with asked(engine, MISREAD, *steps) as (server, _found):
        assert envelope(server, 2)["errors"][0]["code"] == "stale"


def test_a_line_of_a_locked_period_is_not_mended(engine: Engine) -> None:
    everyday = account(engine)
    do_in(engine, lock, everyday, day(1), day(30), "tests")
    compare = completion(None, ("compare", json.dumps({"statement": "1", "account_id": everyday})))
    steps = (ACCOUNTS, compare, patching(), claim(everyday))
    with asked(engine, MISREAD, *steps) as (server, _found):
        assert envelope(server, 3)["errors"][0]["code"] == "locked"
        assert str(everyday) in envelope(server, 3)["errors"][0]["message"]
