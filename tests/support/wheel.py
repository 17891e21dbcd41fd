"""A wheel of tieout as it is here and now, and environments in which it is installed.

`python -m tests.support.wheel` installs it in each way that the README names, with each Python that
is here, or as it is told ("uv tool, 3.12"), tries every verb, and draws the table of
docs/how-to/install.md. It needs a package index.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import venv
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[2]
ROOMS = {"app", "db", "jobs", "pipeline", "tieout", "tools"}
#: Packages that must stay at home.
BESIDE = ("fixtures", "tests", "benchmarks", "docs", "evals")
#: The ways of the README, and the one for a virtual environment that is there.
WAYS: Final = ("pip", "pipx", "uv tool")
PAGE: Final = ROOT / "docs" / "how-to" / "install.md"
_PRINTED: Final = re.compile(r"^pipx install ('\.\[.*\]') +# or: uv tool install \1$", re.M)
_TABLE: Final = re.compile(r"^\| verb \|.*?(?=\n\n|\Z)", re.M | re.S)
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


def installed_by(way: str, wheel: str, home: Path, python: str = sys.executable) -> Path:
    """Install it under ``home`` as a person would, from a package index; its `tieout`.

    ``wheel`` may name extras. Raises ``CalledProcessError``.
    """
    places = {"PIPX_HOME": str(home), "PIPX_BIN_DIR": str(home / "bin")}
    places |= {"UV_TOOL_DIR": str(home), "UV_TOOL_BIN_DIR": str(home / "bin")}
    places |= {"UV_PYTHON_DOWNLOADS": "never"}
    if way == "pip":
        subprocess.run([python, "-m", "venv", str(home)], check=True)
    command = {
        "pip": [str(home / "bin" / "python"), "-m", "pip", "install", "--quiet"],
        "pipx": ["pipx", "install", "--python", python],
        "uv tool": [sys.executable, "-m", "uv", "tool", "install", "--quiet", "--python", python],
    }[way]
    subprocess.run([*command, wheel], check=True, env=environment() | places, capture_output=True)
    return home / "bin" / "tieout"


def pythons() -> dict[str, str]:
    """Each Python from 3.11 that is here, by its version without the last part: its program."""
    found: dict[str, str] = {}
    places = [Path.home() / ".pyenv" / "versions" / "*" / "bin", Path("/usr/bin")]
    for place in places:
        for program in sorted(Path("/").glob(f"{str(place)[1:]}/python3.[0-9]*")):
            version = re.fullmatch(r"python3\.(\d+)", program.name)
            if version and int(version[1]) >= 11:
                found.setdefault(f"3.{version[1]}", str(program))
    return dict(sorted(found.items(), key=lambda each: int(each[0][2:])))


def tried(tieout: Path, folder: Path) -> dict[str, str]:
    """What came of each verb there: typed as the README has it, or its help alone; or its code."""
    from app.cli.main import VERBS
    from tests.support.how_to import typed

    folder.mkdir()
    code = "import sys; from app.cli.main import run; print(*(run([v, '--help']) for v in {}))"
    python = tieout.read_text().split("\n")[0].removeprefix("#!").strip()
    helps = [python, "-P", "-c", code.format(list(VERBS))]
    told = subprocess.run(helps, cwd=folder, env=environment(), capture_output=True, text=True)
    codes = told.stdout.strip().rpartition("\n")[2].split()
    said = {v: f"help: {c}" if int(c) else "help" for v, c in zip(VERBS, codes, strict=True)}
    for each in typed(readme()[0], folder, tieout):
        words = shlex.split(each.line, comments=True)
        if words[:1] == ["tieout"] and words[1] in VERBS and ":" not in said[words[1]]:
            said[words[1]] = "typed" if each.code in (0, 3, 4, 5) else f"typed: {each.code}"
    return said


def draw(*wanted: str) -> None:
    """Install so ("uv tool, 3.12"), or in every way with every Python, and write what came of it
    into the table of the page, beside what is there."""
    here = pythons()
    for column in wanted or [f"{way}, {version}" for version in here for way in WAYS]:
        way, version = column.split(", ")
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            wheel = f"{built(folder)}{readme()[1]}"
            tieout = installed_by(way, wheel, folder / "home", here[version])
            _write({**_there(), column: tried(tieout, folder / "empty")})


def _there() -> dict[str, dict[str, str]]:
    found = _TABLE.search(PAGE.read_text("utf-8"))
    assert found
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in found[0].split("\n")]
    verbs = [row[0].strip("`") for row in rows[2:]]
    return {
        name: dict(zip(verbs, (row[at] for row in rows[2:]), strict=True))
        for at, name in enumerate(rows[0])
        if at
    }


def _write(columns: dict[str, dict[str, str]]) -> None:
    names = sorted(columns, key=lambda each: each.split(", ")[::-1])
    rows = [["verb", *names], ["---" for _ in ("verb", *names)]]
    rows += [
        [f"`{verb}`", *(columns[each].get(verb, "") for each in names)]
        for verb in columns[names[-1]]
    ]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    PAGE.write_text(_TABLE.sub(lambda _: table, PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    draw(*sys.argv[1:])
