"""`tieout ask` and `models`, as typed: over a real wire, on a real ledger."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.support.model_server import ModelServer, Reply, completion, model_server
from tests.support.process import Ran, tieout


def chunk(delta: dict[str, object], finish: str | None = None) -> bytes:
    return json.dumps({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}).encode()


LOOK = Reply(
    events=(
        chunk(
            {
                "tool_calls": [
                    {
                        "index": 0,
                        "id": "a",
                        "function": {"name": "get_accounts", "arguments": "{}"},
                    }
                ]
            }
        ),
        chunk({}, "tool_calls"),
        b"[DONE]",
    )
)


def balance_of(bank: str) -> Callable[[dict[str, Any]], Reply]:
    """The balance that the last tool returned for an account of that bank, with its day."""

    def said(request: dict[str, Any]) -> Reply:
        data = json.loads(request["messages"][-1]["content"])["data"]
        rows = [dict(zip(data["columns"], row, strict=True)) for row in data["rows"]]
        (balance,) = (each["balance"] for each in rows if each["institution"] == bank)
        words = f"On {data['as_of']} it holds {balance}."
        return Reply(events=(chunk({"content": words}, "stop"), b"[DONE]"))

    return said


LIE = Reply(events=(chunk({"content": "It holds 999,999.99"}, "stop"), b"[DONE]"))


def ask(server: ModelServer, cwd: Path, *more: str) -> Ran:
    return tieout(
        *("ask", "How much?", "--model", "qwen", "--base-url", server.base_url, *more), cwd=cwd
    )


def test_a_question_is_answered_with_what_was_looked_up_below(books: Path) -> None:
    with model_server(LOOK, balance_of("Polderbank")) as server:
        ran = ask(server, books)
    assert ran.code == 0
    assert ran.out.splitlines()[1:] == [
        "",
        "Looked up:",
        "  accounts, with their balances at the end of 2025-05-09",
    ]
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
    assert (ran.json["grounded"], ran.json["ungrounded"]) == (True, [])


def test_a_figure_that_nobody_looked_up_is_asked_for_again_and_then_marked(books: Path) -> None:
    with model_server(LOOK, LIE, LIE) as server:
        ran = ask(server, books)
    assert ran.code == 3
    assert ran.out.startswith("[not from the ledger] The following was not looked up: 999,999.99\n")
    said = server.requests[2].json["messages"][-1]["content"]
    assert "no tool returned 999,999.99" in said


def test_an_answer_before_any_look_is_asked_for_again(books: Path) -> None:
    with model_server(LIE, LIE) as server:
        ran = ask(server, books, "--json")
    assert ran.code == 3
    assert (ran.json["grounded"], ran.json["ungrounded"]) == (False, ["999,999.99"])
    assert "call a tool first" in server.requests[1].json["messages"][-1]["content"]


def test_the_rules_cannot_be_asked_and_a_silent_server_is_named(books: Path) -> None:
    offline = tieout("ask", "How much?", cwd=books)
    assert offline.code == 7
    assert "[ask_needs_model]" in offline.err
    gone = ask(ModelServer((), port=9), books)
    assert gone.code == 7
    assert "[no_answer]" in gone.err


def test_an_answer_that_was_cut_short_is_shown_and_said_to_be(books: Path) -> None:
    cut = Reply(events=(chunk({"content": "You paid 12"}, "length"), b"[DONE]"))
    with model_server(cut, cut) as server:
        ran = ask(server, books)
    assert (ran.code, ran.out.splitlines()[1]) == (3, "You paid 12")
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


def test_an_address_that_is_none_is_refused_before_anything_is_sent(tmp_path: Path) -> None:
    ran = tieout("models", "check", "qwen", "--base-url", "localhost:11434/v1", cwd=tmp_path)
    assert ran.code == 7
    assert "[provider_address_invalid]" in ran.err
    assert "http://127.0.0.1:11434/v1" in ran.err


def test_a_model_for_this_machine_is_got_before_it_is_served(tmp_path: Path) -> None:
    home = {"XDG_DATA_HOME": str(tmp_path)}
    unknown = tieout("models", "get", "large", cwd=tmp_path)
    assert (unknown.code, unknown.out) == (7, "")
    assert "available: small" in unknown.err
    early = tieout("models", "serve", "small", cwd=tmp_path, env=home)
    assert early.code == 7
    assert "tieout models get small" in early.err
    assert str(tmp_path / "tieout" / "models" / "small") in early.err
