"""The wheel carries the five rooms, the evaluations and no more, and works without a checkout."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = {"app", "db", "evals", "jobs", "pipeline", "tools"}
#: What the code reads at run time.
READ = {".toml", ".mako", ".ini", ".html", ".css", ".svg", ".jsonl", ".pdf", ".csv"}
#: Packages that must stay at home.
BESIDE = ("fixtures", "tests", "benchmarks", "docs")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built here and now, without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    source = _copy(folder / "source")
    build = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
    subprocess.run(
        [sys.executable, "-c", build, str(folder)], cwd=source, check=True, capture_output=True
    )
    (built,) = folder.glob("tieout-*.whl")
    return built


@pytest.fixture(scope="module")
def names(wheel: Path) -> list[str]:
    """The files in it."""
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


def test_the_wheel_carries_its_rooms_and_nothing_else(names: list[str]) -> None:
    top = {name.split("/")[0] for name in names}

    assert {name for name in top if not name.endswith(".dist-info")} == ROOMS


def test_every_room_says_that_it_is_typed(names: list[str]) -> None:
    assert {f"{room}/py.typed" for room in ROOMS} <= set(names)


def test_what_the_code_reads_at_run_time_is_in_the_wheel(names: list[str]) -> None:
    data = {
        path.relative_to(ROOT).as_posix()
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.suffix in READ
    }

    assert data <= set(names)


def test_each_room_belongs_to_tieout_alone() -> None:
    owners = metadata.packages_distributions()

    assert {owner for room in ROOMS for owner in owners[room]} == {"tieout"}


def test_no_index_would_take_it() -> None:
    assert "Private :: Do Not Upload" in (metadata.metadata("tieout").get_all("Classifier") or [])


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of an environment that has the wheel, and its needs from where the tests run.

    A line in a .pth file lends their folder; what an editable tieout put there is not followed.
    """
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=False, symlinks=True)
    (packages,) = home.glob("lib/python3*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib"))
    return home / "bin" / "python"


def _tieout(python: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    code = "import sys; from app.cli.main import run; sys.exit(run(sys.argv[1:]))"
    command = [str(python), "-P", "-c", code, *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=110)


def test_the_demo_and_the_evaluations_work_from_an_empty_folder(
    installed: Path, tmp_path: Path
) -> None:
    where = "import app, evals; print(app.__file__, evals.__file__)"
    output = subprocess.run(
        [installed, "-P", "-c", where], cwd=tmp_path, capture_output=True, text=True
    )
    assert str(ROOT) not in output.stdout, "this tests the checkout"

    demo = _tieout(installed, "demo", "--json", cwd=tmp_path)
    assert demo.returncode == 0, demo.stderr
    statuses = [each["status"] for each in json.loads(demo.stdout)["documents"]]
    assert statuses.count("matched") == 9
    assert statuses.count("needs_review") == 1

    account = ("--kind", "account")
    tried = _tieout(installed, "eval", "--model", "offline", *account, "--json", cwd=tmp_path)
    assert tried.returncode == 0, tried.stderr
    (score,) = json.loads(tried.stdout)
    assert score["false_proofs"] == 0


def test_what_an_installed_tieout_advises_names_packages_and_not_itself(
    installed: Path, tmp_path: Path
) -> None:
    ask = "from db.extras import install_command; print(install_command('ocr'))"
    output = subprocess.run(
        [installed, "-P", "-c", ask], cwd=tmp_path, capture_output=True, text=True
    )
    words = shlex.split(output.stdout)
    assert Path(tmp_path, words[words.index("--python") + 1 if "--python" in words else 0]).exists()
    assert {re.split("[<>=]", word)[0] for word in words[-2:]} == {"onnxruntime", "rapidocr"}
    assert "tieout" not in "".join(words[-2:])


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_it_works_in_an_environment_of_its_own(wheel: Path, tmp_path: Path) -> None:
    home, empty = tmp_path / "environment", tmp_path / "empty"
    empty.mkdir()
    venv.create(home, with_pip=True, symlinks=True)
    python = home / "bin" / "python"
    pip = [str(python), "-m", "pip", "install", "--quiet"]
    lock = str(ROOT / "requirements-run.lock")
    subprocess.run([*pip, "--require-hashes", "-r", lock], check=True)
    subprocess.run([*pip, "--no-deps", str(wheel)], check=True)

    tieout = str(home / "bin" / "tieout")
    for words in (["demo"], ["eval", "--kind", "account"]):
        ran = subprocess.run([tieout, *words], cwd=empty, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
    assert "demo" in {path.name for path in empty.iterdir()}
