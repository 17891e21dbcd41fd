"""The books that a fault happens to, and what a fault is to the tests that bring it about."""

import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from sqlalchemy import Engine

from pipeline.drafts import ReadStatements
from pipeline.intake.file import Intake
from pipeline.progress import Progress
from pipeline.reading.from_bytes import ReadDocument, Reader
from tests.support.books import JUNE, LINES, account, documents, source
from tests.support.faults import Scene
from tests.support.opinions import answer, opinion
from tools.loop.loop import ToolLoop
from tools.providers.replay import ScriptedProvider, Step, calls, says

Breaks = Callable[[Scene], AbstractContextManager[None]]


def june(intake: Intake, progress: Progress) -> ReadDocument:
    """Reads June's statement, whatever the bytes are."""
    return _JUNE(replace(intake, data=source("june.pdf").data or b""), progress)


_JUNE: Final = documents({"june.pdf": [JUNE]})


@dataclass(frozen=True)
class Books:
    """What the ledger holds, what is read of the document, and a model that answers."""

    fill: Callable[[Engine], object] = account
    read: Reader = june
    model: Callable[[], ToolLoop | None] = lambda: None


@dataclass(frozen=True)
class Cause:
    """A fault, and the code of the error that it is told as.

    ``taken``: somebody holds the import when it happens. ``told``: the ledger can be told of it.
    ``dies``: the process does not live to tell, on this machine or ``elsewhere``. ``server``: the
    ledger is in PostgreSQL; ``kept``: documents are kept; ``data`` is what the file holds.
    """

    code: str
    breaks: Breaks
    taken: bool = True
    told: bool = True
    dies: bool = False
    elsewhere: bool = False
    server: bool = False
    kept: bool = False
    data: bytes | None = None


def _unknown(intake: Intake, progress: Progress) -> ReadDocument:
    """A reader that does not know the document's layout."""
    return replace(june(intake, progress), reading=ReadStatements(()))


def _copied() -> str:
    """What a model answers that copies June's rows from the page, which begin in its eighth."""
    rows = [
        [str(number), f"{row.date:%d.%m.%Y}", *_columns(row.amount), ""]
        for number, row in enumerate(LINES, start=8)
    ]
    return json.dumps({"rows": rows, "facts": []})


def _columns(amount: int) -> list[str]:
    figure = f"{abs(amount) // 100}.{abs(amount) % 100:02}"
    return [figure, ""] if amount < 0 else ["", figure]


def answering(*steps: Step) -> Callable[[], ToolLoop]:
    return lambda: ToolLoop(ScriptedProvider(steps))


_NO_ACCOUNT: Final = json.dumps(
    {"document_type": "statement", "account_id": None, "verdict": "unproven"}
)
_RENT: Final = opinion(1, what="not_booked", why="It is in no entry.", lines=[3], act="add")
_STRANGER: Final = partial(account, lines=(), mask="9999", name="Another")

#: Where only some documents come to a stage: those that do.
BOOKS: Final[Mapping[str, Books]] = {
    "reconcile": Books(_STRANGER, model=answering(calls(("get_accounts", {})), says(_NO_ACCOUNT))),
    "extraction": Books(read=_unknown, model=answering(*[says(_copied())] * 9)),
    "opinion": Books(lambda engine: account(engine, LINES[:2]), model=answering(answer(_RENT))),
}
