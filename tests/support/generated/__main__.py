"""Makes statements up in all languages and prints what is proven of them, and what is matched:
`python -m tests.support.generated --count 20000`."""

import argparse
import resource
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from random import Random

from tests.support.beside import ERRORS
from tests.support.generated.look import languages
from tests.support.outcomes import Outcome, of_made_up
from tests.support.statement_strategies import drawn, generated_statements

_AT_ONCE = 50
"""Statements that one process makes before it tells of them."""
_COUNTED = ("statements", "rows", "proven", "matched")


def of_language(code: str, seed: int, count: int, errors: int) -> Outcome:
    """Statements in one language, each beside books with so many of the errors, in turns."""
    among = tuple(each for each in languages() if each.code == code)
    total = Outcome()
    for number, made in enumerate(drawn(generated_statements(among=among), count, seed)):
        where = f"{code}, seed {seed}, number {number}"
        chosen = [list(ERRORS)[(number * errors + each) % len(ERRORS)] for each in range(errors)]
        found = of_made_up(made, Random(where), chosen)
        found.wrong = [f"{where}: {why}" for why in found.wrong]
        total.add(found)
    return total


def main() -> int:
    """Print a row a language and a row an error; 1 if anything is proven or matched wrongly."""
    parser = argparse.ArgumentParser(prog="tests.support.generated", description=__doc__)
    known = [each.code for each in languages()]
    parser.add_argument("--count", type=int, default=2000, help="statements in all languages")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--language", action="append", choices=known, help="only these")
    parser.add_argument("--errors", type=int, default=2, help="books with an error, a statement")
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    chosen = asked.language or known
    sys.stdout.write("".join(f"{name:>11}" for name in ("language", *_COUNTED, "wrong")) + "\n")
    total = Outcome()
    with ProcessPoolExecutor(asked.processes) as pool:
        each = -(-asked.count // len(chosen))
        for code in chosen:
            found = _of_pieces(pool, code, asked.seed * 1000, each, asked.errors)
            _row(code, found)
            total.add(found)
    _row("all", total)
    _tables(total)
    sys.stdout.write(f"{_seconds():.0f} s of CPU\n")
    return int(bool(total.wrong))


def _of_pieces(pool: ProcessPoolExecutor, code: str, seed: int, count: int, errors: int) -> Outcome:
    sizes = [min(_AT_ONCE, count - start) for start in range(0, count, _AT_ONCE)]
    seeds = range(seed, seed + len(sizes))
    total = Outcome()
    for found in pool.map(of_language, repeat(code), seeds, sizes, repeat(errors)):
        total.add(found)
    return total


def _row(name: str, found: Outcome) -> None:
    counts = (*(found.counts[each] for each in _COUNTED), len(found.wrong))
    sys.stdout.write(f"{name:>11}" + "".join(f"{each:11}" for each in counts) + "\n")
    if name != "all":
        sys.stdout.writelines(f"    {note}\n" for note in found.wrong)
    sys.stdout.flush()


def _tables(total: Outcome) -> None:
    sys.stdout.write("\nbeside books with an error\n")
    columns = ("ledgers", "matched", "differences", "unproven", "named")
    sys.stdout.write(f"{'':>18}" + "".join(f"{each:>12}" for each in columns) + "\n")
    for error, counts in total.planted.items():
        row = "".join(f"{counts[each]:12}" for each in columns)
        sys.stdout.write(f"{error:>18}{row}\n")
    sys.stdout.write("\nrows right, not matched beside true books\n")
    for why, count in total.open.most_common():
        sys.stdout.write(f"{count:6} {why}\n")


def _seconds() -> float:
    """CPU that this process and its children took."""
    each = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in each)


if __name__ == "__main__":
    sys.exit(main())
