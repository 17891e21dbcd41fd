"""Another program reads the ledger and what proves it, and corrects accounts, over real HTTP."""

import csv
import io

import openpyxl
import pytest
from httpx2 import Client, Response
from sqlalchemy import Engine, update

from db.ledger.amending import snapshot
from db.ledger.locks import note
from db.models import Reconciliation
from db.session import unit_of_work
from db.words import Verdict
from pipeline.proof import Certificate


def test_statements_are_found_by_account_month_and_verdict(shop: Client) -> None:
    (one,) = shop.get(
        "/statements", params={"account_id": 1, "month": "2026-06-15", "verdict": "matched"}
    ).json()["items"]
    assert (one["number"], one["line_count"], one["closing_balance"]) == (1, 3, "2696.50")
    assert shop.get("/statements", params={"month": "2026-07-01"}).json()["items"] == []


def test_rows_come_in_every_form_that_is_asked_for(shop: Client) -> None:
    text = shop.get("/imports/1/rows", params={"to": "csv"})
    assert text.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(text.content.decode("utf-8-sig"))))
    assert [each["amount"] for each in rows] == ["-3.50", "2500.00", "-800.00"]
    sheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    book = shop.get("/imports/1/rows", headers={"Accept": f"{sheet}, text/csv;q=0.5"})
    assert openpyxl.load_workbook(io.BytesIO(book.content)).sheetnames
    found = shop.get("/imports/1/rows").json()
    assert len(found["documents"][0]["statements"][0]["lines"]) == 3


def test_the_certificate_of_a_statement_can_be_proven_again(shop: Client) -> None:
    found = shop.get("/imports/1/certificates/1")
    certificate = Certificate.read(found.text)
    assert certificate.document == shop_sha256(shop)
    _, agreement = certificate.proof()
    assert agreement is not None
    assert agreement.verdict == shop.get("/imports/1/review").json()["statements"][0]["verdict"]
    assert shop.get("/imports/1/certificates/2").json()["code"] == "not_recorded"


def shop_sha256(shop: Client) -> str:
    return str(shop.get("/imports/1/review").json()["sha256"])


def test_entries_come_page_by_page_by_day(shop: Client) -> None:
    first = shop.get("/accounts/1/entries", params={"limit": 2}).json()
    rest = shop.get("/accounts/1/entries", params={"limit": 2, "cursor": first["next"]}).json()
    amounts = [each["amount"] for each in first["items"] + rest["items"]]
    assert (amounts, rest["next"]) == (["-3.50", "2500.00", "-800.00"], None)


def changed(shop: Client, address: str, **wanted: object) -> Response:
    """Done, after its dry run was looked at."""
    tried = shop.post(address, json={**wanted, "dry_run": True}).json()
    return shop.post(address, json={**wanted, "seen": tried["seen"]})


def test_no_account_is_changed_before_somebody_was_shown_what_follows(
    shop: Client,
) -> None:
    shop.post("/accounts", json={"name": "Card", "currency": "EUR"})
    unseen = [
        shop.patch("/accounts/2", json={"name": "Blue card"}),
        shop.post("/accounts/2/flip-signs", json={}),
        shop.post("/accounts/2/merge", json={"into": 1}),
        shop.post("/accounts/2/undo", json={}),
    ]
    assert [each.status_code for each in unseen] == [422] * 4
    assert shop.get("/accounts/2").json()["name"] == "Card"


def test_an_account_is_made_corrected_and_put_back(shop: Client) -> None:
    made = shop.post("/accounts", json={"name": "Card", "currency": "EUR", "kind": "card"})
    assert (made.status_code, made.json()["account_id"]) == (201, 2)
    tried = shop.patch("/accounts/2", json={"name": "Blue card", "dry_run": True}).json()
    done = shop.patch("/accounts/2", json={"name": "Blue card", "seen": tried["seen"]})
    assert done.json()["after"]["name"] == "Blue card"
    late = shop.patch("/accounts/2", json={"name": "Red card", "seen": tried["seen"]})
    assert (late.status_code, late.json()["code"]) == (409, "account_moved")
    changed(shop, "/accounts/2/undo")
    assert shop.get("/accounts/2").json()["name"] == "Card"


def test_accounts_come_page_by_page(shop: Client) -> None:
    shop.post("/accounts", json={"name": "Card", "currency": "EUR"})
    first = shop.get("/accounts", params={"limit": 1}).json()
    rest = shop.get("/accounts", params={"limit": 1, "cursor": first["next"]}).json()
    assert [each["id"] for each in first["items"] + rest["items"]] == [1, 2]


def test_an_account_that_is_not_there_is_not_found(shop: Client) -> None:
    unknown = {"name": "x", "dry_run": True}
    for found in (shop.get("/accounts/9"), shop.patch("/accounts/9", json=unknown)):
        assert (found.status_code, found.json()["code"]) == (404, "unknown_account")
    assert shop.patch("/accounts/1", json={"dry_run": True}).json()["code"] == "nothing_named"


def test_coverage_says_how_each_month_stands(shop: Client) -> None:
    months = shop.get("/coverage", params={"since": "2026-06-01", "until": "2026-07-31"}).json()
    assert [(each["month"], each["state"]) for each in months["items"]] == [
        ("2026-06", "covered"),
        ("2026-07", "missing"),
    ]
    for since, until in (
        ("0001-01-01", "9999-12-31"),
        ("0001-01-01", "0001-01-31"),
        ("9990-01-01", "9999-12-31"),
    ):
        far = shop.get("/coverage", params={"since": since, "until": until})
        assert far.status_code == 422
    assert shop.get("/coverage", params={"until": "0001-01-01"}).status_code == 422


def unlocked(shop: Client) -> Response:
    (lock,) = shop.get("/locks").json()["items"]
    return shop.post("/locks/1/unlock", json={"reason": "a late cheque", "seen": lock["seen"]})


def test_a_lock_is_released_for_a_reason(shop: Client) -> None:
    assert [each["id"] for each in shop.get("/locks").json()["items"]] == [1]
    assert shop.post("/locks/1/unlock", json={}).status_code == 422
    unfenced = shop.post("/locks/1/unlock", json={"reason": "a late cheque"})
    assert (unfenced.status_code, "GET /locks" in unfenced.text) == (422, True)
    other = shop.post("/locks/1/unlock", json={"reason": "a late cheque", "seen": "another"})
    assert (other.status_code, other.json()["code"]) == (409, "lock_moved")
    assert unlocked(shop).status_code == 200
    released = shop.get("/locks", params={"released": "true"}).json()["items"]
    assert released[0]["released_reason"] == "a late cheque"
    (act,) = shop.get("/log", params={"action": "unlock"}).json()["items"]
    assert act["actor"] == "token:shop"


def test_what_a_lock_refused_is_dismissed_for_a_reason(shop: Client, ledger: Engine) -> None:
    with unit_of_work(ledger) as session:
        said = snapshot(session, 1)
        assert said is not None
        note(session, 1, 1, "alex", "csv", said, {**said, "amount_minor": 1})
    (found,) = shop.get("/discrepancies").json()["items"]
    shop.post(f"/discrepancies/{found['id']}/dismiss", json={"reason": "known"})
    assert shop.get("/discrepancies").json()["items"] == []
    assert len(shop.get("/discrepancies", params={"closed": "true"}).json()["items"]) == 1


def test_discrepancies_come_page_by_page_whatever_their_cause(shop: Client, ledger: Engine) -> None:
    with unit_of_work(ledger) as session:
        said = snapshot(session, 1)
        assert said is not None
        for amount in (1, 2):
            note(session, 1, 1, "alex", "csv", said, {**said, "amount_minor": amount})
        session.execute(update(Reconciliation).values(verdict=Verdict.DIFFERENCES))
    seen, cursor = [], None
    for _ in range(3):
        params = {"limit": "1", **({"cursor": cursor} if cursor else {})}
        page = shop.get("/discrepancies", params=params).json()
        seen += [(each["id"], each["cause"]) for each in page["items"]]
        cursor = page["next"]
    assert (seen, cursor) == ([(1, "refused"), (2, "refused"), (None, "contradicted")], None)


def test_a_cursor_of_another_accounts_entries_is_refused(shop: Client) -> None:
    shop.post("/accounts", json={"name": "Card", "currency": "EUR"})
    cursor = shop.get("/accounts/1/entries", params={"limit": 1}).json()["next"]
    refused = shop.get("/accounts/2/entries", params={"cursor": cursor})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_cursor")


def test_the_log_goes_back_page_by_page(shop: Client) -> None:
    unlocked(shop)
    seen, cursor = [], None
    while True:
        page = shop.get("/log", params={"limit": 2, **({"cursor": cursor} if cursor else {})})
        seen += [each["id"] for each in page.json()["items"]]
        cursor = page.json()["next"]
        if cursor is None:
            break
    assert seen == sorted(seen, reverse=True)
    assert len(seen) == len(set(seen)) > 2


@pytest.mark.parametrize(
    ("accept", "given"),
    [
        ("application/json;q=0, text/csv", "text/csv"),
        ("application/json;q=0.1, text/csv;q=0.9", "text/csv"),
        ("text/*, */*;q=0.1", "text/csv"),
        ("*/*", "application/json"),
        ("text/csv, */*", "application/json"),
    ],
)
def test_the_form_that_is_liked_best_is_given(shop: Client, accept: str, given: str) -> None:
    found = shop.get("/imports/1/rows", headers={"Accept": accept})
    assert found.headers["content-type"].partition(";")[0] == given


@pytest.mark.parametrize("accept", ["application/json;q=0", "image/png"])
def test_what_is_not_liked_at_all_is_not_given(shop: Client, accept: str) -> None:
    refused = shop.get("/imports/1/rows", headers={"Accept": accept})
    assert (refused.status_code, refused.json()["code"]) == (406, "not_acceptable")


def test_the_rows_of_a_statement_that_is_not_there_are_not_found(shop: Client) -> None:
    assert shop.get("/imports/1/rows", params={"statement": 1}).status_code == 200
    refused = shop.get("/imports/1/rows", params={"statement": 2})
    assert (refused.status_code, refused.json()["code"]) == (404, "no_such_statement")


def test_the_log_is_checked_and_a_head_that_it_never_had_shows(shop: Client) -> None:
    found = shop.get("/log/chain").json()
    assert (found["flaws"], len(found["head"])) == ([], 64)
    later = shop.get("/log/chain", params={"head": "f" * 64}).json()
    assert [each["flaw"] for each in later["flaws"]] == ["head_unknown"]
