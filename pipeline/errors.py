"""What can go wrong with one document after its pages were read, each with its remedy."""

from db.errors import TieoutError
from db.words import FaultClass
from pipeline.claims import About


class PipelineError(TieoutError, code="pipeline_error"):
    """A document could not be brought to a verdict."""


class NoStatement(PipelineError, fault=FaultClass.DOCUMENT):
    """No statement was found in this document. If it is one, see what can be read of it with:
    tieout read {name}"""

    def __init__(
        self, about: About | None = None, away: TieoutError | None = None, **facts: object
    ) -> None:
        super().__init__(**facts)
        #: What is said of the document, be it what it may.
        self.about = about
        #: Why the model that might know better could not be asked.
        self.away = away


class LedgerMoved(PipelineError, fault=FaultClass.TRANSIENT):
    """The ledger kept changing while this document was being proven. Wait until it no longer
    changes, then import the document again.
    """


class WorkLost(PipelineError, fault=FaultClass.TRANSIENT):
    """This import took so long that another process took it over; the result of this one is
    discarded. See what the other left to do with: tieout review
    """
