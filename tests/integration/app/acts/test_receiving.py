"""A document that is handed in waits in the table, and is carried out in this process."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from app.acts.queueing import receive
from app.errors import AccountUnclear, NotTakenIn
from app.queries.reviews import one_job
from db.words import ImportStatus
from jobs.lease.lease import OPEN
from jobs.options import Documents, ImportOptions, Keep
from jobs.worker.background import Background
from pipeline.intake.file import NotAPdf
from pipeline.intake.store import open_store
from tests.support.books import JUNE, account, documents, source
from tests.support.waiting import until


@pytest.fixture
def kept(tmp_path: Path) -> Documents:
    return Documents(open_store(str(tmp_path / "documents")))


@pytest.fixture
def background(engine: Engine, kept: Documents) -> Iterator[Background]:
    read = documents({"june.pdf": [JUNE]})
    work = Background(engine, lambda: ImportOptions(documents=kept), read=read)
    work.start()
    yield work
    work.stop()


def june() -> io.BytesIO:
    return io.BytesIO(source().data or b"")


def ended(engine: Engine, import_id: int) -> ImportStatus:
    until(lambda: one_job(engine, import_id).status not in OPEN)
    return one_job(engine, import_id).status


def test_a_document_handed_in_is_tied_out_without_any_worker(
    engine: Engine, kept: Documents, background: Background
) -> None:
    account(engine)
    received = receive(engine, kept, june(), "june.pdf")
    background.wake()
    assert (received.file, received.duplicate) == ("june.pdf", False)
    assert ended(engine, received.import_id) is ImportStatus.MATCHED


def test_the_same_bytes_again_are_the_import_that_is_there(
    engine: Engine, kept: Documents, background: Background
) -> None:
    account(engine)
    first = receive(engine, kept, june(), "june.pdf")
    background.wake()
    ended(engine, first.import_id)
    again = receive(engine, kept, june(), "other name.pdf")
    assert (again.import_id, again.duplicate) == (first.import_id, True)
    assert again.status is ImportStatus.MATCHED


def test_what_is_no_document_is_refused_before_anything_is_written(
    engine: Engine, kept: Documents
) -> None:
    with pytest.raises(NotAPdf):
        receive(engine, kept, io.BytesIO(b"hello"), "june.pdf")


def test_an_account_that_nobody_knows_is_refused(engine: Engine, kept: Documents) -> None:
    with pytest.raises(AccountUnclear):
        receive(engine, kept, june(), "june.pdf", account="Nowhere")


def test_where_documents_are_not_kept_none_can_be_handed_in(engine: Engine) -> None:
    with pytest.raises(NotTakenIn, match="TIEOUT_DOCUMENTS"):
        receive(engine, Documents(None, Keep.NEVER), june(), "june.pdf")
