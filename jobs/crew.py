"""The workers that are there, as Redis has it: what each is at, and when it was last heard of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from jobs.work_queue import WorkQueue

#: A worker that is well says so every few seconds.
SILENT_AFTER: Final = timedelta(seconds=40)
_IMPORT: Final = re.compile(r"(\d{1,18})-")
_MOST: Final = 500


@dataclass(frozen=True, slots=True)
class Worker:
    """One worker; times are UTC. ``silent``: it was not heard of for longer than it should be."""

    machine: str
    pid: str
    import_id: int | None
    since: datetime | None
    heard: datetime | None
    done: int
    silent: bool


def crew(work_queue: WorkQueue) -> list[Worker]:
    """Every worker that says it is there, by machine. Raises ``QueueUnreachable``."""
    now = datetime.now(UTC)
    found = [_worker(each, now) for each in work_queue.workers(_MOST)]
    return sorted(found, key=lambda each: (each.machine, each.pid))


def _worker(said: Mapping[str, str], now: datetime) -> Worker:
    at, heard = _IMPORT.match(said.get("current_job", "")), _moment(said.get("last_heartbeat"))
    count = said.get("successful_job_count", "")
    return Worker(
        machine=said.get("hostname", "?"),
        pid=said.get("pid", "?"),
        import_id=int(at[1]) if at else None,
        since=_moment(said.get("birth")),
        heard=heard,
        done=int(count) if count.isdecimal() else 0,
        silent=heard is None or now - heard > SILENT_AFTER,
    )


def _moment(text: str | None) -> datetime | None:
    try:
        found = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
