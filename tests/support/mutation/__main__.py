"""Changes the kernel and counts what its tests notice: `python -m tests.support.mutation`."""

import argparse
import gc
import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.support.mutation.changes import Change, changes_of
from tests.support.mutation.judge import KERNEL, Judge, forked, make, remember_caches, with_tests

_SECONDS = 15.0
_HEAD = f"{'module':14} | changes | noticed | survived | noticed\n"


def main() -> int:
    """Print the survivors and the table; 0 whatever it says."""
    asked = _arguments()
    modules = dict(_modules(asked.module))
    for name in modules:
        importlib.import_module(name)
    return with_tests(lambda judge: _run(modules, judge, asked), asked.test)


def _modules(wanted: list[str]) -> Iterator[tuple[str, Path]]:
    for path in sorted(KERNEL.glob("*.py")):
        if path.stem in wanted or (not wanted and path.stem != "__init__"):
            yield f"pipeline.proof.{path.stem}", path


def _run(modules: dict[str, Path], judge: Judge, asked: argparse.Namespace) -> None:
    remember_caches()
    gc.collect()
    gc.freeze()
    _say(f"{len(judge.tests)} tests\n\n")
    table = _HEAD
    for name, path in modules.items():
        changes = [
            change
            for change in changes_of(name, path)[:: asked.every]
            if not asked.line or change.line in asked.line
        ]
        noticed = sum(_is_noticed(change, judge) for change in changes)
        every = len(changes)
        share = 100 * noticed / max(every, 1)
        table += (
            f"{path.stem:14} | {every:7} | {noticed:7} | {every - noticed:8} | {share:5.1f} %\n"
        )
    _say(f"\n{table}")


def _is_noticed(change: Change, judge: Judge) -> bool:
    order = judge.covering(change)

    def asked() -> tuple[int | None]:
        gc.disable()
        try:
            make(change)
        except Exception:  # noqa: BLE001  (a change that cannot even be made is noticed)
            return (order[0],)
        return (judge.noticed(order),)

    found = forked(asked, _SECONDS)
    if found is None:
        return True  # it ran for ever, or crashed
    if found[0] is None:
        _say(f"{change.path.relative_to(Path.cwd())}:{change.line}  {change.text}\n")
        return False
    judge.lately[found[0]] += 1
    return True


def _say(text: str) -> None:
    os.write(1, text.encode())


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.support.mutation", description=__doc__)
    parser.add_argument("--module", action="append", default=[], help="such as sums")
    parser.add_argument("--line", action="append", type=int, default=[])
    parser.add_argument("--test", action="append", default=[], help="files named so, alone: sums")
    parser.add_argument("--every", type=int, default=1, help="judge each so manieth change alone")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
