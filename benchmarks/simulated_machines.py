"""What many machines would do to one database and one queue: a simulation with recorded times.

    python -m benchmarks.simulated_machines [--machines 1 5 10 25 50] [--workers 4] [--cores 8]
                                            [--minutes 10] [--record 60] [--seed 1]

First ``--record`` statements are brought in here, through PostgreSQL, and of each its seconds of
processor on the worker's side and on the database's side are kept. Then workers by the hundred do
nothing else for some simulated minutes: each takes a number from the queue, works for the worker's
part of a recorded document on a processor of its own machine, and for the database's part, in as
many pieces as it sends statements, on one of the database's processors, waiting for one if none is
free. Prints documents a second, how busy the database and the queue are, how long a worker waits
for them (mean and 95th percentile), and how many machines it takes until the database is full.

What it leaves out: disks, the network between machines, and locks of rows. It takes the database's
processors for the bottleneck, as they are the first thing to give out that cannot be bought twice.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field

import simpy

from benchmarks.support.figures import say
from benchmarks.support.service_times import ServiceTime, recorded

#: What a number costs the one processor of Redis: measured with 2,000 through a worker.
_QUEUE_SECONDS = 0.28e-3


@dataclass(slots=True)
class Shop:
    """What the workers share, and what was noted of them; seconds throughout."""

    world: simpy.Environment
    database: simpy.Resource
    queue: simpy.Resource
    times: Sequence[ServiceTime]
    dice: random.Random
    done: int = 0
    database_busy: float = 0.0
    queue_busy: float = 0.0
    waits: list[float] = field(default_factory=list)

    def worker(self) -> Generator[simpy.Event, None, None]:
        """One worker, for ever: a number, its own work, and its statements one after the other."""
        yield self.world.timeout(self.dice.random() * 2)
        while True:
            yield from self._asked(self.queue, _QUEUE_SECONDS)
            self.queue_busy += _QUEUE_SECONDS
            time = self.dice.choice(self.times)
            waited = 0.0
            for _ in range(time.statements):
                yield self.world.timeout(time.worker / time.statements)
                waited += yield from self._asked(self.database, time.database / time.statements)
            self.database_busy += time.database
            self.waits.append(waited)
            self.done += 1

    def _asked(self, server: simpy.Resource, seconds: float) -> Generator[simpy.Event, None, float]:
        """How long it had to wait for the server, which then works so many seconds."""
        came = self.world.now
        with server.request() as turn:
            yield turn
            waited = self.world.now - came
            yield self.world.timeout(seconds)
        return waited


@dataclass(frozen=True, slots=True)
class Run:
    """What came of one simulated installation."""

    machines: int
    a_second: float
    database: float
    queue: float
    wait_mean: float
    wait_worst: float


def simulate(
    times: Sequence[ServiceTime],
    *,
    machines: int,
    workers: int,
    cores: int,
    minutes: float,
    seed: int,
) -> Run:
    """So many machines with so many workers each, one database with so many processors."""
    world = simpy.Environment()
    shop = Shop(
        world,
        simpy.Resource(world, cores),
        simpy.Resource(world, 1),
        times,
        random.Random(seed),
    )
    for _ in range(machines * workers):
        world.process(shop.worker())
    seconds = 60 * minutes
    world.run(until=seconds)
    waits = sorted(shop.waits)
    return Run(
        machines,
        shop.done / seconds,
        shop.database_busy / seconds / cores,
        shop.queue_busy / seconds,
        statistics.fmean(waits),
        waits[int(0.95 * (len(waits) - 1))],
    )


def main() -> int:
    """Record, simulate, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--machines", type=int, nargs="+", default=[1, 5, 10, 25, 50, 100])
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--cores", type=int, default=8)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--record", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    times = recorded(asked.record)
    worker = statistics.fmean(each.worker for each in times)
    database = statistics.fmean(each.database for each in times)
    statements = statistics.fmean(each.statements for each in times)
    say(
        f"recorded {len(times)} documents: worker {1000 * worker:.1f} ms, database"
        f" {1000 * database:.2f} ms in {statements:.0f} statements each"
    )
    full = asked.cores / database / (asked.workers / (worker + database))
    say(f"{asked.workers} workers a machine; {asked.cores} processors of the database")
    say(f"{'machines':>9}{'docs/s':>9}{'database':>10}{'queue':>8}{'wait':>10}{'95 %':>10}")
    for machines in asked.machines:
        run = simulate(
            times,
            machines=machines,
            workers=asked.workers,
            cores=asked.cores,
            minutes=asked.minutes,
            seed=asked.seed,
        )
        say(
            f"{run.machines:9}{run.a_second:9.0f}{run.database:10.0%}{run.queue:8.1%}"
            f"{1000 * run.wait_mean:7.1f} ms{1000 * run.wait_worst:7.1f} ms"
        )
    say(f"the database is full at {full:.0f} machines, {asked.cores / database:,.0f} documents/s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
