"""What was handed in with a browser, batch by batch, and how each document is doing."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from threading import Lock
from typing import Final

from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session, contains_eager, defer

from app.access.rights import person
from app.queries.reviews import seen_of_facts
from db.errors import TieoutError
from db.log import log
from db.models import Import, Reconciliation, Statement
from db.session import read_only, unit_of_work
from db.statements.pages import import_of
from db.words import ImportStatus
from jobs.imports.queued import is_locked
from jobs.lease.lease import OPEN
from jobs.options import ImportOutcome
from jobs.worker.background import Background

#: What the rows say that came in one batch begins so.
ORIGIN: Final = "upload:"
#: Among so many of the newest imports uploads are looked for.
_AMONG: Final = 5_000
#: So many documents are shown, of so many batches.
MOST_SHOWN: Final = 200
_MOST_BATCHES: Final = 20


class NotLocked(TieoutError):
    """Import {import_id} no longer waits for a password. Check its status, and retry it under Work
    if it failed."""


class PasswordUseless(TieoutError):
    """No worker is running here, so the password would have no effect. Put it in
    TIEOUT_PDF_PASSWORDS, and retry import {import_id}."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A statement whose account is not known, by its number in the document; ``seen`` goes back
    with what a person says of it."""

    number: int
    seen: str


@dataclass(frozen=True, slots=True)
class Upload:
    """One document that was handed in.

    ``status`` is None for what has no import. ``earlier``: it was known before. ``opening``: a
    password for it is here and will be tried; ``refused``: the last one did not open it.
    ``unknown`` are its statements whose account is not known."""

    name: str
    import_id: int | None
    earlier: bool
    status: ImportStatus | None
    stage: str | None = None
    page: str | None = None
    error_code: str | None = None
    error: str | None = None
    locked: bool = False
    opening: bool = False
    refused: bool = False
    unknown: tuple[Unknown, ...] = ()


@dataclass(frozen=True, slots=True)
class UploadBatch:
    """What was handed in at once, in that order; ``at`` is when its first row came to be, and
    ``more`` documents are not shown."""

    name: str
    at: datetime | None
    uploads: tuple[Upload, ...]
    more: int = 0


def batches(
    engine: Engine, handed: Handed, background: Background | None, only: str | None = None
) -> list[UploadBatch]:
    """What was handed in last, the newest batch first; or one batch."""
    with read_only(engine) as session:
        told = _told(session, handed, only)
        shown = _shown(told)
        ids = {each.import_id for documents in shown.values() for each in documents}
        rows = _rows(session, {each for each in ids if each is not None})
        # Each import's statements whose account is not known.
        query = (
            select(Reconciliation)
            .join(Reconciliation.statement)
            .where(Statement.import_id.in_(list(rows)), Statement.account_id.is_(None))
            .order_by(Statement.ordinal)
            .options(contains_eager(Reconciliation.statement), defer(Reconciliation.trace))
        )
        unknown: dict[int, list[Unknown]] = defaultdict(list)
        for row in session.scalars(query):
            of = row.statement
            unknown[of.import_id].append(Unknown(of.ordinal + 1, seen_of_facts(row)))
    found, asked = [], set[int]()
    for name, documents in shown.items():
        uploads = [_upload(each, rows, unknown, background) for each in documents]
        more = len(told[name]) - len(documents)
        found.append(UploadBatch(name, _begun(documents, rows), _once(uploads, asked), more))
    return found


def give_password(
    engine: Engine,
    background: Background | None,
    import_id: int,
    password: str,
    *,
    actor: str | None = None,
) -> None:
    """Have a locked document opened with a password, which stays in this process's memory. Raises
    ``NoSuchImport``, ``NotLocked`` and ``PasswordUseless``."""
    if background is None:
        raise PasswordUseless(import_id=import_id)
    with unit_of_work(engine) as session:
        row = import_of(session, import_id)
        if not is_locked(row):
            raise NotLocked(import_id=import_id)
        before = {"error_code": row.error_code}
        log(session, actor or person(), "retry", f"imports:{import_id}", before=before)
    background.unlock(import_id, password)


def _told(session: Session, handed: Handed, only: str | None) -> dict[str, tuple[HandedIn, ...]]:
    """The documents of each batch, the newest first: as remembered here, else by their rows."""
    newest = session.scalar(select(func.max(Import.id))) or 0
    query = (
        select(Import.id, Import.source_name, Import.origin)
        .where(Import.id > newest - _AMONG, Import.origin.startswith(ORIGIN, autoescape=True))
        .order_by(Import.id)
    )
    by_row: dict[str, list[HandedIn]] = defaultdict(list)
    for row in session.execute(query):
        document = HandedIn(row.source_name, row.id, False, None, None)
        by_row[row.origin.removeprefix(ORIGIN)].append(document)
    remembered = handed.all()
    of_rows = {name: tuple(found) for name, found in by_row.items() if name not in remembered}
    every = {**of_rows, **remembered}
    return {name: every[name] for name in reversed(every) if only is None or name == only}


def _once(uploads: Iterable[Upload], listed: set[int]) -> tuple[Upload, ...]:
    """Of an import that is there already, only that it does: nothing is asked twice."""
    found = []
    for each in uploads:
        again = each.earlier or each.import_id in listed
        if each.import_id is not None and not again:
            listed.add(each.import_id)
        found.append(replace(each, earlier=True, locked=False, unknown=()) if again else each)
    return tuple(found)


def _shown(told: Mapping[str, tuple[HandedIn, ...]]) -> dict[str, tuple[HandedIn, ...]]:
    """As many documents as are shown, the newest batches first."""
    shown, room = {}, MOST_SHOWN
    for name, documents in list(told.items())[:_MOST_BATCHES]:
        shown[name] = documents[:room]
        room -= len(shown[name])
    return shown


def _rows(session: Session, ids: Iterable[int]) -> dict[int, Import]:
    return {row.id: row for row in session.scalars(select(Import).where(Import.id.in_(ids)))}


def _begun(documents: Iterable[HandedIn], rows: Mapping[int, Import]) -> datetime | None:
    own = (rows.get(each.import_id or 0) for each in documents if not each.earlier)
    return min((row.created_at for row in own if row is not None), default=None)


def _upload(
    document: HandedIn,
    rows: Mapping[int, Import],
    unknown: Mapping[int, list[Unknown]],
    background: Background | None,
) -> Upload:
    row = rows.get(document.import_id or 0)
    if row is None:
        gone = Upload(document.name, None, document.earlier, None)
        return replace(gone, error_code=document.error_code, error=document.error)
    waits = row.status in OPEN or is_locked(row)
    return Upload(
        document.name,
        row.id,
        document.earlier,
        row.status,
        stage=row.stage,
        page=row.progress,
        error_code=row.error_code,
        error=row.error_message,
        locked=is_locked(row),
        opening=waits and background is not None and background.holds_password(row.id),
        refused=background is not None and background.was_refused(row.id),
        unknown=tuple(unknown.get(row.id, ())) if row.status is ImportStatus.NEEDS_REVIEW else (),
    )


_MOST_REMEMBERED: Final = 200
_MOST_DOCUMENTS: Final = 5_000


@dataclass(frozen=True, slots=True)
class HandedIn:
    """One document as it was handed in; ``earlier``: it was known before."""

    name: str
    import_id: int | None
    earlier: bool
    error_code: str | None
    error: str | None


@dataclass(slots=True)
class Handed:
    """What was handed in last, by batch; the oldest is forgotten first."""

    most: int = _MOST_DOCUMENTS
    _batches: OrderedDict[str, list[HandedIn]] = field(default_factory=OrderedDict, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def add(self, batch: str, outcomes: Iterable[ImportOutcome]) -> None:
        """These were handed in, after what was before in the same batch."""
        with self._lock:
            self._batches.setdefault(batch, []).extend(map(_handed_in, outcomes))
            while self._is_full() and len(self._batches) > 1:
                self._batches.popitem(last=False)

    def all(self) -> dict[str, tuple[HandedIn, ...]]:
        """What is remembered, in the order in which batches began."""
        with self._lock:
            return {batch: tuple(documents) for batch, documents in self._batches.items()}

    def _is_full(self) -> bool:
        documents = sum(map(len, self._batches.values()))
        return documents > self.most or len(self._batches) > _MOST_REMEMBERED


def _handed_in(outcome: ImportOutcome) -> HandedIn:
    earlier = outcome.status is ImportStatus.DUPLICATE
    return HandedIn(outcome.name, outcome.import_id, earlier, outcome.error_code, outcome.message)
