"""What a model may say of a statement: a claim, which decides nothing but where to look."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from db.words import OtherDocument


class Claim(BaseModel):
    """A model's answer about one statement. Its verdict is recorded and never acted upon."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    document_type: Literal["statement", "card_statement", "other"]
    account_id: int | None
    verdict: Literal["matched", "differences", "unproven"]
    reason: Annotated[str, Field(max_length=1000)] = ""


class FactName(StrEnum):
    """What a statement says besides its rows."""

    OPENING_BALANCE = "opening_balance"
    CLOSING_BALANCE = "closing_balance"
    PERIOD_START = "period_start"
    PERIOD_END = "period_end"
    CURRENCY = "currency"
    ACCOUNT_NUMBER = "account_number"
    KIND = "kind"
    INSTITUTION = "institution"


@dataclass(frozen=True, slots=True)
class Citation:
    """One fact as a model reads it on the page, where the kernel bears none out.

    ``value`` is a decimal string, an ISO day, an ISO currency, the last digits of a number, or
    words; ``text`` is the row of ``page`` that it stands on.
    """

    name: FactName
    value: str
    page: int
    text: str


class Refusal(StrEnum):
    """Why a claim's account was not taken, so that nothing could be proven against it."""

    NO_ANSWER = "no_answer"
    NO_ACCOUNT = "no_account"
    ACCOUNT_NOT_TOLD = "account_not_told"
    OTHER_CURRENCY = "other_currency"
    PERIOD_UNKNOWN = "period_unknown"


class About(BaseModel):
    """What is said of a document that holds no statement: proven by nothing, and of no effect.

    ``by`` names the model that said so; None is the words on its first page.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: OtherDocument
    summary: str = ""
    by: str | None = None
