"""Tells whoever watches a unit of work how far it is; what is told is about this process alone."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final, TypeAlias

from sqlalchemy.orm import Session

_WATCH: Final = "tieout_watch"


class Step(StrEnum):
    """What is counted: changes written, statements proven again, proposals tried."""

    CHANGES = "changes"
    STATEMENTS = "statements"
    PROPOSALS = "proposals"


Watch: TypeAlias = Callable[[Step, int, int], None]
"""Hears that so many of so many are done of a step."""


def watch(session: Session, hears: Watch | None) -> None:
    """Let this be told of the session's work from now on."""
    session.info[_WATCH] = hears


def tell(session: Session, step: Step, done: int, of: int) -> None:
    """So many of so many are done of a step."""
    hears: Watch | None = session.info.get(_WATCH)
    if hears is not None:
        hears(step, done, of)
