"""Whether a service can work: its ledger answers and has the right tables, its queue answers."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from app.health.in_time import InTime
from db.engine import make_engine
from db.errors import TieoutError, without_text
from db.faults import typed_errors
from db.revision import require_current

READY: Final = "ready"
_NOT_IN_TIME: Final = "not_in_time"
_LOG = logging.getLogger(__name__)
_SECONDS = 2.0
_FRESH = 1.0

#: What a service asks to know whether it is ready: a code, never a place or a name.
Ready = Callable[[], str]


def readiness(database_url: str, redis_url: str | None, seconds: float = _SECONDS) -> Ready:
    """Asks the ledger and the queue, if there is one: ``ready``, or the code of what is wrong."""
    asked = InTime(lambda: _code(database_url, redis_url), seconds, _FRESH)
    return lambda: asked.answer() or _NOT_IN_TIME


def _code(database_url: str, redis_url: str | None) -> str:
    try:
        engine = make_engine(database_url)
        try:
            with typed_errors(engine):
                require_current(engine)
        finally:
            engine.dispose()
        if redis_url:
            from jobs.work_queue import WorkQueue

            WorkQueue(redis_url).check()
    except TieoutError as error:
        return error.code
    except Exception as error:  # noqa: BLE001 - a probe answers whatever happens
        _LOG.warning("readiness failed with %s", without_text(error))
        return "bug"
    return READY
