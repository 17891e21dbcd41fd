"""What the pages of one ledger work with, acts that take a while, and how a request finds it."""

import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from sqlalchemy import Engine
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.acts.asking import AskNeedsModel, Conversation, Conversations, Listener, answer_shape
from app.queries.uploads import Handed
from app.shapes.answers import AnswerShape
from app.web.following import Followers, Hub
from db.errors import TieoutError
from db.session import ProgressStep, Watch
from jobs.options import NOWHERE, Documents, ImportOptions
from jobs.webhooks.delivering import Courier
from jobs.worker.background import Background

#: From so many changes, or proposals, on a person is shown how far an act is.
MANY: Final = 100
#: A ledger has one writer; a second act is there to look at another's preview meanwhile.
_AT_ONCE: Final = 2
_KEPT_SECONDS: Final = 600.0
_MOST_KEPT: Final = 200

Answer: TypeAlias = Callable[[Request], Response]
"""What is shown of an act that has ended well."""
Work: TypeAlias = Callable[[Watch], Answer]
Refused: TypeAlias = Callable[[Request, TieoutError], Response]


@dataclass(slots=True)
class RunningAct:
    """One act. ``what`` tells it from others: the same again while it goes on is the same act.

    ``step``, ``done`` and ``of`` say how far it is; ``back`` is where it was asked for."""

    what: object
    owner: str
    back: str
    refused: Refused
    token: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    step: ProgressStep | None = None
    done: int = 0
    of: int = 0
    ended_at: float | None = None
    _answer: Future[Answer] | None = field(default=None, repr=False)

    @property
    def ended(self) -> bool:
        return self._answer is not None and self._answer.done()

    def answered(self, request: Request) -> Response:
        """What is shown now that it has ended. Raises whatever went wrong but a refusal."""
        assert self._answer is not None
        try:
            return self._answer.result()(request)
        except TieoutError as error:
            return self.refused(request, error)

    def hear(self, step: ProgressStep, done: int, of: int) -> None:
        self.step, self.done, self.of = step, done, of

    def begin(self, threads: ThreadPoolExecutor, work: Work) -> None:
        self._answer = threads.submit(work, self.hear)
        self._answer.add_done_callback(self._end)

    def _end(self, _answer: Future[Answer]) -> None:
        self.ended_at = time.monotonic()


class Acts:
    """Those of one ledger, known by a token that no one guesses, and for a while after they end."""

    def __init__(self) -> None:
        self._known: dict[str, RunningAct] = {}
        self._lock = threading.Lock()
        self._threads: ThreadPoolExecutor | None = None

    def begin(self, act: RunningAct, work: Work) -> RunningAct:
        """Carry it out, unless the same person's same act goes on already: then that one."""
        with self._lock:
            self._forget()
            for each in self._known.values():
                if not each.ended and (each.owner, each.what) == (act.owner, act.what):
                    return each
            self._known[act.token] = act
            if self._threads is None:
                self._threads = ThreadPoolExecutor(_AT_ONCE, "acts")
            act.begin(self._threads, work)
        return act

    def find(self, token: str, owner: str) -> RunningAct | None:
        found = self._known.get(token)
        return found if found is not None and found.owner == owner else None

    def end(self) -> None:
        """Wait for what goes on: it is done whole, or not at all."""
        with self._lock:
            threads, self._threads = self._threads, None
        if threads is not None:
            threads.shutdown()

    def _forget(self) -> None:
        since = time.monotonic() - _KEPT_SECONDS
        over = [each for each in self._known.values() if each.ended_at is not None]
        oldest = sorted(over, key=lambda each: each.ended_at or 0.0)
        most = max(0, len(self._known) - _MOST_KEPT)
        for at, each in enumerate(oldest):
            if at < most or (each.ended_at or 0.0) < since:
                del self._known[each.token]


@dataclass(frozen=True, slots=True)
class Desk:
    """One ledger; ``passwords`` open locked documents for their pictures.

    ``queue``: whether there are workers who take what waits; ``background`` is what does so in this
    process without any, and opens documents for which a person gives a password. It is kept for as
    long as the ledger is served: ``live``, ``followers``, ``handed``, ``acts``, ``talks`` remember.
    ``courier`` delivers what webhooks are owed. ``make_options`` says how documents are brought in.
    ``files`` is the folder in which a program may have a ledger checked."""

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
    talks: Conversations = field(default_factory=Conversations)
    make_options: Callable[[], ImportOptions] = ImportOptions
    files: Path | None = None

    @property
    def carries_out(self) -> bool:
        """Whether anybody takes what waits."""
        return self.queue or self.background is not None

    def conversation(self, *, propose: bool) -> Conversation:
        """A new one with the model that is set. Raises AskNeedsModel."""
        loop = self.make_options().language_model
        if loop is None:
            raise AskNeedsModel
        return Conversation(self.engine, loop, propose=propose)

    def asks(
        self, name: str | None, owner: str, question: str, *, propose: bool
    ) -> Callable[[Listener | None], AnswerShape]:
        """What asks, in the conversation of that name or a new one, while somebody may listen."""

        def asked(listener: Listener | None) -> AnswerShape:
            begin = partial(self.conversation, propose=propose)
            found, answered = self.talks.ask(name, owner, begin, question, listener)
            return answer_shape(answered, found)

        return asked

    def begin(self) -> None:
        """From now on the ledger is served: what this process does for it as well, it does."""
        if self.background is not None:
            self.background.start()
        if self.courier is not None:
            self.courier.start()

    def end(self) -> None:
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
