"""The OpenAPI says what the API does: made from its routes and shapes, and kept in docs."""

import json
import subprocess
import sys

import httpx2
import pytest
from sqlalchemy import Engine

from app.api.app import api
from app.texts import api_fields as texts
from app.web.desk import Desk
from docs.json_schemas import OPENAPI, openapi_text
from tests.support.api import at
from tests.support.waiting import PATIENCE_S

DESCRIBED = api().openapi()
OPERATIONS = [
    pytest.param(operation, id=f"{method} {path}")
    for path, methods in DESCRIBED["paths"].items()
    for method, operation in methods.items()
]


def test_the_file_in_docs_is_what_the_routes_say() -> None:
    assert OPENAPI.read_text(encoding="utf-8") == openapi_text(), "run: make schemas"


def test_it_is_of_version_3_1_and_is_served_as_it_is(engine: Engine) -> None:
    with at(Desk(engine)) as address:
        served = httpx2.get(f"{address}/api/v1/openapi.json", timeout=PATIENCE_S).json()
    assert served == json.loads(openapi_text())
    assert served["openapi"] == "3.1.0"


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_operation_has_words_a_token_and_problems(operation: dict[str, object]) -> None:
    assert operation["description"]
    assert operation["security"] == [{"token": []}]
    answers = operation["responses"]
    assert isinstance(answers, dict)
    for status in ("400", "401", "403", "404", "422", "500", "503"):
        assert list(answers[status]["content"]) == ["application/problem+json"]
    for answer in (each for status, each in answers.items() if status >= "400"):
        assert answer["x-codes"]
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


FIELDS = [
    pytest.param(about, id=f"{shape}.{field}")
    for shape, schema in DESCRIBED["components"]["schemas"].items()
    for field, about in schema.get("properties", {}).items()
]


@pytest.mark.parametrize("about", FIELDS)
def test_every_field_says_what_it_holds(about: dict[str, object]) -> None:
    assert about["description"]


def test_every_parameter_says_what_it_means() -> None:
    for each in (operation.values[0] for operation in OPERATIONS):
        assert isinstance(each, dict)
        for parameter in each.get("parameters", []):
            assert parameter["description"], (each["operationId"], parameter["name"])


def test_every_word_that_is_explained_is_there() -> None:
    known = {
        name
        for shape, schema in DESCRIBED["components"]["schemas"].items()
        for field in schema.get("properties", {})
        for name in (field, f"{shape}.{field}")
    }
    assert not {*texts.FIELDS, *texts.EXAMPLES} - known
