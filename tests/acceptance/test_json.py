"""What every verb prints with `--json` is what its published schema says, and nothing besides."""

import json
import shutil
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
CALLS = {
    "accept": "{open} --dry-run",
    "account add": "Third EUR --dry-run",
    "account edit": "Spare --institution Bank --dry-run",
    "account flip-signs": "Spare --dry-run",
    "account layouts": "4471",
    "account merge": "Spare Other --dry-run",
    "account undo": "Spare --dry-run",
    "backup": "copy-of-all",
    "book add": "Another --database another.db",
    "book list": "",
    "book remove": "on-the-list",
    "correct": "{open} --line 1 --about Rent --amount 7.64 --dry-run",
    "coverage": "--until 2025-06-30",
    "db check": "",
    "check": "ledger {file}",
    "db current": "",
    "db recount": "",
    "db upgrade": "--dry-run",
    "demo": "again",
    "discrepancies": "--all --database locked.db",
    "explain": "{open}",
    "dismiss": "1 --reason fine --dry-run --database locked.db",
    "doctor": "",
    "documents check": "",
    "documents separate": "--dry-run",
    "find": "{open} 1",
    "forget account": "Spare --dry-run",
    "forget document": "{open} --dry-run",
    "import": "{file} --database locked.db",
    "init": "--database new.db --ledger ledger",
    "jobs": "",
    "jobs cancel": f"{QUEUED}",
    "jobs list": "",
    "jobs retry": f"{FAILED}",
    "jobs show": "{open}",
    "ledger accounts": "",
    "ledger connect": "more more.beancount --dry-run",
    "ledger disconnect": "books --dry-run",
    "ledger entries": "4471",
    "ledger export-csv": "copy",
    "ledger import-csv": "ledger",
    "ledger patch": "books",
    "ledger sources": "",
    "ledger sync": "books",
    "ledger undo-sync": "books --dry-run",
    "locks": "--all --database locked.db",
    "log": "--database locked.db",
    "models check": "offline",
    "models list": "",
    "note": "{open} 1 fine --tag query",
    "read": "{file}",
    "reject": "{open} --reason no --dry-run",
    "reprocess": "{open} --dry-run",
    "resolve": "{open} 1 leave --reason fine --dry-run",
    "restore": "backup --database restored.db",
    "review": "{open}",
    "state": "{open} --does-not-stand --dry-run",
    "token add": "shop --role decide",
    "token list": "",
    "token revoke": "1",
    "undo decision": "2 --database locked.db --dry-run",
    "undo group": "2 --database locked.db --dry-run",
    "undo import": "{open} --dry-run",
    "unlock": "1 --reason mistake --database locked.db",
    "user add": "grace --role look --proxy-only",
    "user list": "",
    "user password": "sam --password-file password.txt",
    "user remove": "alex",
    "user role": "sam manage",
    "webhook add": "http://localhost:9/hooks --on failed",
    "webhook deliveries": "",
    "webhook list": "",
    "webhook remove": "1",
    "webhook rotate": "2",
    "webhook test": "2",
    "verify": "proof.json {file} --ledger tieout.db",
}

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
