"""Refusals of the API, and what its description says of them."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from string import Formatter

import httpx2
import pytest
from sqlalchemy import Engine, update

from app.access.rights import Right
from app.api.app import EXAMPLES, EXPLAINED, api
from app.api.problems import STATUSES, outward, problem_of, status_of
from app.cli.main import VERBS
from app.environment.books import BookSlow
from app.site import STATUSES as PAGE_STATUSES
from app.web.desk import Desk
from db.models import Import
from db.upgrade import LedgerOutdated, LedgerTooOld
from db.words import ImportStatus
from docs.json_schemas import OPENAPI, openapi_text
from jobs.lease.lease import ImportBusy
from jobs.queue.table import Cancelled
from tests.support.api import at, calling
from tests.support.books import execute_in, in_review
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


def test_no_error_names_a_command_or_a_place_on_the_server() -> None:
    place = {"path", "place", "folder", "file", "location", "install"}
    for kind in ERRORS:
        names = {name for _, name, _, _ in Formatter().parse(kind.template()) if name}
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
    execute_in(ledger, update(Import).values(status=ImportStatus.QUEUED))
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


DESCRIBED = api().openapi()
OPERATIONS = [each for methods in DESCRIBED["paths"].values() for each in methods.values()]


def test_the_file_in_docs_is_what_the_routes_say() -> None:
    assert OPENAPI.read_text(encoding="utf-8") == openapi_text(), "run: make schemas"


def test_who_may_only_look_is_refused_whatever_else_is_done(ledger: Engine) -> None:
    """Before anything of what is sent is read."""
    with calling(Desk(ledger), Right.LOOK) as auditor:
        for path, methods in DESCRIBED["paths"].items():
            for method in methods:
                asked = auditor.request(method, re.sub(r"{\w+}", "1", path))
                refused = asked.status_code == 403 and asked.json()["code"] == "not_allowed"
                assert refused == (method != "get" and path[:4] != "/ask"), (path, asked.text)


def test_it_is_of_version_3_1_and_is_served_as_it_is(engine: Engine) -> None:
    with at(Desk(engine)) as address:
        served = httpx2.get(f"{address}/api/v1/openapi.json", timeout=PATIENCE_S).json()
    assert served == json.loads(openapi_text())
    assert served["openapi"] == "3.1.0"


def test_every_operation_has_words_a_token_and_problems() -> None:
    for operation in OPERATIONS:
        assert operation["description"], operation
        assert operation["security"] == [{"token": []}], operation
        answers = operation["responses"]
        for status in ("400", "401", "403", "404", "422", "500", "503"):
            assert list(answers[status]["content"]) == ["application/problem+json"], operation
        for answer in (each for status, each in answers.items() if status >= "400"):
            assert answer["x-codes"], operation
            assert all(f"`{code}`" in answer["description"] for code in answer["x-codes"])


def test_an_operation_lists_the_codes_that_it_may_answer_and_no_others() -> None:
    listed = DESCRIBED["paths"]["/imports"]["post"]["responses"]
    assert listed["413"]["x-codes"] == ["body_too_large", "file_too_large"]
    assert "409" not in DESCRIBED["paths"]["/accounts"]["get"]["responses"]
    unlock = DESCRIBED["paths"]["/locks/{lock_id}/unlock"]["post"]["responses"]
    assert unlock["404"]["x-codes"] == ["no_such_lock", "not_found"]


def test_amounts_are_strings_and_never_numbers() -> None:
    balance = DESCRIBED["components"]["schemas"]["AccountShape"]["properties"]["balance"]
    assert balance["type"] == "string"


def test_the_pages_are_there_before_the_api_is_made() -> None:
    asked = "import sys; from app.site import site; sys.exit('fastapi' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked]).returncode == 0


def test_every_field_says_what_it_holds() -> None:
    assert [
        f"{shape}.{field}"
        for shape, schema in DESCRIBED["components"]["schemas"].items()
        for field, about in schema.get("properties", {}).items()
        if not about.get("description")
    ] == []


def test_every_parameter_says_what_it_means() -> None:
    for each in OPERATIONS:
        for parameter in each.get("parameters", []):
            assert parameter["description"], (each["operationId"], parameter["name"])


def test_every_word_that_is_explained_is_there() -> None:
    known = {
        name
        for shape, schema in DESCRIBED["components"]["schemas"].items()
        for field in schema.get("properties", {})
        for name in (field, f"{shape}.{field}")
    }
    assert not {*EXPLAINED, *EXAMPLES} - known
