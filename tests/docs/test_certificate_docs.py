"""What docs/certificate.md says of the shape of a certificate is what the kernel has."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from docs.json_schemas import CERTIFICATE, certificate_text
from pipeline.proof import schema
from tests.support.certificates import as_dict, certified

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "certificate.md").read_text(encoding="utf-8")
#: What a checker of its own was written from fits on a few sheets.
MOST_BYTES = 20_000


def test_the_schema_in_the_docs_is_the_programs() -> None:
    assert CERTIFICATE.read_text(encoding="utf-8") == certificate_text(), "run: make schemas"


def test_a_certificate_is_as_the_schema_says_and_not_with_a_member_more_or_less() -> None:
    (made,) = certified("de_giro")
    found, check = as_dict(made.certificate), Draft202012Validator(json.loads(certificate_text()))
    (witness,) = found["witnesses"]

    assert check.is_valid(found)
    assert not check.is_valid({**found, "note": "trust me"})
    assert not check.is_valid({**found, "witnesses": [{**witness, "note": "trust me"}]})
    assert not check.is_valid({name: found[name] for name in found if name != "layouts"})


def test_every_member_of_a_certificate_is_explained() -> None:
    assert [name for name in sorted(set(members(schema()))) if f"`{name}`" not in PAGE] == []


def test_every_obligation_is_explained() -> None:
    page = ("parsed", "seen", "sums", "covered", "restated", "ordered")
    ledger = ("paired", "balances", "settled", "one_reading", "chain")

    assert [name for name in (*page, *ledger) if f"**{name}" not in PAGE] == []


@pytest.mark.parametrize("table", ["months.json", "currencies.json", "labels.json"])
def test_a_table_that_belongs_to_the_rules_is_named_and_is_beside_the_kernel(table: str) -> None:
    assert f"`{table}`" in PAGE
    assert (DOCS.parent / "pipeline" / "proof" / table).is_file()


def test_the_rules_fit_on_a_few_sheets() -> None:
    assert len(PAGE.encode()) <= MOST_BYTES


def members(node: Any) -> Iterator[str]:
    """Every name of a member that a schema has, at any depth."""
    if isinstance(node, dict):
        yield from node.get("properties", ())
        for each in node.values():
            yield from members(each)
    elif isinstance(node, list):
        for each in node:
            yield from members(each)
