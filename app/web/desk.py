"""What the pages of one ledger work with, and how a request finds it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from sqlalchemy import Engine
from starlette.exceptions import HTTPException
from starlette.requests import Request

from app.queries.uploads import Handed
from app.web.acting import Acts
from app.web.live.following import Followers
from app.web.live.hub import Hub
from db.errors import TieoutError
from jobs.documents.settings import NOWHERE, Documents
from jobs.options import ImportOptions
from jobs.webhooks.delivering import Courier
from jobs.worker.background import Background


@dataclass(frozen=True, slots=True)
class Desk:
    """One ledger; ``passwords`` open locked documents for their pictures.

    ``queue``: whether there are workers who take what waits; ``background`` is what does so in this
    process without any, and opens documents for which a person gives a password. It is kept for as
    long as the ledger is served: ``live``, ``followers``, ``handed`` and ``acts`` remember.
    ``courier`` delivers what webhooks are owed. ``make_options`` says how documents are brought in.
    """

    engine: Engine
    passwords: tuple[str, ...] = ()
    queue: bool = False
    documents: Documents = NOWHERE
    background: Background | None = None
    courier: Courier | None = None
    live: Hub = field(default_factory=Hub)
    followers: Followers = field(default_factory=Followers)
    handed: Handed = field(default_factory=Handed)
    acts: Acts = field(default_factory=Acts)
    make_options: Callable[[], ImportOptions] = ImportOptions

    @property
    def carries_out(self) -> bool:
        """Whether anybody takes what waits."""
        return self.queue or self.background is not None

    def begin(self) -> None:
        """From now on the ledger is served: what this process does for it as well, it does."""
        if self.background is not None:
            self.background.start()
        if self.courier is not None:
            self.courier.start()

    def end(self) -> None:
        """The ledger is served no more."""
        self.acts.end()
        if self.background is not None:
            self.background.stop()
        if self.courier is not None:
            self.courier.stop()

    def wake(self) -> None:
        """Something waits: anyone who carries it out here hears of it at once."""
        if self.background is not None:
            self.background.wake()

    def import_options(
        self, passwords: tuple[str, ...] = (), *, dry_run: bool = False
    ) -> ImportOptions:
        """How a document is brought in here and now; somebody's own ``passwords`` come first."""
        options = self.make_options()
        both = tuple(dict.fromkeys((*passwords, *options.passwords)))
        return replace(options, documents=self.documents, passwords=both, dry_run=dry_run)


@dataclass(frozen=True, slots=True)
class OpenBook:
    """One book at work; without a desk there is ``trouble``, or no such book at all."""

    slug: str
    name: str = ""
    desk: Desk | None = None
    identity: str | None = None
    trouble: TieoutError | None = None


def book_of(request: Request) -> OpenBook | None:
    """The book that is asked, None for the site's own ledger."""
    book: OpenBook | None = getattr(request.state, "book", None)
    return book


def desk(request: Request) -> Desk:
    """The ledger that this request is about. Raises what kept its book from being opened."""
    book = book_of(request)
    if book is None:
        # The API is one for all ledgers of this process, and is named with each request.
        own: Desk = getattr(request.state, "desk", None) or request.app.state.desk
        return own
    if book.desk is None:
        raise book.trouble or HTTPException(404)
    return book.desk
