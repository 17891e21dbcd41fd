"""What a model may say of a statement: a claim, which decides nothing but where to look."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class Claim(BaseModel):
    """A model's answer about one statement. Its verdict is recorded and never acted upon."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    document_type: Literal["statement", "card_statement", "other"]
    account_id: int | None
    verdict: Literal["matched", "differences", "unproven"]
    reason: Annotated[str, Field(max_length=1000)] = ""


class Refusal(StrEnum):
    """Why a claim's account was not taken, so that nothing could be proven against it."""

    NO_ANSWER = "no_answer"
    NO_ACCOUNT = "no_account"
    ACCOUNT_NOT_TOLD = "account_not_told"
    OTHER_CURRENCY = "other_currency"
    PERIOD_UNKNOWN = "period_unknown"
