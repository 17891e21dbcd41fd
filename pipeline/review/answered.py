"""Turns a person's answers into values of hypotheses, under the reading that they fit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from pipeline.drafts import Line, StatementDraft, prove_draft
from pipeline.proof import Convention
from pipeline.review.errors import AnswersDisagree


@dataclass(frozen=True, slots=True)
class Answers:
    """What a person says of what arithmetic cannot see; None where nothing is said."""

    start: date | None = None
    end: date | None = None
    largest: Literal["in", "out"] | None = None
    balance: Literal["have", "owe"] | None = None
    currency: str | None = None
    order: Literal["dmy", "mdy", "ymd"] | None = None
    booking: Literal["day", "second"] | None = None


def answered(draft: StatementDraft, said: Answers) -> tuple[StatementDraft, dict[str, str]]:
    """The statement under the reading that fits the answers, and the value of each hypothesis that
    they settle. Raises AnswersDisagree where the page denies them."""
    assert draft.proof is not None
    assert draft.witness is not None
    convention = _convention(draft, said)
    witness = replace(draft.witness, convention=convention)
    others = tuple(each for each in draft.witnesses if each != witness)
    known = draft.witnesses.index(witness) if witness in draft.witnesses else None
    every = draft.witnesses if known is not None else (witness, *others)[: max(len(others), 1) + 1]
    read = prove_draft(
        replace(draft, witnesses=every[:8]), draft.proof.document, witness, answers=draft.answers
    )
    _refuse_contradictions(draft, read, said)
    _refuse_days_outside(read, said)
    found = {each.name: each.value for each in read.hypotheses}
    values: dict[str, str] = {}
    if said.largest is not None:
        values["direction"] = found["direction"]
    if said.balance is not None:
        values |= {"side": found["side"], "ends": found["ends"]}
    if said.currency is not None:
        values["currency"] = said.currency
    if said.start is not None and said.end is not None:
        values["period"] = f"{said.start} to {said.end}"
    if said.order is not None:
        values["order"] = found["order"]
    if said.booking is not None and "booking" in found:
        values["booking"] = found["booking"]
    return read, values


def largest(draft: StatementDraft) -> Line | None:
    """The line with the largest amount, which a person is asked about; of equals the first."""
    return max(draft.lines, key=lambda line: (abs(line.amount), -line.ordinal), default=None)


def _convention(draft: StatementDraft, said: Answers) -> Convention:
    """The convention under which the largest line and the closing balance are what was said."""
    assert draft.witness is not None
    convention = draft.witness.convention
    line = largest(draft)
    if said.order is not None:
        convention = replace(convention, order=said.order)
    if said.booking is not None:
        convention = replace(convention, booking=said.booking)
    side = convention.side
    closing = draft.closing_balance if draft.closing_balance is not None else draft.opening_balance
    if said.balance is not None and closing:
        is_theirs = said.balance == "have"
        side = side if (closing > 0) == is_theirs else _other(side)
    way = 1 if line is None or line.amount > 0 else -1
    now_in = (way > 0) == (side == convention.side)
    convention = replace(convention, side=side)
    if said.largest is not None and line is not None and (said.largest == "in") != now_in:
        convention = replace(
            convention,
            columns=tuple(replace(each, moves=-each.moves) for each in convention.columns),
            marks=tuple((mark, -moves) for mark, moves in convention.marks),
        )
    return convention


def _other(side: str) -> Literal["money", "debt"]:
    return "debt" if side == "money" else "money"


def _refuse_contradictions(was: StatementDraft, now: StatementDraft, said: Answers) -> None:
    """Answers under which the page's figures hold no more cannot all be right."""
    if was.proof is None or now.proof is None or not was.proof.holds or now.proof.holds:
        return
    if said.largest and said.balance:
        why = "the balances go the other way than the largest line and the closing balance together"
    elif said.largest:
        why = "the printed balances go the other way than that line would take them"
    else:
        why = "the days or figures of the page cannot be read so"
    raise AnswersDisagree(why=why)


def _refuse_days_outside(draft: StatementDraft, said: Answers) -> None:
    """A statement has no line outside its days."""
    days = [line.date for line in draft.lines if line.date is not None]
    if said.start is None or said.end is None or not days:
        return
    for day in (min(days), max(days)):
        if not said.start <= day <= said.end:
            why = f"the days are {said.start} to {said.end}, and the page has a line of {day}"
            raise AnswersDisagree(why=why)
