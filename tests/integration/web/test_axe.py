"""Pages in a real browser have no serious fault, and take what is dropped on them."""

import base64
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from app.access.entrance import Entrance, Links
from app.site import site
from app.web.desk import Desk
from db.engine import make_engine
from db.upgrade import upgrade
from tests.support.closing import half_closed
from tests.support.handing_in import letter, locked, taking_in
from tests.support.visiting import opened
from tests.support.waiting import PATIENCE_S
from tests.support.web import served

PAGES = (
    "/", "/?need=differences", "/?q=nothing+like+it", "/accept-all", "/upload", "/imports/1",
    "/imports/2", "/imports/1/after?only=1", "/imports/1/lines", "/statements",
    "/statements?q=Rent", "/accounts", "/accounts/1", "/accounts/new", "/accounts/1/edit",
    "/accounts/1/merge", "/sources", "/sources/new", "/coverage", "/coverage/1",
    "/coverage/1/2025-02", "/coverage/discrepancies", "/history", "/work", "/keys", "/people",
    "/imports/999", "/nowhere",
)  # fmt: skip
#: What zoom of 200 % leaves of a window of 1400 pixels.
ENLARGED = 700
PHONE = 390


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with half_closed(tmp_path_factory.mktemp("closing")) as found:
        yield found


@pytest.fixture
def window(browser_itself: Browser) -> Iterator[Page]:
    context = browser_itself.new_context(viewport={"width": 1400, "height": 900})
    context.set_default_timeout(1000 * PATIENCE_S)
    yield context.new_page()
    context.close()


def faults(page: Page) -> list[str]:
    """What axe-core holds to be serious or critical, in light and in dark."""
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for each in Axe().run(page).response["violations"]:
            if each["impact"] in ("serious", "critical"):
                where = [node["html"][:160] for node in each["nodes"]][:4]
                found.append(f"{scheme}: {each['id']}: {json.dumps(where, indent=1)}")
    return found


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_no_serious_fault(window: Page, address: str, path: str) -> None:
    window.goto(address + path)
    assert not faults(window), "\n".join(faults(window))


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_its_window_enlarged_and_on_a_phone(
    window: Page, address: str, path: str
) -> None:
    for width in (ENLARGED, PHONE):
        window.set_viewport_size({"width": width, "height": 800})
        window.goto(address + path)
        beyond = window.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert beyond <= 0, (width, beyond, widest(window))


def widest(page: Page) -> object:
    """What reaches beyond the window, for whoever mends it."""
    return page.evaluate(
        """[...document.querySelectorAll('body *')]
        .filter(each => each.getBoundingClientRect().right > innerWidth + 1)
        .map(each => each.tagName + '.' + each.className).slice(0, 6)"""
    )


def test_signing_in_has_no_serious_fault(window: Page) -> None:
    engine = make_engine("sqlite://")
    upgrade(engine)
    with served(site(Desk(engine), Entrance(engine, Links()))) as own:
        window.goto(f"{own}/sign-in")
        assert not faults(window), "\n".join(faults(window))


def test_what_opens_over_a_page_has_no_serious_fault(window: Page, address: str) -> None:
    window.goto(f"{address}/imports/1")
    window.keyboard.press("?")
    assert window.locator("dialog[open]").count() == 1
    assert not faults(window), "\n".join(faults(window))
    window.keyboard.press("Escape")
    window.locator("button.accept").click()
    assert window.locator("dialog[open]").count() == 1
    assert not faults(window), "\n".join(faults(window))


def test_every_fold_of_a_statement_has_no_serious_fault(window: Page, address: str) -> None:
    window.goto(f"{address}/imports/1")
    folds = "document.querySelectorAll('details').forEach(each => {"
    window.evaluate(folds + "each.removeAttribute('name'); each.open = true })")
    window.wait_for_load_state("networkidle")
    assert not faults(window), "\n".join(faults(window))


def test_nothing_moves_for_whoever_wants_no_motion(window: Page, address: str) -> None:
    window.emulate_media(reduced_motion="reduce")
    window.goto(f"{address}/imports/1")
    moving = window.evaluate(
        """[...document.querySelectorAll('*')].filter(each => {
            const style = getComputedStyle(each);
            const long = text => text.split(',').some(one => parseFloat(one) > 0.01);
            return long(style.transitionDuration) || long(style.animationDuration);
        }).map(each => each.tagName + '.' + each.className)"""
    )
    assert moving == []


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
def handed_in_at(sqlite_template: Path, tmp_path: Path) -> Iterator[str]:
    """A site that takes documents in."""
    ledger = make_engine(str(shutil.copy(sqlite_template, tmp_path / "ledger.sqlite")))
    with opened(taking_in(ledger, tmp_path)) as found:
        yield found
    ledger.dispose()


def drop(page: Page, name: str, data: bytes) -> None:
    page.evaluate(_DROP, [name, base64.b64encode(data).decode()])


def test_what_is_dropped_on_any_page_is_handed_in_and_followed(
    browser: Page, handed_in_at: str
) -> None:
    browser.goto(f"{handed_in_at}/work")
    drop(browser, "march.pdf", letter())
    assert browser.evaluate("window.sign") != "none"
    expect(browser.locator(".drop-here")).to_be_hidden()
    expect(browser.locator(".drop-count")).to_have_text("1 of 1 documents handed in")
    drop(browser, "notes.txt", b"no document")
    expect(browser.locator(".drop-troubles")).to_contain_text("notes.txt: The file is not a PDF")
    browser.get_by_role("link", name="See how far they are").click()
    browser.wait_for_url("**/upload?batch=*")
    browser.goto(f"{handed_in_at}/upload")
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
    browser: Page, handed_in_at: str, scheme: Literal["light", "dark"], width: int
) -> None:
    browser.set_viewport_size({"width": width, "height": 800})
    browser.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    browser.goto(f"{handed_in_at}/upload")
    drop(browser, "march.pdf", letter())
    browser.wait_for_url("**/upload?batch=*")
    expect(browser.get_by_text("no_statement").first).to_be_visible()
    for path in ("/upload", "/work"):
        browser.goto(handed_in_at + path)
        found = Axe().run(browser, options={"resultTypes": ["violations"]}).response["violations"]
        assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert browser.evaluate(wide) <= 0
