"""The JSON of `tieout forget`, `backup` and `restore`, documented in docs/other-json.md."""

from __future__ import annotations

from dataclasses import dataclass

from app.shapes.writing import Versioned


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgottenShape(Versioned):
    """How much went: ``acts`` are rows of the log whose text was taken out.

    ``shared`` are imports that stay, for they hold statements of other accounts too. The bytes of
    ``at_old_place`` documents lie on where older versions kept those of all ledgers. ``cleaned``:
    the ledger's file was rewritten, so that none of it is left in its bytes.
    """

    documents: int
    statements: int
    lines: int
    entries: int
    acts: int
    shared: tuple[int, ...]
    at_old_place: int
    cleaned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BackedUpShape(Versioned):
    """``documents`` are in the backup; ``missing`` ones are lost or damaged where they are kept."""

    folder: str
    documents: int
    missing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoredShape(Versioned):
    """``proven`` of the ``statements`` that were proven are proven again from what was restored."""

    ledger: str
    documents: int
    statements: int
    proven: int
    sessions_ended: int
    tokens_revoked: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedShape(Versioned):
    """What came of holding the documents that are kept to the ledger: ``lost`` and ``damaged`` are
    imports, ``unclaimed`` documents that no row speaks of; ``at_old_place`` ones lie where older
    versions kept those of all ledgers."""

    whole: int
    lost: tuple[int, ...]
    damaged: tuple[int, ...]
    unclaimed: int
    removed: int
    at_old_place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AdoptedShape(Versioned):
    """``adopted`` documents are kept under this ledger's identity now. Where older versions kept
    those of all ledgers ``removed`` were taken away, and ``left`` lie on."""

    adopted: int
    removed: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeparatedShape(Versioned):
    """The ledger's ``identity`` from now on, and how many ``documents`` were copied to it."""

    identity: str
    documents: int
