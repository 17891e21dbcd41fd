"""The JSON of verbs that answer with a few facts, documented in docs/other-json.md."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any

from pydantic import BaseModel

from app.shapes.imports import ImportShape
from app.shapes.writing import JsonShape, Versioned
from tools.loop.outcome import Status
from tools.model_settings import ModelSettings


class State(StrEnum):
    """How a part is."""

    #: works
    GOOD = "good"
    #: is not there, and is needed only by those who want it
    OPTIONAL = "optional"
    #: has to be mended
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """One part, how it is, the facts, and the remedy (empty if all is well)."""

    part: str
    state: State
    detail: str
    remedy: str = ""


class CallShape(JsonShape):
    """One call of a tool, with the arguments as the model wrote them."""

    name: str
    arguments: dict[str, Any]
    ok: bool


class CellShape(JsonShape):
    """A value, or with ``column`` null a row, that a look-up returned, and the sentence that says
    it; ``look`` counts the look-ups."""

    look: int
    row: int | str | None
    column: str | None
    values: dict[str, Any]
    sentence: str


class AnswerShape(Versioned):
    """What a model answered; ``tokens`` are in and out together, ``tokens_estimated`` where its
    server did not count them, ``cost`` in US dollars.

    ``answer`` says the ``cells`` that the model pointed at, in the program's words. ``looked`` is
    what was looked up, in words, ``proposals`` the ids of what it suggested. ``conversation`` names
    that which goes on, where a server remembers it."""

    status: Status
    answer: str
    model: str
    cells: tuple[CellShape, ...]
    looked: tuple[str, ...]
    calls: tuple[CallShape, ...]
    proposals: tuple[int, ...]
    turns: int
    tool_calls: int
    tokens: int
    tokens_estimated: bool
    cost: Decimal | None
    conversation: str | None = None


class ReplayedShape(Versioned):
    """Whether a stored run ends the same; ``difference`` is the first, or null."""

    import_id: int
    model: str
    runs: int
    requests: int
    same: bool
    difference: str | None


class DemoShape(Versioned):
    """Where the demo is, and the outcome of its documents."""

    folder: str
    database: str
    documents: tuple[ImportShape, ...]


class FindingsShape(Versioned):
    """What the examination of this machine found."""

    findings: tuple[Finding, ...]


class RevisionShape(Versioned):
    """The revision of the tables, null before there are tables, and the one that is needed."""

    place: str
    revision: str | None
    needed: str


class RecountedShape(Versioned):
    """How many monthly totals were not what the entries come to."""

    wrong: int


class UnlockedShape(Versioned):
    """A lock that is released."""

    lock_id: int
    released: bool


class ModelsCheckedShape(Versioned):
    """Whether the files are in order, and what the model asked for speaks: in which format it
    takes tools, by what that was found, and what its server's template needs."""

    valid: bool
    models: int
    name: str | None
    format: str | None
    why: str | None
    quirks: tuple[str, ...]


class _Named(BaseModel):
    name: str


class ModelShape(ModelSettings, _Named):
    """A model by its name, with every key that a models file may give it."""
