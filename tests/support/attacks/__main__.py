"""Counts what is proven wrongly: `python -m tests.support.attacks --family dates --show 5`."""

from __future__ import annotations

import argparse
import sys

from tests.support.attacks.tally import NAMES, Tally, tally


def main() -> int:
    """Print the table; 1 if anything is proven wrongly."""
    asked = _arguments()
    names = asked.family or list(NAMES)
    write = sys.stdout.write
    write("family     | cases | proven right | proven wrong | unproven | honest proven\n")
    total = Tally()
    for name in names:
        found = tally(name, asked.seed, asked.count)
        total = total.plus(found)
        write(_row(name, found))
        for case, why in found.wrong[: asked.show]:
            write(f"    {case}\n        {why}\n")
        for case in found.missed[: asked.show]:
            write(f"    not proven though honest: {case}\n")
    write(_row("all", total))
    return bool(total.wrong)


def _row(name: str, found: Tally) -> str:
    honest = f"{found.honest - len(found.missed)} of {found.honest}"
    return (
        f"{name:10} | {found.cases:5} | {found.right:12} | {len(found.wrong):12} |"
        f" {found.unproven:8} | {honest}\n"
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.support.attacks", description=__doc__)
    parser.add_argument("--family", action="append", choices=list(NAMES))
    parser.add_argument("--show", type=int, default=0, help="how many failures of each to print")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1, help="rounds of each family")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
