"""Generated statements and ledgers with faults in them: every fault is reported as what it is.

One fault among rows that are often equal or nearly so; and several at once among rows that aren't.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from db.ledger.views import Entry
from db.words import Verdict
from pipeline.drafts import Line, Period
from pipeline.matching.match import Findings, findings_of, match
from pipeline.matching.shapes import DifferenceKind, Matching
from pipeline.proof import CheckState
from tests.support.statements import account, draft, ledger_entry, line

START, END = date(2026, 6, 1), date(2026, 6, 30)
PERIOD = Period(START, END)
OPENING = 1_000_000
PAYEES = (
    "Corner House",
    "City Office",
    "Dr Vogel Dentist",
    "Northern Rail",
    "Water Works",
    "Zebra Books",
    "Quick Lane",
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
    lines = tuple(
        line(n, day, amount, who) for n, (day, amount, who) in enumerate(sorted(rows), start=1)
    )
    # One at least is on its own day: where all are a day late, which day counts is open.
    others = len(lines) - 1
    shifts = [0, *draw(st.lists(st.integers(0, 1), min_size=others, max_size=others))]
    entries = tuple(
        ledger_entry(100 + row.ordinal, _shifted(row, shift), row.amount, row.description)
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
    added = ledger_entry(500, day, amount, draw(st.sampled_from(["Unheard of", "Gym Club"])))
    return Case(lines, (*entries, added), Fault.EXTRA, entries_hit=frozenset({500}))


def _changed(draw: st.DrawFn, lines: tuple[Line, ...], entries: tuple[Entry, ...]) -> Case:
    hit = draw(st.sampled_from(entries))
    wrong = replace(hit, amount_minor=draw(st.sampled_from([-hit.amount_minor, -13_337, -4_321])))
    return _instead(lines, entries, hit, wrong, Fault.CHANGED)


def _moved(draw: st.DrawFn, lines: tuple[Line, ...], entries: tuple[Entry, ...]) -> Case:
    hit = draw(st.sampled_from(entries))
    away = [d for d in range(30) if abs((START + timedelta(days=d) - hit.booked_on).days) > 4]
    wrong = replace(hit, booked_on=START + timedelta(days=draw(st.sampled_from(away))))
    case = _instead(lines, entries, hit, wrong, Fault.MOVED)
    same = [row for row in lines if row.amount == hit.amount_minor]
    assume(not _tie_out(same, [e for e in case.entries if e.amount_minor == hit.amount_minor]))
    return case


def _tie_out(lines: Sequence[Line], entries: Sequence[Entry]) -> bool:
    """Whether rows of one kind each have one of their own within three days all the same."""
    days = sorted(row.date for row in lines if row.date)
    booked = sorted(entry.booked_on for entry in entries)
    return all(abs((a - b).days) <= 3 for a, b in zip(days, booked, strict=True))


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
    named = {one.description, two.description}
    assume(not all(_tie_out(*_named(name, one, lines, changed)) for name in named))
    return Case(lines, changed, Fault.SWAPPED, frozenset(n - 100 for n in ids), ids)


def _named(
    name: str, like: Entry, lines: tuple[Line, ...], entries: tuple[Entry, ...]
) -> tuple[list[Line], list[Entry]]:
    """The rows of one payee and of the amount that an entry has."""
    amount = like.amount_minor
    return (
        [row for row in lines if (row.description, row.amount) == (name, amount)],
        [e for e in entries if (e.description, e.amount_minor) == (name, amount)],
    )


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


def judged(case: Case) -> tuple[Matching, Findings]:
    """The matching and the proof against a ledger whose balances are what its entries make."""
    found = match(case.lines, case.entries, PERIOD)
    side = account(case.entries, opening=OPENING)
    return found, findings_of(draft(case.lines, opening=OPENING), side, found)


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
def test_every_fault_is_reported_as_what_it_is_and_nothing_else_is(case: Case) -> None:
    found, findings = judged(case)
    if case.fault is Fault.NONE:
        assert found.differences == ()
        assert findings.state("paired") is findings.state("balances") is CheckState.PASSED
        assert (findings.verdict is Verdict.MATCHED) is _is_settled(findings)
        return
    assert findings.verdict is not Verdict.MATCHED
    assert found.differences
    hit = amounts_hit(case)
    lines = {row.ordinal: row.amount for row in case.lines}
    entries = {entry.id: entry.amount_minor for entry in case.entries}
    for difference in found.differences:
        assert {lines[n] for n in difference.lines} <= hit
        assert {entries[n] for n in difference.entries} <= hit
    kinds = {difference.kind for difference in found.differences}
    assert kinds & {EXPECTED[case.fault], DifferenceKind.AMBIGUOUS} or kinds == _as_well(case)
    if stands_alone(case):
        (difference,) = found.differences
        assert difference.kind is EXPECTED[case.fault]
        assert case.lines_hit <= set(difference.lines)
        assert case.entries_hit <= set(difference.entries)


def _is_settled(findings: Findings) -> bool:
    """Whether nothing is assumed: lines of one day read backwards as well as forwards."""
    return findings.state("settled") is CheckState.PASSED


def _as_well(case: Case) -> set[DifferenceKind]:
    """What a ledger tells that is the same as one with another fault.

    An entry moved to where an equal one is: one is missing there, one is twice here. And of one
    that is there twice among equal ones of several days, the one that stays over may be of a day
    of its own, of which nobody can tell which line it repeats.
    """
    if case.fault is Fault.DOUBLED:
        (twice,) = (entry for entry in case.entries if entry.id in case.entries_hit)
        days = {row.date for row in case.lines if row.amount == twice.amount_minor}
        return {DifferenceKind.MISSING_IN_STATEMENT} if len(days) > 1 else set()
    if case.fault is not Fault.MOVED:
        return set()
    (moved,) = (entry for entry in case.entries if entry.id in case.entries_hit)
    equal = [e for e in case.entries if e.description == moved.description and e is not moved]
    if not any(entry.amount_minor == moved.amount_minor for entry in equal):
        return set()
    return {DifferenceKind.DUPLICATE_IN_LEDGER, DifferenceKind.MISSING_IN_LEDGER}


#: So far apart that no sum, tip or slip leads from one to another.
FAR_APART = (-1_013, -4_099, -17_011, 70_001, 290_011, -1_200_007, -5_000_011, 21_000_037)
SINGLE = [f for f in Fault if f is not Fault.SWAPPED]


@st.composite
def several(draw: st.DrawFn) -> list[tuple[Line, Fault, tuple[Entry, ...]]]:
    """Each line of a statement with its fault and with the entries that come of it."""
    days = draw(st.lists(st.integers(1, 30), min_size=2, max_size=len(PAYEES)))
    faults = draw(st.lists(st.sampled_from(SINGLE), min_size=len(days), max_size=len(days)))
    rows = [
        line(n, day, FAR_APART[n - 1], PAYEES[n - 1]) for n, day in enumerate(sorted(days), start=1)
    ]
    return [
        (row, fault, _entries(draw, row, fault)) for row, fault in zip(rows, faults, strict=True)
    ]


def _entries(draw: st.DrawFn, row: Line, fault: Fault) -> tuple[Entry, ...]:
    good = ledger_entry(
        100 + row.ordinal, _shifted(row, draw(st.integers(0, 1))), row.amount, row.description
    )
    more = 500 + row.ordinal
    match fault:
        case Fault.MISSING:
            return ()
        case Fault.EXTRA:
            amount = -(10**8 + 7 * 3**row.ordinal)
            return good, ledger_entry(more, good.booked_on, amount, f"Unheard {row.ordinal}")
        case Fault.CHANGED:
            return (replace(good, amount_minor=-good.amount_minor),)
        case Fault.MOVED:
            far = timedelta(days=draw(st.integers(5, 12)))
            earlier = good.booked_on - far >= START
            return (
                replace(good, booked_on=good.booked_on - far if earlier else good.booked_on + far),
            )
        case Fault.DOUBLED:
            return good, replace(good, id=more)
        case _:
            return (good,)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(several())
def test_several_faults_at_once_are_each_reported(
    made: list[tuple[Line, Fault, tuple[Entry, ...]]],
) -> None:
    """One difference for each fault, of its kind and about its rows, and no other."""
    lines = tuple(row for row, _, _ in made)
    entries = tuple(entry for _, _, own in made for entry in own)
    found, findings = judged(Case(lines, entries, Fault.NONE))
    wanted = sorted(
        _expected_difference(row, fault, own) for row, fault, own in made if fault is not Fault.NONE
    )
    assert sorted((d.kind.value, d.lines, d.entries) for d in found.differences) == wanted
    assert (findings.verdict is Verdict.MATCHED) is (not wanted and _is_settled(findings))


def _expected_difference(
    row: Line, fault: Fault, own: tuple[Entry, ...]
) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    lines = () if fault is Fault.EXTRA else (row.ordinal,)
    return EXPECTED[fault].value, lines, tuple(entry.id for entry in own[-1:])
