"""`python -m evals`, which is run from the checkout and is no verb of `tieout`."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.cli.main import VERBS, run
from evals.__main__ import NAME, command
from evals.differing import DifferingCase
from evals.evaluate import LIVE
from evals.kinds import all_cases
from evals.scripted_minds import Scripted
from tests.support.model_server import completion, model_server
from tools.loop.loop import ToolLoop
from tools.providers.base import ModelRequest, ModelResponse
from tools.providers.replay import says

ROOT = Path(__file__).parents[3]
Ran = tuple[int, str, str]


@pytest.fixture
def evals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Ran]:
    """Runs it in an empty folder: its exit code, and what it printed on either stream."""
    monkeypatch.chdir(tmp_path)

    def ran(*words: str) -> Ran:
        code = run(words, command, NAME)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return ran


def scores(printed: str) -> Any:
    return json.loads(printed)


def test_its_help_leads_with_an_example() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "evals", "--help"], cwd=ROOT, capture_output=True, text=True
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines()[1].strip().startswith("python -m evals --")
    assert "Usage: python -m evals [OPTIONS]" in ran.stdout
    assert "eval" not in VERBS


def test_an_evaluation_is_offline_unless_asked_for(evals: Callable[..., Ran]) -> None:
    code, out, _ = evals("--model", "offline", "--case", "match", "--json")
    assert code == 0
    assert (scores(out)[0]["solved"], scores(out)[0]["false_proofs"]) == (1, 0)
    code, _, err = evals("--model", "gpt-4.1-mini")
    assert code == 7
    assert "[eval_not_live]" in err


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("--case", "none"), "no_such_case"),
        (("--kind", "none"), "no_such_kind"),
        (("--summarise", "none"), "no_trials"),
    ],
)
def test_what_is_not_there_is_named(
    evals: Callable[..., Ran], words: tuple[str, ...], error: str
) -> None:
    code, _, err = evals(*words)
    assert code == 7
    assert f"[{error}]" in err


def test_a_real_model_is_evaluated_over_its_wire_and_summarised_again(
    evals: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(LIVE, "1")
    with model_server(completion("I think so."), completion("Yes.")) as server:
        _, out, _ = evals(
            *("--model", "qwen", "--base-url", server.base_url, "--format", "native"),
            *("--case", "match", "--out", "runs", "--json"),
        )
    assert len(server.requests) == 2
    assert (scores(out)[0]["solved"], scores(out)[0]["run"]) == (0, 1)
    _, again, _ = evals("--summarise", "runs", "--json")
    assert scores(again) == scores(out)


def test_an_opinion_that_is_not_so_is_counted() -> None:
    def cheques(request: ModelRequest) -> ModelResponse:
        shown = json.loads(request.messages[1].content)["differences"]
        said = [
            {"n": n, "what": "cheque", "lines": lines, "entries": entries}
            for n, _, _, lines, entries in shown
        ]
        return says(json.dumps({"opinions": said}))

    def played(name: str) -> tuple[bool, int]:
        (case,) = (case for case in all_cases() if case.name == name)
        assert isinstance(case, DifferingCase)
        found = case.play(ToolLoop(Scripted("cheques", cheques)))
        return found.solved, found.wrong_claims

    assert played("odd row: cheque") == (True, 0)
    assert played("odd row: cash") == (False, 1)
    assert played("why: a tip") == (False, 1)
