"""What can go wrong with one document, each with its remedy, and bugs as errors like them."""

import errno
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from db.errors import TieoutError, without_text
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


_LOG = logging.getLogger(__name__)


class Unexpected(TieoutError, fault=FaultClass.DOCUMENT):
    """An unexpected error occurred ({kind}); the ledger was not changed. Please report it, with the
    output of: tieout doctor
    """


class MachineExhausted(TieoutError, fault=FaultClass.RESOURCE):
    """This machine is short of resources for an import ({kind}): memory, processes, open files or
    disk space. Free some, or let fewer run at once, and bring the document in again.
    """


_EXHAUSTED = frozenset({errno.ENOMEM, errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOSPC})


@contextmanager
def typed() -> Iterator[None]:
    """Turns a bug into a typed error, so that one document cannot cost a person the others."""
    try:
        yield
    except TieoutError:
        raise
    except MemoryError as error:
        raise MachineExhausted(kind="memory") from error
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _EXHAUSTED:
            raise MachineExhausted(kind=errno.errorcode[error.errno]) from error
        _LOG.warning("import failed with %s", without_text(error))
        raise Unexpected(kind=type(error).__name__) from error
