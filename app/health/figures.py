"""The figures that stand in the database, asked when somebody looks, at most every few seconds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from sqlalchemy import Engine, func, or_, select
from sqlalchemy.orm import Session

from app.health.in_time import InTime
from db.clock import database_now
from db.engine import make_engine
from db.errors import TieoutError
from db.models import Import
from db.session import read_only
from db.words import ImportStatus

#: What is over for good is not counted: it may be millions of rows, and waits for nobody.
COUNTED: Final = (
    ImportStatus.QUEUED,
    ImportStatus.RUNNING,
    ImportStatus.FAILED,
    ImportStatus.NEEDS_REVIEW,
)
_SECONDS = 2.0
_FRESH = 10.0


@dataclass(frozen=True, slots=True)
class Figures:
    """How the work stands at one moment."""

    statuses: Mapping[ImportStatus, int]
    failures: Mapping[str, int]
    oldest_seconds: float
    deaths: int
    overdue: int


def figures(engine: Engine) -> Figures:
    """How the work stands now. Raises ``LedgerUnreachable``."""
    with read_only(engine) as session:
        now = database_now(session)
        by_status = _grouped(session, Import.status, Import.status.in_(COUNTED))
        failures = _grouped(session, Import.error_code, Import.status == ImportStatus.FAILED)
        overdue = Import.status == ImportStatus.RUNNING, Import.lease_until < now
        deaths = select(func.coalesce(func.sum(Import.deaths), 0)).where(
            Import.status.in_(COUNTED[:3])
        )
        return Figures(
            {status: by_status.get(status, 0) for status in COUNTED},
            {str(code or "none"): number for code, number in failures.items()},
            _oldest(session, now),
            int(session.scalar(deaths) or 0),
            session.scalar(select(func.count()).select_from(Import).where(*overdue)) or 0,
        )


class DatabaseFigures(Collector):
    """The same as metrics; ``tieout_database_up`` is 0 if the database did not answer in time."""

    def __init__(self, database_url: str) -> None:
        self._asked = InTime(lambda: _of(database_url), _SECONDS, _FRESH)

    def collect(self) -> Iterable[Metric]:
        """Called at each look."""
        found = self._asked.answer()
        yield _gauge(
            "database_up", "Whether the database answered in time.", int(found is not None)
        )
        if found is not None:
            yield from _metrics(found)


def _of(database_url: str) -> Figures | None:
    try:
        engine = make_engine(database_url)
        try:
            return figures(engine)
        finally:
            engine.dispose()
    except TieoutError:
        return None


def _metrics(found: Figures) -> Iterable[Metric]:
    statuses = GaugeMetricFamily(
        "tieout_imports", "Imports that wait, run, failed or need a person.", labels=["status"]
    )
    for status, number in found.statuses.items():
        statuses.add_metric([status.value], number)
    yield statuses
    failures = GaugeMetricFamily(
        "tieout_imports_failed", "Failed imports by error code.", labels=["code"]
    )
    for code, number in found.failures.items():
        failures.add_metric([code], number)
    yield failures
    yield _gauge(
        "oldest_waiting_seconds", "Age of the oldest import that could run.", found.oldest_seconds
    )
    yield _gauge("worker_deaths", "Workers that died over imports not ended.", found.deaths)
    yield _gauge("leases_overdue", "Running imports whose lease has run out.", found.overdue)


def _gauge(name: str, says: str, value: float) -> Metric:
    return GaugeMetricFamily(f"tieout_{name}", says, value=value)


def _grouped(session: Session, column: object, condition: object) -> dict[ImportStatus, int]:
    query = select(column, func.count()).where(condition).group_by(column)  # type: ignore[call-overload]
    return {row[0]: row[1] for row in session.execute(query)}


def _oldest(session: Session, now: datetime) -> float:
    """How long the one that waits longest could have been carried out, since it last was held."""
    since = func.coalesce(Import.run_after, Import.heartbeat_at, Import.created_at)
    due = or_(Import.run_after.is_(None), Import.run_after <= now)
    first = session.scalar(select(func.min(since)).where(Import.status == ImportStatus.QUEUED, due))
    return max(0.0, (now - first).total_seconds()) if first else 0.0
