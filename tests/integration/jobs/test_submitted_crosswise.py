"""Two who queue the same documents at once, each in an order of its own."""

from __future__ import annotations

import threading
from pathlib import Path

from sqlalchemy import Engine, func, select

from db.models import Import
from db.session import read_only
from db.words import ImportStatus
from jobs.options import ImportOptions, ImportOutcome
from jobs.queue.submit import submit_all
from jobs.queue.work_queue import WorkQueue
from tests.integration.jobs.test_submitting import papers


def test_none_of_them_is_reported_as_failed(engine: Engine, redis_url: str, tmp_path: Path) -> None:
    given = list(papers(tmp_path, 60))
    ready, outcomes = threading.Barrier(4), list[ImportOutcome]()

    def submit(step: int) -> None:
        ready.wait()
        queue = WorkQueue(redis_url)
        outcomes.extend(submit_all(engine, given[::step], ImportOptions(), queue))

    threads = [threading.Thread(target=submit, args=(step,)) for step in (1, -1, 1, -1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {each.status for each in outcomes} == {ImportStatus.QUEUED}
    assert len(outcomes) == 4 * 60
    with read_only(engine) as session:
        assert session.scalar(select(func.count()).select_from(Import)) == 60
