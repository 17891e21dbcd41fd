"""Models in a rut ask the same thing over and over: answer from memory, then stop the run."""

from __future__ import annotations

from dataclasses import dataclass, field

from tools.dispatch import Outcome, Prepared
from tools.envelope import Envelope, failure

_PASSING = frozenset({"timeout", "tool_failed"})
_PERHAPS_DONE = frozenset({"outcome_unknown"})


@dataclass(slots=True)
class Repeats:
    """Counts identical calls of one run and remembers which of them have an answer."""

    counts: dict[str, int] = field(default_factory=dict)
    answered: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)

    def notice(self, prepared: Prepared) -> Envelope | None:
        """Count a call; the answer to give instead of running it again, if it need not run."""
        key = _key(prepared)
        self.counts[key] = self.counts.get(key, 0) + 1
        if self.counts[key] == 1 or key not in self.answered:
            self.answered.add(key)
            return None
        return failure(
            "repeated_call",
            "unchanged: this same call was made before and its result stands above",
            hint="use that result, call something else, or answer",
        )

    def remember(self, prepared: Prepared, outcome: Outcome) -> None:
        """Note what came of a call: a failure that may pass can be tried again, and after a
        write nothing read before it is certain any more, so that it may be read again."""
        key = _key(prepared)
        if outcome.envelope.code in _PASSING:
            self.answered.discard(key)
        writes = prepared.tool is not None and not prepared.tool.read_only
        if writes and (outcome.envelope.ok or outcome.envelope.code in _PERHAPS_DONE):
            self.writes.add(key)
            self.answered = {key}
            self.counts = {each: n for each, n in self.counts.items() if each in self.writes}

    @property
    def worst(self) -> int:
        """How often the most repeated call was made."""
        return max(self.counts.values(), default=0)


def _key(prepared: Prepared) -> str:
    return prepared.key or f"{prepared.call.name} {prepared.call.arguments}"
