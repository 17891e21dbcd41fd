"""With `--model` the same import runs through the same loop, over a real wire."""

import json
from pathlib import Path
from typing import Any

from tests.support.json_schemas import faults
from tests.support.model_server import ModelServer, Reply, completion, model_server
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


def test_a_models_opinion_is_shown_taken_and_taken_back(made_demo: Demo, books: Path) -> None:
    def explain(request: dict[str, Any]) -> Reply:
        shown = json.loads(request["messages"][-1]["content"])
        fee = next(row[0] for row in shown["lines"] if "FEE" in row[3])
        number = next(row[0] for row in shown["differences"] if fee in row[3])
        why = "The bank's own fee for the account."
        said = {"n": number, "what": "fee", "why": why, "lines": [fee], "act": "add"}
        answered = completion(json.dumps({"opinions": [said]}))
        assert callable(answered)
        return answered(request)

    with model_server(explain) as server:
        file = made_demo.statement_file("harrow-vale")
        ran = import_with(server, file, books, "unproven")
    (record,) = ran.json
    number = str(record["import_id"])
    assert (ran.code, len(server.requests)) == (3, 1)
    assert "response_format" in server.requests[0].json

    review = tieout("review", number, cwd=books)
    assert "qwen3 says: a fee “The bank's own fee for the account.”" in review.out
    assert f"tieout accept {number} --suggested" in review.out
    shown = tieout("accept", number, "--suggested", cwd=books)
    assert (shown.code, "Add --yes" in shown.err) == (3, True)
    done = tieout("accept", number, "--suggested", "--yes", "--json", cwd=books)
    assert [change["op"] for each in done.json for change in each["changes"]] == ["add"]
    left = tieout("review", number, "--json", cwd=books).json["statements"][0]["differences"]
    assert [each["opinion"] for each in left] == [None] * len(left)
    assert "nothing_suggested" in tieout("accept", number, "--suggested", cwd=books).err
    assert tieout("undo", "import", number, cwd=books).code == 0


def brought_in(demo: Demo, books: Path, **env: str) -> Ran:
    """Polderbank's month, with a model that is asked first, and answers as it should."""
    answer = {"document_type": "statement", "account_id": POLDERBANK, "verdict": "matched"}
    steps = (
        completion(None, ("get_accounts", "{}")),
        completion(json.dumps({**answer, "reason": "the digits agree"})),
    )
    with model_server(*steps) as server:
        return imported(server, demo, books, env)


def imported(server: ModelServer, demo: Demo, books: Path, env: dict[str, str]) -> Ran:
    address = ("--model", "qwen3", "--base-url", server.base_url, "--escalate", "always")
    file = demo.statement_file("polderbank")
    return tieout("import", file, "--json", *address, cwd=books, env=env)


def number(ran: Ran) -> str:
    return str(ran.json[0]["import_id"])


def test_a_run_that_was_kept_whole_ends_the_same_without_any_server(
    made_demo: Demo, books: Path
) -> None:
    ran = brought_in(made_demo, books, TIEOUT_TRACE="full")
    again = tieout("replay", number(ran), "--json", cwd=books)
    assert faults("replay", again.json) == []
    assert again.code == 0, again.err
    assert again.json["same"] is True
    assert (again.json["model"], again.json["runs"], again.json["requests"]) == ("qwen3", 1, 2)
    assert "The same: qwen3 is asked 2 times" in tieout("replay", number(ran), cwd=books).out


def test_the_first_difference_is_named_where_the_ledger_has_moved(
    made_demo: Demo, books: Path
) -> None:
    ran = brought_in(made_demo, books, TIEOUT_TRACE="full")
    tieout("account", "edit", str(POLDERBANK), "--name", "Another name", cwd=books)
    again = tieout("replay", number(ran), "--json", cwd=books)
    assert faults("replay", again.json) == []
    assert again.code == 3
    assert again.json["same"] is False
    assert "request 2, message" in again.json["difference"]


def test_a_redacted_trace_says_what_to_do_and_so_does_none(made_demo: Demo, books: Path) -> None:
    ran = brought_in(made_demo, books)
    refused = tieout("replay", number(ran), cwd=books)
    assert refused.code == 7
    assert f"TIEOUT_TRACE=full tieout reprocess {number(ran)} --model NAME" in refused.err
    alone = tieout("import", made_demo.statement_file("harrow-vale"), "--json", cwd=books)
    nothing = tieout("replay", number(alone), cwd=books)
    assert "[nothing_to_replay]" in nothing.err


def test_spans_of_a_run_go_to_the_file_that_is_named_and_hold_no_content(
    made_demo: Demo, books: Path
) -> None:
    brought_in(made_demo, books, TIEOUT_SPANS="spans.jsonl")
    text = Path(books, "spans.jsonl").read_text(encoding="utf-8")
    names = [json.loads(line)["name"] for line in text.splitlines()]
    run = ["chat qwen3", "execute_tool get_accounts", "chat qwen3", "invoke_agent tieout"]
    assert names == ["intake", "pages", *run, "reconcile", "record", "import"]
    assert "Polderbank" not in text
