"""One model tried on one case once: what it claimed, what was proven, what it cost."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from db.words import Verdict
from evals.cases import Case
from evals.world import World, world_of
from pipeline.account.selection import Selected, select_account
from pipeline.model_choice import ModelChoice
from tools.loop import ToolLoop

LoopMaker = Callable[[], ToolLoop]


class Grade(StrEnum):
    """How a trial went. Not exercised is not failed: the model never answered at all."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_EXERCISED = "not_exercised"


@dataclass(frozen=True, slots=True)
class Trial:
    """The record of one trial, as it is written to its file.

    ``claimed`` is the model's verdict, ``proven`` that of arithmetic, ``expected`` the truth;
    ``account_right`` says whether the model named the right account, or rightly none, and
    ``held_right`` whether the proof is about the right one. ``cost`` is US dollars as a decimal
    string, None if no price is known.
    """

    model: str
    format: str
    case: str
    number: int
    grade: Grade
    status: str
    claimed: str | None
    proven: str
    expected: str
    account_right: bool
    requests: int
    responses: int
    tool_calls: int
    tokens: int
    cost: str | None
    seconds: float
    held_right: bool = True
    trace: list[dict[str, Any]] = field(default_factory=list)

    @property
    def verdict_right(self) -> bool:
        """Whether the model's own verdict is the truth."""
        return self.claimed == self.expected

    @property
    def false_claim(self) -> bool:
        """Whether the model said `matched` where that is not true, or of the wrong account."""
        true = self.expected == Verdict.MATCHED and self.account_right
        return self.claimed == Verdict.MATCHED and not true

    @property
    def false_proof(self) -> bool:
        """Whether tieout itself did; this must never be."""
        true = self.expected == Verdict.MATCHED and self.held_right
        return self.proven == Verdict.MATCHED and not true

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Only(ModelChoice):
    """One model and nobody to help it."""

    def in_turn(self) -> tuple[ToolLoop, ...]:
        """The model itself."""
        assert self.language_model is not None
        return (self.language_model,)


def attempt(name: str, make: LoopMaker, case: Case, number: int) -> Trial:
    """Try the model on a fresh copy of the case's ledger."""
    with world_of(case) as world:
        begun = time.monotonic()
        found = select_account("1", world.draft, world.scoped, Only(language_model=make()))
        return _trial(name, case, number, world, found, time.monotonic() - begun)


def _trial(
    name: str, case: Case, number: int, world: World, found: Selected, seconds: float
) -> Trial:
    use = found.uses[-1]
    kinds = [str(line["kind"]) for line in use.trace]
    right = found.claim is not None and found.claim.account_id == world.account_id
    comparison = found.comparison.side.account_id if found.comparison else None
    good = right and found.proof.verdict is case.verdict
    answered = kinds.count("response")
    return Trial(
        model=name,
        format=use.format,
        case=case.name,
        number=number,
        grade=_grade(good, answered),
        status=use.status,
        claimed=found.claim.verdict if found.claim else None,
        proven=found.proof.verdict.value,
        expected=case.verdict.value,
        account_right=right,
        held_right=comparison == world.account_id,
        requests=kinds.count("request"),
        responses=answered,
        tool_calls=kinds.count("tool"),
        tokens=use.tokens_in + use.tokens_out,
        cost=None if use.cost is None else str(use.cost),
        seconds=round(seconds, 3),
        trace=[dict(line) for line in use.trace],
    )


def _grade(good: bool, answered: int) -> Grade:
    if answered == 0:
        return Grade.NOT_EXERCISED
    return Grade.PASSED if good else Grade.FAILED
