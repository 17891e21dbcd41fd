"""Forgets documents and accounts for the verbs: rows and bytes together, then the file itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from app.acts.actors import person
from app.shapes.forgetting import ForgottenShape
from db.cleaning import clean
from db.faults import LedgerBusy
from db.session import unit_of_work
from jobs.kept_documents import Documents
from pipeline.intake.store.of_ledger import LedgerDocuments
from pipeline.review.forgetting import Forgotten, forget_account, forget_document


def document(
    engine: Engine, documents: Documents, import_id: int, *, locked: bool, dry_run: bool
) -> ForgottenShape:
    """Forget an import's document. Raises what `forget_document` raises, and ``StoreAway``."""

    def act(session: Session) -> Forgotten:
        return forget_document(session, import_id, person(), locked=locked)

    return _forgotten(engine, documents, act, dry_run=dry_run)


def account(
    engine: Engine, documents: Documents, account_id: int, *, locked: bool, dry_run: bool
) -> ForgottenShape:
    """Forget an account. Raises what `forget_account` raises, and ``StoreAway``."""

    def act(session: Session) -> Forgotten:
        return forget_account(session, account_id, person(), locked=locked)

    return _forgotten(engine, documents, act, dry_run=dry_run)


def _forgotten(
    engine: Engine, documents: Documents, act: Callable[[Session], Forgotten], *, dry_run: bool
) -> ForgottenShape:
    kept = documents.of(engine)
    at_old_place = 0
    with unit_of_work(engine, dry_run=dry_run) as session:
        found = act(session)
        if kept is not None:
            # Before the rows are gone for good: whoever is stopped here does it again.
            at_old_place = _take_away(kept, found.documents, dry_run=dry_run)
    cleaned = False
    if not dry_run:
        with suppress(LedgerBusy):
            cleaned = clean(engine)
    return ForgottenShape(
        documents=len(found.documents),
        statements=found.statements,
        lines=found.lines,
        entries=found.entries,
        acts=found.acts,
        shared=found.shared,
        at_old_place=at_old_place,
        cleaned=cleaned,
    )


def _take_away(kept: LedgerDocuments, documents: Sequence[str], *, dry_run: bool) -> int:
    """How many of them lie on in the old place, where they may be another ledger's too."""
    for sha256 in documents:
        if not dry_run:
            kept.remove(sha256)
    return 0 if kept.alone else sum(kept.has_old(sha256) for sha256 in documents)
