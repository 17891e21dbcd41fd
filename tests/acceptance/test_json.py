"""What every verb prints with `--json` is what its published schema says, and nothing besides."""

import json
import shutil
import tomllib
from pathlib import Path

import pytest

from app.acts.sources import start_ledger
from db.engine import make_engine
from db.ledger.amending import snapshot
from db.ledger.locks import note
from db.models import Import
from db.session import unit_of_work
from db.words import ImportStatus
from pipeline.review import deciding
from tests.support.books import in_review
from tests.support.json_schemas import faults, verbs
from tests.support.process import Demo, tieout

QUEUED, FAILED = 1, 2
#: What follows each verb, in the folder of the demo.
CALLS = tomllib.loads(Path(__file__).parents[1].joinpath("data", "calls.toml").read_text())

#: Held to their schemas in test_ask.py, test_model.py and test_watch.py: two need a model, and one
#: does not end.
ELSEWHERE = {"ask", "replay", "watch"}


@pytest.fixture(scope="module")
def prepared(made_demo: Demo, tmp_path_factory: pytest.TempPathFactory) -> Demo:
    """A demo with a certificate, an import that waits again and one that failed, and a ledger with
    a lock, which has refused something, beside it."""
    folder = tmp_path_factory.mktemp("json") / "demo"
    demo = Demo(Path(shutil.copytree(made_demo.folder, folder)), made_demo.documents)
    tieout("read", demo.statement_file("harrow-vale"), "--certificate", "proof.json", cwd=folder)
    for name in ("Spare", "Other"):
        tieout("account", "add", name, "EUR", cwd=folder)
    tieout("account", "edit", "Spare", "--institution", "Before", cwd=folder)
    (folder / "password.txt").write_text("seven red chairs")
    for name in ("books", "more"):
        row = f'2026-01-02 * "Tea"\n  Assets:{name.title()}  -2.00 EUR\n  Expenses:Tea\n'
        (folder / f"{name}.beancount").write_text(row)
    tieout("ledger", "connect", "books", "books.beancount", cwd=folder)
    for name in ("sam", "alex"):
        tieout("user", "add", name, "--proxy-only", cwd=folder)
    tieout("token", "add", "bookshop", cwd=folder)
    tieout("book", "add", "On the list", "--database", "listed.db", cwd=folder)
    for port in (9, 10):
        tieout("webhook", "add", f"http://localhost:{port}/hooks", cwd=folder)
    engine = make_engine(str(folder / "tieout.db"))
    with unit_of_work(engine) as session:
        session.get_one(Import, QUEUED).status = ImportStatus.QUEUED
        session.get_one(Import, FAILED).status = ImportStatus.FAILED
    engine.dispose()
    tieout("backup", "backup", cwd=folder)
    _with_a_lock(str(folder / "locked.db"))
    return demo


def _with_a_lock(url: str) -> None:
    start_ledger(url, None)
    engine = in_review(make_engine(url))
    with unit_of_work(engine) as session:
        assert deciding.accept(session, 1, "me").lock_id == 1
        note(session, 1, 1, "me", "csv", snapshot(session, 1), None)
    engine.dispose()


@pytest.mark.parametrize("verb", sorted(set(verbs()) - ELSEWHERE))
def test_what_a_verb_prints_is_as_its_schema_says(verb: str, prepared: Demo) -> None:
    known = prepared.document("harrow-vale")
    facts = {"open": known["import_id"], "file": prepared.statement_file("harrow-vale")}
    facts |= {"queued": QUEUED, "failed": FAILED}
    words = [word.format(**facts) for word in CALLS[verb].split()]

    ran = tieout(*verb.split(), *words, "--json", cwd=prepared.folder)

    assert ran.out, ran.err
    assert faults(verb, json.loads(ran.out)) == []


def test_a_list_of_what_waits_is_as_the_schema_says(prepared: Demo) -> None:
    assert faults("review", tieout("review", "--json", cwd=prepared.folder).json) == []


def test_a_name_that_no_schema_knows_is_a_fault(prepared: Demo) -> None:
    printed = tieout(
        "read", prepared.statement_file("larkspur"), "--json", cwd=prepared.folder
    ).json
    printed["statements"][0]["lines"][0]["colour"] = "red"
    printed["statements"][0]["opening_balance"] = 12.5
    del printed["warnings"]

    found = faults("read", printed)

    assert len(found) == 3
    assert "'colour' was unexpected" in str(found)
