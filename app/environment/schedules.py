"""Where schedules are set, for the process that queues them and for workers that run them."""

import logging
import os
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from app.environment.opening import open_ledger
from app.environment.settings import Settings, from_environment, secrets_of
from app.telemetry.logs import log_to_stderr
from app.telemetry.server import tell
from db.errors import TieoutError
from jobs.queue.work_queue import WorkQueue
from jobs.webhooks.delivering import delivering
from jobs.worker.scheduler import NoSchedules, NoSuchSchedule, Schedule, keep_schedules, schedules

_LOG = logging.getLogger(__name__)


def schedules_set(path: str | None) -> dict[str, Schedule]:
    """Those of the file. Raises ``NoSchedules`` and ``SchedulesUnreadable``."""
    if not path:
        raise NoSchedules
    return schedules(Path(path))


def keep(chosen: Settings) -> None:
    """Queue what is due, until asked to stop. Raises ``NoSchedules``, ``SchedulesUnreadable``,
    ``NoQueue``, ``QueueMissing``, ``BadRedisUrl``, ``QueueUnreachable``, and what `tell` raises."""
    found = schedules_set(chosen.schedules)
    WorkQueue(chosen.redis_url).check()

    log_to_stderr(chosen.log_level, secrets_of(os.environ))
    tell(chosen.metrics, chosen.database_url, chosen.redis_url)
    with _telling_webhooks(chosen):
        keep_schedules(chosen.redis_url or "", found.values())


def _telling_webhooks(chosen: Settings) -> AbstractContextManager[None]:
    """Deliver what they are owed, if there is a ledger here: to queue needs none."""
    try:
        return delivering(open_ledger(chosen.database_url), chosen.book)
    except TieoutError as error:
        _LOG.warning("webhooks wait", extra={"code": error.code})
        return nullcontext()


def schedule_of(name: str) -> Schedule:
    """The schedule of a name, as this machine's file has it now. Raises ``NoSchedules``,
    ``SchedulesUnreadable``, ``NoSuchSchedule``."""
    named = schedules_set(from_environment().schedules).get(name)
    if named is None:
        raise NoSuchSchedule
    return named
