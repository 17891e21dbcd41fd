"""Examines where documents are kept: is it set, does it answer, can it be written."""

from __future__ import annotations

from app import texts_documents
from app.doctor.findings import Finding, State
from app.settings import Settings
from db.errors import TieoutError

_TRIED = "0" * 64


def documents_finding(chosen: Settings) -> Finding:
    """Puts a few bytes there and takes them away again, where anything is kept already."""
    from app.keeping import documents_of

    try:
        store = documents_of(chosen).keeping
        if store is None:
            detail, remedy = texts_documents.DOCTOR_NOWHERE, texts_documents.DOCTOR_SET
            return Finding("documents", State.OPTIONAL, detail, remedy)
        if store.begun():
            store.put(_TRIED, b"")
            store.remove(_TRIED)
    except TieoutError as error:
        return Finding("documents", State.BAD, error.code, str(error))
    detail = texts_documents.DOCTOR_KEPT.format(place=store.place)
    return Finding("documents", State.GOOD, detail)
