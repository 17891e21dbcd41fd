"""Whether the reader proves what a made-up layout truly says, all of it and no more."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from pipeline.drafts import Reading, StatementDraft
from pipeline.drafts import proven as as_proven
from pipeline.proof.page import prove_page
from pipeline.proof.period import Period
from pipeline.proof.stated import Before, Stated
from pipeline.reading import read_statements
from tests.support.attacks.case import ANY, Case
from tests.support.attacks.judge import proven, wrong
from tests.support.looking import seen
from tests.support.mechanisms.families import MECHANISMS


def cases(mechanism: str, seed: int = 1) -> list[Case]:
    """The honest layouts and the damaged ones of a mechanism; other seeds make other figures."""
    return list(MECHANISMS[mechanism](Random(f"{mechanism} {seed}")))


def fault(case: Case) -> str:
    """What the reader proves wrongly or, of an honest layout, does not prove; empty if nothing."""
    reading = _read(case)
    if why := wrong(reading, case):
        return f"wrong: {why}"
    truths = [truth for truth in (case.truth, *case.others) if not truth.never]
    found = proven(reading)
    if case.provable and len(found) != len(truths):
        doubts = [
            f"{check.name} {check.state} {check.detail}".strip()
            for draft in reading.statements
            for check in draft.checks
            if check.state != "passed"
        ]
        return f"proven {len(found)} of {len(truths)}: {'; '.join(doubts)[:600]}"
    if case.provable and (absent := _absent(case, found)):
        return f"not told: {absent}"
    return ""


def _read(case: Case) -> Reading:
    """The statements of the case, going on from the one before if there is one."""
    reading = read_statements(seen(case.pages))
    if case.before is None:
        return reading
    (before,) = proven(read_statements(seen(case.before)))
    assert before.period_start is not None
    assert before.period_end is not None
    assert before.closing_balance is not None
    said = Before(
        Period(before.period_start, before.period_end),
        before.closing_balance,
        before.account_mask or "",
        before.currency,
    )
    return replace(reading, statements=tuple(_after(each, said) for each in reading.statements))


def _after(draft: StatementDraft, before: Before) -> StatementDraft:
    if draft.proof is None:
        return draft
    found = prove_page(draft.proof.pages, draft.proof.witness, Stated(before=before))
    return as_proven(draft, found)


def _absent(case: Case, found: object) -> str:
    """Facts that the page prints and that none of the proven statements has."""
    assert isinstance(found, list)
    told = {
        "period": sum(each.period_end is not None for each in found),
        "currency": sum(each.currency is not None for each in found),
        "mask": sum(each.account_mask is not None for each in found),
    }
    truths = [truth for truth in (case.truth, *case.others) if not truth.never]
    printed = {
        name: sum(getattr(truth, name) not in (None, ANY) for truth in truths) for name in told
    }
    return ", ".join(name for name in told if told[name] < printed[name])
