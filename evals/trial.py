"""One model tried on one case once: what came of it, and what it cost."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from evals.frame import Case, MindMaker, Played
from pipeline.model_choice import ModelUse, together


class Grade(StrEnum):
    """How a trial went. Not run is not failed: the model was asked and never answered at all."""

    SOLVED = "solved"
    FAILED = "failed"
    NOT_RUN = "not_run"


@dataclass(frozen=True, slots=True)
class Trial:
    """The record of one trial, as it is written to its file.

    ``statuses`` are those of the model's runs. ``cost`` is US dollars as a decimal string, None if
    no price is known.
    """

    model: str
    format: str
    case: str
    kind: str
    number: int
    grade: Grade
    wrong_claims: int
    false_proofs: int
    statuses: tuple[str, ...]
    requests: int
    responses: int
    tool_calls: int
    tokens: int
    cost: str | None
    seconds: float
    detail: str = ""
    trace: list[dict[str, Any]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain JSON."""
        return asdict(self)


def attempt(name: str, make: MindMaker, case: Case, number: int) -> Trial:
    """Try the model on the case, in a world of its own."""
    mind = make(case, number)
    begun = time.monotonic()
    played = case.play(mind)
    return _trial(name, case, number, played, time.monotonic() - begun)


def _trial(name: str, case: Case, number: int, played: Played, seconds: float) -> Trial:
    use = together(played.uses)
    kinds = [str(line["kind"]) for line in use.trace]
    return Trial(
        model=name,
        format=use.format,
        case=case.name,
        kind=case.kind.value,
        number=number,
        grade=_grade(played, kinds),
        wrong_claims=played.wrong_claims,
        false_proofs=played.false_proofs,
        statuses=_statuses(played.uses),
        requests=kinds.count("request"),
        responses=kinds.count("response"),
        tool_calls=kinds.count("tool"),
        tokens=use.tokens_in + use.tokens_out,
        cost=None if use.cost is None else str(use.cost),
        seconds=round(seconds, 3),
        detail=played.detail,
        trace=[dict(line) for line in use.trace],
    )


def _statuses(uses: Sequence[ModelUse]) -> tuple[str, ...]:
    return tuple(use.status for use in uses)


def _grade(played: Played, kinds: Sequence[str]) -> Grade:
    if "request" in kinds and "response" not in kinds:
        return Grade.NOT_RUN
    return Grade.SOLVED if played.solved else Grade.FAILED
