"""The JSON of verbs that answer with a few facts, documented in docs/other-json.md."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from app.doctor.findings import Finding
from app.shapes.imports import ImportShape
from app.shapes.writing import Versioned
from tools.outcome import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerShape(Versioned):
    """What a model answered; ``tokens`` are in and out together, ``cost`` in US dollars."""

    status: Status
    answer: str
    turns: int
    tool_calls: int
    tokens: int
    cost: Decimal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoShape(Versioned):
    """Where the demo is, and what came of its documents."""

    folder: str
    database: str
    documents: tuple[ImportShape, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingsShape(Versioned):
    """What the examination of this machine found."""

    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisionShape(Versioned):
    """The revision of the tables, null if there are none, and the one that is needed."""

    place: str
    revision: str | None
    needed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecountedShape(Versioned):
    """How many monthly totals were not what the entries come to."""

    wrong: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnlockedShape(Versioned):
    """A lock that is released."""

    lock_id: int
    released: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelsCheckedShape(Versioned):
    """Whether the files are in order, and what the model asked for speaks: in which format it
    takes tools, by what that was found, and what its server's template needs."""

    valid: bool
    models: int
    name: str | None
    format: str | None
    why: str | None
    quirks: tuple[str, ...]
