"""Holds where documents are kept to the ledger: every row has its bytes, all bytes have a row."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Engine, select

from db.identity import identity_of
from db.models import Document, Import
from db.session import read_only
from db.words import Kept
from jobs.documents import PlaceNotSet
from jobs.keeping import remove_unclaimed
from jobs.kept_documents import Documents
from pipeline.intake.store.errors import DocumentDamaged, NotInStore
from pipeline.intake.store.of_ledger import LedgerDocuments


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """How many are whole, the imports whose document is lost or damaged, and how many documents
    no row speaks of: left by who was stopped, or by an import that was undone or dropped. Those
    ``at_old_place`` lie where older versions kept the documents of all ledgers."""

    whole: int
    lost: tuple[int, ...]
    damaged: tuple[int, ...]
    unclaimed: int
    removed: int
    at_old_place: int


def check(engine: Engine, documents: Documents, *, remove: bool) -> Checked:
    """Read every document that is kept; ``remove`` what no row speaks of.

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
