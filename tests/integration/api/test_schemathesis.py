"""Whatever the OpenAPI allows or forbids is answered as it says, and never with a bug.

`TIEOUT_SCHEMATHESIS` is how many requests of each kind are made up for each operation.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.checks import CheckFunction
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from sqlalchemy import URL

from app.access.rights import Right
from app.access.sessions import issue
from app.api.app import api
from db.engine import make_engine
from db.upgrade import upgrade
from tests.support.api import PREFIX, at, working
from tests.support.books import in_review
from tests.support.databases import database
from tests.support.waiting import PATIENCE_S

SCHEMA = schemathesis.openapi.from_dict(api().openapi())
OPERATIONS = {
    found.ok().label: found.ok() for found in SCHEMA.get_all_operations() if isinstance(found, Ok)
}
EXAMPLES = int(os.environ.get("TIEOUT_SCHEMATHESIS", "8"))
CHECKS: list[CheckFunction] = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
KEY = "Idempotency-Key"
#: Anybody who may look may ask, and this server has no model: 503.
ASKS = {"POST /ask", "POST /ask/events"}


@dataclass(frozen=True, slots=True)
class Served:
    """A ledger with something in it, and tokens for it by what they may do."""

    url: str
    headers: Mapping[str, Mapping[str, str]]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("api")
    with _ledger(folder, str(folder / "tieout.db")) as found:
        yield found


@pytest.fixture(scope="module")
def served_by_postgresql(
    postgresql_server: URL, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    with database(postgresql_server) as url, _ledger(tmp_path_factory.mktemp("api"), url) as found:
        yield found


@contextmanager
def _ledger(folder: Path, url: str) -> Iterator[Served]:
    engine = make_engine(url, create=True)
    upgrade(engine)
    in_review(engine)
    tokens = {right.role: issue(engine, right.role, right).secret for right in Right}
    headers = {role: {"Authorization": f"Bearer {secret}"} for role, secret in tokens.items()}
    with working(engine, folder) as desk, at(desk) as address:
        yield Served(address + PREFIX, {**headers, "nobody": {}})
    engine.dispose()


@pytest.mark.parametrize("mode", list(GenerationMode), ids=str)
@pytest.mark.parametrize("role", ["decide", "look", "nobody"])
@pytest.mark.parametrize("label", OPERATIONS)
def test_an_operation_answers_as_it_says(
    served: Served, label: str, role: str, mode: GenerationMode
) -> None:
    examples = EXAMPLES if role == "decide" else max(1, EXAMPLES // 3)
    _try(served, label, role, mode, examples)


@pytest.mark.parametrize("mode", list(GenerationMode), ids=str)
@pytest.mark.parametrize("label", OPERATIONS)
def test_an_operation_answers_alike_on_postgresql(
    served_by_postgresql: Served, label: str, mode: GenerationMode
) -> None:
    _try(served_by_postgresql, label, "decide", mode, max(2, EXAMPLES // 4))


def _try(served: Served, label: str, role: str, mode: GenerationMode, examples: int) -> None:
    operation = OPERATIONS[label]
    checks = [*CHECKS, negative_data_rejection] if role == "decide" else CHECKS
    checks = checks[1:] if label in ASKS else checks
    decides = operation.method != "get" and label not in ASKS
    refused = {"nobody": {401}, "look": {403} if decides else set()}
    only = refused.get(role)

    @seed(17)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def every(case: schemathesis.Case[Any]) -> None:
        headers = dict(served.headers[role])
        if KEY in case.headers:  # the same key for another request is refused, and rightly
            case.headers.pop(KEY)
        answer = case.call(base_url=served.url, headers=headers, timeout=PATIENCE_S)
        case.validate_response(answer, checks=checks)
        if answer.status_code >= 400:
            (known,) = (
                each["x-codes"]
                for status, each in operation.definition.raw["responses"].items()
                if status == str(answer.status_code)
            )
            assert answer.json()["code"] in known
        if only:
            # 400: what is no HTTP or no JSON at all is refused before anybody is asked for a token.
            assert answer.status_code in {*only, 400, 401, 404, 405, 413}

    every()
