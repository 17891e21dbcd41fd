"""Where this process keeps documents, by the settings."""

from __future__ import annotations

from sqlalchemy import Engine

from app.environment.listing import settings_for
from app.environment.settings import Settings
from db.engine import parse_url
from jobs.documents.settings import Documents, Keep
from pipeline.intake.store.store import open_store

#: What follows the name of a SQLite ledger in that of the folder beside it.
BESIDE = ".documents"


def documents_of(chosen: Settings) -> Documents:
    """Where they are kept: as set, or else in a folder beside a ledger that is a file.

    Raises:
        BadDocumentsPlace, StoreMissing, BadDatabaseUrl.
    """
    keep = Keep(chosen.keep_documents)
    place = chosen.documents or _beside(chosen.database_url)
    alone = not chosen.documents
    return Documents(open_store(place, alone=alone) if place else None, keep)


def documents_beside(engine: Engine) -> Documents:
    """Where the documents of this ledger are kept. Raises as above, and as `settings_for`."""
    return documents_of(settings_for(engine))


def _beside(database_url: str) -> str | None:
    url = parse_url(database_url)
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return url.database + BESIDE
