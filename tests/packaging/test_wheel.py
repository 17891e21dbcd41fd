"""The wheel carries the five rooms and nothing else, and nothing else stands in their place."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = {"app", "db", "jobs", "pipeline", "tools"}
#: Packages that must stay at home.
BESIDE = ("fixtures", "tests", "benchmarks", "evals", "docs")


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The files in a wheel built here and now, without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    source = _copy(folder / "source")
    build = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
    subprocess.run(
        [sys.executable, "-c", build, str(folder)], cwd=source, check=True, capture_output=True
    )
    (wheel,) = folder.glob("tieout-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def _copy(folder: Path) -> Path:
    # Building in place would leave a build folder behind, whose old files get into later wheels.
    for name in (*ROOMS, *BESIDE):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.pyc"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    return folder


def test_the_wheel_carries_the_five_rooms_and_nothing_else(names: list[str]) -> None:
    top = {name.split("/")[0] for name in names}

    assert {name for name in top if not name.endswith(".dist-info")} == ROOMS


def test_every_room_says_that_it_is_typed(names: list[str]) -> None:
    assert {f"{room}/py.typed" for room in ROOMS} <= set(names)


def test_what_the_code_reads_at_run_time_is_in_the_wheel(names: list[str]) -> None:
    data = {
        path.relative_to(ROOT).as_posix()
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.suffix in {".toml", ".mako", ".ini", ".html", ".css", ".svg"}
    }

    assert data <= set(names)


def test_each_room_belongs_to_tieout_alone() -> None:
    owners = metadata.packages_distributions()

    assert {owner for room in ROOMS for owner in owners[room]} == {"tieout"}


def test_no_index_would_take_it() -> None:
    assert "Private :: Do Not Upload" in (metadata.metadata("tieout").get_all("Classifier") or [])
