"""A model that says again what several runs of one import recorded, whichever is asked for next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from tools.providers.base import ModelRequest, ModelResponse
from tools.providers.replay import ReplayMismatchError, ReplayProvider
from tools.trace import Trace, message_text


class ReplayRuns:
    """Answers from full traces, each run to its end before the next; a run is known by the messages
    it begins with. Raises what `ReplayProvider` raises."""

    def __init__(self, runs: Sequence[Trace]) -> None:
        self._waiting = [(_first(run), ReplayProvider(run)) for run in runs]
        self._now: ReplayProvider | None = None
        self.name = self._waiting[0][1].name
        self.model = self._waiting[0][1].model
        self.requests = 0

    @property
    def unasked(self) -> int:
        """How many runs nobody has asked for yet."""
        return len(self._waiting)

    def complete(self, request: ModelRequest) -> ModelResponse:
        """The recorded response, if the request is the recorded one."""
        if self._now is None or self._now.is_over:
            self._now = self._next(request)
        self.requests += 1
        return self._now.complete(request)

    def _next(self, request: ModelRequest) -> ReplayProvider:
        if not self._waiting:
            raise ReplayMismatchError(request=1, part="of a run that was not recorded", byte=0)
        begins = [message_text(message) for message in request.messages]
        known = [at for at, (first, _) in enumerate(self._waiting) if first == begins]
        return self._waiting.pop(known[0] if known else 0)[1]


def runs_of(lines: Sequence[Mapping[str, Any]]) -> list[Trace]:
    """The runs of language models among the lines of an import's trace; the rules are no model."""
    runs = [list(each) for _, each in groupby(lines, key=lambda line: line["run"])]
    return [Trace(run) for run in runs if run and run[0].get("provider") != "offline"]


def _first(run: Trace) -> list[str]:
    asked = next((line for line in run.entries if line["kind"] == "request"), None)
    found: list[str] = list(asked["new"]) if asked else []  # type: ignore[call-overload]
    return found
