"""Makes statements up in all languages and by all mechanisms, and prints what is proven of them:
`python -m tests.support.generated --count 20000 --processes 2`."""

from __future__ import annotations

import argparse
import resource
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import chain, repeat

from tests.support.drawn import drawn
from tests.support.generated.languages import languages
from tests.support.generated.proving import outcome
from tests.support.mechanisms.families import MECHANISMS
from tests.support.mechanisms.judging import cases, fault
from tests.support.statement_strategies import generated_statements

_AT_ONCE = 50
"""Statements that one process makes before it tells of them."""


@dataclass(slots=True)
class Tally:
    """What became of some statements; ``notes`` say what was proven wrongly, and what was not."""

    made: int = 0
    exact: int = 0
    enough: int = 0
    proven: int = 0
    wrong: int = 0
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    def add(self, other: Tally) -> None:
        """Both together."""
        self.made += other.made
        self.exact += other.exact
        self.enough += other.enough
        self.proven += other.proven
        self.wrong += other.wrong
        self.notes += other.notes
        self.doubts += other.doubts


def of_language(code: str, seed: int, count: int) -> Tally:
    """Statements in one language."""
    among = tuple(each for each in languages() if each.code == code)
    tally = Tally()
    for number, made in enumerate(drawn(generated_statements(among=among), count, seed)):
        found = outcome(made)
        where = f"{code}, seed {seed}, number {number}"
        tally.add(
            Tally(
                1,
                found.exact,
                found.enough,
                found.proven,
                bool(found.wrong),
                (f"{where}: {found.wrong}",) if found.wrong else (),
                () if found.proven else (f"{where}: {found.doubts[:400]}",),
            )
        )
    return tally


def of_mechanism(name: str, seed: int) -> Tally:
    """One round of a mechanism: its layouts, and their damages, which nothing proves."""
    judged = [(case, fault(case)) for case in cases(name, seed)]
    honest = [why for case, why in judged if case.provable]
    wrong = [f"{case.name}: {why}" for case, why in judged if why.startswith("wrong")]
    proven = honest.count("")
    doubts = tuple(f"{case.name}: {why}" for case, why in judged if why)
    return Tally(len(honest), proven, len(honest), proven, len(wrong), tuple(wrong), doubts)


def main() -> int:
    """Print a row a language and mechanism, with the rate of those that print enough that are
    proven; 1 if anything is proven wrongly."""
    parser = argparse.ArgumentParser(prog="tests.support.generated", description=__doc__)
    known = [each.code for each in languages()]
    parser.add_argument("--count", type=int, default=2000, help="statements in all languages")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--language", action="append", choices=known, help="only these")
    parser.add_argument("--rounds", type=int, default=1, help="of each mechanism; 0 for none")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, help="how many unproven of each to print")
    asked = parser.parse_args()
    chosen = asked.language or known
    mechanisms = [] if asked.language else list(MECHANISMS)
    sys.stdout.write(
        "language or mechanism        | statements | exact | enough | proven |  rate | wrong\n"
    )
    total = Tally()
    with ProcessPoolExecutor(asked.processes) as pool:
        of_languages = _by_language(pool, chosen, asked.count, asked.seed)
        for name, tally in chain(of_languages, _by_mechanism(pool, mechanisms, asked.rounds)):
            _row(name, tally, asked.show)
            total.add(tally)
    _row("all", total, 0)
    sys.stdout.write(f"{_seconds():.0f} s of CPU\n")
    return int(total.wrong > 0)


_Rows = Iterator[tuple[str, Tally]]


def _by_language(pool: ProcessPoolExecutor, codes: Sequence[str], count: int, seed: int) -> _Rows:
    each = -(-count // len(codes))
    sizes = [min(_AT_ONCE, each - start) for start in range(0, each, _AT_ONCE)]
    seeds = range(seed * 1000, seed * 1000 + len(sizes))
    running = {code: pool.map(partial(of_language, code), seeds, sizes) for code in codes}
    yield from ((code, _together(tallies)) for code, tallies in running.items())


def _by_mechanism(pool: ProcessPoolExecutor, names: Sequence[str], rounds: int) -> _Rows:
    seeds = range(1, rounds + 1)
    running = {name: pool.map(of_mechanism, repeat(name, rounds), seeds) for name in names}
    yield from ((name, _together(tallies)) for name, tallies in running.items())


def _together(tallies: Iterator[Tally]) -> Tally:
    total = Tally()
    for tally in tallies:
        total.add(tally)
    return total


def _row(name: str, tally: Tally, show: int) -> None:
    rate = 100 * tally.proven / max(1, tally.enough)
    sys.stdout.write(
        f"{name:28} | {tally.made:10} | {tally.exact:5} | {tally.enough:6} | {tally.proven:6} |"
        f" {rate:4.0f}% | {tally.wrong:5}\n"
    )
    for note in (*tally.notes, *tally.doubts[:show]):
        sys.stdout.write(f"    {note}\n")
    sys.stdout.flush()


def _seconds() -> float:
    """CPU that this process and its children took."""
    each = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in each)


if __name__ == "__main__":
    sys.exit(main())
