"""Equal candidates, odd rows and causes: rules solve none, a mind that knows the truth all."""

import json

import pytest

from evals.case_minds import CASE_MINDS
from evals.differing import DifferingCase
from evals.kinds import all_cases
from evals.scripted_minds import Scripted
from tools.ledger.offline import OfflineProvider
from tools.loop.loop import ToolLoop
from tools.providers.base import ModelRequest, ModelResponse
from tools.providers.replay import says

CASES = [case for case in all_cases() if isinstance(case, DifferingCase)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_whoever_knows_the_truth_solves_it_and_rules_do_not(case: DifferingCase) -> None:
    known = case.play(CASE_MINDS["oracle"](case, 1))
    assert (known.solved, known.wrong_claims, known.false_proofs) == (True, 0, 0), known.detail
    rules = case.play(ToolLoop(OfflineProvider()))
    assert (rules.solved, rules.wrong_claims, rules.false_proofs) == (False, 0, 0)


@pytest.mark.parametrize("mind", ["obeying", "lying", "random"])
def test_no_mind_proves_anything_false(mind: str) -> None:
    played = [case.play(CASE_MINDS[mind](case, 1)) for case in CASES]
    assert [each.detail for each in played if each.false_proofs] == []


def test_an_opinion_that_is_not_so_is_counted() -> None:
    def cheques(request: ModelRequest) -> ModelResponse:
        shown = json.loads(request.messages[1].content)["differences"]
        said = [
            {"n": n, "what": "cheque", "lines": lines, "entries": entries}
            for n, _, _, lines, entries in shown
        ]
        return says(json.dumps({"opinions": said}))

    def played(name: str) -> tuple[bool, int]:
        (case,) = (case for case in CASES if case.name == name)
        found = case.play(ToolLoop(Scripted("cheques", cheques)))
        return found.solved, found.wrong_claims

    assert played("odd row: cheque") == (True, 0)
    assert played("odd row: cash") == (False, 1)
    assert played("why: a tip") == (False, 1)
