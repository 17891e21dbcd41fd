"""The OpenAPI: made from the routes and from the same shapes as the terminal's JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from app.api.codes import codes_of
from app.texts.api_fields import EXAMPLES, FIELDS, PARAMETERS

#: Counted like a shape's version: a new name or route does not count.
VERSION: Final = "1"
SUMMARY: Final = "Proves a ledger against the bank's statements."
DESCRIPTION: Final = (
    "Hand in a statement, see whether it ties out, decide what is open. Amounts are decimal"
    " strings, days are ISO dates, moments are UTC. Errors are problem details (RFC 9457) with a"
    " stable `code`. Lists come in pages: `next` is the cursor of the next one. A request with an"
    " `Idempotency-Key` is carried out once, and answered the same for 24 hours. `HEAD` is answered"
    " wherever `GET` is, without a body."
)
#: What a page of a list is called, so that a generated client has a name for it.
_PAGE: Final = re.compile(r"\bPageShape_(\w+?)_(?!\w)")
#: Where the codes stand that a problem of this status may have.
CODES: Final = "x-codes"
_FIRST_PROBLEM: Final = 400
_BY_FASTAPI: Final = ("HTTPValidationError", "ValidationError")
_KEY: Final = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "Carried out once: the same key again is answered as it was the first time.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
}


def described(app: FastAPI) -> dict[str, Any]:
    """The document, made once."""
    if app.openapi_schema is None:
        app.openapi_schema = _made(app)
    return app.openapi_schema


def _made(app: FastAPI) -> dict[str, Any]:
    found = get_openapi(
        title=app.title,
        version=app.version,
        summary=app.summary,
        description=app.description,
        routes=app.routes,
        servers=app.servers,
    )
    for name in _BY_FASTAPI:
        found["components"]["schemas"].pop(name, None)
    for name, schema in found["components"]["schemas"].items():
        schema["title"] = _PAGE.sub(r"\1Page", name)
        for field, about in schema.get("properties", {}).items():
            _explain_field(name, field, about)
    for path in found["paths"].values():
        for method, operation in path.items():
            _as_it_is(method, operation)
            for each in operation.get("parameters", []):
                own = f"{operation['operationId']}.{each['name']}", each["name"]
                each.setdefault("description", _first(PARAMETERS, own) or "")
    described: dict[str, Any] = json.loads(_PAGE.sub(r"\1Page", json.dumps(found)))
    return described


def _explain_field(shape: str, field: str, about: dict[str, Any]) -> None:
    own = f"{shape}.{field}", field
    said, example = _first(FIELDS, own), _first(EXAMPLES, own)
    if said is not None:
        about.setdefault("description", said)
    # A field that another shape has for something else: an amount may be a list of them.
    if example is not None and "$ref" not in about and "array" not in json.dumps(about):
        about.setdefault("examples", [example])


def _first(table: Mapping[str, str], names: tuple[str, ...]) -> str | None:
    return next((table[each] for each in names if each in table), None)


def _as_it_is(method: str, operation: dict[str, Any]) -> None:
    """Problems have one media type and the codes that may come, and what changes takes a key."""
    codes = codes_of(operation["operationId"], changes=method != "get")
    answers = operation["responses"]
    for status in [each for each in answers if int(each) >= _FIRST_PROBLEM]:
        answer, known = answers[status], codes.get(int(status))
        if known is None:  # no error of this operation is answered so
            del answers[status]
            continue
        answer["content"].pop("application/json", None)
        answer["description"] += ": " + ", ".join(f"`{each}`" for each in known) + "."
        answer[CODES] = known
    if method != "get":
        operation.setdefault("parameters", []).append(_KEY)
