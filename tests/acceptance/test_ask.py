"""`tieout ask` and `models`, as typed: over a real wire, on a real ledger."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.acceptance.test_decisions import harrow, ledger_of
from tests.support.loops import after, call, rows, words
from tests.support.model_server import ModelServer, Reply, Step, completion, model_server
from tests.support.process import Demo, Ran, tieout

LOOK = call("get_accounts")


def cells(*named: dict[str, Any]) -> Reply:
    return words(json.dumps({"cells": named}))


def balance_of(bank: str) -> Callable[[dict[str, Any]], Reply]:
    """Points at the balance that the last tool returned for an account of that bank."""

    def said(request: dict[str, Any]) -> Reply:
        data = json.loads(request["messages"][-1]["content"])["data"]
        (row,) = (each["id"] for each in rows(data) if each["institution"] == bank)
        return cells({"look": data["look"], "row": row, "column": "balance"})

    return said


def ask(server: ModelServer, cwd: Path, *more: str) -> Ran:
    return tieout(
        *("ask", "How much?", "--model", "qwen", "--base-url", server.base_url, *more), cwd=cwd
    )


def test_a_question_is_answered_by_what_was_looked_up(books: Path) -> None:
    with model_server(LOOK, balance_of("Polderbank")) as server:
        ran = ask(server, books)
    assert ran.code == 0
    title, said = ran.out.splitlines()
    assert title == "accounts, with their balances at the end of 2025-05-09:"
    assert re.fullmatch(r"  .+: balance -?[\d.]+ EUR", said)
    assert "looking: get_accounts\n" in ran.err
    first, second = (request.json for request in server.requests)
    assert {tool["function"]["name"] for tool in first["tools"]} == {
        "get_accounts",
        "get_transactions",
        "find_statements",
        "get_differences",
    }
    assert '"ok":true' in second["messages"][-1]["content"]
    assert "Polderbank" in second["messages"][-1]["content"]


def test_an_answer_for_scripts_is_one_json_document_with_its_calls(books: Path) -> None:
    with model_server(LOOK, balance_of("Polderbank")) as server:
        ran = ask(server, books, "--json")
    assert (ran.json["status"], ran.json["turns"], ran.json["tool_calls"]) == ("ok", 2, 1)
    assert ran.json["calls"] == [{"name": "get_accounts", "arguments": {}, "ok": True}]
    (cell,) = ran.json["cells"]
    assert (cell["look"], cell["column"], list(cell["values"])) == (1, "balance", ["balance"])
    assert cell["sentence"] in ran.json["answer"]


def test_questions_line_by_line_are_one_conversation(books: Path) -> None:
    same = cells({"look": 1, "row": 1, "column": "currency"})
    with model_server(LOOK, balance_of("Polderbank"), same) as server:
        address = ("--model", "qwen", "--base-url", server.base_url)
        ran = tieout("ask", *address, cwd=books, given=b"How much?\nIn which currency?\n")
    assert ran.code == 0
    assert [line.startswith("accounts") for line in ran.out.splitlines()] == [True, False] * 2
    assert "How much?" in str(server.requests[2].json["messages"])


def test_the_small_model_plans_and_its_server_is_given_the_plans_schema(books: Path) -> None:
    plan = {"words": "", "account": "all", "days": "always", "amount": "", "what": "accounts"}
    with model_server(words(json.dumps(plan))) as server:
        address = ("--model", "small", "--base-url", server.base_url)
        ran = tieout("ask", "Which accounts have I?", *address, cwd=books)
    assert ran.code == 0, ran.err
    assert ran.out.startswith("accounts, with their balances at the end of ")
    assert "looking: get_accounts\n" in ran.err
    [request] = [each.json for each in server.requests]
    assert "tools" not in request
    held = request["response_format"]["json_schema"]["schema"]["properties"]
    assert "all" in held["account"]["enum"]


def test_the_rules_cannot_be_asked_and_a_silent_server_is_named(books: Path) -> None:
    offline = tieout("ask", "How much?", cwd=books)
    assert offline.code == 7
    assert "[ask_needs_model]" in offline.err
    gone = ask(ModelServer((), port=9), books)
    assert gone.code == 7
    assert "[no_answer]" in gone.err


def test_an_answer_that_was_cut_short_is_not_shown(books: Path) -> None:
    cut = words("You paid 12", "length")
    with model_server(cut, cut) as server:
        ran = ask(server, books)
    assert (ran.code, "12" in ran.out) == (3, False)
    assert "(truncated)" in ran.err


def test_models_are_listed_and_a_wrong_file_is_refused_with_the_place(tmp_path: Path) -> None:
    listed = tieout("models", "list", "--json", cwd=tmp_path)
    assert {"offline", "openai", "anthropic"} <= {model["name"] for model in listed.json}
    Path(tmp_path, "models.toml").write_text('[models.mine]\nformat = "yaml"\n', encoding="utf-8")
    wrong = tieout("models", "check", cwd=tmp_path)
    assert wrong.code == 7
    assert "models.mine.format" in wrong.err


def test_a_models_server_is_asked_in_which_format_it_takes_tools(tmp_path: Path) -> None:
    deaf = completion("yes", usage={"prompt_tokens": 9, "completion_tokens": 1})
    with model_server(deaf, deaf, completion('{"colour":"teal"}')) as server:
        ran = tieout("models", "check", "qwen", "--base-url", server.base_url, cwd=tmp_path)
    assert ran.code == 0
    assert "in the format json" in ran.err
    assert "held to a JSON schema" in ran.err


def removing(data: Any, request_id: str = "r1", etag: str | None = None) -> Reply:
    """Suggests to remove what only the ledger has."""
    (odd,) = (each for each in rows(data) if each["kind"] == "missing_in_statement")
    return call(
        "facts_propose",
        request_id=request_id,
        statement=data["statement"],
        etag=etag or data["etag"],
        changes=[{"action": "remove", "entries": odd["entries"]}],
        reason="it is on no statement",
    )


def look(demo: Demo) -> Step:
    return call("get_differences", statement=f"{harrow(demo)}.1")


DONE = words('{"cells": []}')


def ask_to_mend(server: ModelServer, demo: Demo, *more: str) -> Ran:
    address = ("--model", "qwen", "--base-url", server.base_url)
    return tieout("ask", "What mends it?", *address, *more, cwd=demo.folder)


def suggested(demo: Demo) -> Ran:
    with model_server(look(demo), after(removing), DONE) as server:
        return ask_to_mend(server, demo, "--propose")


def suggestions(demo: Demo) -> list[Any]:
    (statement,) = tieout("review", harrow(demo), "--json", cwd=demo.folder).json["statements"]
    found: list[Any] = statement["model_proposals"]
    return found


def test_a_suggestion_waits_and_says_whose_it_is_and_a_yes_carries_it_out(demo: Demo) -> None:
    before = ledger_of(demo)
    ran = suggested(demo)
    assert ran.code == 0, ran.err
    assert "Proposed by qwen" in ran.err
    assert ledger_of(demo) == before
    shown = tieout("review", harrow(demo), cwd=demo.folder).out
    assert "qwen proposed when asked" in shown
    assert "it is on no statement" in shown
    yes = tieout("accept", harrow(demo), "--from-ask", "--json", cwd=demo.folder)
    (change,) = yes.json[0]["changes"]
    assert (change["op"], change["suggested_by"]) == ("remove", "qwen")
    assert len(ledger_of(demo)) == len(before) - 1
    assert suggestions(demo) == []


def test_the_same_suggestion_twice_is_one_and_survives_a_new_question(demo: Demo) -> None:
    suggested(demo)
    once = suggestions(demo)
    again = after(lambda data: removing(data, "another"))
    with model_server(look(demo), again, DONE) as server:
        ask_to_mend(server, demo, "--propose")
    with model_server(look(demo), words('{"cells": [{"look": 1, "column": "verdict"}]}')) as server:
        ask_to_mend(server, demo)
    assert suggestions(demo) == once
    assert len(once) == 1


def test_a_no_to_it_leaves_open_what_it_was_about(demo: Demo) -> None:
    before = tieout("review", harrow(demo), "--json", cwd=demo.folder).json["statements"]
    suggested(demo)
    reason = ("--reason", "I want to look myself")
    no = tieout("reject", harrow(demo), "--from-ask", *reason, "--json", cwd=demo.folder)
    assert no.json[0]["status"] == "rejected"
    assert tieout("review", harrow(demo), "--json", cwd=demo.folder).json["statements"] == before
    with model_server(look(demo), after(removing), DONE) as server:
        ran = ask_to_mend(server, demo, "--propose", "--json")
    assert ran.json["proposals"] == []
    assert '"status":"rejected"' in server.requests[2].json["messages"][-1]["content"]


def test_what_many_are_accepted_by_never_takes_it(demo: Demo) -> None:
    suggested(demo)
    tieout("accept", "--all-safe", "--yes", cwd=demo.folder)
    assert len(suggestions(demo)) == 1


def test_without_the_option_no_write_tool_is_there(demo: Demo) -> None:
    with model_server(look(demo), after(removing), DONE) as server:
        ran = ask_to_mend(server, demo, "--json")
    assert [(each["name"], each["ok"]) for each in ran.json["calls"]][1] == ("facts_propose", False)
    assert suggestions(demo) == []


def test_what_is_stale_or_no_open_difference_is_refused(demo: Demo) -> None:
    stale = after(lambda data: removing(data, etag="other"))
    with model_server(look(demo), stale, DONE) as server:
        assert ask_to_mend(server, demo, "--propose", "--json").json["proposals"] == []
    assert '"code":"stale"' in server.requests[2].json["messages"][-1]["content"]

    def matched(data: Any) -> Reply:
        changes = [{"action": "add", "lines": [9_999]}]
        given = {"statement": data["statement"], "etag": data["etag"], "reason": "so it is"}
        return call("facts_propose", request_id="r1", changes=changes, **given)

    with model_server(look(demo), after(matched), DONE) as server:
        ask_to_mend(server, demo, "--propose")
    assert '"code":"not_proposable"' in server.requests[2].json["messages"][-1]["content"]
    assert suggestions(demo) == []
