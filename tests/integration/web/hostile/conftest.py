"""A ledger at which documents are kept and nobody reads them, a person and a program at it.

One for all tests of a room, for nothing there is of the database.
"""

from collections.abc import Iterator

import httpx2
import pytest

from app.access.rights import Right
from app.access.sessions import issue
from app.web.desk import Desk
from tests.support.api import client
from tests.support.handing_in import keeping
from tests.support.several_books import made
from tests.support.visiting import visiting


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    folder = tmp_path_factory.mktemp("hostile")
    engine = made(folder / "ledger.db")
    yield Desk(engine, documents=keeping(folder))
    engine.dispose()


@pytest.fixture(scope="module")
def visitor(desk: Desk) -> Iterator[httpx2.Client]:
    with visiting(desk) as found:
        yield found


@pytest.fixture(scope="module")
def shop(desk: Desk, visitor: httpx2.Client) -> Iterator[httpx2.Client]:
    """A program, at the same ledger."""
    secret = issue(desk.engine, "shop", Right.DECIDE).secret
    with client(str(visitor.base_url).rstrip("/"), secret) as found:
        yield found
