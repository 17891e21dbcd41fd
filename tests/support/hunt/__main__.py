"""Looks for false proofs with a budget: `python -m tests.support.hunt --seconds 600`."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from tests.support.hunt.search import Found, honest_cases, hunt, save


def main() -> int:
    """Print what was found and keep it; 1 if anything is proven wrongly."""
    parser = argparse.ArgumentParser(prog="tests.support.hunt", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600, help="of the processor")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--keep", type=Path, default=Path("hunt-found"), help="a folder")
    asked = parser.parse_args()
    found = hunt(honest_cases(asked.seed), asked.seconds, asked.seed)
    sys.stdout.write(f"seed {asked.seed}: {found.tried} pages tried\n")
    sys.stdout.write(_table(found))
    for case, names, why in found.wrong:
        sys.stdout.write(f"WRONG {save(asked.keep, case, names, why)} {case.name} {names}: {why}\n")
    sys.stdout.write(f"{len(found.wrong)} proven wrongly\n")
    return bool(found.wrong)


def _table(found: Found) -> str:
    """By damage, the worst first: how many pages are proven with it."""
    share = {name: found.after[name] / found.before[name] for name in found.before}
    rows = [
        f"{name:12} | {found.after[name]:6} of {found.before[name]:6} | {share[name]:6.1%}\n"
        for name in sorted(share, key=lambda name: share[name])
    ]
    return "".join(["damage       | proven           | share\n", *rows])


if __name__ == "__main__":
    sys.exit(main())
