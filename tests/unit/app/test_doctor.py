"""The doctor finds what is wrong and names the remedy, against real files and a real server."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from sqlalchemy import update

from app.books import count_again
from app.doctor.findings import State
from app.doctor.ledger import ledger_finding
from app.doctor.model import model_finding
from app.doctor.packages import package_findings, rooms_finding
from app.settings import Settings
from db.engine import make_engine
from db.extras import install_command
from db.models import MonthlyTotal
from db.session import unit_of_work
from db.upgrade import upgrade
from tests.support.ledgers import add, fill


class Models(BaseHTTPRequestHandler):
    """Knows one model and one key, as an OpenAI-compatible server would."""

    def do_GET(self) -> None:
        """Answer the list of models."""
        known = self.headers["Authorization"] == "Bearer right"
        self.send_response(200 if known else 401)
        self.end_headers()
        self.wfile.write(json.dumps({"data": [{"id": "qwen3"}]}).encode())

    def log_message(self, *_: object) -> None:
        """Nothing on stderr."""


@pytest.fixture
def server() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Models) as listening:
        thread = threading.Thread(target=listening.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{listening.server_port}/v1"
        listening.shutdown()
        thread.join()


def test_the_offline_model_needs_no_server() -> None:
    assert model_finding(Settings()).state is State.GOOD


@pytest.mark.parametrize(
    ("model", "key", "state", "expected"),
    [
        ("qwen3", "right", State.GOOD, "qwen3"),
        ("gpt-5", "right", State.BAD, "qwen3"),  # not known there: the remedy names those that are
        ("qwen3", "wrong", State.BAD, "OPENAI_API_KEY"),
    ],
)
def test_a_model_is_looked_up_at_its_server(
    server: str, model: str, key: str, state: State, expected: str
) -> None:
    finding = model_finding(Settings(model=model, base_url=server, api_key=key))

    assert finding.state is state
    assert expected in finding.detail + finding.remedy


def test_a_silent_server_is_named_with_what_to_do() -> None:
    finding = model_finding(Settings(model="qwen3", base_url="http://127.0.0.1:9/v1"))

    assert finding.state is State.BAD
    assert "TIEOUT_BASE_URL" in finding.remedy


def test_a_missing_ledger_names_init(tmp_path: Path) -> None:
    finding = ledger_finding(str(tmp_path / "none.db"))

    assert (finding.state, finding.detail) == (State.BAD, "no_ledger")
    assert "tieout init" in finding.remedy


def test_a_ledger_that_is_up_to_date_is_good(tmp_path: Path) -> None:
    url = str(tmp_path / "books.db")
    engine = make_engine(url, create=True)
    upgrade(engine)
    engine.dispose()

    assert ledger_finding(url).state is State.GOOD


def test_totals_that_are_not_what_the_entries_come_to_are_bad(tmp_path: Path) -> None:
    url = str(tmp_path / "books.db")
    engine = make_engine(url, create=True)
    upgrade(engine)
    account = add(engine, "Giro")
    fill(engine, account, [-350, 900])
    with unit_of_work(engine) as session:
        session.execute(update(MonthlyTotal).values(moved_minor=0))

    finding = ledger_finding(url)

    assert (finding.state, finding.detail) == (State.BAD, "totals_wrong")
    assert "tieout db recount" in finding.remedy
    assert count_again(engine, dry_run=True) == 1
    assert ledger_finding(url).state is State.BAD
    assert count_again(engine, dry_run=False) == 1
    assert ledger_finding(url).state is State.GOOD
    engine.dispose()


def test_a_file_that_is_no_ledger_is_bad(tmp_path: Path) -> None:
    file = tmp_path / "books.db"
    file.write_bytes(b"not a database, but long enough to be taken for one" * 100)

    assert ledger_finding(str(file)).detail == "ledger_unreachable"


def test_a_missing_extra_is_optional_and_a_missing_package_is_not() -> None:
    declared = ["click>=8", "surely-absent>=1", 'also-absent[x]>=1; extra == "queue"']
    packages, queue = package_findings(declared)

    assert (packages.state, packages.detail) == (State.BAD, "surely-absent")
    assert queue.state is State.OPTIONAL
    assert queue.remedy == f"If you want it: {install_command('queue')}"


def test_no_other_distribution_stands_in_our_place() -> None:
    assert rooms_finding().state is State.GOOD
