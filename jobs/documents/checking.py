"""Compares the documents that are kept with the ledger, and adopts those of older versions."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Engine, select

from db.models import Document, Import
from db.session import change_identity, identity_of, new_identity, read_only, unit_of_work
from db.words import Kept
from jobs.documents.finding import PlaceNotSet
from jobs.documents.keeping import remove_unclaimed
from jobs.documents.settings import Documents
from pipeline.intake.store.names import DocumentDamaged, NotInStore
from pipeline.intake.store.store import LedgerDocuments


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """How many are whole, the imports whose document is lost or damaged, and how many documents no
    row refers to: left by who was stopped, or by an import that was undone or dropped. Those
    ``at_old_place`` lie where older versions kept the documents of all ledgers."""

    whole: int
    lost: tuple[int, ...]
    damaged: tuple[int, ...]
    unclaimed: int
    removed: int
    at_old_place: int


def check(engine: Engine, documents: Documents, *, remove: bool) -> Checked:
    """Read every document that is kept; ``remove`` what no row refers to.

    Raises ``PlaceNotSet`` and ``StoreAway``.
    """
    with read_only(engine) as session:
        rows = select(Import.id, Document.sha256).join(Document, Document.id == Import.document_id)
        kept = session.execute(rows.where(Document.kept == Kept.KEPT).order_by(Import.id)).all()
        claimed = select(Document.sha256).where(Document.kept.is_distinct_from(Kept.DROPPED))
        known = frozenset(session.scalars(claimed))
    if documents.store is None:
        if kept:
            raise PlaceNotSet(import_id=kept[0].id)
        return Checked(whole=0, lost=(), damaged=(), unclaimed=0, removed=0, at_old_place=0)
    own = documents.store.of(identity_of(engine))
    found = {row.id: _is_whole(own, row.sha256) for row in kept}
    unclaimed = [sha256 for sha256 in dict.fromkeys(own.hashes()) if sha256 not in known]
    removed = [each for each in unclaimed if remove and remove_unclaimed(engine, own, each)]
    return Checked(
        whole=sum(whole is True for whole in found.values()),
        lost=tuple(number for number, whole in found.items() if whole is None),
        damaged=tuple(number for number, whole in found.items() if whole is False),
        unclaimed=len(unclaimed),
        removed=len(removed),
        at_old_place=len(set(documents.store.old_hashes())),
    )


def _is_whole(own: LedgerDocuments, sha256: str) -> bool | None:
    """None where it is not there at all."""
    try:
        own.get(sha256)
    except NotInStore:
        return None
    except DocumentDamaged:
        return False
    return True


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


def adopt(
    engine: Engine, documents: Documents, *, remove_rest: bool, dry_run: bool = False
) -> Adopted:
    """Take over from the old place what this ledger's rows say is kept. ``remove_rest``: every
    ledger that uses the place has done so, and what still lies there may go.

    Raises ``StoreAway``.
    """
    if documents.store is None:
        return Adopted(adopted=0, removed=0, left=0)
    own, known = documents.store.of(identity_of(engine)), _kept(engine)
    old = set(documents.store.old_hashes())
    # What is damaged stays where it is, and `check` says so.
    whole = {each for each in sorted(known & old) if _taken(own, own, each, dry_run=dry_run)}
    gone = (old - known) | whole if remove_rest or own.alone else set()
    for sha256 in () if dry_run else sorted(gone):
        documents.store.remove_old(sha256)
    return Adopted(adopted=len(whole), removed=len(gone), left=len(old) - len(gone))


def separate(engine: Engine, documents: Documents, *, dry_run: bool = False) -> Separated:
    """Make a copied ledger one of its own: its documents are copied, then its identity changes.

    Raises ``StoreAway``; then the ledger has not changed.
    """
    identity, copied = new_identity(), 0
    if documents.store is not None:
        before, after = documents.store.of(identity_of(engine)), documents.store.of(identity)
        kept = sorted(_kept(engine))
        # What is lost or damaged is so for the copy too.
        copied = sum(_taken(before, after, each, dry_run=dry_run) for each in kept)
    with unit_of_work(engine, dry_run=dry_run) as session:
        change_identity(session, identity)
    return Separated(identity=identity, documents=copied)


def _taken(before: LedgerDocuments, after: LedgerDocuments, sha256: str, *, dry_run: bool) -> bool:
    """Whether the document is whole, and so is kept by ``after`` too."""
    try:
        data = before.get(sha256)
    except (DocumentDamaged, NotInStore):
        return False
    if not dry_run:
        after.put(sha256, data)
    return True


def _kept(engine: Engine) -> frozenset[str]:
    with read_only(engine) as session:
        kept = select(Document.sha256).where(Document.kept == Kept.KEPT)
        return frozenset(session.scalars(kept))
