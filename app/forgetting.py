"""Forgets documents and accounts for the verbs: rows and bytes together, then the file itself."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from app.actors import person
from app.shapes.forgetting import ForgottenShape
from db.cleaning import clean
from db.faults import LedgerBusy
from db.session import unit_of_work
from jobs.kept_documents import Documents
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
    with unit_of_work(engine, dry_run=dry_run) as session:
        found = act(session)
        if documents.store is not None and not dry_run:
            # Before the rows are gone for good: whoever is stopped here does it again.
            for sha256 in found.documents:
                documents.store.remove(sha256)
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
        cleaned=cleaned,
    )
