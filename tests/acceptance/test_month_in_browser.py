"""The month of docs/how-to/close-a-month.md, closed in a browser: by mouse, with the keyboard
alone, on a phone, and without any script."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page

from tests.acceptance.test_web import serving
from tests.support.how_to import month_to_close
from tests.support.process import tieout
from tests.support.waiting import PATIENCE_S

WIDE = {"viewport": {"width": 1400, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
_MOST_TABS = 300


@dataclass
class Hand:
    """Somebody before a window, who clicks; what was pressed and filled in is counted."""

    page: Page
    scripted: bool = True
    pressed: int = 0
    written: int = 0

    def press(self, what: Locator) -> None:
        self.pressed += 1
        what.click()

    def tick(self, what: Locator) -> None:
        self.press(what)

    def write(self, where: Locator, text: str) -> None:
        self.written += 1
        where.fill(text)

    def choose(self, where: Locator, at: int) -> None:
        """Take the option at this place of a list."""
        self.written += 1
        where.select_option(index=at)

    def button(self, name: str | re.Pattern[str]) -> None:
        self.press(self.page.get_by_role("button", name=name).first)

    def link(self, name: str | re.Pattern[str]) -> None:
        self.press(self.page.get_by_role("link", name=name).first)


class Keys(Hand):
    """Somebody who has a keyboard and nothing else: Tab, Enter and letters."""

    def press(self, what: Locator) -> None:
        self.pressed += 1
        self._reach(what)
        self.page.keyboard.press("Enter")

    def tick(self, what: Locator) -> None:
        self.pressed += 1
        self._reach(what)
        self.page.keyboard.press("Space")

    def write(self, where: Locator, text: str) -> None:
        self.written += 1
        self._reach(where)
        self.page.keyboard.type(text)

    def choose(self, where: Locator, at: int) -> None:
        self.written += 1
        self._reach(where)
        self.page.keyboard.press("Home")
        for _ in range(at):
            self.page.keyboard.press("ArrowDown")

    def _reach(self, what: Locator) -> None:
        wanted = what.element_handle()
        for _ in range(_MOST_TABS):
            if self.page.evaluate("each => each === document.activeElement", wanted):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no number of Tabs leads to {what}")


class Touch(Hand):
    """Somebody with a phone."""

    def press(self, what: Locator) -> None:
        self.pressed += 1
        what.tap()


@contextmanager
def window(browser: Browser, **how: Any) -> Iterator[Page]:
    context = browser.new_context(**how)
    context.set_default_timeout(1000 * PATIENCE_S)
    yield context.new_page()
    context.close()


#: CI tries the first alone: test_month_counted tries the other hands.
WAYS: dict[str, tuple[type[Hand], dict[str, Any]]] = {
    "no script": (Hand, {**WIDE, "java_script_enabled": False}),
    "mouse": (Hand, WIDE),
    "keyboard": (Keys, WIDE),
    "phone": (Touch, PHONE),
}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("way", WAYS)
def test_a_month_is_closed_in_the_browser(
    browser_itself: Browser, tmp_path: Path, way: str
) -> None:
    month_to_close(tmp_path)
    ledger = tmp_path / "tieout.db"
    kind, how = WAYS[way]
    with window(browser_itself, **how) as page:
        hand = kind(page, scripted=how.get("java_script_enabled", True))
        with serving(ledger) as link:
            page.goto(link)
            hand_in(hand, tmp_path, "statements/january", "statements/march")
            accept_what_is_safe(hand)
            settle_the_cheque(hand)
        # Whoever serves the pages was restarted in between.
        with serving(ledger) as link:
            page.goto(link)
            hand_in(hand, tmp_path, "late/february", "late/april")
            hand.link("To do")
            assert page.get_by_role("heading", name="Differences").count() == 0
            hand_in(hand, tmp_path, "again/february")
            go_by_the_corrected_one(hand)
            hand.link("To do")
            assert page.get_by_role("heading", name="Differences").count() == 0
    locks = tieout("locks", "--json", cwd=tmp_path).json
    assert {each["period_end"][:7]: each["import_id"] for each in locks} == {
        "2025-01": 1, "2025-02": 5, "2025-03": 2, "2025-04": 4,
    }  # fmt: skip
    assert {each["verdict"] for each in locks} == {"matched"}


def hand_in(hand: Hand, folder: Path, *names: str) -> None:
    """Hand these in on the page for it, and wait until they are read."""
    hand.link(re.compile("^Upload"))
    files = [folder / f"{name}.pdf" for name in names]
    hand.page.locator("#documents").set_input_files(files)
    hand.button("Hand in")
    until(hand, lambda: read(hand.page) == len(names))


def read(page: Page) -> int:
    """How many of the documents handed in last are read."""
    last = page.locator("#handed-in section.batch").first
    ended = last.locator("li[data-status=matched], li[data-status=needs_review]")
    return ended.count()


def until(hand: Hand, holds: Callable[[], bool]) -> None:
    """Look until it is so; without script a page is looked at again only when it is asked for."""
    begun = time.monotonic()
    while not holds():
        assert time.monotonic() - begun < PATIENCE_S, hand.page.locator("main").inner_text()
        time.sleep(0.3)
        if not hand.scripted:
            hand.page.reload()


def accept_what_is_safe(hand: Hand) -> None:
    """January lacks one entry, and ties out with it."""
    hand.link("To do")
    hand.link("Accept all that restore both balances")
    hand.button("Accept 1 statement")
    hand.page.locator(".said").wait_for()
    assert hand.page.locator("tr[data-row]").filter(has_text="january.pdf").count() == 0


def settle_the_cheque(hand: Hand) -> None:
    """March has a cheque that the bank has not seen; of two tabs that show it, one is too late."""
    hand.link(re.compile("Review: march.pdf"))
    hand.page.locator("details.way").first.wait_for()
    with second_tab(hand) as other:
        outstanding(hand)
        hand.page.locator(".said").first.wait_for()
        assert "Everything agrees" in hand.page.locator("main").inner_text()
        with other.page.expect_response(lambda answer: answer.request.method == "POST") as sent:
            outstanding(other)
        assert sent.value.status == 409
        # Chromium forgets to close a tab whose next page is just coming.
        other.page.get_by_role("alert").wait_for()


@contextmanager
def second_tab(hand: Hand) -> Iterator[Hand]:
    """The same page once more."""
    other = hand.page.context.new_page()
    other.goto(hand.page.url)
    yield type(hand)(other, hand.scripted)
    other.close()
    hand.page.bring_to_front()


def outstanding(hand: Hand) -> None:
    way = hand.page.locator("details.way").filter(has=hand.page.locator("[value=outstanding]"))
    hand.page.bring_to_front()
    hand.press(way.locator("summary"))
    hand.write(way.get_by_label("reason"), "not cashed yet")
    hand.press(way.locator("button.main"))


def go_by_the_corrected_one(hand: Hand) -> None:
    """February came twice: unlock it, set the first one aside, accept what the second one says."""
    hand.link("Coverage")
    hand.press(hand.page.locator("td a").filter(has_text="2025-02"))
    hand.write(hand.page.locator("[name=reason]:visible").first, "the bank corrected it")
    hand.button("Unlock…")
    hand.button(re.compile("^Unlock$"))
    hand.link("To do")
    hand.link(re.compile("Review: february.pdf"))
    hand.link("Import 3 covers the same days")
    hand.button("Go by the other one")
    hand.page.locator(".said").first.wait_for()
    hand.link("To do")
    hand.link(re.compile("Review: february.pdf"))
    hand.button(re.compile("^Accept"))
    hand.press(hand.page.get_by_role("button", name=re.compile("^Accept$")))
    hand.page.get_by_text("Everything agrees").wait_for()
