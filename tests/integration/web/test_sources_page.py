"""The pages of sources over real HTTP: connect a file, see what changed, apply exactly that."""

import re
import zlib
from base64 import b64encode
from html import unescape
from pathlib import Path

import pytest
from httpx2 import Client, Response
from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from app.access.rights import Right
from app.acts import sources
from app.acts.accounts import Wishes
from app.errors import SourceWasSent
from app.queries.books import entry_list
from app.queries.sources import SentFile
from app.web.desk import Desk
from tests.support.books import account
from tests.support.shown import fields_of, rows
from tests.support.visiting import browsing, opened

HEAD = "Date,Description,Amount\n2026-07-13,Coffee,-3.50\n"
RENT = "2026-07-28,Rent,-800.00\n"
BEYOND = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
FORM = {"account": "1", "currency": "", "dates": "", "decimal": "", "signs": "out"}


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    file = tmp_path / "bank.csv"
    file.write_text(HEAD)
    return file


@pytest.fixture
def ledger(engine: Engine) -> Engine:
    account(engine, ())
    return engine


@pytest.fixture
def connected(ledger: Engine, bank: Path) -> Engine:
    """`Everyday` is kept in step with the file."""
    wishes = Wishes(account="Everyday", options={"signs": "out"})
    sources.connect(ledger, "bank", bank, wishes)
    return ledger


def texts(ledger: Engine) -> list[str]:
    return [each.description for each in entry_list(ledger, "Everyday", None, None, None)]


def yes_on(page: Response) -> dict[str, list[str]]:
    """What the page's button sends."""
    forms = re.findall(r'<form class="sure".*?</form>', page.text, re.DOTALL)
    return fields_of(forms[-1])


def alert_on(page: Response) -> str:
    found = re.search(r'role="alert">(.*?)</p>', page.text, re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", "", found[1])) if found else ""


def test_a_file_is_connected_after_what_it_brings_was_shown(
    visitor: Client, ledger: Engine, bank: Path
) -> None:
    assert "No source is connected yet." in visitor.get("/sources").text
    assert 'href="/sources"' in visitor.get("/accounts").text
    shown = visitor.post("/sources/new", data={**FORM, "name": "bank", "path": str(bank)})
    assert rows(shown) == ["new Everyday - 2026-07-13 · -3.50 · Coffee"]
    assert texts(ledger) == []
    done = visitor.post("/sources/new", data=yes_on(shown), follow_redirects=True)
    assert "The source is connected" in done.text
    (row,) = rows(done)
    assert all(text in row for text in ("bank", str(bank), "Everyday", "UTC", "See what changed"))
    assert texts(ledger) == ["Coffee"]


def test_what_is_applied_is_what_was_shown(visitor: Client, connected: Engine, bank: Path) -> None:
    bank.write_text(HEAD.replace("-3.50", "-3.80") + RENT)
    shown = visitor.get("/sources/1/sync")
    assert rows(shown) == [
        "changed Everyday 2026-07-13 · -3.50 · Coffee 2026-07-13 · -3.80 · Coffee",
        "new Everyday - 2026-07-28 · -800.00 · Rent",
    ]
    assert texts(connected) == ["Coffee"]
    done = visitor.post("/sources/1/sync", data=yes_on(shown), follow_redirects=True)
    assert "The ledger has what the source has." in done.text
    assert texts(connected) == ["Coffee", "Rent"]
    same = visitor.get("/sources/1/sync")
    assert "Nothing changed" in same.text
    assert "Apply exactly this" not in same.text


def test_a_file_is_sent_and_sent_again(visitor: Client, ledger: Engine) -> None:
    def send(path: str, text: str, form: dict[str, str]) -> Response:
        return visitor.post(path, data=form, files={"file": ("bank.csv", text.encode())})

    shown = send("/sources/new", HEAD, {**FORM, "name": "bank", "path": ""})
    assert (rows(shown), texts(ledger)) == (["new Everyday - 2026-07-13 · -3.50 · Coffee"], [])
    done = visitor.post("/sources/new", data=yes_on(shown), follow_redirects=True)
    (row,) = rows(done)
    assert "bank.csv csv, sent" in row
    (again,) = re.findall(r'href="(/sources/\d+/sync)"', done.text)

    assert 'type="file"' in visitor.get(again).text
    shown = send(again, HEAD + RENT, {})
    assert rows(shown) == ["new Everyday - 2026-07-28 · -800.00 · Rent"]
    sources.sync(ledger, "bank", location=SentFile("bank.csv", (HEAD + RENT).encode()))
    late = visitor.post(again, data=yes_on(shown))
    assert (late.status_code, "Nothing changed" in late.text) == (409, True)
    assert texts(ledger) == ["Coffee", "Rent"]
    with pytest.raises(SourceWasSent, match="--file FILE"):
        sources.sync(ledger, "bank")


@pytest.mark.parametrize("packed", ["!", "AAAA", b64encode(zlib.compress(b"x")[:-1]).decode()])
def test_a_packed_file_that_is_none_of_ours_is_refused(visitor: Client, packed: str) -> None:
    form = {**FORM, "name": "bank", "path": "", "file_name": "bank.csv", "packed": packed}
    assert visitor.post("/sources/new", data=form).status_code == 400


def test_a_source_is_disconnected_and_its_entries_stay(visitor: Client, connected: Engine) -> None:
    asked = visitor.get("/sources/1/disconnect")
    assert "its 1 entry stays" in asked.text
    done = visitor.post("/sources/1/disconnect", data=yes_on(asked), follow_redirects=True)
    assert "Its entries stayed." in done.text
    assert "No source is connected yet." in done.text
    assert texts(connected) == ["Coffee"]


def test_a_source_that_changed_meanwhile_is_shown_again(
    visitor: Client, connected: Engine, bank: Path
) -> None:
    bank.write_text(HEAD + RENT)
    shown = visitor.get("/sources/1/sync")
    bank.write_text(HEAD + RENT.replace("800", "900"))
    again = visitor.post("/sources/1/sync", data=yes_on(shown))
    assert (again.status_code, texts(connected)) == (409, ["Coffee"])
    assert "no longer what was shown" in alert_on(again)
    assert rows(again) == ["new Everyday - 2026-07-28 · -900.00 · Rent"]
    visitor.post("/sources/1/sync", data=yes_on(again))
    assert texts(connected) == ["Coffee", "Rent"]


def test_a_person_who_says_yes_to_many_rows_gone_was_warned(
    visitor: Client, connected: Engine, bank: Path
) -> None:
    bank.write_text(HEAD + RENT + RENT.replace("Rent", "Garage"))
    sources.sync(connected, "bank")
    bank.write_text(HEAD)
    shown = visitor.get("/sources/1/sync")
    assert "Many rows are gone" in alert_on(shown)
    visitor.post("/sources/1/sync", data=yes_on(shown))
    assert texts(connected) == ["Coffee"]


def test_the_last_sync_is_undone_once(visitor: Client, connected: Engine) -> None:
    asked = visitor.get("/sources/1/undo")
    assert "new rows that are taken out: 1" in asked.text
    assert texts(connected) == ["Coffee"]
    done = visitor.post("/sources/1/undo", data=yes_on(asked), follow_redirects=True)
    assert ("The last sync is undone." in done.text, texts(connected)) == (True, [])
    again = visitor.get("/sources/1/undo")
    assert (again.status_code, "Nothing was taken over" in again.text) == (409, True)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/nowhere/bank.csv", "There is no file at /nowhere/bank.csv."),
        ("/dev/zero", "it is no file"),
        ("x" * 3_000, "cannot be opened"),
        ("a\0b", "There is no file at"),
    ],
)
def test_a_path_that_cannot_be_read_is_refused_on_the_form(
    visitor: Client, path: str, said: str
) -> None:
    refused = visitor.post("/sources/new", data={**FORM, "name": "bank", "path": path})
    assert refused.status_code == 409
    assert said in alert_on(refused)
    assert 'name="name" required maxlength="200" value="bank"' in refused.text


@pytest.mark.parametrize(
    "change", [{"name": " "}, {"path": ""}, {"signs": "up"}, {"name": "n" * 2_000}]
)
def test_a_form_that_is_none_of_ours_is_refused(
    visitor: Client, bank: Path, change: dict[str, str]
) -> None:
    form = {**FORM, "name": "bank", "path": str(bank), **change}
    assert visitor.post("/sources/new", data=form).status_code == 400


@pytest.mark.parametrize(
    ("right", "connects", "syncs"),
    [(Right.LOOK, 403, 403), (Right.DECIDE, 403, 200), (Right.MANAGE, 409, 200)],
)
def test_only_who_manages_names_files_of_the_server(
    connected: Engine, bank: Path, right: Right, connects: int, syncs: int
) -> None:
    with opened(Desk(connected), right) as address, browsing(address) as client:
        listed = client.get("/sources")
        assert ("Connect a source" in listed.text) == (syncs == 200)
        assert ("See what changed" in listed.text) == (syncs == 200)
        form = client.get("/sources/new")
        assert (form.status_code, "on the server" in form.text) == (syncs, connects == 409)
        named = client.post("/sources/new", data={**FORM, "name": "bank", "path": str(bank)})
        assert named.status_code == connects
        assert client.get("/sources/1/sync").status_code == syncs


def test_a_person_syncs_a_source_by_what_the_page_calls_it(
    ledger: Engine, tmp_path: Path, browser: Page
) -> None:
    """On a phone too, and however long the names are."""
    file = tmp_path / ("b" * 120) / "bank.csv"
    file.parent.mkdir()
    file.write_text(HEAD)
    wishes = Wishes(account="Everyday", options={"signs": "out"})
    sources.connect(ledger, "n" * 120, file, wishes)
    file.write_text(HEAD + RENT.replace("Rent", "R" * 200))
    with opened(Desk(ledger)) as address:
        browser.set_viewport_size({"width": 390, "height": 800})
        browser.goto(f"{address}/accounts")
        for link in ("Sources", "See what changed"):
            browser.get_by_role("link", name=link).click()
            browser.wait_for_load_state()  # the styles too
            assert browser.evaluate(BEYOND) <= 0
        expect(browser.get_by_role("row", name="R" * 200)).to_be_visible()
        browser.get_by_role("button", name="Apply exactly this").click()
        expect(browser.get_by_role("status")).to_contain_text("has what the source has")
        browser.get_by_role("link", name="Undo the last sync").click()
        browser.wait_for_load_state()
        assert browser.evaluate(BEYOND) <= 0
        browser.get_by_role("button", name="Undo the last sync").click()
        expect(browser.get_by_role("status")).to_contain_text("undone")
    assert texts(ledger) == ["Coffee"]
