"""Real runs of real models, kept so that they can be lived through again, byte for byte.

A trace file is one trial: a line that says which case and which settings, then the lines of its
runs with full capture. Replayed, the same code must send the same bytes and come to the same end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from db.private import private_folder, write_private
from evals.frame import Case, Played
from evals.trial import Grade, Trial
from tools.formats.choose import FormatName, format_named
from tools.loop.errors import ToolsError
from tools.loop.json_text import compact, loads
from tools.loop.loop import ToolLoop
from tools.loop.outcome import Limits, Status, Trace, read_trace
from tools.providers.base import AnswerMode, ModelRequest, ModelResponse
from tools.providers.replay import ReplayMismatchError, ReplayProvider

TRACES: Final = Path(__file__).with_name("traces")
#: Such ends depend on how fast the machine was that day.
_BY_THE_CLOCK: Final = frozenset({Status.DEADLINE, Status.PROVIDER_ERROR, Status.UNAVAILABLE})
_KEPT: Final = ("kind", "run", "request", "capture", "provider", "model", "format", "status")
_SAID: Final = ("new", "options", "tools", "text", "tool_calls", "finish_reason", "code")
_USED: Final = ("input_tokens", "output_tokens", "cached_tokens", "estimated")


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the first line of a trace says: the case, how the model was asked, what came of it."""

    case: str
    model: str
    format: str
    mode: str
    answer_tokens: int
    solved: bool
    wrong_claims: int
    false_proofs: int


def can_be_replayed(trial: Trial) -> bool:
    """Whether the trial would end the same on any machine."""
    by_the_clock = any(status in _BY_THE_CLOCK for status in trial.statuses)
    return trial.grade is not Grade.NOT_RUN and not by_the_clock


def record(folder: Path, trial: Trial, mode: AnswerMode, answer_tokens: int) -> Path:
    """Write the trial's trace, in place of an earlier one of the same case, model and format."""
    said = Recorded(
        case=trial.case,
        model=trial.model,
        format=trial.format,
        mode=mode.value,
        answer_tokens=answer_tokens,
        solved=trial.grade is Grade.SOLVED,
        wrong_claims=trial.wrong_claims,
        false_proofs=trial.false_proofs,
    )
    private_folder(folder)
    path = folder / f"{trial.slug}.jsonl"
    lines = [asdict(said), *(_lean(line) for line in trial.trace)]
    write_private(path, "".join(f"{compact(line)}\n" for line in lines))
    return path


def recorded(path: Path) -> tuple[Recorded, Trace]:
    """What a trace file holds."""
    first_line, _, rest = path.read_text(encoding="utf-8").partition("\n")
    first = loads(first_line)
    assert isinstance(first, dict)
    said: dict[str, Any] = {field.name: first[field.name] for field in fields(Recorded)}
    return Recorded(**said), read_trace(rest)


def replay(said: Recorded, trace: Trace, case: Case) -> Played:
    """Live through it again. Raises ReplayMismatchError at the first byte that differs."""
    runs = ReplayedRuns(trace)
    loop = ToolLoop(
        runs,
        format=format_named(FormatName(said.format)),
        limits=Limits(answer_tokens=said.answer_tokens),
        mode=AnswerMode(said.mode),
    )
    played = case.play(loop)
    if runs.failed is not None:
        raise runs.failed
    return played


class ReplayedRuns:
    """A model that says again what it said in several runs, one run after the other.

    ``failed`` is the first difference: what asks a model may take any error for its failure.
    """

    def __init__(self, trace: Trace) -> None:
        self._runs = list(_runs(trace))
        self.name, self.model = self._runs[0][0].name, self._runs[0][0].model
        self._asked = 0
        self.failed: ToolsError | None = None

    def complete(self, request: ModelRequest) -> ModelResponse:
        """What the model said then, if it is asked the same."""
        if self._asked == self._runs[0][1] and len(self._runs) > 1:
            self._runs.pop(0)
            self._asked = 0
        self._asked += 1
        try:
            return self._runs[0][0].complete(request)
        except ReplayMismatchError as error:
            self.failed = self.failed or error
            raise


def _runs(trace: Trace) -> Iterator[tuple[ReplayProvider, int]]:
    """Each run, and how many requests it had."""
    for _, lines in groupby(trace.entries, key=lambda line: line["run"]):
        run = list(lines)
        yield ReplayProvider(Trace(run)), sum(line["kind"] == "request" for line in run)


def _lean(line: Mapping[str, Any]) -> dict[str, Any]:
    """The line without what no replay looks at: times, hashes, the server's own JSON."""
    kept = {key: line[key] for key in (*_KEPT, *_SAID, *_USED) if key in line}
    return {**kept, "raw": ""} if line["kind"] == "response" else kept
