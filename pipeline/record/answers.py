"""What people said of a statement, as it is kept: whose it is, and answers to hypotheses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from db.models import Statement
from pipeline.proof import Answer


def answers_in(stated: Mapping[str, Any] | None) -> tuple[Answer, ...]:
    """The answers to what arithmetic cannot see, in the order in which they were given."""
    return tuple(Answer(**each) for each in (stated or {}).get("answers", ()))


def with_answer(
    stated: Mapping[str, Any] | None, hypothesis: str, value: str, by: str, at: str
) -> dict[str, Any]:
    """What is kept after one more answer, which goes before an earlier one about the same."""
    kept = dict(stated or {})
    every = list(kept.get("answers", ()))
    number = max((each["id"] for each in every), default=0) + 1
    said = {"id": number, "hypothesis": hypothesis, "value": value, "by": by, "at": at}
    return {**kept, "answers": [*every, said]}


def without_answer(stated: Mapping[str, Any] | None, number: int) -> dict[str, Any] | None:
    """What is kept after an answer was taken back; None if that leaves nothing."""
    kept = dict(stated or {})
    every = [each for each in kept.get("answers", ()) if each["id"] != number]
    rest = {**kept, "answers": every}
    if not every:
        del rest["answers"]
    return rest or None


def chosen_by(row: Statement) -> str:
    """Who said that the statement is of its account: in a review, or when it was handed in; empty
    where nobody did."""
    stated = row.stated or {}
    if stated.get("account") is not None and stated["account"] == row.account_id:
        return str(stated.get("by") or "person")
    asked = row.work.options or {}
    if asked.get("named_account") is not None and asked["named_account"] == row.account_id:
        return row.work.handed_in_by or "person"
    return ""
