"""What the pages of one ledger work with, and how a request finds it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from sqlalchemy import Engine
from starlette.requests import Request

from app.handed import Handed
from app.web.live.hub import Hub
from jobs.background import Background
from jobs.kept_documents import NOWHERE, Documents
from jobs.options import ImportOptions


@dataclass(frozen=True, slots=True)
class Desk:
    """One ledger; ``passwords`` open locked documents for their pictures.

    ``queue``: whether there are workers who take what waits; ``background`` is what does so in this
    process where there are none, and opens documents for which a person gives a password. It is
    kept for as long as the ledger is served: ``live`` and ``handed`` remember. ``make_options``
    says how a document is read again.
    """

    engine: Engine
    passwords: tuple[str, ...] = ()
    queue: bool = False
    documents: Documents = NOWHERE
    background: Background | None = None
    live: Hub = field(default_factory=Hub)
    handed: Handed = field(default_factory=Handed)
    make_options: Callable[[], ImportOptions] = ImportOptions

    @property
    def carries_out(self) -> bool:
        """Whether anybody takes what waits."""
        return self.queue or self.background is not None

    def wake(self) -> None:
        """Something waits: whoever carries it out here hears of it at once."""
        if self.background is not None:
            self.background.wake()

    def import_options(
        self, passwords: tuple[str, ...] = (), *, dry_run: bool = False
    ) -> ImportOptions:
        """How a document is read here and now; somebody's own ``passwords`` come first."""
        options = self.make_options()
        both = tuple(dict.fromkeys((*passwords, *options.passwords)))
        return replace(options, passwords=both, dry_run=dry_run)


def desk(request: Request) -> Desk:
    """The ledger that this request is about."""
    found: Desk = request.app.state.desk
    return found
