"""What workers log: one line an event on stderr, with the import and nothing private.

It is JSON, but for a person at a terminal.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable, Iterable, MutableMapping
from contextlib import AbstractContextManager
from typing import Any, ClassVar

from app.telemetry.masking import without_secrets
from db.extras import ExtraMissing
from db.visible import visible

_LOG = logging.getLogger("tieout.progress")
#: A shorter one would be found in ordinary words.
_SHORTEST_SECRET = 4

Event = MutableMapping[str, Any]


class LogsMissing(ExtraMissing):
    """The packages for workers are not installed. Run: {install}"""

    code: ClassVar[str] = "logs_missing"
    extra: ClassVar[str] = "queue"


class Logged:
    """Progress as log lines; each stage says when it begins, and how long it took."""

    def __init__(self, timed: Callable[[str, float], None] = lambda *_: None) -> None:
        """``timed`` hears of each stage how many seconds it took."""
        self._timed = timed
        self._stage, self._since = "", 0.0

    def stage(self, name: str) -> None:
        """A stage begins, and with it the one before ends."""
        self.over()
        self._stage, self._since = name, time.monotonic()
        _LOG.info("stage", extra={"stage": name})

    def page(self, number: int, of: int) -> None:
        """A page is done."""
        _LOG.debug("page", extra={"stage": self._stage, "page": number, "of": of})

    def over(self) -> None:
        """The stage, if there is one, has ended."""
        if self._stage:
            seconds = round(time.monotonic() - self._since, 3)
            self._timed(self._stage, seconds)
            _LOG.info("stage ended", extra={"stage": self._stage, "seconds": seconds})
        self._stage = ""


def log_to_stderr(level: str = "info", secrets: Iterable[str] = ()) -> None:
    """From here on this process and its children log; ``secrets`` are never in it.

    Raises ``LogsMissing``.
    """
    try:
        import structlog
    except ModuleNotFoundError:
        raise LogsMissing from None
    from structlog.stdlib import ExtraAdder, ProcessorFormatter

    known = tuple(secret for secret in secrets if len(secret) >= _SHORTEST_SECRET)

    def mask(_logger: object, _method: str, event: Event) -> Event:
        return without_secrets(event, known)

    # structlog renders what the standard library's loggers say, ours and RQ's alike.
    formatter = ProcessorFormatter(
        foreign_pre_chain=[
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            ExtraAdder(),
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _worker,
        ],
        processors=[
            ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            mask,
            _for_a_person if sys.stderr.isatty() else structlog.processors.JSONRenderer(),
        ],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)


def _worker(_logger: object, _method: str, event: Event) -> Event:
    event.setdefault("worker", os.getpid())
    return event


def _for_a_person(_logger: object, _method: str, event: Event) -> str:
    """One line to be read: when, how serious, what, and the rest as it is called."""
    at, level = str(event.pop("timestamp", ""))[11:19], event.pop("level", "")
    what, more = event.pop("event", ""), event.pop("exception", "")
    event.pop("logger", None)
    facts = "  ".join(f"{name}={value}" for name, value in event.items())
    line = visible(f"{at} {level:<7} {what}  {facts}")
    return f"{line}\n{visible(str(more))}" if more else line


def about(**fields: object) -> AbstractContextManager[object]:
    """While the block runs, every line carries these fields, such as ``import_id``."""
    import structlog

    return structlog.contextvars.bound_contextvars(**fields)
