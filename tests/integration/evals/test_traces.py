"""Recorded runs of a real model, lived through again: the same is sent, the same comes of it.

When a prompt, a tool or a format changes on purpose, these fail: record them anew as they say.
"""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from evals.frame import Case
from evals.kinds import all_cases
from evals.runner import run
from evals.scripted_minds import mind_loop
from evals.traces import TRACES, Recorded, can_be_replayed, record, recorded, replay
from tools.loop.errors import ToolsError
from tools.loop.outcome import Status, Trace
from tools.providers.base import AnswerMode
from tools.providers.replay import ReplayMismatchError

FILES = sorted(TRACES.glob("*.jsonl"))
CASES = {case.name: case for case in all_cases()}
ANEW = (
    "{error}\nIf the change is meant: tieout models serve {model}, and\n"
    'TIEOUT_EVAL_LIVE=1 python -m evals --model {model} --format {format} --case "{case}"'
    " --record evals/traces"
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_run_sends_the_same_bytes_and_comes_to_the_same_end(path: Path) -> None:
    said, trace = recorded(path)
    try:
        played = replay(said, trace, CASES[said.case])
    except ToolsError as error:
        asked = {"model": said.model, "format": said.format, "case": said.case}
        pytest.fail(ANEW.format(error=error, **asked), pytrace=False)
    came = (played.solved, played.wrong_claims, played.false_proofs)
    assert came == (said.solved, said.wrong_claims, said.false_proofs)


def test_no_recorded_run_of_a_real_model_proved_anything_false() -> None:
    assert FILES
    assert [path.stem for path in FILES if recorded(path)[0].false_proofs] == []


def test_one_byte_that_differs_is_found(tmp_path: Path) -> None:
    said, trace, case = made(tmp_path)
    altered = [
        {**line, "new": [str(text).replace("bank", "Bank", 1) for text in line["new"]]}  # type: ignore[attr-defined]
        if line["kind"] == "request"
        else line
        for line in trace.entries
    ]
    with pytest.raises(ReplayMismatchError, match="request 1, message 1, byte"):
        replay(said, Trace(altered), case)


def test_a_run_that_is_asked_more_than_was_recorded_is_found(tmp_path: Path) -> None:
    said, trace, case = made(tmp_path)
    first = [line for line in trace.entries if line["kind"] in ("run", "request", "response")][:3]
    with pytest.raises(ReplayMismatchError, match="request 2, which was not recorded"):
        replay(said, Trace(first), case)


def test_only_what_ends_the_same_on_any_machine_is_recorded() -> None:
    [trial] = run({"honest": partial(mind_loop, "honest")}, [CASES["match"]])
    assert can_be_replayed(trial)
    assert not can_be_replayed(replace(trial, statuses=(Status.DEADLINE.value,)))


def made(folder: Path) -> tuple[Recorded, Trace, Case]:
    """A recorded run of a model that behaves."""
    case = CASES["match"]
    [trial] = run({"honest": partial(mind_loop, "honest")}, [case])
    path = record(folder, trial, AnswerMode.JSON_SCHEMA, 1024)
    said, trace = recorded(path)
    assert replay(said, trace, case).solved
    return said, trace, case
