"""Every module and test that the table of ideas names is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.misbehaviours import MISBEHAVIOURS

ROOT = Path(__file__).parents[2]
TABLE = (ROOT / "docs" / "seeds.md").read_text(encoding="utf-8")
PATHS = sorted(
    set(re.findall(r"`((?:app|tools|pipeline|evals|tests)/[\w/]+\.(?:py|toml))`", TABLE))
)


@pytest.mark.parametrize("path", PATHS)
def test_what_the_table_names_is_there(path: str) -> None:
    assert (ROOT / path).is_file()


def test_every_feature_names_a_module_and_a_test() -> None:
    features = TABLE.split("## Done otherwise")[0]
    rows = [line for line in features.splitlines() if line.startswith("| ") and "---" not in line]
    without = [row for row in rows if "| feature |" not in row and "`tests/" not in row]
    assert without == []


def test_every_misbehaviour_stands_in_the_docs_with_its_status() -> None:
    page = (ROOT / "docs" / "model-quirks.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| ([^|]+) \| `(\w+)` \|", page.split("## The thirty-two")[1], re.MULTILINE
    )
    assert rows == [(case.name, case.status.value) for case in MISBEHAVIOURS]
