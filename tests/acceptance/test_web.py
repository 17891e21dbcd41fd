"""`tieout web`, with a person's browser before it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.support.process import TIEOUT, Demo, tieout


@contextmanager
def serving(ledger: Path) -> Iterator[str]:
    """The address of a running `tieout web`."""
    clean = {name: text for name, text in os.environ.items() if not name.startswith("TIEOUT_")}
    command = [str(TIEOUT), "web", "--port", "0", "--database", str(ledger)]
    process = subprocess.Popen(command, env=clean, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    with process.stderr:
        found = re.search(r"http://\S+:\d+", process.stderr.readline())
        assert found
        try:
            yield found[0]
        finally:
            process.send_signal(signal.SIGINT)
            code = process.wait(timeout=30)
    assert code == 0


def test_a_person_decides_while_looking_at_the_page(demo: Demo, browser: Page) -> None:
    ledger = demo.folder / "tieout.db"
    with serving(ledger) as address:
        browser.goto(address)
        browser.get_by_role("link", name="harrow-vale").click()

        # A difference leads to its row on the page, which is drawn and marked.
        browser.get_by_role("link", name="CHG ACCOUNT FEE TO 21MAR").first.click()
        expect(browser.locator("rect.looked-at")).to_be_in_viewport()
        browser.wait_for_load_state("networkidle")
        assert browser.evaluate("[...document.images].some(image => image.naturalWidth > 300)")

        browser.get_by_role("checkbox").first.uncheck()
        browser.get_by_role("button", name="Accept 1").click()
        browser.get_by_role("dialog").get_by_role("button", name="Accept").click()
        expect(browser.locator(".said")).to_contain_text("the changes are in the ledger")
        rows = browser.locator(".rows")
        expect(rows).to_contain_text("amount differs by 9.00")
        expect(rows).not_to_contain_text("not in the ledger")
        browser.context.close()


def test_a_taken_port_is_reported_with_what_to_do(demo: Demo) -> None:
    ledger = demo.folder / "tieout.db"
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        ran = tieout("web", "--port", port, "--database", ledger, cwd=demo.folder)
    assert ran.code == 7
    assert "[address_taken]" in ran.err


def test_others_are_not_let_in_without_a_password(demo: Demo) -> None:
    ledger = demo.folder / "tieout.db"
    ran = tieout("web", "--host", "0.0.0.0", "--database", ledger, cwd=demo.folder)
    assert ran.code == 7
    assert "TIEOUT_WEB_PASSWORD" in ran.err
