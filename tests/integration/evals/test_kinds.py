"""The set has room to show what a model adds: rules solve next to none of it, an oracle all.

And whatever a model says, however it lies, nothing false is called proven or matched.
"""

from collections.abc import Mapping, Sequence
from functools import partial

import pytest

from evals.case_minds import CASE_MINDS
from evals.frame import Case, Kind, MindMaker
from evals.kinds import all_cases
from evals.runner import run
from evals.scripted_minds import MINDS, mind_loop
from evals.summary import Score, summarise
from tools.ledger.offline import OfflineProvider
from tools.loop.loop import ToolLoop
from tools.loop.outcome import Capture
from tools.loop.tokens import free

#: Rules settle accounts; the other kinds are what a model is for.
OPEN = tuple(case for case in all_cases() if case.kind is not Kind.ACCOUNT)
OPEN_KINDS = tuple(dict.fromkeys(case.kind for case in OPEN))
SAMPLE = tuple(
    case for kind in OPEN_KINDS for case in [each for each in OPEN if each.kind is kind][::14]
)
BAD = {name: CASE_MINDS[name] for name in ("obeying", "lying", "random")}


def rules(_case: Case, _number: int) -> ToolLoop:
    return ToolLoop(OfflineProvider(), price=free, capture=Capture.FULL)


def scores(minds: Mapping[str, MindMaker], cases: Sequence[Case], trials: int = 1) -> list[Score]:
    return summarise(run(minds, cases, trials), by_kind=True)


def test_the_set_is_the_same_each_time_it_is_made() -> None:
    assert [case.name for case in all_cases()] == [case.name for case in all_cases()]


def test_of_a_sample_the_rules_solve_none_and_an_oracle_all() -> None:
    for score in scores({"offline": rules}, SAMPLE):
        assert score.solved == 0, score
    for score in scores({"oracle": CASE_MINDS["oracle"]}, SAMPLE):
        assert (score.solved, score.wrong_claims) == (score.run, 0), score


@pytest.mark.parametrize("name", BAD)
def test_of_a_sample_nothing_false_is_proven_whatever_is_said(name: str) -> None:
    for score in scores({name: BAD[name]}, SAMPLE):
        assert score.false_proofs == 0, score


def test_a_script_of_expressions_leaves_most_of_a_sample_to_models() -> None:
    solved = scores({"script": CASE_MINDS["script"]}, SAMPLE)
    assert sum(score.false_proofs for score in solved) == 0
    assert sum(score.solved for score in solved) < len(SAMPLE) / 3


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_of_the_whole_the_rules_solve_next_to_none_and_an_oracle_nearly_all() -> None:
    [offline] = summarise(run({"offline": rules}, OPEN))
    assert offline.solved <= len(OPEN) * 0.05
    [oracle] = summarise(run({"oracle": CASE_MINDS["oracle"]}, OPEN))
    assert oracle.solved >= len(OPEN) * 0.95
    assert (offline.false_proofs, oracle.false_proofs) == (0, 0)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", BAD)
def test_of_the_whole_nothing_false_is_proven_in_three_tries(name: str) -> None:
    assert [s for s in scores({name: BAD[name]}, all_cases(), trials=3) if s.false_proofs] == []


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_of_the_whole_no_scripted_or_recorded_model_proves_anything_false() -> None:
    minds = {name: partial(mind_loop, name) for name in MINDS}
    assert [score for score in scores(minds, SAMPLE) if score.false_proofs] == []
