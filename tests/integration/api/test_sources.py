"""Another program has a connected file read again: it sees what would change, and says yes."""

from base64 import b64encode
from pathlib import Path
from typing import Any, cast

import httpx2
import pytest
from sqlalchemy import Engine

from app.acts import sources
from app.acts.accounts import Wishes
from tests.support.books import account

HEAD = "Date,Description,Amount\n2026-07-13,Coffee,-3.50\n"
RENT = "2026-07-28,Rent,-800.00\n"


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    file = tmp_path / "bank.csv"
    file.write_text(HEAD)
    return file


@pytest.fixture
def ledger(engine: Engine, bank: Path) -> Engine:
    """A ledger with the account `Everyday`, which is kept in step with a file."""
    account(engine, ())
    wishes = Wishes(account="Everyday", options={"signs": "out"})
    sources.connect(engine, "bank", bank, wishes)
    return engine


def texts(shop: httpx2.Client) -> list[str]:
    return [each["description"] for each in shop.get("/accounts/1/entries").json()["items"]]


def test_sources_are_listed_with_their_accounts(shop: httpx2.Client, bank: Path) -> None:
    (one,) = shop.get("/sources").json()["items"]
    assert (one["id"], one["name"], one["location"]) == (1, "bank", bank.name)
    assert [each["account"] for each in one["accounts"]] == ["Everyday"]
    assert shop.get("/sources/1").json() == one
    assert shop.get("/sources/2").json()["code"] == "not_recorded"


def test_a_file_is_sent_sent_again_and_followed_no_more(shop: httpx2.Client) -> None:
    def send(path: str, text: str, **said: object) -> dict[str, Any]:
        content = b64encode(text.encode()).decode()
        sent = shop.post(path, json={"file_name": "card.csv", "content": content, **said})
        return cast(dict[str, Any], sent.json())

    new = {"name": "card", "currency": "EUR", "signs": "out", "kind": "card"}
    shown = send("/sources", HEAD, **new, dry_run=True)
    assert (shown["added"], shown["accounts_added"], shown["applied"]) == (1, 1, False)
    assert send("/sources", HEAD, **new, seen=shown["seen"])["applied"]
    assert send("/sources", HEAD, **new, seen=shown["seen"])["code"] == "source_known"
    card = f"/sources/{shop.get('/sources').json()['items'][1]['id']}"
    assert shop.post(f"{card}/sync", json={"dry_run": True}).json()["code"] == "source_was_sent"
    shown = send(f"{card}/file", HEAD + RENT, dry_run=True)
    assert send(f"{card}/file", HEAD, seen=shown["seen"])["code"] == "source_moved"
    assert send(f"{card}/file", HEAD + RENT, seen=shown["seen"])["added"] == 1
    assert send(f"{card}/file", "", dry_run=True, file_name="../up.csv")["code"] == "bad_request"

    assert shop.delete(card).json()["entries"] == 2
    assert shop.get(card).json()["code"] == "not_recorded"


def test_what_was_shown_is_applied_and_undone(shop: httpx2.Client, bank: Path) -> None:
    bank.write_text(HEAD + RENT)
    shown = shop.post("/sources/1/sync", json={"dry_run": True}).json()
    (row,) = shown["rows"]
    assert (shown["applied"], row["what"], row["amount"]) == (False, "added", "-800.00")
    assert texts(shop) == ["Coffee"]
    done = shop.post("/sources/1/sync", json={"seen": shown["seen"]}).json()
    assert (done["applied"], done["added"], texts(shop)) == (True, 1, ["Coffee", "Rent"])
    last = shop.post("/sources/1/undo", json={"dry_run": True}).json()
    assert texts(shop) == ["Coffee", "Rent"]
    assert shop.post("/sources/1/undo", json={"seen": last["seen"]}).json()["added"] == 1
    assert texts(shop) == ["Coffee"]
    again = shop.post("/sources/1/undo", json={"seen": last["seen"]})
    assert (again.status_code, again.json()["code"]) == (409, "source_moved")


@pytest.mark.parametrize(
    "later",
    [HEAD + RENT.replace("800", "801"), HEAD + RENT + RENT, HEAD, ""],
    ids=["another amount", "one more", "one less", "nothing at all"],
)
def test_what_was_not_shown_is_not_applied(shop: httpx2.Client, bank: Path, later: str) -> None:
    bank.write_text(HEAD + RENT)
    seen = shop.post("/sources/1/sync", json={"dry_run": True}).json()["seen"]
    bank.write_text(later)
    refused = shop.post("/sources/1/sync", json={"seen": seen})
    assert refused.status_code == 409
    assert texts(shop) == ["Coffee"]


def test_a_ledger_that_changed_meanwhile_is_shown_again(
    shop: httpx2.Client, bank: Path, ledger: Engine
) -> None:
    bank.write_text(HEAD.replace("3.50", "4.50"))
    seen = shop.post("/sources/1/sync", json={"dry_run": True}).json()["seen"]
    sources.undo(ledger, "bank")
    refused = shop.post("/sources/1/sync", json={"seen": seen})
    assert refused.json()["code"] == "source_moved"


def test_nothing_is_applied_unseen(shop: httpx2.Client) -> None:
    assert shop.post("/sources/1/sync", json={}).status_code == 422
    assert shop.post("/sources/1/undo", json={}).status_code == 422


def test_a_file_that_is_not_there_is_the_servers_to_mend(shop: httpx2.Client, bank: Path) -> None:
    bank.unlink()
    refused = shop.post("/sources/1/sync", json={"dry_run": True})
    assert (refused.status_code, refused.json()["code"]) == (503, "source_missing")
