"""How a person asked for documents to be brought in, and how each one ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from db.words import FaultClass, ImportStatus
from jobs.kept_documents import NOWHERE, Documents
from pipeline.claims import About
from pipeline.intake.file import Intake
from pipeline.intake.passwords import Ask, PasswordBook
from pipeline.matching.match import DEFAULTS
from pipeline.matching.shapes import MatchSettings
from pipeline.model_choice import Escalate, ModelChoice
from pipeline.reading.from_bytes import PageReader
from pipeline.results import DocumentResult
from tools.loop import ToolLoop

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer


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
        """Whom to ask, and when."""
        return ModelChoice(self.language_model, self.escalate)

    @property
    def settings(self) -> MatchSettings:
        """How near is near."""
        return MatchSettings(window=self.window)

    @property
    def password_book(self) -> PasswordBook:
        """The passwords of one batch; an answer given for one file is tried on the next."""
        return PasswordBook(self.passwords, self.ask)

    def reader(self, passwords: PasswordBook) -> PageReader:
        """What reads the documents, as far as a model may need."""
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
class Source:
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
