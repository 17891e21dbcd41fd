"""What a model may say of a statement and of its differences: claims, which decide nothing."""

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
    """What a statement says beyond its rows."""

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
    """One fact as a model reads it on the page, where the kernel supports none.

    ``value`` is a decimal string, an ISO day, an ISO currency, the last digits of a number, or
    words; ``text`` is the row of ``page`` that it is on."""

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


class What(StrEnum):
    """What an odd row is, or why a difference is there."""

    FEE = "fee"
    INTEREST = "interest"
    TAX = "tax"
    REFUND = "refund"
    REVERSAL = "reversal"
    TRANSFER = "transfer"
    CHARGED_TWICE = "charged_twice"
    CHEQUE = "cheque"
    CASH = "cash"
    NOT_BOOKED = "not_booked"
    BOOKED_TWICE = "booked_twice"
    OTHER_ACCOUNT = "other_account"
    TYPING_SLIP = "typing_slip"
    ANOTHER_DAY = "another_day"
    LATER_STATEMENT = "later_statement"
    SPLIT = "split"
    JOINED = "joined"
    TIP_OR_EXCHANGE = "tip_or_exchange"
    CANCELLED = "cancelled"
    OTHER = "other"


class Act(StrEnum):
    """What a model may suggest to do, of what a person can do about a difference."""

    ADD = "add"
    AMEND = "amend"
    REMOVE = "remove"
    MOVE = "move"
    PAIR = "pair"
    SPLIT = "split"
    OUTSTANDING = "outstanding"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Couple:
    """One line, by its ordinal, and one entry, by its id, that are said to be the same fact."""

    line: int
    entry: int


@dataclass(frozen=True, slots=True)
class Opinion:
    """What was said of one difference, with the lines and entries that it rests on.

    ``about`` identifies the difference as the model saw it, and ``rests`` the rows that it named:
    where either is another now, the opinion is about nothing any more. ``why`` is empty where the
    sentence held a figure that the model was not shown."""

    about: str
    rests: str
    what: What | None
    pairs: tuple[Couple, ...]
    why: str
    lines: tuple[int, ...]
    entries: tuple[int, ...]
    act: Act | None


@dataclass(frozen=True, slots=True)
class Asked:
    """Which model was asked about a statement's differences, how that ended, and what it said."""

    model: str
    status: str
    opinions: tuple[Opinion, ...] = ()
