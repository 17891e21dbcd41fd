"""Two who queue the same documents at once, each in an order of its own."""

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
from tests.support.waiting import together


def test_none_of_them_is_reported_as_failed(engine: Engine, redis_url: str, tmp_path: Path) -> None:
    given = list(papers(tmp_path, 60))
    ready = threading.Barrier(4)

    def submit(step: int) -> list[ImportOutcome]:
        ready.wait()
        return list(submit_all(engine, given[::step], ImportOptions(), WorkQueue(redis_url)))

    outcomes = [each for some in together(submit, (1, -1, 1, -1)) for each in some]
    assert {each.status for each in outcomes} == {ImportStatus.QUEUED}
    assert len(outcomes) == 4 * 60
    with read_only(engine) as session:
        assert session.scalar(select(func.count()).select_from(Import)) == 60
