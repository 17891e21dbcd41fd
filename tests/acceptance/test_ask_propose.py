"""`tieout ask --propose`: a model suggests, a person decides; nothing else reaches the ledger."""

from typing import Any

from tests.acceptance.test_decisions import harrow, ledger_of
from tests.support.model_server import ModelServer, Reply, Step, model_server
from tests.support.process import Demo, Ran, tieout
from tests.support.streamed import after, call, rows, words


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


def ask(server: ModelServer, demo: Demo, *more: str) -> Ran:
    address = ("--model", "qwen", "--base-url", server.base_url)
    return tieout("ask", "What mends it?", *address, *more, cwd=demo.folder)


def suggested(demo: Demo) -> Ran:
    with model_server(look(demo), after(removing), DONE) as server:
        return ask(server, demo, "--propose")


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
        ask(server, demo, "--propose")
    with model_server(look(demo), words('{"cells": [{"look": 1, "column": "verdict"}]}')) as server:
        ask(server, demo)
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
        ran = ask(server, demo, "--propose", "--json")
    assert ran.json["proposals"] == []
    assert '"status":"rejected"' in server.requests[2].json["messages"][-1]["content"]


def test_what_many_are_accepted_by_never_takes_it(demo: Demo) -> None:
    suggested(demo)
    tieout("accept", "--all-safe", "--yes", cwd=demo.folder)
    assert len(suggestions(demo)) == 1


def test_without_the_option_no_write_tool_is_there(demo: Demo) -> None:
    with model_server(look(demo), after(removing), DONE) as server:
        ran = ask(server, demo, "--json")
    assert [(each["name"], each["ok"]) for each in ran.json["calls"]][1] == ("facts_propose", False)
    assert suggestions(demo) == []


def test_what_is_stale_or_no_open_difference_is_refused(demo: Demo) -> None:
    stale = after(lambda data: removing(data, etag="other"))
    with model_server(look(demo), stale, DONE) as server:
        assert ask(server, demo, "--propose", "--json").json["proposals"] == []
    assert '"code":"stale"' in server.requests[2].json["messages"][-1]["content"]

    def matched(data: Any) -> Reply:
        changes = [{"action": "add", "lines": [9_999]}]
        given = {"statement": data["statement"], "etag": data["etag"], "reason": "so it is"}
        return call("facts_propose", request_id="r1", changes=changes, **given)

    with model_server(look(demo), after(matched), DONE) as server:
        ask(server, demo, "--propose")
    assert '"code":"not_proposable"' in server.requests[2].json["messages"][-1]["content"]
    assert suggestions(demo) == []
