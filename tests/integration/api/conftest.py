"""A ledger in which June ties out, and a program that calls its API."""

from collections.abc import Iterator

import httpx2
import pytest
from sqlalchemy import Engine

from app.web.desk import Desk
from tests.support.api import calling
from tests.support.books import account, imported


@pytest.fixture
def ledger(engine: Engine) -> Engine:
    """A ledger in which June ties out, and is locked by lock 1."""
    account(engine)
    imported(engine)
    return engine


@pytest.fixture
def shop(ledger: Engine) -> Iterator[httpx2.Client]:
    with calling(Desk(ledger)) as found:
        yield found
