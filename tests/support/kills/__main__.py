"""Kills and pauses real processes while they work, and compares the end with that of a clean run.

    python -m tests.support.kills [--kills 200] [--accounts 12] [--months 6] [--seed 1]

Two machines, one clock ten minutes ahead and one ten minutes behind the database's, each with a
crew of two workers, on PostgreSQL, Redis and an object store; a watch over a folder into which half
of the documents fall while all goes on; two people who queue the other half, again and again.
Prints what was done to whom, and each document that ended otherwise than in one clean run; the exit
code says whether any did.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.support.kills.run import Plan, struck


def main() -> int:
    """Run it once."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--kills", type=int, default=200)
    arguments.add_argument("--accounts", type=int, default=12)
    arguments.add_argument("--months", type=int, default=6)
    arguments.add_argument("--seed", type=int, default=1)
    asked = arguments.parse_args()
    plan = Plan(asked.seed, asked.accounts, asked.months, asked.kills)
    with tempfile.TemporaryDirectory() as folder:
        ended = struck(Path(folder), plan)
    done = ", ".join(f"{name} {number}" for name, number in sorted(ended.done.items()))
    sys.stdout.write(f"{ended.documents} documents, {sum(ended.done.values())} strikes: {done}\n")
    for difference in ended.differences:
        sys.stdout.write(f"{difference}\n")
    sys.stdout.write(f"{len(ended.differences)} ended otherwise than in a clean run\n")
    return 1 if ended.differences else 0


if __name__ == "__main__":
    sys.exit(main())
