"""Statements that tie out with nothing: what telling their differences costs at worst.

    python -m benchmarks.differences [--lines 5000] [--only CASE ...] [--quick]

Each case is so many lines against about as many entries of one month. Prints CPU seconds, the
megabytes that matching added at its peak, and the exponent with which the CPU grows from an eighth
of the lines to all of them: 1 is in proportion, 2 is the square. The aim stands beside each figure.
Each is measured in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from db.ledger.views import Entry
from db.words import EntryState, Origin
from pipeline.drafts import Line, Period
from pipeline.matching.match import match
from pipeline.words import Box

START = date(2026, 6, 1)
DAYS = 30
PERIOD = Period(START, START + timedelta(days=DAYS - 1))
#: An eighth, so that the quick steps are three doublings apart.
PARTS = 8
_NAMES = ("Tesco", "British Gas", "Rent Smith", "Salary", "Cash", "Netflix", "Deutsche Bahn")


@dataclass(frozen=True, slots=True)
class Row:
    """What is on one side: which day of the month, how much, and which words."""

    day: int
    amount: int
    words: str


@dataclass(frozen=True, slots=True)
class Case:
    """How the n-th of so many rows stands on each side; None where it does not."""

    line: Callable[[int], Row | None]
    entry: Callable[[int], Row | None]
    #: CPU seconds and megabytes for 5,000 lines.
    aim: tuple[float, int] = (2, 150)


def _row(n: int) -> Row:
    """Amounts hardly ever repeat, payees do, and each has a reference of its own."""
    return Row(n % DAYS, -(350 + n * 7919 % 999_983), f"{_NAMES[n % 7]} ref {n * 7717 % 99_991:05}")


def _equal(n: int) -> Row:
    return Row(n % DAYS, -350, "Coffee")


def _equal_with_numbers(n: int) -> Row:
    return Row(n % DAYS, -350, f"Card payment {n:05}")


def _in_groups(n: int) -> Row:
    """Groups of rows that are just few enough to be weighed word by word."""
    return Row(n % 3, -(350 + n // 63), f"{n * 7717 % 99_991:05} {_NAMES[n % 7]} {n * 31 % 97}")


def _in_groups_elsewise(n: int) -> Row:
    return Row(n * 7 % 3, -(350 + n // 63), f"{_NAMES[n * 5 % 7]} {n * 17 % 97} {n:05}")


def _moved(row: Callable[[int], Row], days: int = 0, cents: int = 0) -> Callable[[int], Row]:
    def moved(n: int) -> Row:
        its = row(n)
        return Row(its.day + days, its.amount + cents, its.words)

    return moved


def _other_sign(row: Callable[[int], Row]) -> Callable[[int], Row]:
    return lambda n: Row(row(n).day, -row(n).amount, row(n).words)


def _every_other(row: Callable[[int], Row]) -> Callable[[int], Row | None]:
    return lambda n: row(n) if n % 2 else None


def _unrelated(n: int) -> Row:
    return Row(n * 7 % DAYS, -(777 + n * 6871 % 999_979), f"{n * 5119 % 99_991:05} other {n % 89}")


def _one_day(row: Callable[[int], Row]) -> Callable[[int], Row]:
    return lambda n: Row(9, row(n).amount, row(n).words)


_EQUAL_AIM = (1.0, 150)
CASES: dict[str, Case] = {
    "nothing alike": Case(_row, _unrelated),
    "inverted signs": Case(_row, _other_sign(_row)),
    "off by a cent": Case(_row, _moved(_row, cents=1)),
    "off by a cent, one day": Case(_one_day(_row), _one_day(_moved(_row, cents=1))),
    "shifted by a day": Case(_row, _moved(_row, days=1)),
    "shifted by ten days": Case(_row, _moved(_row, days=10)),
    "half in the ledger": Case(_row, _every_other(_row)),
    "half differing": Case(_row, lambda n: _row(n) if n % 2 else _unrelated(n)),
    "all equal": Case(_equal, _equal, _EQUAL_AIM),
    "all equal, half in the ledger": Case(_equal, _every_other(_equal), _EQUAL_AIM),
    "all equal, half on the statement": Case(_every_other(_equal), _equal, _EQUAL_AIM),
    "all equal, inverted signs": Case(_equal, _other_sign(_equal), _EQUAL_AIM),
    "all equal, off by a cent": Case(_equal, _moved(_equal, cents=1), _EQUAL_AIM),
    "equal amounts, other words": Case(_equal_with_numbers, _equal_with_numbers, _EQUAL_AIM),
    "equal amounts, words half there": Case(
        _equal_with_numbers, _every_other(_equal_with_numbers), _EQUAL_AIM
    ),
    "equal amounts, words inverted": Case(_equal_with_numbers, _other_sign(_equal_with_numbers)),
    "equal in 63s, words unlike": Case(_in_groups, _in_groups_elsewise),
    "equal in 63s, words half there": Case(_in_groups, _every_other(_in_groups_elsewise)),
}


def main(arguments: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--lines", type=int, default=5_000)
    parser.add_argument("--only", nargs="+", choices=CASES, default=list(CASES))
    parser.add_argument("--quick", action="store_true", help="400 lines, to see that it works")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    lines = 400 if asked.quick else asked.lines
    if asked.here:
        sys.stdout.write(json.dumps(measured(CASES[asked.only[0]], lines)))
        return
    _head()
    for name in asked.only:
        _report(name, _apart(name, lines // PARTS), _apart(name, lines))


def _apart(name: str, lines: int) -> tuple[float, float]:
    """CPU seconds and megabytes, found in a fresh process."""
    command = [sys.executable, "-m", "benchmarks.differences", "--here", "--only", name]
    done = subprocess.run([*command, "--lines", str(lines)], check=True, stdout=subprocess.PIPE)
    seconds, megabytes = json.loads(done.stdout)
    return seconds, megabytes


def measured(case: Case, lines: int) -> tuple[float, float]:
    """CPU seconds of one matching, and the megabytes by which the process grew for it."""
    rows, entries = statement(case, lines), ledger(case, lines)
    match(rows[:2], entries[:2], PERIOD)
    before, begun = _peak(), time.process_time()
    match(rows, entries, PERIOD)
    return time.process_time() - begun, _peak() - before


def _peak() -> float:
    """The most megabytes of memory that this process ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def statement(case: Case, lines: int) -> list[Line]:
    """The case's lines."""
    found = ((n, case.line(n)) for n in range(lines))
    return [
        Line(
            ordinal=n,
            page=1,
            bbox=Box(50.0, 100.0, 500.0, 110.0),
            date=START + timedelta(days=row.day),
            value_date=None,
            description=row.words,
            amount=row.amount,
            balance=None,
            raw=row.words,
        )
        for n, row in found
        if row is not None
    ]


def ledger(case: Case, lines: int) -> list[Entry]:
    """The case's entries."""
    found = ((n, case.entry(n)) for n in range(lines))
    return [
        Entry(
            n,
            1,
            START + timedelta(days=row.day),
            row.amount,
            row.words,
            EntryState.UNCLEARED,
            Origin.SOURCE,
            None,
        )
        for n, row in found
        if row is not None
    ]


def _head() -> None:
    sys.stdout.write(f"{'':34} {'CPU s':>7} {'aim':>4} {'MB':>6} {'aim':>4} {'growth n^':>9}\n")


def _report(name: str, few: tuple[float, float], all_: tuple[float, float]) -> None:
    seconds, megabytes = CASES[name].aim
    growth = math.log(all_[0] / few[0], PARTS)
    sys.stdout.write(
        f"{name:34} {all_[0]:>7.2f} {seconds:>4g} {all_[1]:>6.0f} {megabytes:>4} {growth:>9.2f}\n"
    )
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
