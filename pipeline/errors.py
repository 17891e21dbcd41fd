"""What can go wrong with one document after its pages were read, each with its remedy."""

from __future__ import annotations

from typing import ClassVar

from db.errors import TieoutError
from db.words import FaultClass
from pipeline.claims import About


class PipelineError(TieoutError):
    """A document could not be brought to a verdict."""

    code: ClassVar[str] = "pipeline_error"


class NoStatement(PipelineError):
    """No statement was found in this document. If it is one, see what can be read of it with:
    tieout read {name}"""

    fault: ClassVar[FaultClass] = FaultClass.DOCUMENT

    def __init__(
        self, about: About | None = None, away: TieoutError | None = None, **facts: object
    ) -> None:
        super().__init__(**facts)
        #: What is said of the document, be it what it may.
        self.about = about
        #: Why the model that might know better could not be asked.
        self.away = away


class LedgerMoved(PipelineError):
    """The ledger kept changing while this document was being proven. Wait until it no longer
    changes, then import the document again.
    """

    fault: ClassVar[FaultClass] = FaultClass.TRANSIENT


class WorkLost(PipelineError):
    """This import took so long that another process took it over; the result of this one is
    discarded. See what the other left to do with: tieout review
    """

    fault: ClassVar[FaultClass] = FaultClass.TRANSIENT
