"""The kernel's unit tests as probes: a change is noticed if one fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from tests.support.mutation.judges import Judge, Probe, forked, lines_run

_UNIT = Path(__file__).parents[2] / "unit" / "pipeline"
_OF_WORDS = ("numbers", "dates", "months", "phrases", "rows", "headers", "facts", "document")
#: The kernel's own tests, and those of the parsers that it took over from the reader.
TESTS = (_UNIT / "proof", *(_UNIT / "reading" / f"test_{name}.py" for name in _OF_WORDS))
_LONG = 60.0  # seconds for one test that is traced


@dataclass(slots=True)
class OfTest:
    """One unit test."""

    item: pytest.Item
    about: str
    cost: float = 10.0

    def noticed(self) -> bool | None:
        """Whether it fails."""
        return any(report.failed for report in runtestprotocol(self.item, log=False))


class Collected:
    """Hands the collected tests to some work, instead of running them."""

    def __init__(self, work: Callable[[list[pytest.Item]], None]) -> None:
        self._work = work

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """All is done here."""
        self._work(session.items)
        return True


def with_tests(work: Callable[[Judge], None], names: Sequence[str] = ()) -> int:
    """Do some work while the unit tests are at hand, all or those of files whose names begin so;
    pytest's exit code."""
    arguments = [
        *map(str, _files(names) if names else TESTS),
        "-q",
        "-s",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
    ]
    return int(pytest.main([*arguments, "--no-header"], plugins=[Collected(_judging(work))]))


def _files(names: Sequence[str]) -> list[Path]:
    begins = tuple(f"test_{name}" for name in names)
    files = [file for path in TESTS for file in (path.rglob("*.py") if path.is_dir() else (path,))]
    return sorted(file for file in files if file.stem.startswith(begins))


def _judging(work: Callable[[Judge], None]) -> Callable[[list[pytest.Item]], None]:
    def judged(items: list[pytest.Item]) -> None:
        tests = [OfTest(item, item.path.stem.removeprefix("test_")) for item in items]
        lines = [forked(partial(_traced, test), _LONG) or frozenset() for test in tests]
        probes: list[Probe] = [*tests]
        work(Judge(probes, lines))

    return judged


def _traced(probe: OfTest) -> object:
    failed: list[object] = []
    lines = lines_run(lambda: failed.append(probe.noticed()))
    assert failed == [False], f"{probe.item} fails though nothing is changed"
    return lines
