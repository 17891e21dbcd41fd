"""Holds a ledger where it lies against statements beside it, with no database to set up."""

import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from sqlalchemy import Engine, select

from app.acts.accounts import Wishes
from app.acts.imports import accept
from app.acts.patches import patch as make_patch
from app.acts.sources import connect_as_read, read_there
from app.environment.opening import make_ledger
from app.errors import NothingWaits
from app.queries.sources import find_source
from app.shapes.imports import ImportShape, import_shape
from app.shapes.sources import CheckShape, LedgerRowShape
from app.shapes.writing import money
from db.formats import detect
from db.formats.snapshot import Snapshot, SourceEntry
from db.models import SourceRow
from db.money import exponent_of
from db.session import read_only
from db.sources.corrections import entries_there
from db.words import ImportStatus
from jobs.options import DocumentSource, ImportOptions
from pipeline.review.errors import NothingToCarryOut

_NAME = "ledger"


def check(
    ledger: Path,
    wishes: Wishes,
    bring_in: Callable[[str], Sequence[ImportShape]],
    *,
    patch: bool = False,
) -> CheckShape:
    """What the statements say of the ledger; nothing is left behind.

    ``bring_in`` brings the statements into the database of the URL that it is given. With
    ``patch`` the answer has a patch of all that makes a statement tie out. Raises what `connect`
    of `app.acts.sources` raises."""
    named, ledger = str(ledger), ledger.absolute()
    with tempfile.TemporaryDirectory(prefix="tieout-check-") as folder:
        url = f"sqlite:///{folder}/ledger.db"
        engine, _ = make_ledger(url)
        try:
            form = wishes.form or detect.identify(ledger)
            snapshot = read_there(engine, ledger, form, wishes.options)
            wishes = replace(wishes, form=form)
            connected = connect_as_read(engine, _NAME, ledger, wishes, snapshot)
            documents = bring_in(url)
            rows = _rows(engine, documents, snapshot)
            diff = _patched(engine, documents, snapshot) if patch else None
        finally:
            engine.dispose()
    return CheckShape(
        ledger=named,
        format=connected.format,
        documents=tuple(documents),
        rows=rows,
        remarks=connected.remarks,
        patch=diff,
    )


def brought_in(
    url: str, sources: Iterable[DocumentSource], options: ImportOptions
) -> list[ImportShape]:
    """Bring documents into the database of that URL, here and now; what `check` can be given."""
    from db.engine import make_engine
    from jobs.imports.inline import Batch, import_all

    engine, batch = make_engine(url), Batch()
    try:
        done = list(import_all(engine, sources, options, batch=batch))
        return list(map(import_shape, batch.outcomes_now(engine, done)))
    finally:
        engine.dispose()


def _patched(engine: Engine, documents: Sequence[ImportShape], snapshot: Snapshot) -> str:
    """What the statements say is missing or wrong, as a patch; what only the ledger has stays."""
    for document in documents:
        if document.import_id is not None and document.status is ImportStatus.NEEDS_REVIEW:
            with suppress(NothingWaits, NothingToCarryOut):
                accept(engine, document.import_id, (), dry_run=False)
    return make_patch(engine, _NAME, snapshot=snapshot).patch


def _rows(
    engine: Engine, documents: Sequence[ImportShape], snapshot: Snapshot
) -> tuple[LedgerRowShape, ...]:
    """The rows of the ledger that a difference names, with where they are in its files."""
    wanted = {
        entry
        for document in documents
        for statement in document.statements
        for difference in statement.differences
        for entry in difference.entries
    }
    if not wanted:
        return ()
    with read_only(engine) as session:
        source = find_source(session, _NAME)
        there = entries_there(session, source.id, snapshot)
        query = select(SourceRow.transaction_id, SourceRow.key, SourceRow.id).where(
            SourceRow.source_id == source.id, SourceRow.transaction_id.in_(wanted)
        )
        found = {
            entry: there[key, row]
            for entry, key, row in session.execute(query)
            if entry is not None and (key, row) in there
        }
        currencies = {account.key: account.currency for account in snapshot.accounts}
        return tuple(
            _row(entry, row, exponent_of(currencies[row.account]))
            for entry, row in sorted(found.items())
        )


def _row(entry: int, row: SourceEntry, exponent: int) -> LedgerRowShape:
    place = row.place
    return LedgerRowShape(
        entry=entry,
        account=row.account,
        date=row.booked_on,
        amount=money(row.amount_minor, exponent),
        description=row.description,
        file=str(place.file) if place else None,
        line=(place.amount_line or place.first) if place else None,
    )
