"""The review pages behind a real server, and a real browser to see them with."""

from __future__ import annotations

import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright
from starlette.types import ASGIApp

from app.web.live.ending import EndingServer
from app.web.serving import configured

#: Without these it looks for its maker's hosts, and waits.
_QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class NoBrowser(RuntimeError):
    """There is no Chromium on this machine. Install one (Debian: apt-get install chromium)."""


@contextmanager
def served(app: ASGIApp) -> Iterator[str]:
    """The site's address, while it is served on a port of its own."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = EndingServer(configured(app))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def launched(driver: Playwright) -> Browser:
    """The Chromium of this machine. Raises ``NoBrowser``."""
    found = shutil.which("chromium") or shutil.which("google-chrome")
    if found is None:
        raise NoBrowser
    return driver.chromium.launch(executable_path=found, args=_QUIET)


@contextmanager
def chromium() -> Iterator[Page]:
    """A page of the Chromium of this machine. Raises ``NoBrowser``."""
    with sync_playwright() as driver:
        browser = launched(driver)
        yield browser.new_page(viewport={"width": 1400, "height": 900})
        browser.close()


@pytest.fixture
def browser() -> Iterator[Page]:
    """A browser's page; the test is skipped, loudly, where there is none."""
    try:
        with chromium() as page:
            yield page
    except NoBrowser:
        pytest.skip("no browser: install chromium (Debian: apt-get install chromium)")
