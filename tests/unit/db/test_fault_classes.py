"""Every error that an import can end with is of one class, which says what is done about it."""

import pytest

from db.engine import LedgerBusy, LedgerUnreachable
from db.errors import TieoutError
from db.words import FaultClass
from jobs.documents.finding import DocumentAway
from jobs.lease.lease import Abandoned, Poison
from jobs.lease.machine import NotAlone
from jobs.queue.work_queue import QueueUnreachable
from pipeline.errors import LedgerMoved, MachineExhausted
from pipeline.pages.errors import (
    OcrNotInstalled,
    PasswordNeeded,
    ReaderCrashed,
    ReaderKilled,
    ReaderOutOfMemory,
    ReaderStalled,
    ReaderTimeout,
    UnreadablePdf,
)
from tests.support.errors import ERRORS

#: Rooms whose errors an import can meet on its way.
_ON_THE_WAY = ("pipeline.pages.", "pipeline.intake.file", "pipeline.errors", "db.engine", "jobs.")
#: Errors of those rooms that are a person's or a service's, and end no import.
_NO_IMPORT = {
    "no_schedules",
    "no_such_schedule",
    "nowhere_to_keep",
    "schedules_unreadable",
    "no_queue",
    "bad_redis_url",
    "not_failed",
    "not_open",
    "nothing_to_replay",
    "trace_redacted",
    "no_such_page",
    "lock_holds",
    "webhook_address_bad",
    "webhook_address_private",
}


def _says_itself(kind: type[TieoutError]) -> bool:
    return any("fault" in vars(each) for each in kind.__mro__ if each is not TieoutError)


def test_each_error_on_the_way_says_its_class() -> None:
    on_the_way = [kind for kind in ERRORS if kind.__module__.startswith(_ON_THE_WAY)]
    without = {kind.code for kind in on_the_way if not _says_itself(kind)}
    assert without - {"pipeline_error"} == _NO_IMPORT


@pytest.mark.parametrize(
    ("fault", "kinds"),
    [
        (
            FaultClass.TRANSIENT,
            (
                LedgerBusy,
                LedgerUnreachable,
                LedgerMoved,
                QueueUnreachable,
                DocumentAway,
                ReaderStalled,
                NotAlone,
            ),
        ),
        (
            FaultClass.RESOURCE,
            (ReaderKilled, ReaderOutOfMemory, ReaderTimeout, MachineExhausted, Poison),
        ),
        (FaultClass.ABANDONED, (Abandoned,)),
        (FaultClass.CONFIGURATION, (OcrNotInstalled,)),
        (FaultClass.DOCUMENT, (UnreadablePdf, PasswordNeeded, ReaderCrashed)),
    ],
)
def test_the_classes_are_as_the_table_of_operations_says(
    fault: FaultClass, kinds: tuple[type[TieoutError], ...]
) -> None:
    assert [kind.fault for kind in kinds] == [fault] * len(kinds)
