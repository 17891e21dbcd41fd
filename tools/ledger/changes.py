"""What a model may suggest to change, and what it is answered: never a change itself.

`draft_patch` mends the reading of a page, which proves nothing until arithmetic does;
`facts_propose` writes a proposal that only a person can commit. No tool commits.
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field

from tools.argument_types import Arguments, Whole
from tools.errors import ToolError


class LineField(StrEnum):
    """What of a line can be mended."""

    DATE = "date"
    AMOUNT = "amount"
    BALANCE = "balance"
    DESCRIPTION = "description"


class LineChange(Arguments):
    """One value of one line, as it stands on the page."""

    line: int = Field(ge=1)
    field: LineField
    value: str = Field(min_length=1, max_length=500)


class DraftPatch(Arguments):
    """Changes that are made all together or not at all; ``etag`` names the draft they are for."""

    statement: str
    etag: str
    changes: tuple[LineChange, ...] = Field(min_length=1, max_length=50)


class Action(StrEnum):
    """What a proposal would do about a difference."""

    ADD = "add"
    AMEND = "amend"
    REMOVE = "remove"
    PAIR = "pair"


class FactChange(Arguments):
    """One thing to do about an open difference: ``add`` each of the lines to the ledger, ``amend``
    an entry to say what a line does, ``remove`` entries, ``pair`` one with several of the others.
    Amounts and dates come from the page, never from a model."""

    action: Action
    lines: tuple[Whole, ...] = Field(default=(), max_length=50)
    entries: tuple[Whole, ...] = Field(default=(), max_length=50)


class FactsPropose(Arguments):
    """A proposal about one statement. The same ``request_id`` twice is the same proposal; ``etag``
    pins it to the differences as they were read."""

    request_id: str = Field(min_length=1, max_length=100)
    statement: str
    etag: str
    changes: tuple[FactChange, ...] = Field(min_length=1, max_length=50)
    reason: str = Field(min_length=1, max_length=500)


class Shape(BaseModel):
    """A frozen value a model reads; nulls are left out of its JSON."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Patched(Shape):
    """The draft's new etag, and which of its checks fail now."""

    etag: str
    failed_checks: tuple[str, ...] = ()


class Proposed(Shape):
    """A proposal, and what a person said to it: ``pending`` is nothing yet."""

    proposal_id: int
    status: str = "pending"


class StaleError(ToolError):
    """What you saw has changed since."""

    code: ClassVar[str] = "stale"
    hint: ClassVar[str | None] = "read it again and use the new etag"
    field: ClassVar[str | None] = "etag"


class LockedError(ToolError):
    """The period {period} of account {account_id} is reconciled and locked."""

    code: ClassVar[str] = "locked"
    hint: ClassVar[str | None] = "nothing automatic may change it; say so in your answer"


class NotOnPageError(ToolError):
    """The value for line {line} does not stand in that line on the page."""

    code: ClassVar[str] = "not_on_page"
    hint: ClassVar[str | None] = "copy the value exactly as get_lines or search_statement shows it"
    field: ClassVar[str | None] = "changes"


class NotProposableError(ToolError):
    """This cannot be proposed: {why}."""

    code: ClassVar[str] = "not_proposable"
    hint: ClassVar[str | None] = "propose only what get_differences lists as open"
    field: ClassVar[str | None] = "changes"
