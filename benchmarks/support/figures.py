"""How benchmarks take and report their figures: CPU, ratios, and what missed its target."""

from __future__ import annotations

import math
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence

EXPONENT_TARGET = 1.1  # what work that grows with its size keeps on a quiet machine
EXPONENT_LIMIT = 1.25  # what a busy one does not reach either: the work itself has changed
LEAST_SECONDS = 0.05  # of CPU a measurement, so that the clock's grain does not show


def say(line: str) -> None:
    """One line on stdout."""
    sys.stdout.write(line + "\n")


def seconds_of_cpu(work: Callable[[bytes], object], files: Sequence[bytes]) -> float:
    """What working through the files costs this process, as often as the clock needs."""
    begun, times = time.process_time(), 0
    while not times or time.process_time() - begun < LEAST_SECONDS:
        for data in files:
            work(data)
        times += 1
    return (time.process_time() - begun) / times


def least_in_turns(
    work: Callable[[bytes], object], files: Mapping[int, bytes], rounds: int
) -> dict[int, float]:
    """The least that each of these sizes cost in so many rounds, in which the sizes take turns: a
    busy machine disturbs all of them."""
    costs = [
        {size: seconds_of_cpu(work, [data]) for size, data in files.items()} for _ in range(rounds)
    ]
    return {size: min(each[size] for each in costs) for size in files}


def exponent(costs: Mapping[int, float]) -> float:
    """How a cost grows with the size, from the smallest to the largest: 1 is in proportion."""
    least, most = min(costs), max(costs)
    return math.log(costs[most] / costs[least]) / math.log(most / least)


def ratio(costs: Mapping[str, Sequence[float]], name: str, base: str) -> float:
    """The median of the rounds' ratios, over the rounds that both took part in."""
    return statistics.median(a / b for a, b in zip(costs[name], costs[base], strict=False))


def cell(costs: Mapping[str, Sequence[float]], name: str, base: str) -> str:
    """A cost in seconds as microseconds, with its ratio to the base's."""
    micro = statistics.median(costs[name]) * 1e6
    return f"{micro:,.0f} us ({ratio(costs, name, base):.2f}x)"


def exit_code(faults: Sequence[str], *, check: bool) -> int:
    """Say which targets were missed; 1 if there are any and the exit code is to ``check`` them."""
    for fault in faults:
        say(f"MISSED  {fault}")
    return 1 if check and faults else 0


def growth_exit_code(
    exponents: Mapping[str, float], faults: Sequence[str] = (), *, check: bool
) -> int:
    """Say which exponents missed the target, and other faults; 1 if it is to ``check`` them and
    there are such faults, or an exponent that a busy machine does not explain."""
    steep = [
        f"{name}: work grows with exponent {grows:.2f}, not {EXPONENT_TARGET}"
        for name, grows in exponents.items()
        if grows > EXPONENT_TARGET
    ]
    broken = bool(faults) or any(grows > EXPONENT_LIMIT for grows in exponents.values())
    return exit_code([*faults, *steep], check=check and broken)
