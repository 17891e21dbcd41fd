"""The rule that makes a reading proven, as named checks with their figures.

A statement is proven when opening + Σ amounts = closing with opening and closing printed apart
from the rows, every printed balance and total agrees (a lone misprint among many that agree is
named and forgiven), no other reading explains as much, and the way the money goes is told by the
page. See docs/reading.md for why that leaves only two errors that cancel exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from db.money import to_decimal_string
from pipeline.drafts import Check, CheckState, DraftStatus, Line
from pipeline.reading.facts import Fact
from pipeline.reading.orientation import Oriented
from pipeline.reading.search import Found
from pipeline.reading.ties import Tie

MANDATORY = frozenset(
    {
        "opening_printed",
        "closing_printed",
        "opening_plus_lines",
        "running_balance",
        "printed_totals",
        "one_reading",
        "orientation",
        "dates",
    }
)
_MAY_BE_UNAVAILABLE = frozenset({"running_balance", "printed_totals"})


@dataclass(frozen=True, slots=True)
class Doubts:
    """What the reader could not decide besides the sums."""

    dates: str = ""


def status_of(checks: Sequence[Check]) -> DraftStatus:
    """Proven if every mandatory check passed; those a page need not print may be unavailable."""
    states = {check.name: check.state for check in checks}
    for name in MANDATORY:
        state = states.get(name, CheckState.UNAVAILABLE)
        if state is CheckState.FAILED:
            return DraftStatus.UNPROVEN
        if state is CheckState.UNAVAILABLE and name not in _MAY_BE_UNAVAILABLE:
            return DraftStatus.UNPROVEN
    return DraftStatus.PROVEN


def checks_of(
    found: Found, oriented: Oriented, facts: Sequence[Fact], lines: Sequence[Line], doubts: Doubts
) -> tuple[Check, ...]:
    """Every check of one statement."""
    tie, exponent = oriented.tie, found.scale.exponent
    return (
        _printed("opening_printed", tie.opening.value if tie.opening else None, exponent),
        _printed("closing_printed", tie.closing.value if tie.closing else None, exponent),
        _sum_check(tie, exponent),
        _running_check(tie, exponent),
        _totals_check(oriented, found, facts),
        _one_reading(found),
        _orientation_check(oriented),
        _dates_check(lines, doubts),
    )


def _text(value: int | None, exponent: int) -> str | None:
    return None if value is None else to_decimal_string(value, exponent)


def _printed(name: str, value: int | None, exponent: int) -> Check:
    state = CheckState.UNAVAILABLE if value is None else CheckState.PASSED
    return Check(name, state, None, _text(value, exponent))


def _sum_check(tie: Tie, exponent: int) -> Check:
    name = "opening_plus_lines"
    if tie.opening is None:
        return Check(name, CheckState.UNAVAILABLE, detail="no opening balance is printed")
    reached = tie.opening.value + sum(tie.amounts)
    if not tie.closing:
        return Check(
            name,
            CheckState.FAILED,
            None,
            _text(reached, exponent),
            "no printed closing balance agrees",
        )
    state = CheckState.PASSED if tie.closes and reached == tie.closing.value else CheckState.FAILED
    return Check(name, state, _text(tie.closing.value, exponent), _text(reached, exponent))


def _running_check(tie: Tie, exponent: int) -> Check:
    name = "running_balance"
    told = tie.links + tie.breaks + len(tie.misprints)
    if not told:
        return Check(name, CheckState.UNAVAILABLE, detail="no balance is printed beside the rows")
    misprints = ", ".join(
        f"{_text(step.balance, exponent)} on page {step.item.row.page}" for step in tie.misprints
    )
    forgiven = not tie.breaks and (not tie.misprints or tie.holds)
    detail = f"printed but contradicted by all others: {misprints}" if misprints else ""
    state = CheckState.PASSED if forgiven else CheckState.FAILED
    return Check(name, state, f"{told} balances", f"{tie.links} agree", detail)


def _totals_check(oriented: Oriented, found: Found, facts: Sequence[Fact]) -> Check:
    name, tie = "printed_totals", oriented.tie
    came = sum(amount for amount in tie.amounts if amount > 0)
    went = -sum(amount for amount in tie.amounts if amount < 0)
    sides = {"total_in": came, "total_out": went}
    wanted = [fact for fact in facts if fact.meaning in sides]
    if not wanted:
        return Check(name, CheckState.UNAVAILABLE, detail="no totals are printed")
    agreed: list[str] = []
    failed: list[tuple[str, str]] = []
    for fact in wanted:
        value = found.scale.minor(fact.figure)
        sure = oriented.tie.convention.balance_base > 0
        if value == sides[fact.meaning] or value in _parts(tie) or (
            not sure and value in (came, went)
        ):
            agreed.append(fact.meaning)
        else:
            failed.append(
                (
                    str(_text(value, found.scale.exponent)),
                    str(_text(sides[fact.meaning], found.scale.exponent)),
                )
            )
    if failed and not _same_label_agrees(agreed, wanted):
        return Check(name, CheckState.FAILED, failed[0][0], failed[0][1], "a printed total differs")
    return Check(name, CheckState.PASSED, f"{len(wanted)} totals", f"{len(agreed)} agree")


def _same_label_agrees(agreed: Sequence[str], wanted: Sequence[Fact]) -> bool:
    """A side whose total agrees once may be printed again for a page, a year or another account."""
    return {fact.meaning for fact in wanted} <= set(agreed)


def _parts(tie: Tie) -> set[int]:
    """Sums that a page or a section may print: in and out for each page and each heading."""
    sums: dict[tuple[str, object, bool], int] = {}
    for step in tie.steps:
        if step.amount:
            for key in (("page", step.item.row.page), ("part", step.item.heading)):
                side = (*key, step.amount > 0)
                sums[side] = sums.get(side, 0) + abs(step.amount)
    return set(sums.values())


def _one_reading(found: Found) -> Check:
    if found.rivals:
        return Check(
            "one_reading",
            CheckState.FAILED,
            "1",
            str(1 + len(found.rivals)),
            "other readings explain the page as well",
        )
    return Check("one_reading", CheckState.PASSED, "1", "1")


def _orientation_check(oriented: Oriented) -> Check:
    state = CheckState.PASSED if oriented.evidence else CheckState.UNAVAILABLE
    return Check("orientation", state, detail=oriented.evidence or "which way is out is a guess")


def _dates_check(lines: Sequence[Line], doubts: Doubts) -> Check:
    missing = [line.ordinal for line in lines if line.date is None]
    if missing:
        return Check("dates", CheckState.FAILED, detail=f"no date for line {missing[0]}")
    if doubts.dates:
        return Check("dates", CheckState.FAILED, detail=f"in doubt: {doubts.dates}")
    return Check("dates", CheckState.PASSED)
