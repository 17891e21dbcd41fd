"""The statement as read so far: a draft that later stages prove or doubt, never the truth."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from enum import StrEnum

from pipeline.pages.words import Box


class CheckState(StrEnum):
    """What a check found. Unavailable is not passed."""

    PASSED = "passed"
    FAILED = "failed"
    UNAVAILABLE = "unavailable"


class DraftStatus(StrEnum):
    """Whether the page's own arithmetic proves the reading."""

    PROVEN = "proven"
    UNPROVEN = "unproven"


class StatementKind(StrEnum):
    """What sort of account the statement is about."""

    CHECKING = "checking"
    SAVINGS = "savings"
    CARD = "card"
    LOAN = "loan"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Check:
    """One named test with its figures, as text a person can compare."""

    name: str
    state: CheckState
    expected: str | None = None
    found: str | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a statement.

    ``amount`` and ``balance`` are integer minor units in the holder's sign: money out, and a card
    purchase, is negative; a debt is a negative balance. ``raw`` is the row's literal text and
    ``bbox`` its place on ``page`` (counted from 1). ``method`` names who read it: ``layout``,
    ``ocr`` or ``model``.
    """

    ordinal: int
    page: int
    bbox: Box
    date: datetime.date | None
    value_date: datetime.date | None
    description: str
    amount: int
    balance: int | None
    raw: str
    method: str = "layout"


@dataclass(frozen=True, slots=True)
class StatementDraft:
    """One account over one period as the document tells it.

    Money is integer minor units of ``exponent`` decimal digits; ``currency`` is an ISO code, or
    None where the page does not say. ``says_no_lines`` is true only if the page itself states
    that there were no transactions.
    """

    institution: str | None
    account_name: str | None
    account_mask: str | None
    kind: StatementKind
    currency: str | None
    exponent: int
    period_start: datetime.date | None
    period_end: datetime.date | None
    opening_balance: int | None
    closing_balance: int | None
    status: DraftStatus
    checks: tuple[Check, ...]
    lines: tuple[Line, ...]
    says_no_lines: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What reading one document gave: its statements, what to tell a person, and its cost."""

    statements: tuple[StatementDraft, ...]
    warnings: tuple[str, ...] = ()
    readings_tried: int = 0
