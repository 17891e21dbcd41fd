"""Waits for what comes in its own time: a busy machine takes longer, and says nothing by it."""

import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

R = TypeVar("R")
#: A guard against a test that hangs, and no promise.
PATIENCE_S = 60


def until(holds: Callable[[], object], seconds: float = PATIENCE_S) -> None:
    """Waits for it. Raises ``AssertionError`` if it does not come."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not come to that"
        time.sleep(0.02)


def together(call: Callable[[Any], R], given: Iterable[Any]) -> list[R]:
    """What it comes to for each of these, all at the same time."""
    each = list(given)
    with ThreadPoolExecutor(len(each)) as crowd:
        return list(crowd.map(call, each))
