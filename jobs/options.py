"""Says how documents are brought in: as a person asked, from which bytes, and how each ended."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from db.words import FaultClass, ImportStatus
from pipeline.claims import About
from pipeline.intake.file import Intake, take_in_bytes, take_in_path
from pipeline.intake.passwords import Ask, PasswordBook
from pipeline.intake.store import LedgerDocuments, Store
from pipeline.matching.match import DEFAULTS
from pipeline.matching.shapes import MatchSettings
from pipeline.model_choice import Escalate, ModelChoice
from pipeline.results import DocumentResult
from tools.loop.loop import ToolLoop

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer
    from sqlalchemy import Engine

    from pipeline.reading.from_bytes import PageReader


class Keep(StrEnum):
    """For how long documents are kept."""

    ALWAYS = "always"
    #: until nobody has anything left to do about it
    UNTIL_DONE = "until_done"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Documents:
    """Where documents are kept, None for nowhere, and for how long."""

    store: Store | None = None
    keep: Keep = Keep.ALWAYS

    @property
    def keeping(self) -> Store | None:
        return None if self.keep is Keep.NEVER else self.store

    def of(self, engine: Engine) -> LedgerDocuments | None:
        # Anyone who only reads a file is spared the database.
        from db.session import identity_of

        return None if self.store is None else self.store.of(identity_of(engine))

    def make_sure(self, engine: Engine, sha256: str, data: bytes) -> None:
        """After their row was written: put them again if somebody forgot them meanwhile."""
        if self.keeping is None:
            return
        kept = self.of(engine)
        if kept is not None and not kept.has(sha256):
            kept.put(sha256, data)


#: Every document stays in its file, and nowhere else.
NOWHERE: Final = Documents()


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How to bring documents in.

    ``account_ids`` are the accounts in scope, None for all; ``window`` is in days, see
    `MatchSettings`. ``named_account`` is the one that a person says all of them are of.
    ``passwords`` are tried in turn, then ``ask`` asks a person; none is kept. What passes is tried
    again here and now after each of the ``pauses``, in seconds. ``documents`` says where the bytes
    are kept. ``handed_in_by`` is who sent the documents, where they did not come as files.
    ``tracer`` makes a trace of each import, if there is one.
    """

    language_model: ToolLoop | None = None
    escalate: Escalate = Escalate.UNPROVEN
    passwords: tuple[str, ...] = field(default=(), repr=False)
    ask: Ask | None = None
    window: int = DEFAULTS.window
    account_ids: tuple[int, ...] | None = None
    named_account: int | None = None
    dry_run: bool = False
    pauses: tuple[float, ...] = (0.5, 2.0)
    documents: Documents = NOWHERE
    handed_in_by: str | None = None
    tracer: Tracer | None = field(default=None, repr=False)

    @property
    def models(self) -> ModelChoice:
        return ModelChoice(self.language_model, self.escalate)

    @property
    def settings(self) -> MatchSettings:
        return MatchSettings(window=self.window)

    @property
    def password_book(self) -> PasswordBook:
        """The passwords of one batch; an answer given for one file is tried on the next."""
        return PasswordBook(self.passwords, self.ask)

    def reader(self, passwords: PasswordBook) -> PageReader:
        """What reads the documents, as far as a model may need."""
        from pipeline.reading.from_bytes import PageReader  # what no verb but those that read needs

        return PageReader(passwords, for_model=self.models.reader is not None)

    @property
    def stored(self) -> dict[str, Any]:
        """What an import's row keeps of this: nothing secret."""
        return {
            "escalate": self.escalate.value,
            "window": self.window,
            "account_ids": None if self.account_ids is None else list(self.account_ids),
            "named_account": self.named_account,
        }


@dataclass(frozen=True, slots=True)
class DocumentSource:
    """One document to bring in: a file, or bytes that came without one.

    ``origin`` is what it came with, which takes turns with others; None is its folder. ``known`` is
    a document that is brought in again without its bytes, whose words are stored.
    """

    name: str
    path: Path | None = None
    data: bytes | None = field(default=None, repr=False)
    origin: str | None = None
    known: Intake | None = None


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """How bringing one document in ended; ``document`` is None if it failed or was known before.

    ``about`` is what is said of a document that holds no statement, ``fault`` the error's class.
    ``stops``: what went wrong is the model's setting, and would go wrong with every document.
    ``import_id`` is None where nothing was stored: after a dry run, or for what is no document.
    """

    name: str
    status: ImportStatus
    import_id: int | None = None
    sha256: str | None = None
    error_code: str | None = None
    message: str | None = None
    fault: FaultClass | None = None
    document: DocumentResult | None = None
    about: About | None = None
    stops: bool = False
    seconds: float = 0.0


def take_in(source: DocumentSource) -> Intake:
    """The source's bytes, under the name it goes by. Raises the ``IntakeErrors``."""
    if source.known is not None:
        return source.known
    if source.path is not None:
        intake = take_in_path(source.path)
    else:
        intake = take_in_bytes(source.data or b"", source.name)
    return replace(intake, name=source.name)
