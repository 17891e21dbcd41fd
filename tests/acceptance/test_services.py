"""Each service of compose.yaml starts with its own command and settings, without any container."""

from __future__ import annotations

import http.client
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from sqlalchemy import URL, NullPool, create_engine

from db.engine import make_engine
from tests.acceptance.test_health import asked, free_port, until
from tests.support.pools import wait_until_done
from tests.support.process import TIEOUT, Demo

ROOT = Path(__file__).parents[2]
OURS = ("worker", "watch", "web")


def services() -> dict[str, Any]:
    found = YAML(typ="safe").load(ROOT / "compose.yaml")["services"]
    assert isinstance(found, dict)
    return found


@pytest.fixture
def database(postgresql_server: URL) -> Iterator[URL]:
    """An empty database, as the image makes one."""
    administration = create_engine(
        postgresql_server, isolation_level="AUTOCOMMIT", poolclass=NullPool
    )
    with administration.connect() as connection:
        connection.exec_driver_sql("CREATE DATABASE composed")
    yield postgresql_server.set(database="composed")
    with administration.connect() as connection:
        connection.exec_driver_sql("DROP DATABASE composed WITH (FORCE)")
    administration.dispose()


def environment(service: dict[str, Any], places: dict[str, str]) -> dict[str, str]:
    """What the file sets, with this machine's places for those of containers."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("TIEOUT_")}
    said = {}
    for name, value in service["environment"].items():
        given = str(value)
        if given.startswith("${"):
            given = given.removeprefix("${").removesuffix("}").partition(":-")[2]
        said[name] = places.get(given, given)
    return {**clean, **said, "PATH": f"{TIEOUT.parent}:{os.environ['PATH']}"}


@contextmanager
def running(
    service: dict[str, Any], env: dict[str, str], cwd: Path, words: list[str]
) -> Iterator[None]:
    """The service, until it is asked to stop and ends cleanly."""
    process = subprocess.Popen([TIEOUT, *words], cwd=cwd, env=env, stderr=subprocess.DEVNULL)
    health = [str(word) for word in service["healthcheck"]["test"][1:]]
    try:
        until(lambda: subprocess.run(health, env=env, cwd=cwd, capture_output=True).returncode == 0)
        yield
    finally:
        process.terminate()
        code = process.wait(60)
    assert code in (0, 130, -15), code


def test_what_lands_in_the_inbox_is_tied_out_by_the_services(
    tmp_path: Path, demo: Demo, database: URL, redis_url: str
) -> None:
    secrets, inbox = tmp_path / "secrets", tmp_path / "inbox"
    secrets.mkdir()
    inbox.mkdir()
    for name, text in (("web_password", "another"), ("pdf_passwords", "melur-1984")):
        (secrets / name).write_text(f"{text}\n")
    (secrets / "database_password").write_text("not-asked-for")
    url = database.render_as_string(hide_password=False)
    places = {
        "postgresql://tieout@database/tieout": url,
        "redis://queue:6379/0": redis_url,
        **{f"/run/secrets/{each.name}": str(each) for each in secrets.iterdir()},
    }
    found = services()
    tables = found["tables"]
    env = environment(tables, places)
    subprocess.run([*tables["entrypoint"], *tables["command"]], env=env, cwd=tmp_path, check=True)

    pages = free_port()
    with ExitStack() as stack:
        ports = {}
        for name in OURS:
            service, ports[name] = found[name], free_port()
            env = environment(service, {**places, "0.0.0.0:9464": f"127.0.0.1:{ports[name]}"})
            words = [str(inbox) if word == "/inbox" else str(word) for word in service["command"]]
            more = ["--port", str(pages)] if name == "web" else []
            stack.enter_context(running(service, env, tmp_path, words + more))
        for file in sorted((demo.folder / "statements").iterdir()):
            shutil.copy(file, inbox)
        engine = make_engine(url)
        documents = {file.read_bytes() for file in inbox.iterdir()}
        until(lambda: queued(url) == len(documents))
        try:
            wait_until_done(engine, 100)
        finally:
            engine.dispose()
        for port in ports.values():
            assert [asked(port, path)[0] for path in ("/healthz", "/readyz", "/metrics")] == [
                200
            ] * 3
        assert "tieout_stage_seconds" in asked(ports["worker"], "/metrics")[1]
        connection = http.client.HTTPConnection("127.0.0.1", pages, timeout=10)
        connection.request("GET", "/")
        assert connection.getresponse().status == 401
        connection.close()


def queued(url: str) -> int:
    """How many documents the watcher has put into the table."""
    engine = make_engine(url)
    with engine.connect() as connection:
        number = connection.exec_driver_sql("SELECT count(*) FROM imports").scalar_one()
    engine.dispose()
    return int(number)
