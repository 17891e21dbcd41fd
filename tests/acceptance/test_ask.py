"""`tieout ask` and `models`, as typed: over a real wire, on a real ledger."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.support.model_server import ModelServer, Reply, completion, model_server
from tests.support.process import Ran, tieout
from tests.support.streamed import call, rows, words

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
