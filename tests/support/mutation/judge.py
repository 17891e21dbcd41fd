"""Makes one change in the running program, and has the kernel's unit tests judge it."""

import ast
import functools
import gc
import os
import pickle
import resource
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.support.mutation.changes import Change


def make(change: Change) -> None:
    """Make the change, for as long as this process lives.

    Raises SyntaxError or another error for one that is no program.
    """
    old = change.old
    tree = change.made()
    try:
        module = sys.modules[change.module]
        if change.function:
            _function(module, change.function).__code__ = _code(tree, change)
        else:
            _constants(module, tree)
    finally:
        change.undone(old)
    for each in _CACHES:
        each.cache_clear()


def remember_caches() -> None:
    """Find every `lru_cache`, to clear them when a function changes."""
    _CACHES.extend(
        each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)
    )


_CACHES: list[Any] = []


def _code(tree: ast.Module, change: Change) -> CodeType:
    found = [
        code
        for code in _codes(compile(tree, str(change.path), "exec"))
        if code.co_qualname == change.function
    ]
    for code in found:
        if len(found) == 1 or code.co_firstlineno <= change.line:
            return code
    raise LookupError(change.function)


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


def _function(module: ModuleType, name: str) -> FunctionType:
    found: Any = module
    for part in name.split("."):
        found = vars(found)[part]
    for inner in ("fget", "func", "__func__", "__wrapped__"):
        if not isinstance(found, FunctionType):
            found = getattr(found, inner, found)
    assert isinstance(found, FunctionType), name
    return found


def _constants(module: ModuleType, tree: ast.Module) -> None:
    body: list[ast.stmt] = [
        each for each in tree.body if isinstance(each, ast.Assign | ast.AnnAssign)
    ]
    scope = dict(vars(module))
    exec(compile(ast.Module(body, []), str(module.__file__), "exec"), scope)
    for name in [name for name, value in vars(module).items() if _differs(value, scope[name])]:
        old, new = vars(module)[name], scope[name]
        for other in list(sys.modules.values()):
            for known, value in list(vars(other).items()) if other is not None else ():
                if value is old and (known == name or not isinstance(old, int | str | float)):
                    setattr(other, known, new)


def _differs(one: object, other: object) -> bool:
    return one is not other and type(one) is type(other) and one != other


_ROOT = Path(__file__).parents[3]
KERNEL = _ROOT / "pipeline" / "proof"
TESTS = _ROOT / "tests" / "unit" / "pipeline" / "proof"
_WITHIN = str(KERNEL) + os.sep
_MEMORY = 6 << 30  # bytes
_LONG = 60.0  # seconds for one test that is traced
Lines = frozenset[tuple[str, int]]


@dataclass(slots=True)
class Judge:
    """The tests with the lines of the kernel that each runs: those first that are named after the
    module, then those that noticed something of late, then those that run little else."""

    tests: list[pytest.Item]
    lines: list[Lines]
    lately: Counter[int] = field(default_factory=Counter)

    def covering(self, change: Change) -> list[int]:
        """The tests that run a change's lines; all of them for a line that ran before any test, of
        which the answer is cached."""
        wanted = {(str(change.path), line) for line in change.lines if change.function}
        found = [at for at, lines in enumerate(self.lines) if not lines.isdisjoint(wanted)]
        own = f"test_{change.module.rpartition('.')[2]}"
        every = found or range(len(self.tests))
        return sorted(every, key=lambda at: (
            not self.tests[at].path.stem.startswith(own), -self.lately[at], len(self.lines[at]),
        ))  # fmt: skip

    def noticed(self, order: Sequence[int]) -> int | None:
        """The first of these tests that fails."""
        return next((at for at in order if _fails(self.tests[at])), None)


class Collected:
    """Hands the collected tests to some work, instead of running them."""

    def __init__(self, work: Callable[[Judge], None]) -> None:
        self._work = work

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """All is done here."""
        lines = [forked(partial(_traced, test), _LONG) for test in session.items]
        if None in lines:
            failing = session.items[lines.index(None)].nodeid
            raise pytest.UsageError(f"{failing} fails though nothing is changed")
        self._work(Judge(session.items, lines))
        return True


def with_tests(work: Callable[[Judge], None], names: Sequence[str] = ()) -> int:
    """Do some work while the unit tests are at hand, all or those of files whose names begin so;
    pytest's exit code."""
    files = [str(file) for name in names or [""] for file in sorted(TESTS.glob(f"test_{name}*.py"))]
    plain = ("-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header")
    return int(pytest.main([*files, *plain], plugins=[Collected(work)]))


def _fails(test: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(test, log=False))


def _traced(test: pytest.Item) -> Lines:
    failed: list[bool] = []
    lines = lines_run(lambda: failed.append(_fails(test)))
    assert failed == [False]
    return lines


def lines_run(work: Callable[[], object]) -> Lines:
    """The lines of the kernel that some work runs."""
    found: set[tuple[str, int]] = set()
    left: dict[CodeType, set[int]] = {}

    def call(frame: FrameType, _event: str, _arg: Any) -> Any:
        code = frame.f_code
        if not code.co_filename.startswith(_WITHIN):
            return None
        todo = left.get(code)
        if todo is None:
            todo = left[code] = {line for _, _, line in code.co_lines() if line}
        if not todo:
            return None
        path = code.co_filename

        def line(frame: FrameType, event: str, _arg: Any) -> Any:
            if event == "line":
                found.add((path, frame.f_lineno))
                todo.discard(frame.f_lineno)
            return line

        found.add((path, frame.f_lineno))
        todo.discard(frame.f_lineno)
        return line

    before = sys.gettrace()
    sys.settrace(call)
    try:
        work()
    finally:
        sys.settrace(before)
    return frozenset(found)


def forked(work: Callable[[], object], seconds: float) -> Any:
    """What some work gives in a process of its own; None if that died or took too long."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reading)
            signal.setitimer(signal.ITIMER_PROF, seconds)
            resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
            with os.fdopen(writing, "wb") as pipe:
                pipe.write(pickle.dumps(work()))
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    return pickle.loads(data) if data else None
