"""How a run of the loop ended: always data, with the whole history, never an exception."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, TypeVar

from tools.messages import Message, ToolCall, Usage
from tools.trace import Trace

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

    ``answer`` is set whenever a valid one was given, also by the closing request at a cap.
    ``text`` is the model's last text, free of tool markup. ``turns`` counts model calls,
    ``calls`` the tool calls answered; ``cost`` is US dollars, None when a price is not known.
    ``away`` is what stands between the model and an answer, and says nothing of what was asked: a
    server that is away, the database under a tool, a key that is refused.
    """

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
