"""The tool loop is a wheel of its own, and works where nothing else of this project is."""

import re
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.support.model_server import completion, model_server
from tests.support.wheel import ROOT, built_loop, environment, installed_lent

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of the loop, built here and now."""
    return built_loop(tmp_path_factory.mktemp("loop"))


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with this wheel and what it needs."""
    return installed_lent(wheel, tmp_path_factory.mktemp("alone")).with_name("python")


def test_it_has_the_files_of_this_project_and_nothing_of_ledgers(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(name) for name in archive.namelist() if name.endswith(".py")}
    for room in ("loop", "formats", "providers"):
        for path in (ROOT / "tools" / room).glob("*.py"):
            assert files[f"toolloop/{room}/{path.name}"] == path.read_bytes()
    assert not [name for name in files if "ledger" in name or "offline" in name]


def test_the_readmes_hello_world_has_six_lines_and_runs(python: Path, tmp_path: Path) -> None:
    [hello] = re.findall(r"```python\n(.*?)```", (ROOT / "tools" / "README.md").read_text(), re.S)
    assert len([line for line in hello.splitlines() if line]) == 6
    asks = completion(None, ("add", '{"a":20,"b":22}'))
    with model_server(asks, completion("It is 42.")) as server:
        assert ran(python, f"URL = {server.base_url!r}\n{hello}", tmp_path) == "It is 42.\n"
        assert server.requests[1].json["messages"][-1]["content"].startswith('{"ok":true,"data":42')


def test_it_needs_nothing_of_the_program_around_it(python: Path, tmp_path: Path) -> None:
    program = """
import sys, toolloop

from toolloop.loop import __all__
found = [getattr(toolloop, name) for name in __all__]
from toolloop.providers.replay import ScriptedProvider
from toolloop.loop.errors import ProviderUnreachableError, ToolsError
print(ProviderUnreachableError())
print({"db", "tools", "app", "pipeline", "sqlalchemy"} & set(sys.modules))
"""
    said = ran(python, program, tmp_path)
    assert said.endswith("running, then run again.\nset()\n")
    assert "escalate" not in said


#: The loop's own tests, without those of what tieout builds on it.
TESTS = (
    *("research_list", "misbehaving_calls", "misbehaving_replies", "servers_that_fail"),
    *("text_formats", "thoughts", "streaming", "any_server", "hostile_bytes", "responses"),
    *("anthropic", "probes"),
)
BESIDE = ("loops", "misbehaviour", "misbehaviours", "model_server", "waiting")
#: 31 misbehaviours that are asked natively, 211 kinds that are each met in five formats, and more.
AT_LEAST = 650


@pytest.mark.slow
@pytest.mark.timeout(1_500)  # some 650 tests, of which many wait for a limit
def test_its_tests_pass_where_nothing_else_of_this_project_is(python: Path, tmp_path: Path) -> None:
    for folder in ("tests", "tests/support", "tests/integration", "tests/integration/tools"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").touch()
    files = [f"tests/support/{name}.py" for name in BESIDE]
    files += [str(each.relative_to(ROOT)) for each in ROOT.glob("tests/support/probing/*.py")]
    files += [f"tests/integration/tools/test_{name}.py" for name in TESTS]
    files += [str(each.relative_to(ROOT)) for each in ROOT.glob("tests/unit/tools/formats/*.py")]
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        words = re.sub(r"\b(from|import) tools\b", r"\1 toolloop", (ROOT / name).read_text())
        (tmp_path / name).write_text(words)
    # Which format a server takes is tieout's question, not the loop's.
    chosen = ["-k", "not dropped-without-a-word"]
    command = [str(python), "-m", "pytest", "-q", "-n", "2", *chosen, "tests"]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-4_000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) >= AT_LEAST


def ran(python: Path, program: str, folder: Path) -> str:
    """What the program prints, run in an empty folder."""
    file = folder / "hello.py"
    file.write_text(program)
    done = subprocess.run(
        [python, "-W", "error", file], cwd=folder, env=environment(), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
