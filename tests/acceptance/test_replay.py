"""`tieout replay`: a stored run ends the same, byte for byte, or the difference is named."""

import json
from pathlib import Path

from tests.support.json_schemas import faults
from tests.support.model_server import ModelServer, completion, model_server
from tests.support.process import Demo, Ran, tieout

POLDERBANK = 6  # the sixth of accounts.csv


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
    nowhere = brought_in(made_demo, books, TIEOUT_SPANS="nowhere/spans.jsonl")
    assert "[spans_unwritable]" in nowhere.err
