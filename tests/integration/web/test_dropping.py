"""Dropping documents on a page, in a real browser, and following them without a reload."""

import base64
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from db.engine import make_engine
from tests.support.handing_in import letter, locked, taking_in
from tests.support.visiting import opened

_DROP = """
([name, data]) => {
  const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
  const carried = new DataTransfer();
  carried.items.add(new File([bytes], name, { type: "application/pdf" }));
  const all = { dataTransfer: carried, bubbles: true, cancelable: true };
  const event = (kind) => new DragEvent(kind, all);
  document.body.dispatchEvent(event("dragenter"));
  window.sign = getComputedStyle(document.querySelector(".drop-here")).display;
  document.body.dispatchEvent(event("dragover"));
  document.body.dispatchEvent(event("drop"));
}
"""


@pytest.fixture
def address(sqlite_template: Path, tmp_path: Path) -> Iterator[str]:
    """A site that takes documents in."""
    ledger = make_engine(str(shutil.copy(sqlite_template, tmp_path / "ledger.sqlite")))
    with opened(taking_in(ledger, tmp_path)) as found:
        yield found
    ledger.dispose()


def drop(page: Page, name: str, data: bytes) -> None:
    page.evaluate(_DROP, [name, base64.b64encode(data).decode()])


def test_what_is_dropped_on_any_page_is_handed_in_and_followed(browser: Page, address: str) -> None:
    browser.goto(f"{address}/work")
    drop(browser, "march.pdf", letter())
    assert browser.evaluate("window.sign") != "none"
    expect(browser.locator(".drop-here")).to_be_hidden()
    expect(browser.locator(".drop-count")).to_have_text("1 of 1 documents handed in")
    drop(browser, "notes.txt", b"no document")
    expect(browser.locator(".drop-troubles")).to_contain_text("notes.txt: The file is not a PDF")
    browser.get_by_role("link", name="See how far they are").click()
    browser.wait_for_url("**/upload?batch=*")
    browser.goto(f"{address}/upload")
    drop(browser, "locked.pdf", locked("sesame"))
    browser.wait_for_url("**/upload?batch=*")
    browser.evaluate("window.same = true")
    browser.get_by_label("This document is locked").fill("sesame")
    assert browser.evaluate("window.same")
    browser.get_by_role("button", name="Open").click()
    expect(browser.get_by_text("no_statement").first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_on_these_pages_keeps_anybody_out(
    browser: Page, address: str, scheme: Literal["light", "dark"], width: int
) -> None:
    browser.set_viewport_size({"width": width, "height": 800})
    browser.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    browser.goto(f"{address}/upload")
    drop(browser, "march.pdf", letter())
    browser.wait_for_url("**/upload?batch=*")
    expect(browser.get_by_text("no_statement").first).to_be_visible()
    for path in ("/upload", "/work"):
        browser.goto(address + path)
        found = Axe().run(browser, options={"resultTypes": ["violations"]}).response["violations"]
        assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert browser.evaluate(wide) <= 0
