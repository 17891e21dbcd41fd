"""Somebody who visits the pages of a ledger: with an HTTP client, or with a browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import httpx2

from app.web.desk import Desk
from app.web.site import site
from tests.support.web import served


@contextmanager
def visiting(desk: Desk) -> Iterator[httpx2.Client]:
    """Somebody at this machine, let in, whose browser says which page a form came from."""
    with (
        opened(desk) as address,
        httpx2.Client(base_url=address, headers={"Origin": address}) as client,
    ):
        yield client


@contextmanager
def opened(desk: Desk) -> Iterator[str]:
    """The address at which a browser of this machine finds the pages, let in."""
    with served(site(desk, None)) as address:
        yield address
