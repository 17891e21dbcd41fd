"""A wheel of tieout as it is here and now, and environments in which it is installed."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[2]
ROOMS = {"app", "db", "jobs", "pipeline", "tieout", "tools"}
#: Packages that must stay at home.
BESIDE = ("fixtures", "tests", "benchmarks", "docs", "evals")
#: The ways of the README, and the one for a virtual environment that is there.
WAYS: Final = ("pip", "pipx", "uv tool")
_PRINTED: Final = re.compile(r"^pipx install ('\.\[.*\]') +# or: uv tool install \1$", re.M)
_BUILD = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"


def built(folder: Path) -> Path:
    """A wheel, built in the folder without the network."""
    return _built(_copy(folder / "source"), folder)


def built_loop(folder: Path) -> Path:
    """A wheel of the tool loop alone."""
    return _built(shutil.copytree(ROOT / "tools", folder / "source"), folder)


def _built(source: Path, folder: Path) -> Path:
    subprocess.run(
        [sys.executable, "-c", _BUILD, str(folder)], cwd=source, check=True, capture_output=True
    )
    (wheel,) = folder.glob("*.whl")
    return wheel


def installed_lent(wheel: Path, home: Path) -> Path:
    """An environment with the wheel, and its needs from where the tests run; its `tieout`.

    A line in a .pth file lends their folder; what an editable tieout put there is not followed.
    """
    venv.create(home, with_pip=False, symlinks=True)
    _pip(home, "--no-deps", "--no-index", str(wheel))
    (packages,) = home.glob("lib/python3*/site-packages")
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib"))
    return home / "bin" / "tieout"


def installed_alone(wheel: Path, home: Path) -> Path:
    """An environment of its own, with what is locked to run; its `tieout`."""
    venv.create(home, with_pip=False, symlinks=True)
    _pip(home, "--require-hashes", "-r", str(ROOT / "requirements-run.lock"))
    _pip(home, "--no-deps", "--no-index", str(wheel))
    return home / "bin" / "tieout"


def environment() -> dict[str, str]:
    """This process's, without what would lead an installed tieout back to the checkout."""
    return {
        name: value
        for name, value in os.environ.items()
        if name != "PYTHONPATH" and not name.startswith("TIEOUT_")
    }


def _pip(home: Path, *words: str) -> None:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python"]
    install = ["install", "--quiet", "--no-input", *words]
    subprocess.run([*pip, str(home / "bin" / "python"), *install], check=True, capture_output=True)


def _copy(folder: Path) -> Path:
    # Building in place would leave a build folder behind, whose old files get into later wheels.
    for name in (*ROOMS, *BESIDE):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.pyc"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    return folder


def readme() -> tuple[str, str]:
    """The README without its install line, and the extras that the line names, in brackets."""
    text = (ROOT / "README.md").read_text("utf-8")
    printed = _PRINTED.search(text)
    assert printed
    return text.replace(printed[0], "tieout --version"), printed[1][2:-1]


def installed_by(way: str, wheel: str, home: Path) -> Path:
    """Install it under ``home`` as a person would, from a package index; its `tieout`.

    ``wheel`` may name extras. Raises ``CalledProcessError``.
    """
    places = {"PIPX_HOME": str(home), "PIPX_BIN_DIR": str(home / "bin")}
    places |= {"UV_TOOL_DIR": str(home), "UV_TOOL_BIN_DIR": str(home / "bin")}
    places |= {"UV_PYTHON_DOWNLOADS": "never"}
    if way == "pip":
        subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
    command = {
        "pip": [str(home / "bin" / "python"), "-m", "pip", "install", "--quiet"],
        "pipx": ["pipx", "install", "--python", sys.executable],
        "uv tool": [
            sys.executable,
            "-m",
            "uv",
            "tool",
            "install",
            "--quiet",
            "--python",
            sys.executable,
        ],
    }[way]
    subprocess.run([*command, wheel], check=True, env=environment() | places, capture_output=True)
    return home / "bin" / "tieout"
