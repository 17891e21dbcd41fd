"""The review pages behind a real server, and a real browser to see them with."""

from __future__ import annotations

import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import uvicorn
from playwright.sync_api import Page, sync_playwright
from starlette.applications import Starlette

#: Without these it looks for its maker's hosts, and waits.
_QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def served(app: Starlette) -> Iterator[str]:
    """The site's address, while it is served on a port of its own."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture
def browser() -> Iterator[Page]:
    """A page of the Chromium of this machine; the test is skipped, loudly, where there is none."""
    found = shutil.which("chromium") or shutil.which("google-chrome")
    if found is None:
        pytest.skip("no browser: install chromium (Debian: apt-get install chromium)")
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=found, args=_QUIET)
        yield chromium.new_page(viewport={"width": 1400, "height": 900})
        chromium.close()
