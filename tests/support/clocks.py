"""A machine whose clock is wrong: everything in the process is told another time of day."""

import datetime as calendar
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime as right
from types import ModuleType
from typing import Any

_TIME = time.time
_ROOMS = ("app", "db", "jobs", "pipeline", "tools", "tests")


def set_clock(seconds: float) -> None:
    """Let the process's clock be so many seconds ahead, or behind.

    For all that is imported after it, and for those of our modules that are there already.
    """
    ahead = _datetime_ahead(seconds)
    calendar.datetime = ahead  # type: ignore[misc]
    time.time = lambda: _TIME() + seconds
    _in_our_modules(ahead)


@contextmanager
def clock_ahead(seconds: float) -> Iterator[None]:
    """While the block runs, the process's clock is so many seconds ahead, or behind."""
    set_clock(seconds)
    try:
        yield
    finally:
        calendar.datetime = right  # type: ignore[misc]
        time.time = _TIME
        _in_our_modules(right)


def _in_our_modules(as_now: type[right]) -> None:
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in _ROOMS and _names_it(module):
            module.datetime = as_now  # type: ignore[attr-defined]


def _names_it(module: ModuleType) -> bool:
    named = vars(module).get("datetime")
    return isinstance(named, type) and issubclass(named, right)


def _datetime_ahead(seconds: float) -> type[right]:
    shift = calendar.timedelta(seconds=seconds)

    class _Any(type):
        """A moment that C code made counts as one too."""

        def __instancecheck__(cls, instance: object) -> bool:
            return isinstance(instance, right)

    class Ahead(right, metaclass=_Any):
        @classmethod
        def now(cls, tz: calendar.tzinfo | None = None) -> Any:
            return right.now(tz) + shift

        @classmethod
        def utcnow(cls) -> Any:
            return right.now(calendar.UTC).replace(tzinfo=None) + shift

    return Ahead
