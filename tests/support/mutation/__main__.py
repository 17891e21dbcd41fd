"""Changes the kernel and counts who notices: `python -m tests.support.mutation`."""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.support.mutation.changes import Change, changes_of
from tests.support.mutation.corpus import OfPage, Outcome, proofs
from tests.support.mutation.judges import KERNEL, Judge, Probe, forked, lines_run
from tests.support.mutation.ledgers import OfLedger, ledger_probes
from tests.support.mutation.literal import with_tests
from tests.support.mutation.patch import make, remember_caches
from tests.support.mutation.store import stored

_SECONDS = 15.0
_PAGES, _LEDGERS = 14, 3
_OF_PAGE, _OF_LEDGER = 8.0, 0.6  # ms, about


@dataclass(slots=True)
class OfCorpus:
    """A page or a ledger with what the unbroken kernel says of it."""

    probe: OfPage | OfLedger
    known: Outcome
    cost: float
    about: str = ""

    def noticed(self) -> bool | None:
        """Whether the kernel now says something else, or fails."""
        try:
            verdict, words = self.probe.outcome()
        except Exception:  # noqa: BLE001  (whatever it raises, it is noticed)
            return True
        if verdict != self.known[0]:
            return True
        return None if words != self.known[1] else False


@dataclass(slots=True)
class Count:
    """Of one module: how many changes, and how many each judge noticed."""

    all: int = 0
    tests: int = 0
    corpus: int = 0
    either: int = 0
    words: int = 0

    def row(self, name: str) -> str:
        """A line of the table."""
        score = 100 * (self.either + self.words) / max(self.all, 1)
        return (
            f"{name:18} | {self.all:6} | {self.tests:5} | {self.corpus:6} | {self.either:6} |"
            f" {self.words:5} | {self.all - self.either - self.words:8} | {score:5.1f} %\n"
        )


HEAD = "module             | mutants | tests | corpus | killed | words | survived | score\n"


def main() -> int:
    """Print the survivors and the table; 0 whatever it says."""
    asked = _arguments()
    modules = dict(sorted(_modules(asked.module).items()))
    for name in modules:
        importlib.import_module(name)
    return with_tests(lambda tests: _run(modules, tests, asked), asked.test)


def _modules(wanted: list[str]) -> dict[str, Path]:
    folder = Path(KERNEL)
    found = {
        ".".join(path.relative_to(folder.parents[1]).with_suffix("").parts): path
        for path in folder.rglob("*.py")
        if path.name != "__init__.py"
    }
    return {
        name: path
        for name, path in found.items()
        if not wanted or name.removeprefix("pipeline.proof.") in wanted
    }


def _run(modules: dict[str, Path], tests: Judge, asked: argparse.Namespace) -> None:
    corpus = Judge([], []) if asked.tests_only else _corpus(asked.pages)
    remember_caches()
    gc.collect()
    gc.freeze()
    _say(f"{len(tests.probes)} tests, {len(corpus.probes)} pages, witnesses and ledgers\n\n")
    total, table = Count(), ""
    for name, path in modules.items():
        short = name.removeprefix("pipeline.proof.")
        count = Count()
        for change in changes_of(name, path)[:: asked.every]:
            if not asked.line or change.line in asked.line:
                _judge(change, tests, corpus, count, asked)
        table += count.row(short)
        for part in ("all", "tests", "corpus", "either", "words"):
            setattr(total, part, getattr(total, part) + getattr(count, part))
        _say(HEAD + count.row(short) + "\n")
    _say(f"\n{HEAD}{table}{total.row('all')}")


def _judge(
    change: Change, tests: Judge, corpus: Judge, count: Count, asked: argparse.Namespace
) -> None:
    by_test = _noticed(change, tests, 2 * asked.most)
    by_page = (False, False)
    if not asked.tests_only and not (asked.quick and by_test[0]):
        by_page = _noticed(change, corpus, asked.most)
    count.all += 1
    count.tests += by_test[0]
    count.corpus += by_page[0]
    killed = by_test[0] or by_page[0]
    count.either += killed
    count.words += not killed and by_page[1]
    where = f"{change.path.relative_to(Path.cwd())}:{change.line}"
    if not killed:
        how = "words " if by_page[1] else "SURVIVED"
        _say(f"{how} {where}  {change.text}\n")
    elif asked.all and not by_test[0]:
        _say(f"untested {where}  {change.text}\n")


def _noticed(change: Change, judge: Judge, most: float) -> tuple[bool, bool]:
    """Whether a judge notices the change, and whether only words differ."""
    order = judge.covering(change, most)
    if not order:
        return False, False

    def asked() -> tuple[int | None, bool]:
        gc.disable()
        try:
            make(change)
        except Exception:  # noqa: BLE001  (a change that cannot even be made is noticed)
            return order[0], False
        return judge.asked(order)

    found = forked(asked, _SECONDS)
    if found is None:
        return True, False  # it ran for ever, or crashed
    at, words = found
    if at is not None:
        judge.lately[at] += 1
    return at is not None, words


def _corpus(each: int) -> Judge:
    pages, lines = stored(each)
    random = Random(1)
    ledgers = list(ledger_probes(list(proofs(pages, _LEDGERS)), random))
    probes: list[Probe] = [OfCorpus(p, p.outcome(), _OF_PAGE) for p in pages]
    probes += [OfCorpus(p, p.outcome(), _OF_LEDGER) for p in ledgers]
    lines += [lines_run(p.outcome) for p in ledgers]
    shuffled = list(range(len(probes)))
    random.shuffle(shuffled)
    return Judge([probes[at] for at in shuffled], [lines[at] for at in shuffled])


def _say(text: str) -> None:
    os.write(1, text.encode())


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.support.mutation", description=__doc__)
    parser.add_argument("--module", action="append", default=[], help="such as sums")
    parser.add_argument("--line", action="append", type=int, default=[])
    parser.add_argument("--test", action="append", default=[], help="files named so, alone: rows")
    parser.add_argument("--most", type=float, default=2000.0, help="ms of probes for a change")
    parser.add_argument("--pages", type=int, default=_PAGES, help="of each family")
    parser.add_argument("--quick", action="store_true", help="ask pages only where no test fails")
    parser.add_argument("--every", type=int, default=1, help="judge each so manieth change alone")
    parser.add_argument("--tests-only", action="store_true")
    parser.add_argument("--all", action="store_true", help="print what no unit test notices too")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
