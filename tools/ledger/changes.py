"""What a model may suggest to change, and what it is answered: never a change itself.

`draft_patch` mends the reading of a page, which proves nothing until arithmetic does;
`facts_propose` writes a proposal that only a person can commit. No tool commits.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from tools.argument_types import Arguments, Whole
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
    """The draft's new etag, which of its checks fail now, and what is open, by line."""

    etag: str
    failed_checks: tuple[str, ...] = ()
    open: tuple[tuple[int, str], ...] = ()


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
    """What was cited does not stand on line {line} of the page: {why}."""

    code: ClassVar[str] = "not_on_page"
    hint: ClassVar[str | None] = "copy the words exactly as search_statement shows them"
    field: ClassVar[str | None] = "rows"


class NotProposableError(ToolError):
    """This cannot be proposed: {why}."""

    code: ClassVar[str] = "not_proposable"
    hint: ClassVar[str | None] = "propose only what get_differences lists as open"
    field: ClassVar[str | None] = "changes"
