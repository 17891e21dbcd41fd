"""Runs `tieout watch`: what lands in a folder is brought in, and tried again if it must be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from app.acts.queueing import submit
from app.cli.ending import end_as_by_ctrl_c
from app.cli.runs import import_options
from app.environment.opening import open_ledger
from app.environment.settings import Settings
from app.environment.sources import folder_sources
from db.words import FaultClass, Priority
from jobs.inline import import_all
from jobs.options import ImportOutcome, Source
from jobs.watching import Settling, landing
from jobs.webhooks.delivering import delivering


def watch_folder(
    folder: Path,
    chosen: Settings,
    password_file: Path | None,
    *,
    settle: float,
    poll: bool,
    queue: bool,
    priority: Priority,
    looked: Callable[[], None],
) -> Iterator[ImportOutcome]:
    """Bring in, or queue, what is in the folder and what lands there; without an end. ``priority``
    is of what is queued.

    Raises:
        WatchMissing, PasswordFileUnreadable, and what `queue_paths` raises.
    """
    end_as_by_ctrl_c()
    settling = Settling(settle)
    given: list[Source] = []

    def sources() -> Iterator[Source]:
        for source in landing(folder, folder_sources, settling, poll=poll, looked=looked):
            given[:] = [source]
            yield source

    if queue:
        outcomes = submit(sources(), chosen, one_by_one=True, priority=priority)
    else:
        options = import_options(chosen, password_file)
        outcomes = import_all(open_ledger(chosen.database_url), sources(), options)
    with delivering(open_ledger(chosen.database_url), chosen.book):
        for outcome in outcomes:
            if outcome.fault is FaultClass.TRANSIENT and given[0].path:
                settling.forget(given[0].path)
            yield outcome
