"""HEAD is answered wherever GET is, without a body, and without waiting for the end of a stream."""

from collections.abc import Iterator

import httpx2
import pytest
from sqlalchemy import Engine, update

from app.access.rights import Right
from app.web.desk import Desk
from db.models import Import
from db.session import unit_of_work
from db.words import ImportStatus
from tests.support.api import at, calling
from tests.support.books import in_review

#: Of these the date and the request's own number differ from one answer to the next.
OF_EACH = {"date", "x-request-id"}


@pytest.fixture
def ledger(engine: Engine) -> Engine:
    return in_review(engine)


@pytest.fixture
def shop(ledger: Engine) -> Iterator[httpx2.Client]:
    with calling(Desk(ledger), Right.MANAGE) as found:
        yield found


def paths(shop: httpx2.Client) -> list[str]:
    """Every address of the first import that can be read."""
    described = shop.get("/openapi.json").json()["paths"]
    read = [path for path, operations in described.items() if "get" in operations]
    names = ("{import_id}", "{account_id}", "{number}", "{lock_id}")
    for name in names:
        read = [each.replace(name, "1") for each in read]
    return ["/openapi.json", *read]


def test_every_address_that_can_be_read_has_a_head(shop: httpx2.Client) -> None:
    found = paths(shop)
    assert len(found) > 15
    for path in found:
        asked, read = shop.head(path), shop.get(path)
        assert (path, asked.status_code, asked.content) == (path, read.status_code, b"")
        assert asked.headers.keys() == read.headers.keys(), path
        for name in asked.headers.keys() - OF_EACH:
            assert asked.headers[name] == read.headers[name], (path, name)


def test_a_stream_that_goes_on_is_ended_at_its_head(shop: httpx2.Client, ledger: Engine) -> None:
    with unit_of_work(ledger) as session:
        session.execute(update(Import).values(status=ImportStatus.QUEUED))
    asked = shop.head("/imports/1/events")
    assert asked.headers["content-type"].startswith("text/event-stream")
    assert shop.get("/imports/1").status_code == 200  # the connection is free for the next


def test_what_is_refused_is_refused_without_a_body(shop: httpx2.Client, ledger: Engine) -> None:
    assert shop.head("/imports/99").status_code == 404
    refused = shop.head("/imports/1/retry")
    assert (refused.status_code, refused.headers["Allow"]) == (405, "POST")
    with at(Desk(ledger)) as address:
        nobody = httpx2.head(f"{address}/api/v1/imports")
    assert (nobody.status_code, nobody.content) == (401, b"")


def test_the_description_says_so_once_and_names_no_operation_for_it(shop: httpx2.Client) -> None:
    described = shop.get("/openapi.json").json()
    assert "`HEAD`" in described["info"]["description"]
    assert not any("head" in operations for operations in described["paths"].values())
