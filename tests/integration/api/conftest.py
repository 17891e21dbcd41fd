"""A ledger in which June ties out, and a program that calls its API."""

from collections.abc import Iterator

import httpx2
import pytest
from sqlalchemy import Engine

from app.web.desk import Desk
from jobs.imports.inline import import_all
from jobs.options import ImportOptions
from tests.support.api import calling
from tests.support.books import JUNE, account, documents, source


@pytest.fixture
def ledger(engine: Engine) -> Engine:
    """A ledger in which June ties out, and is locked by lock 1."""
    account(engine)
    list(import_all(engine, [source()], ImportOptions(), read=documents({"june.pdf": [JUNE]})))
    return engine


@pytest.fixture
def shop(ledger: Engine) -> Iterator[httpx2.Client]:
    with calling(Desk(ledger)) as found:
        yield found
