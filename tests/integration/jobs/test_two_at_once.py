"""Two documents of one account, brought in at the same moment."""

import threading
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import Engine, func, select

from db.models import Import, Lock, Match, Reconciliation, Statement
from db.session import read_only
from db.words import ImportStatus
from jobs.imports.inline import import_one
from jobs.options import ImportOptions, ImportOutcome
from jobs.queue.submit import submit_all
from jobs.queue.work_queue import WorkQueue
from pipeline.intake.file import Intake
from pipeline.progress import Progress, Silent
from pipeline.reading.from_bytes import ReadDocument
from tests.integration.jobs.test_submitting import papers
from tests.support.books import JUNE, account, documents, source
from tests.support.waiting import PATIENCE_S, together


@pytest.mark.parametrize("time", range(5))
def test_the_same_statement_in_other_bytes_is_brought_in_once(engine: Engine, time: int) -> None:
    del time  # a race is lost now and then
    account(engine)
    both = threading.Barrier(2)
    plain = documents({name: [JUNE] for name in ("a.pdf", "b.pdf")})

    def read(intake: Intake, progress: Progress) -> ReadDocument:
        both.wait(timeout=PATIENCE_S)
        return plain(intake, progress)

    def bring_in(name: str) -> str:
        return import_one(engine, source(name), ImportOptions(), read, Silent()).status.value

    assert sorted(together(bring_in, ("a.pdf", "b.pdf"))) == ["duplicate", "matched"]
    with read_only(engine) as session:
        stands = session.scalars(select(Statement.stands)).all()
        claimed = (
            select(Match.transaction_id)
            .join(Reconciliation, Reconciliation.id == Match.reconciliation_id)
            .join(Statement, Statement.id == Reconciliation.statement_id)
            .where(Statement.stands.is_(True))
        )
        entries = Counter(session.scalars(claimed))
        locks = session.scalar(select(func.count()).select_from(Lock))
    assert sorted(stands) == [False, True]
    assert (set(entries.values()), locks) == ({1}, 1)


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
