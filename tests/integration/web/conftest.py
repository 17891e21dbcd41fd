"""Somebody who looks at a ledger that lacks the rent of June."""

from collections.abc import Iterator

import httpx2
import pytest
from sqlalchemy import Engine

from app.web.desk import Desk
from tests.support.books import in_review
from tests.support.visiting import visiting


@pytest.fixture
def ledger(engine: Engine) -> Engine:
    """A ledger in which import 1 proposes the entry of the last line, the rent."""
    return in_review(engine)


@pytest.fixture
def visitor(ledger: Engine) -> Iterator[httpx2.Client]:
    """Somebody at this machine, whose browser says which page a form came from."""
    with visiting(Desk(ledger)) as client:
        yield client
