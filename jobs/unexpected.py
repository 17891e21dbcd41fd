"""Turns a bug met with one document into a typed error, so that it cannot cost the others."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from db.errors import TieoutError, without_text

_LOG = logging.getLogger(__name__)


class Unexpected(TieoutError):
    """Something went wrong that never should ({kind}); the ledger was not touched. Please report
    it, with the output of: tieout doctor"""

    code: ClassVar[str] = "unexpected"


@contextmanager
def typed() -> Iterator[None]:
    """Turns a bug into a typed error, so that one document cannot cost a person the others."""
    try:
        yield
    except TieoutError:
        raise
    except Exception as error:
        _LOG.warning("import failed with %s", without_text(error))
        raise Unexpected(kind=type(error).__name__) from error
