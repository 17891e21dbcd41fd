"""What a whole reading costs, as a ratio to PDFium's own text pass in C on the same file.

    python -m benchmarks.read            the table
    python -m benchmarks.read --check    the table, and exit 1 if a target is missed

CPU of this process after start-up, interleaved rounds, median of the rounds' ratios. A reading is
words, hidden words, rows, columns and every hypothesis: what `tieout read` does in its child.
Targets: a statement of 5 pages and 120 rows at most 3 times the floor, and a page of 60 at most
1.2 times one of 5. Start-up is the whole command `tieout read` on a page with hardly anything on
it, its child included: at most 0.35 s of CPU and 50 MB in either process.
The child's price is what a document costs in the sandbox beyond the same work in this process, on
both sides of the pipe: at most 20 ms.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.long_statement import long_statement
from benchmarks.support.figures import exit_code, say, seconds_of_cpu
from benchmarks.words import floor
from pipeline.pages.sandbox.fork import run_limited
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS
from pipeline.reading.from_bytes import load_readers, read_document

READ_RATIO, GROWTH, START_UP, MEGABYTES, CHILD = 3.0, 1.2, 0.35, 50.0, 0.02
_SIZES = {"5 pages, 120 rows": (5, 24), "60 pages, 1,440 rows": (60, 24)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the exit code says whether the targets were met, if asked."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="exit 1 if a target is missed")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--quick", action="store_true", help="one round, to see that it runs")
    chosen = parser.parse_args(arguments)
    rounds = 1 if chosen.quick else chosen.rounds
    load_readers()
    gc.disable()  # as the sandbox's child does: it lives for one document
    ratios = {name: _ratio(*size, rounds) for name, size in _SIZES.items()}
    for name, (micro, ratio) in ratios.items():
        say(f"{name:<24}{micro:>10,.0f} us a page {ratio:>8.2f}x PDFium's own pass")
    start_up, held = _start_up(rounds)
    say(f"{'start-up of tieout read':<24}{start_up:>10.2f} s of CPU, {held:.0f} MB")
    child = _child_price(rounds)
    say(f"{'a child for a document':<24}{child * 1e3:>10.1f} ms of CPU beyond the work")
    return exit_code(_faults(ratios, start_up, held, child), check=chosen.check)


def _ratio(pages: int, rows: int, rounds: int) -> tuple[float, float]:
    """Microseconds of CPU a page for a whole reading, and its ratio to the floor."""
    data = long_statement(pages, rows)
    _read(data)
    costs = [(seconds_of_cpu(_read, [data]), seconds_of_cpu(floor, [data])) for _ in range(rounds)]
    micro = statistics.median(read for read, _ in costs) * 1e6 / pages
    return micro, statistics.median(read / base for read, base in costs)


def _read(data: bytes) -> None:
    read_document(data, (), DEFAULT_LIMITS)


def _start_up(rounds: int) -> tuple[float, float]:
    """Seconds of CPU that the command takes for a page with hardly anything on it, and the most
    megabytes that it or its child holds."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "small.pdf"
        file.write_bytes(long_statement(1, 1))
        command = [str(Path(sys.executable).with_name("tieout")), "read", str(file), "--json"]
        seconds, held = zip(*(_command(command) for _ in range(rounds)), strict=True)
        return statistics.median(seconds), statistics.median(held)


def _child_price(rounds: int) -> float:
    """Seconds of CPU that a statement of five pages costs more in a child than here."""
    data = long_statement(5, 24)
    pairs = [(_cpu_of(_read_in_child, data), _cpu_of(_read, data)) for _ in range(rounds)]
    return statistics.median(there - here for there, here in pairs)


def _read_in_child(data: bytes) -> None:
    run_limited(read_document, data, (), DEFAULT_LIMITS, limits=DEFAULT_LIMITS)


def _cpu_of(work: Callable[[bytes], None], data: bytes) -> float:
    """Seconds of CPU of this process and of the children that it waited for."""
    begun = _own_and_childrens_cpu()
    work(data)
    return _own_and_childrens_cpu() - begun


def _own_and_childrens_cpu() -> float:
    import resource

    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


#: In a small process, for one that is forked begins with the memory of its parent.
_MEASURE = """\
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, used = os.wait4(process.pid, 0)
assert status == 0
print(used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / 1e6)
"""


def _command(command: Sequence[str]) -> tuple[float, float]:
    """Its seconds of CPU and its megabytes."""
    asked = [sys.executable, "-c", _MEASURE, *command]
    answer = subprocess.run(asked, check=True, capture_output=True, text=True)
    seconds, megabytes = map(float, answer.stdout.split())
    return seconds, megabytes


def _faults(
    ratios: dict[str, tuple[float, float]], start_up: float, held: float, child: float
) -> list[str]:
    (short, short_ratio), (long, _) = ratios.values()
    faults = []
    if short_ratio > READ_RATIO:
        faults.append(f"a reading costs {short_ratio:.1f}x the floor, not {READ_RATIO}x")
    if long / short > GROWTH:
        faults.append(f"a page of 60 costs {long / short:.2f}x one of 5, not {GROWTH}x")
    if start_up > START_UP:
        faults.append(f"start-up takes {start_up:.2f} s, not {START_UP} s")
    if held > MEGABYTES:
        faults.append(f"tieout read holds {held:.0f} MB, not {MEGABYTES:.0f}")
    if child > CHILD:
        faults.append(
            f"a child costs {child * 1e3:.0f} ms more than the work, not {CHILD * 1e3:.0f}"
        )
    return faults


if __name__ == "__main__":
    sys.exit(main())
