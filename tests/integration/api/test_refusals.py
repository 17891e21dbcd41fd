"""Whoever speaks to the API reads a problem, however early they are turned away."""

import json
import re
from collections.abc import Iterator
from string import Formatter

import httpx2
import pytest
from sqlalchemy import Engine, update

from app.access.rights import Right
from app.api.problems import STATUSES, outward, problem_of, status_of
from app.cli.main import VERBS
from app.environment.books import BookSlow
from app.site import STATUSES as PAGE_STATUSES
from app.web.desk import Desk
from db.errors import TieoutError
from db.models import Import
from db.session import unit_of_work
from db.upgrade import LedgerOutdated, LedgerTooOld
from db.words import ImportStatus
from jobs.lease.lease import ImportBusy
from jobs.queue.table import Cancelled
from tests.support.api import at, calling
from tests.support.books import in_review
from tests.support.errors import ERRORS
from tests.support.waiting import PATIENCE_S


@pytest.fixture
def shop(engine: Engine) -> Iterator[httpx2.Client]:
    with calling(Desk(engine)) as found:
        yield found


def stranger(address: str) -> httpx2.Client:
    """Somebody without a token, who waits until the server has made its API."""
    return httpx2.Client(base_url=address, timeout=PATIENCE_S, verify=False)


@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/v1", "/api/v2/imports", "/books/none/api/v1/imports"]
)
def test_an_address_of_no_api_is_a_problem_and_no_page(engine: Engine, path: str) -> None:
    with at(Desk(engine)) as address, stranger(address) as nobody:
        for asked in (nobody.get(path), nobody.post(path)):
            assert asked.headers["content-type"] == "application/problem+json"
            assert (asked.status_code, asked.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("headers", "code"),
    [({"Cookie": "tieout=x"}, "wrong_origin"), ({"Host": "evil.example"}, "other_host")],
)
def test_who_is_refused_at_the_door_reads_a_problem(
    engine: Engine, headers: dict[str, str], code: str
) -> None:
    with at(Desk(engine)) as address, stranger(address) as nobody:
        refused = nobody.post("/api/v1/imports", headers=headers)
    assert refused.headers["content-type"] == "application/problem+json"
    assert (refused.status_code, refused.json()["code"]) == (403, code)


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/imports", "GET, HEAD, POST"),
        ("/imports/1", "DELETE, GET, HEAD"),
        ("/accounts/1", "GET, HEAD, PATCH"),
        ("/openapi.json", "GET, HEAD"),
        ("/imports/1/retry", "POST"),
    ],
)
def test_a_wrong_method_is_told_every_right_one(
    shop: httpx2.Client, path: str, allowed: str
) -> None:
    refused = shop.put(path)
    assert (refused.status_code, refused.headers["Allow"]) == (405, allowed)


def test_what_passes_and_what_a_server_lacks_is_no_conflict() -> None:
    assert status_of(BookSlow) == 503
    assert status_of(LedgerOutdated) == status_of(LedgerTooOld) == 503
    assert status_of(ImportBusy) == 409


def test_every_code_with_a_status_of_its_own_is_one_of_an_error() -> None:
    assert {*STATUSES, *PAGE_STATUSES} <= {error.code for error in ERRORS}


@pytest.mark.parametrize("kind", ERRORS, ids=lambda kind: kind.code)
def test_no_error_names_a_command_or_a_place_on_the_server(kind: type[TieoutError]) -> None:
    names = {name for _, name, _, _ in Formatter().parse(kind.template()) if name}
    place = {"path", "place", "folder", "file", "location", "install"}
    facts = {name: "/srv/books/march.pdf" if name in place else 7 for name in names}
    detail = json.loads(bytes(problem_of(kind(**facts)).body))["detail"]
    found = re.findall(r"\btieout ([a-z]+)|( --?[a-z]\S*)|(/srv)|(\bRun:)", detail)
    assert [each for each in found if each[0] in VERBS or any(each[1:])] == [], detail
    assert len(detail) > 20


def test_an_import_that_failed_says_what_to_do_over_http() -> None:
    said = Cancelled(import_id=4).message() + " The file is /srv/books/march.pdf."
    assert outward(said).endswith("POST /imports/4/retry The file is march.pdf.")


#: Of these the date and the request's own number differ from one answer to the next.
OF_EACH = {"date", "x-request-id"}


@pytest.fixture
def ledger(engine: Engine) -> Engine:
    return in_review(engine)


@pytest.fixture
def manager(ledger: Engine) -> Iterator[httpx2.Client]:
    with calling(Desk(ledger), Right.MANAGE) as found:
        yield found


def paths(manager: httpx2.Client) -> list[str]:
    """Every address of the first import that can be read."""
    described = manager.get("/openapi.json").json()["paths"]
    read = [path for path, operations in described.items() if "get" in operations]
    names = ("{import_id}", "{account_id}", "{number}", "{lock_id}")
    for name in names:
        read = [each.replace(name, "1") for each in read]
    return ["/openapi.json", *read]


def test_every_address_that_can_be_read_has_a_head(manager: httpx2.Client) -> None:
    found = paths(manager)
    assert len(found) > 15
    for path in found:
        asked, read = manager.head(path), manager.get(path)
        assert (path, asked.status_code, asked.content) == (path, read.status_code, b"")
        assert asked.headers.keys() == read.headers.keys(), path
        for name in asked.headers.keys() - OF_EACH:
            assert asked.headers[name] == read.headers[name], (path, name)


def test_a_stream_that_goes_on_is_ended_at_its_head(manager: httpx2.Client, ledger: Engine) -> None:
    with unit_of_work(ledger) as session:
        session.execute(update(Import).values(status=ImportStatus.QUEUED))
    asked = manager.head("/imports/1/events")
    assert asked.headers["content-type"].startswith("text/event-stream")
    assert manager.get("/imports/1").status_code == 200  # the connection is free for the next


def test_what_is_refused_is_refused_without_a_body(manager: httpx2.Client, ledger: Engine) -> None:
    assert manager.head("/imports/99").status_code == 404
    refused = manager.head("/imports/1/retry")
    assert (refused.status_code, refused.headers["Allow"]) == (405, "POST")
    with at(Desk(ledger)) as address:
        nobody = httpx2.head(f"{address}/api/v1/imports")
    assert (nobody.status_code, nobody.content) == (401, b"")


def test_the_description_says_so_once_and_names_no_operation_for_it(manager: httpx2.Client) -> None:
    described = manager.get("/openapi.json").json()
    assert "`HEAD`" in described["info"]["description"]
    assert not any("head" in operations for operations in described["paths"].values())
