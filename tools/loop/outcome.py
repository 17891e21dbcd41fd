"""How a run ended, as data with the whole history, and the limits that can end it."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, TypeVar

from tools.loop.messages import Message, ToolCall, Usage
from tools.loop.trace import Trace

if TYPE_CHECKING:
    from pydantic import BaseModel

    from db.errors import TieoutError


Answer = TypeVar("Answer", bound="BaseModel")


class Status(StrEnum):
    """Why a run ended."""

    OK = "ok"  # the model answered, and the answer has the shape asked for
    TURN_CAP = "turn_cap"  # after the turns allowed, the closing request was the last one
    CALL_CAP = "call_cap"  # as many tool calls as allowed were made
    TOKEN_CAP = "token_cap"  # as many tokens as allowed were used
    COST_CAP = "cost_cap"  # as much money as allowed was spent
    DEADLINE = "deadline"  # the wall clock ran out
    TRUNCATED = "truncated"  # the reply was cut off, twice
    EMPTY = "empty"  # the model said nothing, twice
    STALLED = "stalled"  # the same call again and again
    REFUSED = "refused"  # the server's content filter withheld the reply
    REPAIR_EXHAUSTED = "repair_exhausted"  # too many calls that could not be run
    CONTEXT_LOST = "context_lost"  # the server silently dropped part of the conversation
    PROVIDER_ERROR = "provider_error"  # the server failed; `error` says how
    INVALID_ANSWER = "invalid_answer"  # the answer has not the shape asked for, twice
    UNAVAILABLE = "unavailable"  # the server, or what a tool needs, could not be had; `away` is why
    CANCELLED = "cancelled"  # the caller called it off


@dataclass(frozen=True, slots=True)
class RunError:
    """What the provider failed with: a stable code and a text for people."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class LoopResult(Generic[Answer]):
    """The outcome of one run.

    ``answer`` is set whenever a valid one was given, also by the closing request at a cap. ``text``
    is the model's last text, free of tool markup. ``turns`` counts model calls, ``calls`` the tool
    calls answered; ``cost`` is US dollars, None when a price is not known. ``away`` is what is
    between the model and an answer, and says nothing of what was asked: a server that is away, the
    database under a tool, a key that is refused."""

    status: Status
    answer: Answer | None = None
    text: str = ""
    messages: tuple[Message, ...] = ()
    usage: Usage = field(default_factory=Usage)
    cost: Decimal | None = None
    turns: int = 0
    calls: int = 0
    trace: Trace = field(default_factory=Trace)
    pending_calls: tuple[ToolCall, ...] = ()
    warnings: tuple[str, ...] = ()
    error: RunError | None = None
    away: TieoutError | None = None


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
