"""Writes docs/schemas: the JSON Schema of every `--json`, from the shape that the verb prints;
docs/openapi.json, from the routes of the HTTP API and the same shapes; and the schema of
certificates, from the kernel.

`make schemas`. A test holds the files to the shapes, and what every verb prints to the files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from app.api.app import api
from app.shapes.ledger import AccountChangeShape
from app.shapes.outputs import EXPORT, OUTPUTS
from app.shapes.writing import SCHEMA_VERSION
from pipeline.proof import schema

FOLDER: Final = Path(__file__).with_name("schemas")
OPENAPI: Final = Path(__file__).with_name("openapi.json")
CHANGE: Final = "account change"
CERTIFICATE: Final = Path(__file__).with_name("certificate.schema.json")


def main() -> None:
    """Write every file anew."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for name, text in schema_files():
        (FOLDER / name).write_text(text, encoding="utf-8")
    OPENAPI.write_text(openapi_text(), encoding="utf-8")
    CERTIFICATE.write_text(certificate_text(), encoding="utf-8")


def schema_files() -> Iterator[tuple[str, str]]:
    """The name of each file, and what it holds."""
    for verb, shape in OUTPUTS.items():
        if file_of(verb) == file_of(CHANGE):
            yield (
                file_of(CHANGE),
                _text("tieout account add --json and its siblings", CHANGE, shape),
            )
        else:
            yield file_of(verb), _text(f"tieout {verb} --json", verb, shape)
    yield file_of("read to"), _text("tieout read --to json", "read to", EXPORT)


def openapi_text() -> str:
    """The OpenAPI of the HTTP API, as it is served at /api/v1/openapi.json."""
    return json.dumps(api().openapi(), indent=1, sort_keys=True) + "\n"


def certificate_text() -> str:
    """The schema of a certificate: exactly the members that it names, all of them."""
    return json.dumps(_closed(schema()), indent=1, sort_keys=True) + "\n"


def _closed(node: Any) -> Any:
    if isinstance(node, list):
        return [_closed(each) for each in node]
    if not isinstance(node, dict):
        return node
    found = {name: _closed(each) for name, each in node.items() if name != "default"}
    if members := node.get("properties"):
        found |= {"additionalProperties": False, "required": sorted(members)}
    return found


def file_of(verb: str) -> str:
    """`ledger-entries.json`; whatever changes an account answers alike, and has one schema."""
    name = CHANGE if OUTPUTS.get(verb) is AccountChangeShape else verb
    return f"{name.replace(' ', '-')}.json"


def _text(title: str, name: str, shape: Any) -> str:
    found = TypeAdapter(shape).json_schema(mode="serialization", schema_generator=_Closed)
    head = {
        "$schema": GenerateJsonSchema.schema_dialect,
        "$id": f"urn:tieout:json:{name.replace(' ', '-')}:{SCHEMA_VERSION}",
        "title": title,
        "version": SCHEMA_VERSION,
    }
    return json.dumps({**found, **head}, indent=1, sort_keys=True) + "\n"


class _Closed(GenerateJsonSchema):
    """Every name is always there, and no name is there that the shape does not know."""

    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> JsonSchemaValue:
        return super().dataclass_schema(schema) | {"additionalProperties": False}

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        return super().model_schema(schema) | {"additionalProperties": False}

    def get_decimal_pattern(self, _schema: core_schema.DecimalSchema) -> str:
        return r"^-?\d+(\.\d+)?$"

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def field_is_required(self, *_field: Any, **_options: Any) -> bool:
        return True

    def field_title_should_be_set(self, _schema: Any) -> bool:
        return False


if __name__ == "__main__":
    main()
