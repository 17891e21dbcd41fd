"""One model tried on one case once: what came of it, and what it cost."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from evals.frame import Case, MindMaker, Played
from pipeline.model_choice import ModelUse, together
from tools.loop.outcome import Capture, Status


class Grade(StrEnum):
    """How a trial went. Not run is not failed: the server failed, and the model never answered.

    A model that was given up because it took too long has failed.
    """

    SOLVED = "solved"
    FAILED = "failed"
    NOT_RUN = "not_run"


@dataclass(frozen=True, slots=True)
class Trial:
    """The record of one trial, as it is written to its file.

    ``statuses`` are those of the runs; requests, responses and tool calls are the model's own, and
    ``succeeded`` counts those that had a result, now or when the same was asked before. ``cost`` is
    US dollars as a decimal string, None if no price is known.
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
    estimated: bool = False
    succeeded: int = 0

    @property
    def slug(self) -> str:
        """What its files are called."""
        parts = (self.model, self.format, self.kind, self.case)
        return f"{'-'.join(map(_slug, parts))}-{self.number}"

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
    trace = _own(use)
    kinds = [str(line["kind"]) for line in trace]
    calls = [line for line in trace if line["kind"] == "tool"]
    unanswered = sum(int(str(line.get("unanswered", 0))) for line in trace)
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
        tool_calls=len(calls) + unanswered,
        tokens=use.tokens_in + use.tokens_out,
        cost=None if use.cost is None else str(use.cost),
        seconds=round(seconds, 3),
        detail=played.detail,
        trace=[dict(line) for line in trace],
        estimated=use.estimated,
        succeeded=_succeeded(calls),
    )


def _own(use: ModelUse) -> list[Mapping[str, object]]:
    """The lines of the model's own runs, which are captured in full; the rules, that the program
    asks beside it, are not."""
    full = {line["run"] for line in use.trace if line.get("capture") == Capture.FULL}
    return [line for line in use.trace if line["run"] in full]


def _statuses(uses: Sequence[ModelUse]) -> tuple[str, ...]:
    return tuple(use.status for use in uses)


def _succeeded(calls: Sequence[Mapping[str, object]]) -> int:
    """How many had a result, or an identical one had before."""
    had = {(call["name"], call["arguments"]) for call in calls if call["ok"]}
    again = [call for call in calls if call["code"] == "repeated_call"]
    repeated = sum((call["name"], call["arguments"]) in had for call in again)
    return sum(bool(call["ok"]) for call in calls) + repeated


def _grade(played: Played, kinds: Sequence[str]) -> Grade:
    if played.away:
        return Grade.NOT_RUN
    late = Status.DEADLINE.value in _statuses(played.uses)
    if "request" in kinds and "response" not in kinds and not late:
        return Grade.NOT_RUN
    return Grade.SOLVED if played.solved else Grade.FAILED


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9.]+", "_", text.lower()).strip("_")
