"""A plain-text ledger is checked before each commit, and with each push."""

import re
import subprocess
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.support.how_to import FOLDER, commands, plain_text_ledger
from tests.support.process import TIEOUT

ROOT = FOLDER.parents[1]
HOOKS = ROOT / ".pre-commit-hooks.yaml"
WORKFLOW = ROOT / "docs" / "examples" / "ledger-ci.yml"
PRE_COMMIT = TIEOUT.with_name("pre-commit")
CHECK = commands("check-a-ledger.md")[0]


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where pre-commit keeps what is its own."""
    monkeypatch.setenv("PRE_COMMIT_HOME", str(tmp_path_factory.mktemp("pre-commit")))


def ran(*words: str | Path, cwd: Path) -> tuple[int, str]:
    done = subprocess.run(list(map(str, words)), cwd=cwd, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def committed(folder: Path) -> None:
    """The ledger with the hook of the how-to page, which runs the program that is here."""
    page = (FOLDER / "check-a-ledger.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```yaml\n(.*?)^```", page, re.M | re.S)
    (wanted,) = YAML(typ="safe").load(shown)["repos"][0]["hooks"]
    (hook,) = (each for each in YAML().load(HOOKS) if each["id"] == wanted["id"])
    assert (hook["language"], hook["entry"]) == ("python", "tieout check")
    here = {**hook, **wanted, "language": "system", "entry": f"{TIEOUT} check"}
    with (folder / ".pre-commit-config.yaml").open("w", encoding="utf-8") as config:
        YAML(typ="safe").dump({"repos": [{"repo": "local", "hooks": [here]}]}, config)
    for words in (["init", "-q"], ["add", "."]):
        assert ran("git", *words, cwd=folder) == (0, "")


@pytest.mark.thorough
@pytest.mark.parametrize(("slip", "code"), [(0, 0), (-36, 1)])
def test_a_commit_is_stopped_by_a_row_that_differs(tmp_path: Path, slip: int, code: int) -> None:
    plain_text_ledger(tmp_path, slip)
    committed(tmp_path)
    ended, said = ran(PRE_COMMIT, "run", "tieout-check", cwd=tmp_path)
    assert (ended, "main.beancount:14: 2025-01-04" in said) == (code, code == 1), said


@pytest.mark.thorough
def test_a_commit_of_other_files_checks_nothing(tmp_path: Path) -> None:
    plain_text_ledger(tmp_path, slip=-36)
    committed(tmp_path)
    (tmp_path / "notes.txt").write_text("seven red chairs\n")
    for words in (["rm", "-q", "--cached", "-r", "."], ["add", "notes.txt"]):
        ran("git", *words, cwd=tmp_path)
    ended, said = ran(PRE_COMMIT, "run", "tieout-check", cwd=tmp_path)
    assert (ended, "no files to check" in said) == (0, True), said


def test_the_hook_and_the_workflow_are_as_their_programs_want_them() -> None:
    assert ran(PRE_COMMIT, "validate-manifest", HOOKS, cwd=ROOT) == (0, "")
    checker = TIEOUT.with_name("check-jsonschema")
    schema = "vendor.github-workflows"
    assert ran(checker, "--quiet", "--builtin-schema", schema, WORKFLOW, cwd=ROOT) == (0, "")


def test_the_workflow_runs_what_the_page_says() -> None:
    steps = YAML(typ="safe").load(WORKFLOW)["jobs"]["check"]["steps"]
    assert steps[-1]["run"].split() == ["tieout", *CHECK]
