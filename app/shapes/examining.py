"""What `tieout doctor` finds of one part of a machine."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How a part is."""

    #: works
    GOOD = "good"
    #: is not there, and is needed only by those who want it
    OPTIONAL = "optional"
    #: has to be mended
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """One part, how it is, the facts, and the remedy (empty if all is well)."""

    part: str
    state: State
    detail: str
    remedy: str = ""
