"""A look at the table for those who listen: what goes wrong with it ends no stream."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

from db.errors import TieoutError, without_text

_LOG = logging.getLogger(__name__)
Seen = TypeVar("Seen")


async def looked(look: Callable[[], Seen]) -> Seen | None:
    """What a look says, which is made in a thread; None, and a line in the log, if it failed."""
    try:
        return await run_in_threadpool(look)
    except TieoutError as error:
        _LOG.warning("cannot look", extra={"code": error.code})
    except Exception as error:  # noqa: BLE001 - whatever it is, they still listen
        _LOG.error("looking failed with %s", without_text(error))
    return None
