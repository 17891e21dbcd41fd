"""Reads an import's document again, for whoever asks in a page or over HTTP."""

from __future__ import annotations

from sqlalchemy import Engine

from app.acts import reprocess
from app.installation.chosen import settings_for
from app.models import language_model
from app.shapes.imports import ImportShape
from app.spans import tracer_of
from jobs.kept_documents import Documents
from jobs.options import ImportOptions
from pipeline.model_choice import Escalate


def read_again(
    engine: Engine, import_id: int, documents: Documents, passwords: tuple[str, ...]
) -> ImportShape:
    """Read it with the reader, the model and the ledger of today, and give its record.

    Raises ``NoSuchImport``, ``DocumentGone``, ``ModelsFileError`` and what `tracer_of` raises.
    """
    chosen = settings_for(engine)
    options = ImportOptions(
        language_model=language_model(chosen),
        escalate=Escalate(chosen.escalate),
        passwords=passwords,
        documents=documents,
        tracer=tracer_of(chosen),
    )
    return reprocess(engine, import_id, options)
