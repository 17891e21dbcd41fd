"""A ledger and a document full of escape sequences and turned words: no screen or page obeys."""

import json
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest
from sqlalchemy import Engine

from app.cli.main import run
from app.web.desk import Desk
from db.engine import make_engine
from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.locks import lock, note
from db.ledger.views import NewAccount, NewEntry
from db.log import log
from db.session import unit_of_work
from db.words import AccountKind
from jobs.imports.inline import import_all
from jobs.options import DocumentSource, ImportOptions
from tests.support.books import LINES, documents
from tests.support.opinions import answer, mind, opinion
from tests.support.shown import acts
from tests.support.statements import day, draft
from tests.support.visiting import opened
from tests.support.waiting import PATIENCE_S
from tools.loop.loop import ToolLoop

EVIL = "\x1b[31m\u202ered\u2066\u200b\x9b2J"
#: Would pass for a line of a list.
FORGED = f"{EVIL}\n9. 2026-06-01 09:31 UTC  sam: accept"
FILE = f"{EVIL}.pdf"
SHOWING_NAMES = {
    *("review", "review 1", "ledger accounts", "ledger entries 1", "jobs list"),
    *("locks", "discrepancies", "log"),
}


@pytest.fixture
def ledger(own_ledger: Engine, tmp_path: Path) -> Path:
    """One account with differences, and an import that failed."""
    _fill(own_ledger)
    return tmp_path / "ledger.db"


def _fill(engine: Engine) -> None:
    new = NewAccount(f"Every{EVIL}day", AccountKind.CHECKING, "EUR", f"Bank{EVIL}", "1234", 100_000)
    with unit_of_work(engine) as session:
        account = add_account(session, replace(new, opened_on=day(1, 5)))
        add_transactions(session, account, [NewEntry(day(4), -351, f"Coffee{EVIL}")])
    lines = [replace(line, description=f"Tea{EVIL}", raw=line.raw + EVIL) for line in LINES]
    read = documents({FILE: [replace(draft(lines), institution=f"Bank{EVIL}")]})
    sources = [
        DocumentSource(FILE, data=b"%PDF-1.7 " + FILE.encode()),
        DocumentSource(f"bad{EVIL}", data=b""),
    ]
    spoken = [
        opinion(n, what="fee", why=f"it {EVIL}is\na fee", lines=[n], act="add") for n in (2, 3)
    ]
    model = mind(answer(*spoken))
    model.model = f"qwen{EVIL}"
    options = ImportOptions(ToolLoop(model))
    list(import_all(engine, sources, options, read=read))
    with unit_of_work(engine) as session:
        lock_id = lock(session, account, day(1), day(30), f"sam{EVIL}")
        said = {"booked_on": "2026-06-04", "amount_minor": 1, "currency": "EUR"}
        refused = {**said, "description": f"Tea{FORGED}"}
        note(session, account, lock_id, f"sam{EVIL}", f"csv{EVIL}", None, refused)
        log(
            session,
            f"sam{EVIL}",
            f"a{EVIL}",
            f"b{EVIL}:1",
            after={f"c{EVIL}": FORGED, "reason": FORGED},
        )


@pytest.mark.parametrize(
    "words",
    [
        "review",
        "review 1",
        "accept 1 --dry-run",
        "accept 1 --suggested --dry-run",
        "coverage",
        "jobs list",
        "locks",
        "discrepancies",
        "log",
        "ledger accounts",
        "ledger entries 1",
        "ledger balance 1",
        "undo 1 --dry-run",
        "doctor",
    ],
)
@pytest.mark.parametrize("as_json", [False, True])
def test_no_screen(
    ledger: Path, words: str, as_json: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    run([*words.split(), "--database", str(ledger), *(["--json"] if as_json else [])])

    captured = capsys.readouterr()
    assert not acts(captured.out) | acts(captured.err)
    assert not any(line.strip().startswith("9.") for line in captured.out.splitlines())
    if as_json and captured.out:
        json.loads(captured.out)
    if words in SHOWING_NAMES:
        assert "u202e" in captured.out


def test_no_screen_of_an_import(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / FILE
    file.write_bytes(b"no PDF")
    assert run(["init", "--database", str(tmp_path / "t.db")]) == 0
    for more in ([], ["--json"], ["--dry-run"]):
        run(["import", str(file), "--database", str(tmp_path / "t.db"), *more])
    run(["read", str(file)])
    captured = capsys.readouterr()
    assert "u202e" in captured.out
    assert "u202e" in captured.err
    assert not acts(captured.out) | acts(captured.err)


def test_no_page(ledger: Path) -> None:
    with opened(Desk(make_engine(str(ledger)))) as address:
        for page in ("/", "/work", "/imports/1", "/imports/2", "/imports/%1b%E2%80%AE"):
            said = httpx2.get(address + page, timeout=PATIENCE_S).text
            assert not acts(said), page
            if page in ("/work", "/imports/1"):
                assert "\\u202ered\\u2066" in said
