"""The page of a statement in a real browser: ticks, keys, panes, and no serious fault of access."""

import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Engine, select

from app.acts.sources import start_ledger
from app.environment.opening import open_ledger
from app.samples import KEPT
from app.web.desk import Desk
from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from db.models import Lock, Transaction
from db.session import read_only, unit_of_work
from pipeline.record.settling import settle_stale
from tests.support.books import files_imported
from tests.support.visiting import opened
from tests.support.waiting import until

_MARCH = KEPT / "statements" / "harrow-vale-current-account-2025-03.pdf"


@pytest.fixture(scope="module")
def differing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's ledger, with the one of its statements that differs: in an amount, a fee that is
    not booked, and a taxi that the bank does not have."""
    folder = tmp_path_factory.mktemp("differing")
    url = f"sqlite:///{folder / 'tieout.db'}"
    start_ledger(url, KEPT / "ledger")
    engine = open_ledger(url)
    files_imported(engine, _MARCH)
    engine.dispose()
    return folder


@pytest.fixture
def ledger(differing: Path, tmp_path: Path) -> Engine:
    """A copy of it that a test may change."""
    shutil.copytree(differing, tmp_path, dirs_exist_ok=True)
    return open_ledger(f"sqlite:///{tmp_path / 'tieout.db'}")


@pytest.fixture
def page(ledger: Engine, browser: Page) -> Iterator[Page]:
    """A browser that looks at it."""
    with opened(Desk(ledger)) as address:
        browser.goto(f"{address}/imports/1")
        yield browser
        browser.context.close()


def amount_of(ledger: Engine, description: str, day: str) -> int | None:
    with read_only(ledger) as session:
        rows = session.scalars(select(Transaction).where(Transaction.description == description))
        return next((row.amount_minor for row in rows if row.booked_on.isoformat() == day), None)


def locked(ledger: Engine) -> bool:
    with read_only(ledger) as session:
        return session.scalar(select(Lock).where(Lock.released_at.is_(None))) is not None


def test_the_sum_follows_each_tick_and_then_says_what_the_ledger_says(page: Page) -> None:
    after = page.locator("#after")
    expect(after).to_have_text("after these 2: 18.00 · 1 stays open")
    page.get_by_role("checkbox").first.uncheck()
    expect(after).to_have_text("after these 1: 9.00 · 2 stay open")
    expect(page.locator(".accept")).to_contain_text("Accept 1")


def test_a_choice_is_followed_by_its_entry_and_its_row_on_the_page(page: Page) -> None:
    page.get_by_role("link", name="CHG ACCOUNT FEE TO 21MAR").click()
    expect(page.locator("#entry")).to_contain_text("The ledger has no entry for this line.")
    expect(page.locator("rect.looked-at")).to_have_attribute("data-line", "44")
    expect(page.locator("rect.looked-at")).to_be_in_viewport()
    width = page.locator("rect.looked-at").bounding_box()
    table = page.locator(".sheet").bounding_box()
    assert width
    assert table
    assert width["width"] > 0.8 * table["width"]


def test_a_line_and_its_entry_stand_side_by_side_above_what_can_be_done(page: Page) -> None:
    page.get_by_role("link", name="VIS GREENGATE GROCERS LEEDS").click()
    page.wait_for_load_state("networkidle")
    line, entry = (
        page.get_by_role("heading", name=name, exact=True).bounding_box()
        for name in ("line 30", "ledger entry 111")
    )
    assert line
    assert entry
    assert line["y"] == entry["y"]
    assert line["x"] < entry["x"]
    expect(page.locator(".way summary").first).to_be_in_viewport(ratio=1)


def test_the_month_is_closed_by_keys_alone(page: Page, ledger: Engine) -> None:
    page.keyboard.press("j")
    expect(page.locator(".row[aria-current] .what")).to_have_text("Taxi home, paid by card")
    page.keyboard.press("d")  # before its entry is there, as fast fingers do
    expect(page.locator(".way[open] button.main")).to_be_focused()
    expect(page.locator("#entry")).to_contain_text("Taxi home, paid by card")
    page.keyboard.press("Enter")
    expect(page.locator(".said")).to_contain_text("Done.")
    page.wait_for_load_state()  # its keys come after its words
    expect(page.locator("#after")).to_have_text(
        "after these 2: 0.00 · 2025-03-02..2025-03-31 will be locked"
    )
    page.locator("body").press("Enter")
    expect(page.locator("#sure .follows")).to_contain_text("2025-03-02..2025-03-31 will be locked")
    assert not locked(ledger)
    page.keyboard.press("Enter")
    expect(page.locator(".said").first).to_contain_text("the changes are in the ledger")
    assert locked(ledger)
    assert amount_of(ledger, "Greengate Grocers Leeds", "2025-03-14") == -5430


def test_nothing_is_done_about_another_row_while_the_chosen_one_is_fetched(page: Page) -> None:
    page.route("**/panes*", lambda _route: None)
    page.keyboard.press("j")
    expect(page.locator(".row[aria-current] .what")).to_have_text("Taxi home, paid by card")
    for key in ("d", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".way[open]")).to_have_count(0)
    expect(page.locator("#entry")).to_have_attribute("inert", "")
    expect(page.locator("#sure")).not_to_be_visible()


def test_enter_on_a_tick_box_and_space_do_not_commit(page: Page, ledger: Engine) -> None:
    tick = page.get_by_role("checkbox").first
    tick.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    expect(tick).not_to_be_checked()
    expect(page.locator("#sure")).not_to_be_visible()
    assert "/imports/1" in page.url
    assert "after?" not in page.url
    assert amount_of(ledger, "Greengate Grocers Leeds", "2025-03-14") == -4530


def test_keys_are_letters_in_a_field(page: Page) -> None:
    page.keyboard.press("l")
    expect(page.locator(".way[open] input[name=reason]")).to_be_focused()
    page.keyboard.type("jad")
    expect(page.locator(".way[open] input[name=reason]")).to_have_value("jad")
    expect(page.locator(".row[aria-current] .what")).to_have_text("VIS GREENGATE GROCERS LEEDS")


def test_zoom_keeps_the_row_boxed_and_lines_come_when_they_are_asked_for(page: Page) -> None:
    page.keyboard.press("+")
    expect(page.locator(".zoom-125 rect.looked-at")).to_have_count(1)
    page.keyboard.press("-")
    expect(page.locator(".zoom-100")).to_have_count(1)
    page.locator("#lines summary").click()
    expect(page.locator(".lines-table tbody tr")).to_have_count(57)
    page.locator(".lines-table .what").first.click()
    expect(page.locator("rect.looked-at")).to_have_attribute("data-line", "1")


def test_the_page_is_what_one_reads_beside_the_list(page: Page) -> None:
    page.set_viewport_size({"width": 1400, "height": 900})
    shown = page.locator(".sheet img").bounding_box()
    assert shown
    assert shown["width"] >= 0.55 * 1400
    words = "els => els.map(e => e.getBoundingClientRect().height).sort((a, b) => a - b)"
    heights = page.locator(".sheet text").evaluate_all(words)
    assert heights[len(heights) // 2] >= 11


def test_a_phone_shows_each_difference_with_the_row_of_the_page(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    strip = page.locator("img.strip").first
    expect(strip).to_be_visible()
    until(lambda: page.evaluate("document.querySelector('img.strip').naturalWidth > 300"))
    box = page.locator(".bar").bounding_box()
    assert box
    assert box["height"] < 110
    assert page.evaluate("document.querySelector('.panes').scrollWidth") <= 390


def test_what_is_not_ticked_stays_so_when_one_kind_is_looked_at(page: Page) -> None:
    page.get_by_role("checkbox").first.uncheck()
    page.get_by_role("link", name="another amount 1").click()
    expect(page.get_by_role("checkbox").first).not_to_be_checked()
    expect(page.locator(".accept")).to_contain_text("Accept 1")
    page.wait_for_load_state()
    page.get_by_role("link", name="3 differences").click()
    expect(page.get_by_role("checkbox").first).not_to_be_checked()
    expect(page.get_by_role("checkbox").nth(1)).to_be_checked()


def test_what_is_asked_before_it_is_written_names_each_change(page: Page) -> None:
    page.locator(".accept").click()
    expect(page.locator("#sure .made li")).to_have_text(
        ["amend: VIS GREENGATE GROCERS LEEDS", "add: CHG ACCOUNT FEE TO 21MAR"]
    )


def test_a_line_is_found_and_matched_with_two_entries_and_that_alone_is_undone(
    page: Page, ledger: Engine
) -> None:
    with unit_of_work(ledger) as session:
        parts = ("Bank fee", -400), ("Fee 2", -250)
        add_transactions(session, 1, [NewEntry(date(2025, 4, 30), n, what) for what, n in parts])
        settle_stale(session)
    page.reload()
    page.get_by_role("link", name="CHG ACCOUNT FEE TO 21MAR").click()
    page.locator("summary", has_text="Find & match").click()
    way = page.locator(".way[open]")
    way.get_by_label("payee").fill("fee")
    way.get_by_label("how near").select_option("any day")
    way.get_by_label("payee").press("Enter")
    way.get_by_label("Bank fee").check()
    expect(way.locator(".chosen")).to_have_text("chosen: 2.50 apart")
    way.get_by_label("Fee 2").check()
    expect(way.locator(".chosen")).to_have_text("chosen: the totals agree")
    way.get_by_role("button", name="Match").click()
    expect(page.locator(".said").first).to_contain_text("Done.")
    expect(page.locator(".row.difference")).to_have_count(2)
    page.get_by_role("link", name="Undo this decision").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".row.difference")).to_have_count(3)


def test_a_line_is_noted_with_a_file_that_can_be_had_again(page: Page) -> None:
    page.get_by_role("link", name="CHG ACCOUNT FEE TO 21MAR").click()
    page.locator("summary", has_text="Add a note").click()
    notes = page.locator("#notes")
    notes.get_by_label("text").fill("asked the <b>bank</b>")
    notes.get_by_label("tag").fill("query")
    receipt = {"name": "reçu.txt", "mimeType": "text/html", "buffer": b"<script>"}
    notes.get_by_label("file").set_input_files(receipt)  # type: ignore[arg-type]
    notes.get_by_role("button", name="Save the note").click()
    expect(page.locator(".row[aria-current] .noted")).to_contain_text("query asked the <b>bank")
    with page.expect_download() as download:
        page.get_by_role("link", name="reçu.txt").click()
    assert download.value.path().read_bytes() == b"<script>"
    page.get_by_role("button", name="Remove this note").click()
    expect(page.locator(".noted")).to_have_count(0)
