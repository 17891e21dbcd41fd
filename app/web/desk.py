"""What the pages of one ledger work with, and how a request finds it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from sqlalchemy import Engine
from starlette.requests import Request

from app.settings import from_environment
from jobs.kept_documents import NOWHERE, Documents
from jobs.options import ImportOptions
from jobs.work_queue import WorkQueue


def _nobody() -> None:
    """Nobody in this process carries anything out."""


@dataclass(frozen=True, slots=True)
class Desk:
    """One ledger; ``passwords`` open locked documents for their pictures.

    ``queue``: whether there are workers who take what is handed in or is to be tried again;
    without them, ``wake`` tells whoever carries it out in this process. ``make_options`` says how
    documents are brought in.
    """

    engine: Engine
    passwords: tuple[str, ...] = ()
    queue: bool = False
    documents: Documents = NOWHERE
    wake: Callable[[], None] = _nobody
    make_options: Callable[[], ImportOptions] = ImportOptions

    def work_queue(self) -> WorkQueue | None:
        """Where the workers find what waits, if there are any. Raises ``NoQueue`` and its like."""
        return WorkQueue(from_environment().redis_url) if self.queue else None

    def import_options(
        self, passwords: tuple[str, ...] = (), *, dry_run: bool = False
    ) -> ImportOptions:
        """How a document is brought in here and now; somebody's own ``passwords`` come first."""
        options = self.make_options()
        both = tuple(dict.fromkeys((*passwords, *options.passwords)))
        return replace(options, passwords=both, dry_run=dry_run)


def desk(request: Request) -> Desk:
    """The ledger that this request is about."""
    found: Desk = request.app.state.desk
    return found
