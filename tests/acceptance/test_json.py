"""What every verb prints with `--json` is what its published schema says, and nothing besides."""

from __future__ import annotations

import json
import sqlite3

import pytest

from tests.support.json_schemas import faults, verbs
from tests.support.process import Demo, tieout

#: What follows each verb, in the folder of the demo.
CALLS = {
    "accept": "{open} --dry-run",
    "coverage": "--until 2025-06-30",
    "db check": "",
    "db current": "",
    "db recount": "",
    "db upgrade": "--dry-run",
    "demo": "again",
    "doctor": "",
    "eval": "--model offline --case match",
    "import": "statements",
    "init": "--database new.db --ledger ledger",
    "jobs cancel": "{queued}",
    "jobs list": "",
    "jobs retry": "{failed}",
    "jobs show": "{open}",
    "ledger accounts": "",
    "ledger entries": "4471",
    "ledger export-csv": "copy",
    "ledger import-csv": "ledger",
    "models check": "offline",
    "models list": "",
    "read": "{file}",
    "reject": "{open} --reason no --dry-run",
    "reprocess": "{open} --dry-run",
    "review": "{open}",
    "undo": "{open} --dry-run",
    "unlock": "{lock} --reason mistake --dry-run",
    "verify": "{certificate} {file} --ledger tieout.db",
}

#: Held to their schemas in test_ask.py and test_watch.py: one needs a model, one does not end.
ELSEWHERE = {"ask", "watch"}


@pytest.fixture
def facts(demo: Demo) -> dict[str, object]:
    """What the calls above name, in a demo in which one import waits again and one failed."""
    file = demo.statement_file("harrow-vale")
    certificate = demo.folder / "proof.json"
    tieout("read", file, "--certificate", certificate, cwd=demo.folder)
    with sqlite3.connect(demo.folder / "tieout.db") as ledger:
        ledger.execute("UPDATE imports SET status = 'queued' WHERE id = 1")
        ledger.execute("UPDATE imports SET status = 'failed' WHERE id = 2")
        (lock,) = ledger.execute("SELECT min(id) FROM locks").fetchone()
    ledger.close()
    found = demo.document("harrow-vale")["import_id"]
    return {
        "open": found, "queued": 1, "failed": 2, "lock": lock,
        "file": file, "certificate": certificate,
    }  # fmt: skip


@pytest.mark.parametrize("verb", sorted(set(verbs()) - ELSEWHERE))
def test_what_a_verb_prints_is_as_its_schema_says(
    verb: str, demo: Demo, facts: dict[str, object]
) -> None:
    words = [word.format(**facts) for word in CALLS[verb].split()]

    ran = tieout(*verb.split(), *words, "--json", cwd=demo.folder)

    assert ran.out, ran.err
    assert faults(verb, json.loads(ran.out)) == []


def test_a_list_of_what_waits_is_as_the_schema_says(demo: Demo) -> None:
    assert faults("review", tieout("review", "--json", cwd=demo.folder).json) == []


def test_a_name_that_no_schema_knows_is_a_fault(demo: Demo) -> None:
    printed = tieout("read", demo.statement_file("larkspur"), "--json", cwd=demo.folder).json
    printed["statements"][0]["lines"][0]["colour"] = "red"
    printed["statements"][0]["opening_balance"] = 12.5
    del printed["warnings"]

    found = faults("read", printed)

    assert len(found) == 3
    assert "'colour' was unexpected" in str(found)
