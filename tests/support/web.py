"""The review pages behind a real server, and a real browser to see them with."""

import asyncio
import shutil
import socket
import threading
from asyncio import AbstractEventLoop, TimerHandle, _set_running_loop, get_running_loop
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, Playwright, ViewportSize, expect, sync_playwright
from starlette.types import ASGIApp
from uvicorn import Config

from app.site import EndingServer
from app.web.serving import configured
from tests.support.waiting import PATIENCE_S

#: Without these it looks for its maker's hosts, and waits.
_QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

_WIDE: Final = ViewportSize(width=1400, height=900)


#: Between two looks of uvicorn's whether all connections are closed.
_LOOKING_S: Final = 0.1


class NoBrowser(RuntimeError):
    """There is no Chromium on this machine. Install one (Debian: apt-get install chromium)."""


class _PromptServer(EndingServer):
    """Ends as soon as it is told and all is answered: others look only every tenth of a second."""

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.serving = threading.Event()
        self._loop: AbstractEventLoop | None = None
        self._told = asyncio.Event()

    async def main_loop(self) -> None:
        """Called by the server, in its loop, once it is started."""
        await self.on_tick(0)
        self._loop = get_running_loop()
        self.serving.set()
        await self._told.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Called by the server, in its loop, once it was told."""
        loop = get_running_loop()
        later = loop.call_later

        def sooner(delay: float, *what: Any, **how: Any) -> TimerHandle:
            return later(0.001 if delay == _LOOKING_S else delay, *what, **how)

        loop.call_later = sooner  # type: ignore[assignment]
        await super().shutdown(sockets)
        # A browser opens connections before it needs them, also at the last moment: this process
        # goes on, and would come upon one that its server has not taken up yet.
        await asyncio.sleep(0)
        for each in list(getattr(loop, "_transports", {}).values()):
            each.abort()
        await asyncio.sleep(0)

    def end(self) -> None:
        """From another thread."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._told.set)


@contextmanager
def served(app: ASGIApp) -> Iterator[str]:
    """The site's address, while it is served on a port of its own."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = _PromptServer(configured(app))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        assert server.serving.wait(PATIENCE_S), "the server did not start"
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.end()
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
        yield browser.new_page(viewport=_WIDE)
        browser.close()


@dataclass(frozen=True)
class Running:
    """A browser, and the loop in which what drives it goes on whenever it is asked for something.

    While a test looks through the browser it is the loop of the tests' thread, and no other can be.
    """

    browser: Browser
    loop: AbstractEventLoop

    @contextmanager
    def at_hand(self) -> Iterator[Browser]:
        """Only here may the browser be asked for anything."""
        _set_running_loop(self.loop)
        try:
            yield self.browser
        finally:
            _set_running_loop(None)


@pytest.fixture(scope="session")
def running_browser() -> Iterator[Running]:
    """One for all tests, which skip loudly where there is none; each has a window of its own."""
    # Its own five seconds are those of a machine that does nothing else.
    expect.set_options(timeout=1000 * PATIENCE_S)
    with sync_playwright() as driver:
        try:
            running = Running(launched(driver), get_running_loop())
        except NoBrowser:
            pytest.skip("no browser: install chromium (Debian: apt-get install chromium)")
        _set_running_loop(None)
        yield running
        with running.at_hand():
            running.browser.close()
        _set_running_loop(running.loop)


@pytest.fixture
def browser_itself(running_browser: Running) -> Iterator[Browser]:
    """The browser, for a test that opens windows of several kinds."""
    with running_browser.at_hand() as browser:
        yield browser


@pytest.fixture
def browser(browser_itself: Browser) -> Iterator[Page]:
    """A browser's page; nothing is in it that another test left there."""
    context = browser_itself.new_context(viewport=_WIDE)
    context.set_default_timeout(1000 * PATIENCE_S)
    yield context.new_page()
    context.close()
