"""Prints what is proven of each mechanism: `python -m tests.support.mechanisms --show 3`."""

from __future__ import annotations

import argparse
import sys

from tests.support.mechanisms.families import MECHANISMS
from tests.support.mechanisms.judging import cases, fault


def main() -> int:
    """Print a row a mechanism; 1 if anything is proven wrongly."""
    parser = argparse.ArgumentParser(prog="tests.support.mechanisms", description=__doc__)
    parser.add_argument("--mechanism", action="append", choices=list(MECHANISMS))
    parser.add_argument("--seeds", type=int, default=1, help="rounds, each with other figures")
    parser.add_argument("--show", type=int, default=0, help="how many faults of each to print")
    asked = parser.parse_args()
    write, bad = sys.stdout.write, False
    write("mechanism                    | honest proven | damaged unproven | wrong\n")
    for name in asked.mechanism or MECHANISMS:
        judged = [(c, fault(c)) for seed in range(1, asked.seeds + 1) for c in cases(name, seed)]
        honest = [why for case, why in judged if case.provable]
        damaged = [why for case, why in judged if not case.provable]
        wrong = [(case, why) for case, why in judged if why.startswith("wrong")]
        bad |= bool(wrong)
        write(
            f"{name:28} | {honest.count(''):5} of {len(honest):4} |"
            f" {damaged.count(''):7} of {len(damaged):5} | {len(wrong):5}\n"
        )
        for case, why in [(case, why) for case, why in judged if why][: asked.show]:
            write(f"    {case.name}\n        {why}\n")
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
