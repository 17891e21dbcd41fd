"""Generated statements and ledgers with one kind of fault each: every fault is told as what it is.

`python -m tests.unit.pipeline.matching.test_faults 2000` runs as many examples and reports.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from db.words import Verdict
from pipeline.drafts import Line
from pipeline.ledger_side import LedgerSide
from pipeline.matching.match import match
from pipeline.matching.shapes import DifferenceKind, Matching, Period
from pipeline.proof import Proof, prove
from tests.support.statements import Entry, draft, line

START, END = date(2026, 6, 1), date(2026, 6, 30)
PERIOD = Period(START, END)
OPENING = 1_000_000
PAYEES = (
    "Coffee House",
    "City Rent Office",
    "Dr Vogel Dentist",
    "Northern Rail",
    "Water Works",
    "Zebra Books",
    "Quick Fuel",
    "Mango Insurance",
)


class Fault(StrEnum):
    """What was done to the ledger."""

    NONE = "none"
    MISSING = "missing"
    EXTRA = "extra"
    CHANGED = "changed"
    MOVED = "moved"
    DOUBLED = "doubled"
    SWAPPED = "swapped"


@dataclass(frozen=True, slots=True)
class Case:
    """A statement's lines, the ledger's entries, and what was done to them."""

    lines: tuple[Line, ...]
    entries: tuple[Entry, ...]
    fault: Fault
    lines_hit: frozenset[int] = frozenset()
    entries_hit: frozenset[int] = frozenset()


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Few amounts and payees, so that rows are often equal or nearly so."""
    rows = draw(
        st.lists(
            st.tuples(
                st.integers(1, 30),
                st.sampled_from([-350, -999, -1_250, -90_000, 5_000, 250_000]),
                st.sampled_from(PAYEES),
            ),
            min_size=1,
            max_size=14,
        )
    )
    lines = tuple(line(n, day, amount, who) for n, (day, amount, who) in enumerate(sorted(rows)))
    shifts = draw(st.lists(st.integers(0, 1), min_size=len(lines), max_size=len(lines)))
    entries = tuple(
        Entry(100 + row.ordinal, _shifted(row, shift), row.amount, row.description)
        for row, shift in zip(lines, shifts, strict=True)
    )
    fault = draw(st.sampled_from(list(Fault)))
    return FAULTS[fault](draw, lines, entries)


def _shifted(row: Line, days: int) -> date:
    assert row.date is not None
    return min(row.date + timedelta(days=days), END)


def _none(_draw: st.DrawFn, lines: tuple[Line, ...], entries: tuple[Entry, ...]) -> Case:
    return Case(lines, entries, Fault.NONE)


def _missing(draw: st.DrawFn, lines: tuple[Line, ...], entries: tuple[Entry, ...]) -> Case:
    lost = draw(st.sampled_from(entries))
    rest = tuple(entry for entry in entries if entry is not lost)
    return Case(lines, rest, Fault.MISSING, frozenset({lost.id - 100}))


def _extra(draw: st.DrawFn, lines: tuple[Line, ...], entries: tuple[Entry, ...]) -> Case:
    amount = draw(st.sampled_from([-350, -999, -7_777]))
    day = START + timedelta(days=draw(st.integers(0, 29)))
    added = Entry(500, day, amount, draw(st.sampled_from(["Unheard of", "Gym Club"])))
    return Case(lines, (*entries, added), Fault.EXTRA, entries_hit=frozenset({500}))


def _changed(draw: st.DrawFn, lines: tuple[Line, ...], entries: tuple[Entry, ...]) -> Case:
    hit = draw(st.sampled_from(entries))
    wrong = replace(hit, amount_minor=draw(st.sampled_from([-hit.amount_minor, -13_337, -4_321])))
    return _instead(lines, entries, hit, wrong, Fault.CHANGED)


def _moved(draw: st.DrawFn, lines: tuple[Line, ...], entries: tuple[Entry, ...]) -> Case:
    hit = draw(st.sampled_from(entries))
    away = [d for d in range(30) if abs((START + timedelta(days=d) - hit.booked_on).days) > 4]
    wrong = replace(hit, booked_on=START + timedelta(days=draw(st.sampled_from(away))))
    return _instead(lines, entries, hit, wrong, Fault.MOVED)


def _instead(
    lines: tuple[Line, ...], entries: tuple[Entry, ...], hit: Entry, wrong: Entry, fault: Fault
) -> Case:
    changed = tuple(wrong if entry is hit else entry for entry in entries)
    return Case(lines, changed, fault, frozenset({hit.id - 100}), frozenset({hit.id}))


def _doubled(draw: st.DrawFn, lines: tuple[Line, ...], entries: tuple[Entry, ...]) -> Case:
    twin = replace(draw(st.sampled_from(entries)), id=500)
    return Case(lines, (*entries, twin), Fault.DOUBLED, entries_hit=frozenset({500}))


def _swapped(draw: st.DrawFn, lines: tuple[Line, ...], entries: tuple[Entry, ...]) -> Case:
    couples = [
        (one, two)
        for one in entries
        for two in entries
        if one.amount_minor == two.amount_minor
        and one.description < two.description
        and abs((one.booked_on - two.booked_on).days) > 1
    ]
    assume(couples)
    one, two = draw(st.sampled_from(couples))
    other = {one.id: two.description, two.id: one.description}
    changed = tuple(replace(e, description=other.get(e.id, e.description)) for e in entries)
    ids = frozenset(other)
    return Case(lines, changed, Fault.SWAPPED, frozenset(n - 100 for n in ids), ids)


FAULTS: dict[Fault, Callable[[st.DrawFn, tuple[Line, ...], tuple[Entry, ...]], Case]] = {
    Fault.NONE: _none,
    Fault.MISSING: _missing,
    Fault.EXTRA: _extra,
    Fault.CHANGED: _changed,
    Fault.MOVED: _moved,
    Fault.DOUBLED: _doubled,
    Fault.SWAPPED: _swapped,
}

EXPECTED = {
    Fault.MISSING: DifferenceKind.MISSING_IN_LEDGER,
    Fault.EXTRA: DifferenceKind.MISSING_IN_STATEMENT,
    Fault.CHANGED: DifferenceKind.AMOUNT_DIFFERS,
    Fault.MOVED: DifferenceKind.DATE_DIFFERS,
    Fault.DOUBLED: DifferenceKind.DUPLICATE_IN_LEDGER,
    Fault.SWAPPED: DifferenceKind.AMBIGUOUS,
}


def judged(case: Case) -> tuple[Matching, Proof]:
    """The matching and the proof against a ledger whose balances are what its entries make."""
    found = match(case.lines, case.entries, PERIOD)
    side = LedgerSide(
        account_id=1,
        account_name="Everyday",
        currency="EUR",
        opening=OPENING,
        closing=OPENING + sum(e.amount_minor for e in case.entries if e.booked_on <= END),
        entries=case.entries,
    )
    return found, prove(draft(case.lines, opening=OPENING), side, found)


def amounts_hit(case: Case) -> set[int]:
    """Every amount that the fault touches, on either side."""
    return {row.amount for row in case.lines if row.ordinal in case.lines_hit} | {
        entry.amount_minor for entry in case.entries if entry.id in case.entries_hit
    }


def stands_alone(case: Case) -> bool:
    """Whether no untouched row has an amount that the fault touches."""
    hit = amounts_hit(case)
    lines = [row for row in case.lines if row.ordinal not in case.lines_hit]
    twin = {e.id for e in case.entries if case.fault is Fault.DOUBLED and e.amount_minor in hit}
    return len(twin) <= 2 and (
        case.fault is Fault.DOUBLED or not any(row.amount in hit for row in lines)
    )


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(cases())
def test_every_fault_is_told_as_what_it_is_and_nothing_else_is(case: Case) -> None:
    check(case)


def check(case: Case) -> None:
    """The property, for one case."""
    found, proof = judged(case)
    if case.fault is Fault.NONE:
        assert found.differences == ()
        assert proof.verdict is Verdict.MATCHED
        return
    assert proof.verdict is not Verdict.MATCHED
    assert found.differences
    hit = amounts_hit(case)
    lines = {row.ordinal: row.amount for row in case.lines}
    entries = {entry.id: entry.amount_minor for entry in case.entries}
    for difference in found.differences:
        assert {lines[n] for n in difference.lines} <= hit
        assert {entries[n] for n in difference.entries} <= hit
    if stands_alone(case):
        (difference,) = found.differences
        assert difference.kind is EXPECTED[case.fault]
        assert case.lines_hit <= set(difference.lines)
        assert case.entries_hit <= set(difference.entries)


def main(examples: int) -> None:
    """Run so many examples and say what they were."""
    counted: dict[str, int] = {}

    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    @given(cases())
    def run(case: Case) -> None:
        key = f"{case.fault}{' alone' if stands_alone(case) else ''}"
        counted[key] = counted.get(key, 0) + 1
        check(case)

    run()
    sys.stdout.write("".join(f"{name}: {count}\n" for name, count in sorted(counted.items())))


if __name__ == "__main__":
    main(int(sys.argv[1]))
