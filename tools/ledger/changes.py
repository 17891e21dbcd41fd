"""What a model may suggest to change, and what it is answered: never a change itself.

`draft_patch` mends the reading of a page, which proves nothing until arithmetic does;
`facts_propose` writes a proposal that only a person can commit. No tool commits.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from tools.argument_types import Amount, Arguments, IsoDate, Whole
from tools.errors import ToolError

Cells = tuple[Annotated[str, Field(max_length=200)], ...]


class DraftPatch(Arguments):
    """Changes that are made all together or not at all; ``etag`` names the draft they are for.

    Lines are numbered as `search_statement` shows them. ``rows`` are [line, date, out, in,
    balance], each as printed and empty where nothing is, for all transactions of those lines;
    ``drop`` are lines whose rows are no transactions; ``facts`` are [name, line, words], of
    opening_balance, closing_balance, period_start, period_end, currency, account_number, kind,
    institution.
    """

    statement: str
    etag: str
    rows: tuple[Cells, ...] = Field(default=(), max_length=200)
    drop: tuple[int, ...] = Field(default=(), max_length=200)
    facts: tuple[Cells, ...] = Field(default=(), max_length=20)


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
    """The draft's new etag, which of its checks fail now, and what is open, by line."""

    etag: str
    failed_checks: tuple[str, ...] = ()
    open: tuple[tuple[int, str], ...] = ()


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
    """What was cited does not stand on line {line} of the page: {why}."""

    code: ClassVar[str] = "not_on_page"
    hint: ClassVar[str | None] = "copy the words exactly as search_statement shows them"
    field: ClassVar[str | None] = "rows"
