"""What a model may suggest to change, and what it is answered: never a change itself.

`draft_patch` mends the reading of a page, which proves nothing until arithmetic does;
`facts_propose` writes a proposal that only a person can commit. No tool commits.
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field

from tools.argument_types import Amount, Arguments, IsoDate, Whole
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
    """What a proposal would do to the ledger."""

    ADD = "add"
    CHANGE = "change"
    REMOVE = "remove"


class FactChange(Arguments):
    """One entry to add, change or remove; ``entry`` is its id, for the latter two."""

    action: Action
    account_id: Whole
    entry: Whole | None = None
    date: IsoDate | None = None
    amount: Amount | None = None
    description: str | None = Field(default=None, max_length=500)


class Evidence(Arguments):
    """Where a change is seen: a line of a statement."""

    statement: str
    line: int = Field(ge=1)


class FactsPropose(Arguments):
    """A proposal. The same ``request_id`` twice is the same proposal; ``ledger_etag`` pins it to
    the ledger as it was read."""

    request_id: str = Field(min_length=1, max_length=100)
    ledger_etag: str
    changes: tuple[FactChange, ...] = Field(min_length=1, max_length=50)
    reason: str = Field(max_length=500)
    evidence: tuple[Evidence, ...] = ()


class Shape(BaseModel):
    """A frozen value a model reads; nulls are left out of its JSON."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Patched(Shape):
    """The draft's new etag, and which of its checks fail now."""

    etag: str
    failed_checks: tuple[str, ...] = ()


class Proposed(Shape):
    """A proposal that waits for a person."""

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
