"""The figures that operators see are of the ledger, and what dashboards and alerts name exists."""

import json
import logging
import re
import threading
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry
from ruamel.yaml import YAML
from sqlalchemy import Engine

from app.telemetry.counted import Counted, _count_end
from app.telemetry.figures import DatabaseFigures, figures, figures_of
from app.telemetry.server import InTime, Vital, address_of, listen, serve_beside
from db.models import Import
from db.session import database_now, unit_of_work
from db.words import ImportStatus
from tests.support.books import look_in
from tests.support.waiting import PATIENCE_S, until

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "deploy" / "observability"
NAME = re.compile(r"\btieout_[a-z_]+")


def test_what_waits_is_aged_by_the_databases_clock_since_it_could_run(engine: Engine) -> None:
    now = look_in(engine, database_now)
    hour = timedelta(hours=1)
    with unit_of_work(engine) as session:
        for values in (
            {
                "status": ImportStatus.QUEUED,
                "created_at": now - 9 * hour,
                "heartbeat_at": now - hour,
            },
            {"status": ImportStatus.QUEUED, "created_at": now - 9 * hour, "run_after": now + hour},
            {"status": ImportStatus.RUNNING, "lease_until": now - hour, "deaths": 2},
            {"status": ImportStatus.FAILED, "error_code": "no_statement", "deaths": 1},
            {"status": ImportStatus.MATCHED, "deaths": 7},
        ):
            session.add(Import(source_name="march.pdf", **values))
    found = figures(engine)
    assert 3600 <= found.oldest_seconds < 3700
    assert found.statuses[ImportStatus.QUEUED] == 2
    assert ImportStatus.MATCHED not in found.statuses
    assert (found.failures, found.deaths, found.overdue) == ({"no_statement": 1}, 3, 1)


@pytest.mark.parametrize("address", ["127.0.0.1:0", "[::1]:0", "localhost:0"])
def test_any_address_of_this_machine_is_listened_at(address: str) -> None:
    with listen(address, Vital(lambda: "ready", lambda: b"figures")) as server:
        serve_beside(server)
        port = int(server.server_address[1])
        connection = HTTPConnection(address_of(address)[0], port, timeout=PATIENCE_S)
        connection.request("GET", "/metrics")
        assert connection.getresponse().read() == b"figures"
        connection.close()
        server.shutdown()


def test_a_backlog_of_millions_is_not_counted_to_its_end(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.telemetry.figures.COUNTED_UP_TO", 3)
    now = look_in(engine, database_now)
    with unit_of_work(engine) as session:
        for turn in range(5):
            moment = now - timedelta(hours=5 - turn)
            some = {"source_name": "march.pdf", "turn": turn, "created_at": moment}
            session.add(Import(status=ImportStatus.QUEUED, **some))
            session.add(Import(status=ImportStatus.FAILED, error_code="x", deaths=1, **some))
    found = figures(engine)
    assert found.statuses[ImportStatus.QUEUED] == 3
    assert (found.failures, found.deaths) == ({"x": 3}, 3)
    assert 5 * 3600 <= found.oldest_seconds < 5 * 3600 + 100


def test_a_database_that_is_away_is_a_figure_and_no_error(tmp_path: Path) -> None:
    away = str(tmp_path / "none.db")
    (family,) = DatabaseFigures(lambda: figures_of(away)).collect()
    assert [(each.name, each.value) for each in family.samples] == [("tieout_database_up", 0)]


def test_an_answer_that_hangs_is_given_up_and_asked_for_once() -> None:
    asked, over = [], threading.Event()

    def hang() -> str:
        asked.append(1)
        over.wait()
        return "late"

    slow = InTime(hang, seconds=0.01, fresh=60)
    assert (slow.answer(), slow.answer()) == (None, None)
    until(lambda: asked)
    assert len(asked) == 1
    over.set()
    assert InTime(lambda: "now", seconds=30, fresh=60).answer() == "now"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("9464", ("127.0.0.1", 9464)),
        ("0.0.0.0:9464", ("0.0.0.0", 9464)),
        ("[::1]:9", ("::1", 9)),
    ],
)
def test_an_address_without_a_host_is_this_machine(text: str, address: tuple[str, int]) -> None:
    assert address_of(text) == address


def expressions() -> list[str]:
    dashboard = json.loads((FOLDER / "dashboard.json").read_text())
    rules = YAML(typ="safe").load(FOLDER / "alerts.yaml")["groups"][0]["rules"]
    shown = [each["expr"] for panel in dashboard["panels"] for each in panel["targets"]]
    return [*shown, *(rule["expr"] for rule in rules)]


def served(engine: Engine) -> dict[str, set[str]]:
    """Everything that a service can serve: the labels of each, by its name."""
    registry = CollectorRegistry()
    counted = Counted(registry)
    for each in (getattr(counted, name) for name in vars(counted)):
        each.labels(*("x" for _ in each._labelnames))
    with unit_of_work(engine) as session:
        session.add(Import(source_name="march.pdf", status=ImportStatus.FAILED))
    registry.register(DatabaseFigures(lambda: figures(engine)))
    return {
        sample.name: set(sample.labels)
        for family in registry.collect()
        for sample in family.samples
    }


def test_every_metric_that_a_panel_or_an_alert_names_is_served(engine: Engine) -> None:
    named = {name for each in expressions() for name in NAME.findall(each)}
    assert len(named) > 10
    assert named - served(engine).keys() == set()


def test_the_docs_have_every_metric_with_its_labels_and_no_other(engine: Engine) -> None:
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ((?:`tieout_[^|]+)) \|", page, re.M)
    told = {
        name: set(labels.split(",")) if labels else set()
        for row in rows
        for name, labels in re.findall(r"`(tieout_\w+)(?:\{([\w,]+)\})?`", row)
    }
    # A histogram is served as its buckets, its sum and its count; each counter with its beginning.
    parts = ("_bucket", "_sum", "_created")
    found = {
        name.removesuffix("_count"): labels
        for name, labels in served(engine).items()
        if not name.endswith(parts)
    }
    assert found == told


def record(name: str, says: str, **extra: str) -> logging.LogRecord:
    made = logging.LogRecord(name, logging.INFO, "", 0, says, None, None)
    made.__dict__.update(extra)
    return made


def test_a_try_that_is_followed_by_another_is_a_retry_of_its_class_and_no_failure() -> None:
    registry = CollectorRegistry()
    here = Counted(registry)
    waits = {"status": "queued", "code": "document_gone", "fault": "transient"}
    _count_end(here, record("jobs.imports.execution", "ended", **waits))
    final = {"status": "failed", "code": "not_a_pdf", "fault": "document"}
    _count_end(here, record("jobs.imports.execution", "ended", **final))
    _count_end(here, record("jobs.imports.queued", "handed back"))
    value = registry.get_sample_value
    assert value("tieout_retries_total", {"class": "transient"}) == 1
    assert value("tieout_retries_total", {"class": "document"}) is None
    ended = "tieout_imports_ended_total"
    assert value(ended, {"status": "queued", "code": "document_gone"}) == 1
    assert value(ended, {"status": "failed", "code": "not_a_pdf"}) == 1
    assert value(ended, {"status": "queued", "code": ""}) == 1
