"""How far a run may go, and which limit it reached first."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from tools.outcome import Status


@dataclass(frozen=True, slots=True)
class Limits:
    """The caps of one run; None means no cap.

    ``seconds`` is wall clock for the whole run, after which the one closing request still has
    ``grace`` seconds. ``turns`` counts model calls before that closing one. ``cost`` is in US
    dollars. ``answer_tokens`` is what one reply may be long; a reply cut off there is asked for
    once more with twice as much.
    """

    turns: int = 8
    calls: int = 32
    calls_per_turn: int = 8
    tokens: int | None = 100_000
    cost: Decimal | None = None
    seconds: float = 300.0
    grace: float = 20.0
    request_seconds: float = 120.0
    answer_tokens: int = 1024
    mistakes: int = 4
    repeats: int = 3


@dataclass(slots=True)
class Spent:
    """What a run has used so far; ``cost`` is None once a price is not known."""

    turns: int = 0
    calls: int = 0
    tokens: int = 0
    cost: Decimal | None = Decimal(0)
    seconds: float = 0.0


def reached(limits: Limits, spent: Spent) -> Status | None:
    """The first limit that the run has reached, or None."""
    if spent.seconds >= limits.seconds:
        return Status.DEADLINE
    if limits.tokens is not None and spent.tokens >= limits.tokens:
        return Status.TOKEN_CAP
    if limits.cost is not None and spent.cost is not None and spent.cost >= limits.cost:
        return Status.COST_CAP
    if spent.calls >= limits.calls:
        return Status.CALL_CAP
    return Status.TURN_CAP if spent.turns >= limits.turns else None
