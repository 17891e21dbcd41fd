"""How documents are brought in, by the settings: the same for verbs, pages and the API."""

from __future__ import annotations

from app.keeping import documents_of
from app.models import language_model
from app.settings import Settings
from app.spans import tracer_of
from jobs.options import ImportOptions
from pipeline.model_choice import Escalate


def options_of(chosen: Settings, passwords: tuple[str, ...] = ()) -> ImportOptions:
    """The options of an import at which nobody can be asked for a password.

    Raises ``ModelsFileError``, and what `documents_of` and `tracer_of` raise.
    """
    return ImportOptions(
        language_model=language_model(chosen),
        escalate=Escalate(chosen.escalate),
        passwords=passwords,
        documents=documents_of(chosen),
        tracer=tracer_of(chosen),
    )
