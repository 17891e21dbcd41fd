"""Turns a bug met with one document into a typed error, so that it cannot cost the others."""

from __future__ import annotations

import errno
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from db.errors import TieoutError, without_text
from db.words import FaultClass

_LOG = logging.getLogger(__name__)


class Unexpected(TieoutError):
    """Something went wrong that never should ({kind}); the ledger was not touched. Please report
    it, with the output of: tieout doctor"""

    code: ClassVar[str] = "unexpected"
    fault: ClassVar[FaultClass] = FaultClass.DOCUMENT


class MachineExhausted(TieoutError):
    """This machine has too little left for an import ({kind}): memory, processes, open files or
    room on its disk. Free some, or let fewer run at once, and bring the document in again."""

    code: ClassVar[str] = "machine_exhausted"
    fault: ClassVar[FaultClass] = FaultClass.RESOURCE


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
