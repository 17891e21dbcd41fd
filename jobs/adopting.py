"""Gives a ledger documents of its own: of those that older versions kept for all ledgers alike, and
of those that it shares with the ledger that it is a copy of."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import Engine, select

from db.identity import change_identity, identity_of, new_identity
from db.models import Document
from db.session import read_only, unit_of_work
from db.words import Kept
from jobs.kept_documents import Documents
from pipeline.intake.store.errors import DocumentDamaged, NotInStore
from pipeline.intake.store.of_ledger import LedgerDocuments
from pipeline.intake.store.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Adopted:
    """How many this ledger has taken over; of the old place, how many were removed or lie on."""

    adopted: int
    removed: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Separated:
    """Which ledger it is from now on, and how many documents were copied for it."""

    identity: str
    documents: int


def adopt(engine: Engine, documents: Documents, *, remove_rest: bool) -> Adopted:
    """Take over from the old place what this ledger's rows say is kept. ``remove_rest``: every
    ledger that uses the place has done so, and what still lies there may go.

    Raises ``StoreAway``.
    """
    if documents.store is None:
        return Adopted(adopted=0, removed=0, left=0)
    own, known = documents.store.of(identity_of(engine)), _kept(engine)
    old = set(documents.store.old_hashes())
    adopted = _adopted(own, sorted(known & old))
    gone = [each for each in sorted(old) if each not in known or own.has_own(each)]
    removed = _removed(documents.store, gone if remove_rest or own.alone else ())
    return Adopted(adopted=adopted, removed=removed, left=len(old) - removed)


def _adopted(own: LedgerDocuments, hashes: Iterable[str]) -> int:
    count = 0
    for sha256 in hashes:
        # What is damaged stays where it is, and `check` says so.
        with suppress(DocumentDamaged, NotInStore):
            count += not own.has_own(sha256)
            own.put(sha256, own.get(sha256))
    return count


def _removed(store: Store, hashes: Iterable[str]) -> int:
    count = 0
    for sha256 in hashes:
        store.remove_old(sha256)
        count += 1
    return count


def separate(engine: Engine, documents: Documents) -> Separated:
    """Make a copied ledger one of its own: its documents are copied, then its identity changes.

    Raises ``StoreAway``; then the ledger has not changed.
    """
    identity, copied = new_identity(), 0
    if documents.store is not None:
        before, after = documents.store.of(identity_of(engine)), documents.store.of(identity)
        for sha256 in sorted(_kept(engine)):
            # What is lost or damaged is so for the copy too.
            with suppress(DocumentDamaged, NotInStore):
                after.put(sha256, before.get(sha256))
                copied += 1
    with unit_of_work(engine) as session:
        change_identity(session, identity)
    return Separated(identity=identity, documents=copied)


def _kept(engine: Engine) -> frozenset[str]:
    with read_only(engine) as session:
        kept = select(Document.sha256).where(Document.kept == Kept.KEPT)
        return frozenset(session.scalars(kept))
