"""Each service of compose.yaml starts from the wheel, with its own command, settings and files."""

import http.client
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL, Engine, NullPool, create_engine

from db.engine import make_engine
from tests.acceptance.test_health import asked
from tests.support.containers import compose_services
from tests.support.pools import wait_until_done
from tests.support.process import Demo
from tests.support.waiting import free_port, until
from tests.support.wheel import built, installed_alone, installed_lent
from tests.support.wheel import environment as bare

OURS = ("worker", "watch", "schedule", "web")
TOLD = ("/healthz", "/readyz", "/metrics")
#: Something that is due at once and again and again.
SCHEDULE = """[[schedule]]
name = "check-documents"
run = "documents check"
every = "2s"
"""


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


@pytest.fixture(
    params=[
        pytest.param(installed_lent, id="needs-lent"),
        pytest.param(
            installed_alone, id="alone", marks=[pytest.mark.slow, pytest.mark.timeout(900)]
        ),
    ]
)
def program(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The `tieout` of an environment in which the wheel is installed, and not this checkout."""
    folder = tmp_path / "installed"
    folder.mkdir()
    tieout: Path = request.param(built(folder), folder / "environment")
    where = [str(tieout.with_name("python")), "-c", "import app; print(app.__file__)"]
    told = subprocess.run(where, cwd=folder, env=bare(), capture_output=True, text=True).stdout
    assert told.startswith(str(folder)), told
    return tieout


@dataclass(frozen=True)
class Machine:
    """This machine in place of a container: its program, its folder, and its places for theirs."""

    program: Path
    folder: Path
    places: dict[str, str]

    def mounted(self, service: dict[str, Any]) -> dict[str, str]:
        """Where the service's volumes and secrets lie here, by their places in the container."""
        found = {
            f"/run/secrets/{name}": str(self.folder / "secrets" / name)
            for name in service["secrets"]
        }
        for volume in service.get("volumes", ()):
            source, target = volume.split(":")[:2]
            found[target] = str(self.folder / source)
        return found

    def environment(self, service: dict[str, Any], port: int) -> dict[str, str]:
        """What the file sets, with this machine's places for those of containers."""
        places = {**self.places, **self.mounted(service), "0.0.0.0:9464": f"127.0.0.1:{port}"}
        said = {}
        for name, value in service["environment"].items():
            given = str(value)
            if given.startswith("${"):
                given = given.removeprefix("${").removesuffix("}").partition(":-")[2]
            said[name] = places.get(given, given)
        return {**bare(), **said, "PATH": f"{self.program.parent}:{os.environ['PATH']}"}

    def prepare(self, service: dict[str, Any]) -> None:
        """What a service does that ends by itself."""
        env = self.environment(service, free_port())
        words = [*service["entrypoint"], *service["command"]]
        subprocess.run(words, env=env, cwd=self.folder, check=True)

    def add_user(self, service: dict[str, Any]) -> None:
        """What a person does once, before the pages start."""
        file = self.folder / "password"
        file.write_text("seven red chairs")
        words = ["user", "add", "sam", "--role", "manage", "--password-file", str(file)]
        env = self.environment(service, free_port())
        subprocess.run([self.program, *words], env=env, cwd=self.folder, check=True)

    @contextmanager
    def running(self, service: dict[str, Any], env: dict[str, str], *more: str) -> Iterator[Path]:
        """The service, until it is asked to stop and ends cleanly; its log."""
        places = self.mounted(service)
        words = [places.get(word, str(word)) for word in service["command"]]
        log = self.folder / f"{words[0]}.log"
        with log.open("wb") as err:
            process = subprocess.Popen(
                [self.program, *words, *more], cwd=self.folder, env=env, stderr=err
            )
        try:
            yield log
        finally:
            process.terminate()
            code = process.wait(60)
        assert code in (0, 130, -15), (code, log.read_text())

    def is_healthy(self, service: dict[str, Any], env: dict[str, str]) -> bool:
        """What its health check says."""
        word, *more = map(str, service["healthcheck"]["test"][1:])
        program = shutil.which(word, path=env["PATH"]) or word
        ran = subprocess.run([program, *more], env=env, cwd=self.folder, capture_output=True)
        return ran.returncode == 0


@pytest.fixture
def machine(program: Path, tmp_path: Path, database: URL, redis_url: str) -> Machine:
    """With the files beside compose.yaml, and its servers."""
    for name in ("inbox", "secrets", "documents", "deploy"):
        (tmp_path / name).mkdir()
    secrets = {
        "pdf_passwords": "melur-1984\n",
        "database_password": "not-asked-for",
    }
    for name, text in secrets.items():
        (tmp_path / "secrets" / name).write_text(text)
    (tmp_path / "deploy" / "schedules.toml").write_text(SCHEDULE)
    places = {
        "postgresql://tieout@database/tieout": database.render_as_string(hide_password=False),
        "redis://queue:6379/0": redis_url,
    }
    return Machine(program, tmp_path, places)


def test_what_lands_in_the_inbox_is_tied_out_by_the_services(
    machine: Machine, demo: Demo, database: URL
) -> None:
    found, pages, ports = compose_services(), free_port(), {name: free_port() for name in OURS}
    for _ in range(2):  # each start of compose does it again
        machine.prepare(found["tables"])
    inbox = machine.folder / "inbox"
    with ExitStack() as stack:
        logs = {}
        machine.add_user(found["web"])
        env = {name: machine.environment(found[name], ports[name]) for name in OURS}
        for name in OURS:  # all at once: each takes seconds to begin
            more = ["--port", str(pages)] if name == "web" else []
            logs[name] = stack.enter_context(machine.running(found[name], env[name], *more))
        for name in OURS:
            until(partial(machine.is_healthy, found[name], env[name]), 90)
        for file in sorted((demo.folder / "statements").iterdir()):
            shutil.copy(file, inbox)
        documents = {file.read_bytes() for file in inbox.iterdir()}
        engine = make_engine(database.render_as_string(hide_password=False))
        try:
            until(lambda: queued(engine) == len(documents), 90)
            wait_until_done(engine, 100)
        finally:
            engine.dispose()
        until(lambda: all(asked(*each)[0] == 200 for each in product(ports.values(), TOLD)))
        assert "tieout_stage_seconds" in asked(ports["worker"], "/metrics")[1]
        until(lambda: "check-documents" in said(logs["worker"], "scheduled"), 90)
        assert status_of(pages) == 401
    assert len(kept(machine.folder / "documents")) == len(documents)
    assert all(file.stat().st_mode & 0o077 == 0 for file in kept(machine.folder / "documents"))


def said(log: Path, event: str) -> set[str]:
    """The schedules of which the worker logged this."""
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    return {line["schedule"] for line in lines if line["event"] == event}


def kept(folder: Path) -> list[Path]:
    """The documents of the store: a file each, named by its hash."""
    return [file for file in folder.rglob("*") if file.is_file() and len(file.name) >= 60]


def status_of(port: int) -> int:
    """How the pages answer a program that is not signed in."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status
    finally:
        connection.close()


def queued(engine: Engine) -> int:
    """How many documents the watcher has put into the table."""
    with engine.connect() as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM imports").scalar_one())
