"""Another program keeps an account in step by sending its entries, over real HTTP."""

from pathlib import Path
from typing import Any

import pytest
from httpx2 import Client, Response
from sqlalchemy import Engine, func, select

from app.acts import accounts, sources
from app.acts.accounts import Wishes
from app.acts.patches import patch
from app.errors import AccountHasSource, SourceIsFed
from app.queries.sources import sources as listed
from app.web.desk import Desk
from db.models import Transaction
from tests.support.api import calling
from tests.support.books import LINES, account, imported, one_of

COFFEE = {"id": "a-1", "date": "2026-07-03", "amount": "-3.50", "description": "Coffee"}
RENT = {"id": "a-2", "date": "2026-07-28", "amount": "-800.00", "description": "Rent"}


def sent(shop: Client, *entries: object, **also: object) -> dict[str, str]:
    """What became of each, by its id."""
    return _outcomes(shop.post("/accounts/1/entries", json={"entries": entries, **also}))


def taken_back(shop: Client, *ids: str, **also: object) -> dict[str, str]:
    answer = shop.request("DELETE", "/accounts/1/entries", json={"ids": ids, **also})
    return _outcomes(answer)


def _outcomes(answer: Response) -> dict[str, str]:
    assert answer.status_code == 200, answer.text
    return {each["id"]: each["outcome"] for each in answer.json()["rows"]}


def july(shop: Client) -> list[tuple[str, str]]:
    asked = shop.get("/accounts/1/entries", params={"start": "2026-07-01"}).json()["items"]
    return [(each["description"], each["amount"]) for each in asked]


def test_entries_are_created_once_changed_and_taken_back_by_the_senders_ids(
    shop: Client,
) -> None:
    assert sent(shop, COFFEE, RENT) == {"a-1": "created", "a-2": "created"}
    assert sent(shop, RENT, COFFEE) == {"a-2": "same", "a-1": "same"}
    dearer = {**COFFEE, "amount": "-3.80", "value_date": "2026-07-04"}
    assert sent(shop, dearer) == {"a-1": "changed"}
    assert july(shop) == [("Coffee", "-3.80"), ("Rent", "-800.00")]
    assert taken_back(shop, "a-1", "a-9", "a-1") == {"a-1": "deleted", "a-9": "unknown"}
    assert taken_back(shop, "a-1") == {"a-1": "unknown"}
    assert july(shop) == [("Rent", "-800.00")]


def test_equal_entries_of_two_ids_are_two_entries(shop: Client) -> None:
    twin = {**COFFEE, "id": "a-3"}
    assert sent(shop, COFFEE) == {"a-1": "created"}
    assert sent(shop, twin) == {"a-3": "created"}
    assert taken_back(shop, "a-1") == {"a-1": "deleted"}
    assert july(shop) == [("Coffee", "-3.50")]


def test_an_entry_that_is_there_already_is_recognised_and_then_the_senders(
    shop: Client, ledger: Engine
) -> None:
    here = {"id": "x", "date": "2026-06-10", "amount": "2500.00", "description": "Salary"}
    answer = shop.post("/accounts/1/entries", json={"entries": [here]}).json()
    (row,) = answer["rows"]
    assert (row["outcome"], row["entry"], answer["source"]) == ("recognised", 2, "api/1")
    assert one_of(ledger, select(func.count(Transaction.id))) == len(LINES)
    assert sent(shop, here) == {"x": "same"}


def test_what_a_lock_refuses_is_listed_and_kept_and_the_rest_is_done(shop: Client) -> None:
    late = {**COFFEE, "id": "late", "date": "2026-06-15"}
    answer = shop.post("/accounts/1/entries", json={"entries": [late, RENT]}).json()
    refused, done = answer["rows"]
    assert (refused["outcome"], refused["lock_id"], refused["locked_by"]) == (
        "refused",
        1,
        "june.pdf",
    )
    assert (done["outcome"], refused["entry"]) == ("created", None)
    assert len(shop.get("/discrepancies").json()["items"]) == 1
    assert sent(shop, late) == {"late": "refused"}
    assert len(shop.get("/discrepancies").json()["items"]) == 1
    salary = {"id": "x", "date": "2026-06-10", "amount": "2500.00", "description": "Salary"}
    sent(shop, salary)
    assert taken_back(shop, "x", "a-2") == {"x": "refused", "a-2": "deleted"}
    assert shop.get("/locks").json()["items"][0]["id"] == 1


def test_a_missing_entry_that_is_sent_makes_a_statement_tie_out(engine: Engine) -> None:
    account(engine, LINES[:2])
    imported(engine)
    with calling(Desk(engine)) as shop:
        matched = {"verdict": "matched"}
        assert shop.get("/statements", params=matched).json()["items"] == []
        sent(shop, {**RENT, "date": "2026-06-28"})
        assert len(shop.get("/statements", params=matched).json()["items"]) == 1


@pytest.mark.parametrize(
    ("change", "code", "named"),
    [
        ({"amount": "1.234"}, "entry_malformed", "a-2"),
        ({"amount": "9" * 19}, "entry_malformed", "a-2"),
        ({"amount": 12.5}, "bad_request", "#/entries/1/amount"),
        ({"date": "2026-02-30"}, "bad_request", "#/entries/1/date"),
        ({"id": ""}, "bad_request", "#/entries/1/id"),
        ({"id": "a-1"}, "bad_request", "a-1"),
    ],
)
def test_one_bad_row_refuses_all_of_the_request_and_is_named(
    shop: Client, change: dict[str, Any], code: str, named: str
) -> None:
    refused = shop.post("/accounts/1/entries", json={"entries": [COFFEE, {**RENT, **change}]})
    assert (refused.status_code, refused.json()["code"]) == (422, code)
    assert named in refused.json()["detail"]
    assert july(shop) == []


def test_a_dry_run_leaves_nothing_behind(shop: Client, ledger: Engine) -> None:
    assert sent(shop, COFFEE, dry_run=True) == {"a-1": "created"}
    assert (july(shop), listed(ledger)) == ([], [])
    sent(shop, COFFEE)
    assert taken_back(shop, "a-1", dry_run=True) == {"a-1": "deleted"}
    assert july(shop) == [("Coffee", "-3.50")]


def test_what_was_sent_last_can_be_undone(shop: Client, ledger: Engine) -> None:
    sent(shop, COFFEE)
    sent(shop, {**COFFEE, "amount": "-4.00"}, RENT)
    sources.undo(ledger, "api/1")
    assert july(shop) == [("Coffee", "-3.50")]
    assert sent(shop, RENT) == {"a-2": "created"}


def test_an_account_has_one_source(shop: Client, ledger: Engine, tmp_path: Path) -> None:
    """Of two sources, each would add what the other has."""
    sent(shop, COFFEE)
    file = tmp_path / "bank.csv"
    file.write_text("Date,Description,Amount\n2026-07-03,Coffee,-3.50\n")
    wishes = Wishes(account="Everyday", options={"signs": "out"})
    with pytest.raises(AccountHasSource):
        sources.connect(ledger, "bank", file, wishes)
    with pytest.raises(SourceIsFed):
        sources.sync(ledger, "api/1")
    with pytest.raises(SourceIsFed):
        patch(ledger, "api/1")
    sources.disconnect(ledger, "api/1")
    sources.connect(ledger, "bank", file, wishes)
    refused = shop.post("/accounts/1/entries", json={"entries": [RENT]})
    assert (refused.status_code, refused.json()["code"]) == (409, "account_has_source")


def test_ids_of_accounts_that_were_merged_are_known_still(shop: Client, ledger: Engine) -> None:
    account(ledger, (), name="Old", mask=None, opening=0)
    sent(shop, RENT)
    shop.post("/accounts/2/entries", json={"entries": [COFFEE]})
    accounts.merge(ledger, "2", "1", dry_run=False, seen=None)
    assert sent(shop, COFFEE, RENT) == {"a-1": "same", "a-2": "same"}
    assert taken_back(shop, "a-1", "a-2") == {"a-1": "deleted", "a-2": "deleted"}


def test_flipped_signs_stay_flipped(shop: Client, ledger: Engine) -> None:
    account(ledger, (), name="Card", mask=None, opening=0)
    card = "/accounts/2/entries"
    shop.post(card, json={"entries": [COFFEE]})
    accounts.flip_signs(ledger, "2", dry_run=False)
    assert _outcomes(shop.post(card, json={"entries": [COFFEE]})) == {"a-1": "same"}
    (entry,) = shop.get(card).json()["items"]
    assert entry["amount"] == "3.50"


@pytest.mark.thorough
def test_ten_thousand_rows_are_one_request_and_more_are_refused(shop: Client) -> None:
    many = [{**COFFEE, "id": f"{n}", "description": f"Coffee {n}" * 12} for n in range(10_001)]
    assert shop.post("/accounts/1/entries", json={"entries": many}).status_code == 422
    assert set(sent(shop, *many[:-1]).values()) == {"created"}
    assert len(july(shop)) == 50
    found = taken_back(shop, *(each["id"] for each in many[:-1]))
    assert set(found.values()) == {"deleted"}


def test_a_key_answers_again_what_was_answered(shop: Client) -> None:
    key = {"Idempotency-Key": "july-1"}
    first, again = (
        shop.post("/accounts/1/entries", json={"entries": [COFFEE]}, headers=key) for _ in range(2)
    )
    assert first.json() == again.json()
    assert again.headers["Idempotency-Replayed"] == "true"


def test_an_account_that_there_is_not_takes_nothing(shop: Client) -> None:
    for method, body in (("POST", {"entries": [COFFEE]}), ("DELETE", {"ids": ["a-1"]})):
        refused = shop.request(method, "/accounts/9/entries", json=body)
        assert (refused.status_code, refused.json()["code"]) == (404, "unknown_account")
