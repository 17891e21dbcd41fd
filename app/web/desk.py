"""What the pages of one ledger work with, and how a request finds it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Engine
from starlette.requests import Request

from jobs.kept_documents import NOWHERE, Documents


@dataclass(frozen=True, slots=True)
class Desk:
    """One ledger; ``passwords`` open locked documents for their pictures.

    ``queue``: whether there are workers who would take what is to be tried again.
    """

    engine: Engine
    passwords: tuple[str, ...] = ()
    queue: bool = False
    documents: Documents = NOWHERE


def desk(request: Request) -> Desk:
    """The ledger that this request is about."""
    found: Desk = request.app.state.desk
    return found
