"""What docs/certificate.md leans on is what the kernel has."""

from __future__ import annotations

import json
import re
from pathlib import Path

from pipeline.proof import ledger, page
from pipeline.proof.certificate_json import schema
from pipeline.proof.witness import Reason, Side, Signs, Witness
from tests.support import kernel_tables

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "certificate.md").read_text(encoding="utf-8")


def test_the_patterns_in_the_docs_are_the_kernels() -> None:
    assert kernel_tables.FILE.read_text(encoding="utf-8") == kernel_tables.text()


def test_the_schema_in_the_docs_is_the_programs() -> None:
    written = (DOCS / "certificate.schema.json").read_text(encoding="utf-8")

    assert json.loads(written) == schema()


def test_every_obligation_is_explained() -> None:
    names = {*page.MANDATORY, *page.MUST_NOT_FAIL, *ledger.MANDATORY, *ledger.MUST_NOT_FAIL}

    assert [name for name in sorted(names) if f"`{name}`" not in PAGE] == []


def test_every_word_of_the_witness_is_explained() -> None:
    words = [*Reason, *Side, *Signs, *Witness.__dataclass_fields__]

    assert [word for word in words if f"`{word}`" not in PAGE] == []


def test_every_table_that_is_named_is_there() -> None:
    named = set(re.findall(r"`([a-z_.]+)\.(_?[A-Z][A-Z_]+)`", PAGE))
    found = kernel_tables.tables()

    assert [f"{m}.{n}" for m, n in sorted(named) if n not in found.get(m, {})] == []
    assert len(named) > 40
