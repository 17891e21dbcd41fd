"""Examines where documents are kept: is it set, does it answer, can it be written."""

from __future__ import annotations

from app.doctor.findings import Finding, State
from app.environment.settings import Settings
from app.texts import documents as texts_documents
from db.errors import TieoutError
from jobs.kept_documents import Documents, Keep

_KEPT = {
    Keep.ALWAYS: texts_documents.DOCTOR_KEPT,
    Keep.UNTIL_DONE: texts_documents.DOCTOR_KEPT_UNTIL_DONE,
}


def documents_finding(chosen: Settings) -> Finding:
    """Puts a few bytes there and takes them away again, where anything is kept already or is to be.

    What nobody named is made with the first document, and not by looking.
    """
    from app.environment.keeping import documents_of

    try:
        documents = documents_of(chosen)
        store = documents.keeping
        if store is None:
            return _nowhere(documents)
        begun = store.begun()
        if begun or chosen.documents:
            store.try_writing()
    except TieoutError as error:
        return Finding("documents", State.BAD, error.code, str(error))
    said = _KEPT[documents.keep] if begun else texts_documents.DOCTOR_EMPTY
    return Finding("documents", State.GOOD, said.format(place=store.place))


def _nowhere(documents: Documents) -> Finding:
    if documents.store is not None:
        return Finding("documents", State.OPTIONAL, texts_documents.DOCTOR_NEVER)
    detail, remedy = texts_documents.DOCTOR_NOWHERE, texts_documents.DOCTOR_SET
    return Finding("documents", State.OPTIONAL, detail, remedy)
