"""What a turn of the tool loop costs the client, as a ratio to the same by hand with httpx.

    python -m benchmarks.loop            the table
    python -m benchmarks.loop --check    the table, and exit 1 if a target is missed
    python -m benchmarks.loop --quick    one small round, to see that it still works

Client CPU of the whole process (all threads), interleaved rounds, median of the rounds' ratios.
Targets: at most 1.5 times raw httpx at 16 and at 64 turns with two parallel calls each; a turn
costs at most 1.1 times as much more at 64 turns than at 4 as it does by hand; memory stays flat;
`tools.loop.loop` imports in under 0.1 s of CPU and loads no provider. Peers that are installed
(benchmarks/peers.txt) are measured beside it, and how many of the server's faults each survives.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence

from benchmarks.support.figures import cell, exit_code, ratio, say
from benchmarks.support.loop_clients import Client, installed_peers, raw_httpx, toolloop
from benchmarks.support.loop_server import FAULTS, RIGHT, served

TURNS = (4, 16, 64)
RATIO, GROWTH, IMPORT_SECONDS, MEMORY_KB = 1.5, 1.1, 0.1, 4_096
_IMPORT = (
    "import time; begun = time.process_time(); import tools.loop.loop, sys; "
    "loaded = [m for m in ('openai', 'anthropic', 'sqlalchemy', 'httpx2') if m in sys.modules]; "
    "print(time.process_time() - begun, *loaded)"
)
_TARGET = "toolloop"
_NUMBERS = itertools.count()


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the exit code says whether the targets were met, if asked."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="exit 1 if a target is missed")
    parser.add_argument("--quick", action="store_true", help="one small round")
    chosen = parser.parse_args(arguments)
    rounds, runs = (1, 2) if chosen.quick else (5, 40)
    with served() as base_url:
        makers = {"httpx by hand": raw_httpx, _TARGET: toolloop}
        clients = {name: make(base_url) for name, make in (makers | installed_peers()).items()}
        measured = {n: _rounds(clients, n, rounds) for n in TURNS}
        memory = _memory_growth(clients[_TARGET], runs)
        survived = {name: _survived(client) for name, client in clients.items()}
    faults = [
        *_report_table(measured),
        *_report_survived(survived),
        *_report_memory(memory),
        *_report_import(),
    ]
    return exit_code(faults, check=chosen.check)


def _rounds(clients: dict[str, Client], turns: int, rounds: int) -> dict[str, list[float]]:
    """Seconds of CPU per model call, one figure per round, all clients in each round."""
    for client in clients.values():
        client(f"turns-{turns}")
    costs: dict[str, list[float]] = {name: [] for name in clients}
    repeats = max(1, 16 * rounds // turns)
    for _ in range(rounds):
        for name, client in clients.items():
            costs[name].append(_cpu(client, turns, repeats))
    return costs


def _cpu(client: Client, turns: int, repeats: int) -> float:
    gc.collect()
    begun = time.process_time()
    for _ in range(repeats):
        client(f"turns-{turns}")
    return (time.process_time() - begun) / (repeats * (turns + 1))


def _report_table(measured: dict[int, dict[str, list[float]]]) -> list[str]:
    say(f"{'client':<24}" + "".join(f"{f'{n} turns':>22}" for n in TURNS) + f"{'growth':>9}")
    names = list(measured[TURNS[0]])
    for name in names:
        cells = [cell(measured[n], name, names[0]) for n in TURNS]
        growth = f"{_growth(measured, name):>8.2f}x"
        say(f"{name:<24}" + "".join(f"{each:>22}" for each in cells) + growth)
    times = {turns: ratio(measured[turns], _TARGET, names[0]) for turns in TURNS[1:]}
    grown = _growth(measured, _TARGET) / _growth(measured, names[0])
    faults = [
        f"{each:.2f}x httpx at {turns} turns, not {RATIO}x"
        for turns, each in times.items()
        if each > RATIO
    ]
    return faults + ([f"growth {grown:.2f}x, not {GROWTH}x"] if grown > GROWTH else [])


def _growth(measured: dict[int, dict[str, list[float]]], name: str) -> float:
    first, last = measured[TURNS[0]][name], measured[TURNS[-1]][name]
    return statistics.median(last) / statistics.median(first)


def _survived(client: Client) -> dict[str, str]:
    """Each of the server's faults with the outcome of a run that meets it."""
    return {fault: _met(client, f"fault-{fault}-{next(_NUMBERS)}") for fault in FAULTS}


def _met(client: Client, model: str) -> str:
    try:
        shown = client(model)
    except Exception as error:  # noqa: BLE001 - whatever a peer raises
        return f"raises {type(error).__name__}"
    return "" if shown == RIGHT else "shows something else"


def _report_survived(survived: dict[str, dict[str, str]]) -> list[str]:
    say(f"the right answer, and nothing else, in spite of {len(FAULTS)} faults:")
    for name, outcomes in survived.items():
        say(f"{name:<24}{sum(not each for each in outcomes.values()):>4}")
    return [f"{_TARGET}: {fault}: {each}" for fault, each in survived[_TARGET].items() if each]


def _memory_growth(client: Client, runs: int) -> int:
    """How many kilobytes the process grew over runs that should leave nothing behind."""
    client("turns-16")
    before = _peak()
    for _ in range(runs):
        client("turns-16")
    return _peak() - before


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _report_memory(grown: int) -> list[str]:
    say(f"memory: {grown} kB more after runs of 16 turns")
    return [f"{grown} kB, not {MEMORY_KB}"] if grown > MEMORY_KB else []


def _report_import() -> list[str]:
    runs = [_imported() for _ in range(3)]
    seconds, loaded = min(runs, key=lambda run: run[0])
    say(f"import of tools.loop.loop: {seconds:.3f} s of CPU, providers loaded: {loaded or 'none'}")
    late = [f"import {seconds:.3f} s, not {IMPORT_SECONDS}"] if seconds > IMPORT_SECONDS else []
    return late + ([f"tools.loop.loop loads {loaded}"] if loaded else [])


def _imported() -> tuple[float, list[str]]:
    done = subprocess.run(
        [sys.executable, "-c", _IMPORT], check=True, capture_output=True, text=True
    )
    seconds, *loaded = done.stdout.split()
    return float(seconds), loaded


if __name__ == "__main__":
    sys.exit(main())
