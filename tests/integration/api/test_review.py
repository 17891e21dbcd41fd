"""Another program sees what differs, decides, resolves and states, over real HTTP."""

from typing import Any

import pytest
from httpx2 import Client
from sqlalchemy import Engine

from app.web.desk import Desk
from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from db.session import unit_of_work
from jobs.imports.inline import import_all
from jobs.options import DocumentSource, ImportOptions
from tests.support.api import calling
from tests.support.books import JUNE, LINES, account, do_in, dump, in_review
from tests.support.new_ids import without_new_ids
from tests.support.opinions import answer, brought_in, mind, opinion
from tests.support.shown import asked_of
from tests.support.statements import day

#: As of a page: `benchmarks.pages` holds both to it.
MOST_ASKED = 16


@pytest.fixture
def ledger(engine: Engine) -> Engine:
    """A ledger in which import 1 offers the entry of June's last line, the rent."""
    return in_review(engine)


def kept(ledger: Engine) -> dict[str, list[tuple[object, ...]]]:
    """Every row, but a token's: it keeps the day of its use, which may end meanwhile."""
    return {table: rows for table, rows in dump(ledger).items() if table != "tokens"}


def seen(shop: Client) -> str:
    return str(shop.get("/imports/1/offer").json()["seen"])


def difference(shop: Client, number: int = 1) -> dict[str, Any]:
    items = shop.get("/imports/1/differences").json()["items"]
    found: dict[str, Any] = next(each for each in items if each["number"] == number)
    return found


def test_what_waits_is_listed_with_its_differences(shop: Client) -> None:
    (one,) = shop.get("/review").json()["items"]
    (found,) = one["statements"][0]["differences"]
    assert (found["kind"], found["expected"]) == ("missing_in_ledger", "-800.00")
    assert shop.get("/imports/1/review").json()["import_id"] == 1


def test_what_is_accepted_is_exactly_what_was_seen(shop: Client) -> None:
    offer = shop.get("/imports/1/offer").json()
    assert [each["now"] for each in offer["changes"]] == ["2026-06-28 -800.00 EUR Rent"]
    (decided,) = shop.post("/imports/1/accept", json={"seen": offer["seen"]}).json()
    assert (decided["status"], decided["verdict"]) == ("accepted", "matched")
    assert shop.get("/imports/1").json()["status"] == "done"
    assert shop.get("/imports/1/offer").json()["seen"] is None


def test_what_was_seen_and_is_so_no_more_is_not_accepted(shop: Client, ledger: Engine) -> None:
    before = dump(ledger)["proposals"]
    refused = shop.post("/imports/1/accept", json={"seen": "0" * 64})
    assert (refused.status_code, refused.json()["code"]) == (409, "page_outdated")
    assert dump(ledger)["proposals"] == before


def test_a_rejection_needs_a_reason(shop: Client) -> None:
    shown = {"seen": seen(shop)}
    for body in (shown, {**shown, "reason": "  "}):
        assert shop.post("/imports/1/reject", json=body).status_code == 422
    done = shop.post("/imports/1/reject", json={"seen": seen(shop), "reason": "not ours"})
    assert [each["status"] for each in done.json()] == ["rejected"]


def test_what_a_difference_may_be_is_searched_and_several_entries_are_matched(
    shop: Client, ledger: Engine
) -> None:
    with unit_of_work(ledger) as session:
        parts = [NewEntry(day(9, 5), -50_000, "Flat"), NewEntry(day(8, 5), -30_000, "Garage")]
        ids = add_transactions(session, 1, parts)
    shop.post("/imports/1/propose-again")
    found = shop.get("/imports/1/differences/1/candidates?days=60").json()
    assert [each["entry"] for each in found["found"]] == list(ids)
    asked = shop.get("/imports/1/differences/1/candidates?days=60&payee=gar&amount=300.00").json()
    assert [each["description"] for each in asked["found"]] == ["Garage"]
    body = {"act": "pair", "entries": list(ids), "seen": found["seen"]}
    done = shop.post("/imports/1/differences/1/resolve", json=body).json()
    assert done["verdict"] == "matched"
    assert shop.post(f"/log/{done['act']}/undo").status_code == 200
    assert difference(shop)["seen"]


def test_a_line_is_noted_with_a_file(shop: Client) -> None:
    file = {"name": "receipt.txt", "content": "cGFpZA=="}
    body = {"line": 3, "text": "asked", "tag": "query", "attachment": file}
    (note,) = shop.post("/imports/1/notes", json=body).json()["notes"]
    assert (note["line"], note["tag"], note["file"], note["size"]) == (3, "query", file["name"], 4)
    assert shop.get(f"/imports/1/notes/{note['id']}/file").content == b"paid"
    assert shop.get("/imports/1/review").json()["statements"][0]["notes"] == [note]
    assert shop.post("/imports/1/notes", json={"line": 9, "text": "x"}).status_code == 404
    left = shop.post(f"/imports/1/notes/{note['id']}/remove", json={}).json()["notes"]
    assert left == []


def test_a_difference_on_which_somebody_decided_meanwhile_is_left_alone(
    shop: Client, ledger: Engine
) -> None:
    do_in(ledger, add_transactions, 1, [NewEntry(day(29), -100, "Coffee")])
    shop.post("/imports/1/propose-again")
    first, other = difference(shop, 1), difference(shop, 2)
    done = {"act": "leave", "reason": "cash", "seen": other["seen"]}
    assert shop.post("/imports/1/differences/2/resolve", json=done).status_code == 200
    late = {"act": "add", "seen": first["seen"]}
    refused = shop.post("/imports/1/differences/1/resolve", json=late)
    assert (refused.status_code, refused.json()["code"]) == (409, "difference_moved")


def test_a_statement_as_a_whole_can_be_left_as_it_is(shop: Client) -> None:
    whole = difference(shop, 0)
    body = {"act": "leave", "reason": "closed account", "seen": whole["seen"]}
    assert shop.post("/imports/1/differences/0/resolve", json=body).json()["status"] == "accepted"
    (settled,) = shop.get("/imports/1/review").json()["statements"][0]["resolutions"]
    assert (settled["op"], settled["reason"]) == ("leave", "closed account")


def test_a_difference_that_is_not_there_is_not_found(shop: Client) -> None:
    refused = shop.post("/imports/1/differences/7/resolve", json={"act": "add", "seen": "0" * 64})
    assert (refused.status_code, refused.json()["code"]) == (404, "no_such_difference")


def test_differences_come_page_by_page(shop: Client) -> None:
    first = shop.get("/imports/1/differences", params={"limit": 1}).json()
    rest = shop.get("/imports/1/differences", params={"cursor": first["next"]}).json()
    assert [each["number"] for each in first["items"] + rest["items"]] == [0, 1]


def test_differences_take_as_many_queries_whether_there_are_few_or_many(
    shop: Client, ledger: Engine
) -> None:
    with asked_of(ledger) as few:
        shop.get("/imports/1/differences")
    do_in(ledger, add_transactions, 1, [NewEntry(day(29), -100 - n, "Coffee") for n in range(9)])
    shop.post("/imports/1/propose-again")
    found = shop.get("/imports/1/differences").json()["items"]
    assert len({each["seen"] for each in found}) == 11
    with asked_of(ledger) as many:
        shop.get("/imports/1/differences")
    assert len(many) <= len(few)


@pytest.mark.parametrize("path", ["/review", "/imports/1/review", "/imports/1/differences"])
def test_what_waits_takes_few_queries(shop: Client, ledger: Engine, path: str) -> None:
    shop.get(path)  # the day on which a token is used is kept
    with asked_of(ledger) as found:
        shop.get(path)
    assert 0 < len(found) <= MOST_ASKED


def test_a_cursor_of_another_imports_differences_is_refused(shop: Client) -> None:
    cursor = shop.get("/imports/1/differences", params={"limit": 1}).json()["next"]
    refused = shop.get("/imports/2/differences", params={"cursor": cursor})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_cursor")


def test_a_list_of_what_waits_leaves_nothing_out_while_it_is_worked_off(engine: Engine) -> None:
    account(engine)
    junk = [DocumentSource(f"{n}.pdf", data=b"%%PDF-1.7 %d" % n) for n in range(4)]
    list(import_all(engine, junk, ImportOptions()))
    with calling(Desk(engine)) as shop:
        first = shop.get("/review", params={"limit": 2}).json()
        shop.delete("/imports/1")
        rest = shop.get("/review", params={"limit": 2, "cursor": first["next"]}).json()
    assert [each["import_id"] for each in first["items"] + rest["items"]] == [1, 2, 3, 4]
    assert rest["next"] is None


def test_everything_that_ties_a_statement_out_is_accepted_at_once(shop: Client) -> None:
    tried = shop.post("/review/accept-all", json={"dry_run": True, "month": "2026-06-01"}).json()
    assert [each["import_id"] for each in tried["accepted"]] == [1]
    assert shop.get("/imports/1").json()["status"] == "needs_review"
    done = shop.post("/review/accept-all", json={"seen": tried["seen"]}).json()
    assert without_new_ids(done) == without_new_ids(tried)
    assert shop.get("/imports/1").json()["status"] == "done"


def test_what_would_be_accepted_at_once_is_no_more_what_was_shown(
    shop: Client, ledger: Engine
) -> None:
    tried = shop.post("/review/accept-all", json={"dry_run": True}).json()
    shop.post("/imports/1/reject", json={"seen": seen(shop), "reason": "not ours"})
    before = dump(ledger)["proposals"]
    refused = shop.post("/review/accept-all", json={"seen": tried["seen"]})
    assert (refused.status_code, refused.json()["code"]) == (409, "list_outdated")
    assert dump(ledger)["proposals"] == before


@pytest.mark.parametrize(
    ("path", "body", "shown_in"),
    [
        ("/imports/1/accept", {}, "GET /imports/{import_id}/offer"),
        ("/imports/1/accept", {"seen": None}, "GET /imports/{import_id}/offer"),
        ("/imports/1/reject", {"reason": "not ours"}, "GET /imports/{import_id}/offer"),
        ("/imports/1/suggestions", {}, "the dry run"),
        ("/imports/1/differences/1/resolve", {"act": "add"}, "GET /imports/{import_id}/diff"),
        ("/imports/1/facts", {"stands": False, "reason": "twice"}, "GET /statements"),
        ("/review/accept-all", {}, "the dry run"),
        ("/review/accept-all", {"new": True, "dry_run": False}, "the dry run"),
    ],
)
def test_what_nobody_saw_is_not_committed(
    shop: Client, ledger: Engine, path: str, body: dict[str, object], shown_in: str
) -> None:
    before = kept(ledger)
    refused = shop.post(path, json=body)
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_request")
    (field,) = refused.json()["errors"]
    assert field["pointer"] == "#/seen"
    assert shown_in in field["detail"]
    assert kept(ledger) == before


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/imports/1/accept", {}),
        ("/imports/1/reject", {"reason": "not ours"}),
        ("/imports/1/differences/1/resolve", {"act": "add"}),
        ("/imports/1/facts", {"stands": False, "reason": "twice"}),
    ],
)
def test_what_is_only_tried_needs_nothing_that_was_seen(
    shop: Client, ledger: Engine, path: str, body: dict[str, object]
) -> None:
    before = kept(ledger)
    assert shop.post(path, json={**body, "dry_run": True}).status_code == 200
    assert kept(ledger) == before


def test_what_is_stated_is_fenced_by_what_was_seen(shop: Client) -> None:
    (statement,) = shop.get("/statements", params={"import_id": 1}).json()["items"]
    body = {"stands": False, "reason": "sent again", "seen": statement["seen"]}
    assert shop.post("/imports/1/facts", json=body).json()["stands"] is False
    again = shop.post("/imports/1/facts", json={**body, "stands": True})
    assert (again.status_code, again.json()["code"]) == (409, "statement_moved")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"act": "guess"}, "#/act"),
        ({"act": "move", "to_day": 5}, "#/to_day"),
        ({"act": "split", "amounts": [1.5]}, "#/amounts/0"),
        ({"act": "add", "lines": ["1"]}, "#/lines/0"),
        ({"act": "add", "sneen": "x"}, "#/sneen"),
    ],
)
def test_a_field_that_cannot_be_taken_is_named(
    shop: Client, body: dict[str, object], pointer: str
) -> None:
    refused = shop.post("/imports/1/differences/1/resolve", json={"seen": "0" * 64, **body})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_request")
    assert [each["pointer"] for each in refused.json()["errors"]] == [pointer]


def test_what_a_model_suggests_is_taken_as_it_was_shown(engine: Engine) -> None:
    account(engine, LINES[:2])
    says = answer(opinion(1, what="not_booked", why="No entry.", lines=[3], act="add"))
    brought_in(engine, JUNE, mind(says))
    with calling(Desk(engine)) as shop:
        shown = shop.post("/imports/1/suggestions", json={"dry_run": True}).json()
        assert [each["verdict"] for each in shown["decisions"]] == ["matched"]
        refused = shop.post("/imports/1/suggestions", json={"seen": "0" * 64})
        assert (refused.status_code, refused.json()["code"]) == (409, "suggestion_moved")
        shop.post("/imports/1/suggestions", json={"seen": shown["seen"]})
        assert shop.get("/imports/1").json()["status"] == "done"
