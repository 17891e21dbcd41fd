"""With `--model` the same import runs through the same loop, over a real wire."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.support.model_server import ModelServer, completion, model_server
from tests.support.process import Demo, Ran, tieout

POLDERBANK = 6  # the sixth of accounts.csv


def claim(account_id: int | None, verdict: str) -> str:
    """What a model says at the end."""
    answer = {"document_type": "statement", "account_id": account_id, "verdict": verdict}
    return json.dumps({**answer, "reason": "the mask agrees"})


def import_with(server: ModelServer, file: Path, cwd: Path, escalate: str = "always") -> Ran:
    """Import one file, asking the server's model first."""
    return tieout(
        *("import", file, "--json", "--model", "qwen3", "--base-url", server.base_url),
        *("--escalate", escalate),
        cwd=cwd,
        env={"OPENAI_API_KEY": "sk-test"},
    )


def test_two_turns_of_tools_then_the_answer_go_over_the_wire(made_demo: Demo, books: Path) -> None:
    compare = json.dumps({"statement": "1", "account_id": POLDERBANK})
    with model_server(
        completion(None, ("get_accounts", "{}")),
        completion(None, ("compare", compare)),
        completion(claim(POLDERBANK, "matched")),
    ) as server:
        ran = import_with(server, made_demo.statement_file("polderbank"), books)

    (record,) = ran.json
    (statement,) = record["statements"]
    assert (ran.code, record["status"], statement["account_id"]) == (0, "matched", POLDERBANK)
    assert (statement["model"], statement["turns"]) == ("qwen3", 3)
    assert statement["tokens"] > 0
    first, second, third = (request.json for request in server.requests)
    assert server.requests[0].path == "/v1/chat/completions"
    assert server.requests[0].headers["authorization"] == "Bearer sk-test"
    assert first["model"] == "qwen3"
    assert {"get_accounts", "compare"} <= {tool["function"]["name"] for tool in first["tools"]}
    assert tool_envelope(second, "get_accounts")["ok"]
    assert tool_envelope(third, "compare")["ok"]


def tool_envelope(request: dict[str, Any], tool: str) -> Any:
    """The envelope of that tool's result in a request, by the id of its call."""
    calls = {
        call["id"]: call["function"]["name"]
        for message in request["messages"]
        for call in message.get("tool_calls", [])
    }
    (found,) = (
        message["content"]
        for message in request["messages"]
        if message["role"] == "tool" and calls[message["tool_call_id"]] == tool
    )
    return json.loads(found)


def test_a_model_that_lies_cannot_make_a_statement_matched(made_demo: Demo, books: Path) -> None:
    with model_server(completion(claim(1, "matched"))) as server:
        ran = import_with(server, made_demo.statement_file("harrow-vale"), books)

    (statement,) = ran.json[0]["statements"]
    assert (ran.code, statement["verdict"]) == (3, "differences")


def test_a_model_is_not_asked_about_what_rules_settle(made_demo: Demo, books: Path) -> None:
    with model_server() as server:
        ran = import_with(server, made_demo.statement_file("polderbank"), books, "unproven")

    assert (ran.code, server.requests) == (0, [])


def test_a_server_that_is_not_there_costs_no_statement(made_demo: Demo, books: Path) -> None:
    with model_server() as server:
        gone = ModelServer((), port=server.port)
    ran = import_with(gone, made_demo.statement_file("polderbank"), books)

    assert (ran.code, ran.json[0]["status"]) == (0, "matched")
