"""The figures that are in the database, asked when somebody looks, at most every few seconds."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from sqlalchemy import ColumnElement, Engine, func, select, text
from sqlalchemy.orm import Session

from db.engine import make_engine
from db.errors import TieoutError
from db.models import Import
from db.models.statements import WAITING
from db.session import database_now, read_only
from db.words import COUNTED_UP_TO, ImportStatus, Priority

#: What is over for good is not counted: it may be millions of rows, and waits for nobody.
COUNTED: Final = (
    ImportStatus.QUEUED,
    ImportStatus.RUNNING,
    ImportStatus.FAILED,
    ImportStatus.NEEDS_REVIEW,
)
#: Among so many that are next the oldest is looked for.
_FRONT: Final = 10_000
_MOST: Final = f"at most {COUNTED_UP_TO} of each are counted"
FRESH_SECONDS: Final = 10.0


@dataclass(frozen=True, slots=True)
class Figures:
    """The state of the work at one moment; of each number no more than `COUNTED_UP_TO`."""

    statuses: Mapping[ImportStatus, int]
    failures: Mapping[str, int]
    oldest_seconds: float
    deaths: int
    overdue: int


def figures(engine: Engine) -> Figures:
    """The state of the work now. Raises ``LedgerUnreachable``."""
    with read_only(engine) as session:
        now = database_now(session)
        overdue = Import.status == ImportStatus.RUNNING, Import.lease_until < now
        failed = Import.status == ImportStatus.FAILED
        some = select(Import.error_code).where(failed).limit(COUNTED_UP_TO).subquery()
        query = select(some.c.error_code, func.count()).group_by(some.c.error_code)
        queued = Import.status == ImportStatus.QUEUED
        put_off = select(func.min(Import.run_after)).where(queued, Import.run_after <= now)
        since = [session.scalar(put_off), *(_since(session, priority) for priority in Priority)]
        known = [each for each in since if each is not None]
        return Figures(
            {status: _number(session, Import.status == status) for status in COUNTED},
            {str(code or "none"): number for code, number in session.execute(query)},
            max(0.0, (now - min(known)).total_seconds()) if known else 0.0,
            sum(_deaths(session, status) for status in COUNTED[:3]),
            _number(session, *overdue),
        )


class DatabaseFigures(Collector):
    """The same as metrics; ``tieout_database_up`` is 0 if the database did not answer in time."""

    def __init__(self, ask: Callable[[], Figures | None]) -> None:
        self._ask = ask

    def collect(self) -> Iterable[Metric]:
        found = self._ask()
        yield _gauge(
            "database_up", "Whether the database answered in time.", int(found is not None)
        )
        if found is not None:
            yield from _metrics(found)


def figures_of(database_url: str) -> Figures | None:
    """The state of the work now; None where the database cannot be asked."""
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
        "tieout_imports",
        f"Imports that wait, run, failed or need a person; {_MOST}.",
        labels=["status"],
    )
    for status, number in found.statuses.items():
        statuses.add_metric([status.value], number)
    yield statuses
    failures = GaugeMetricFamily(
        "tieout_imports_failed", f"Failed imports by error code; {_MOST}.", labels=["code"]
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


def _number(session: Session, *which: ColumnElement[bool]) -> int:
    some = select(Import.id).where(*which).limit(COUNTED_UP_TO).subquery()
    return session.scalar(select(func.count()).select_from(some)) or 0


def _deaths(session: Session, status: ImportStatus) -> int:
    some = select(Import.deaths).where(Import.status == status).limit(COUNTED_UP_TO).subquery()
    return int(session.scalar(select(func.sum(some.c.deaths))) or 0)


def _since(session: Session, priority: Priority) -> datetime | None:
    """Since when the oldest waits of those that are next: what came first is there."""
    since = func.coalesce(Import.heartbeat_at, Import.created_at).label("since")
    waiting = select(since).where(text(WAITING), Import.priority == priority)
    front = waiting.order_by(Import.turn, Import.id).limit(_FRONT).subquery()
    found: datetime | None = session.scalar(select(func.min(front.c.since)))
    return found
