"""The processor time that a child is allowed: it grows once it knows how many pages there are."""

from __future__ import annotations

import sys

from pipeline.pages.sandbox.limits import Limits

_own: Limits | None = None


def begin(limits: Limits) -> None:
    """In the child: live under the time of a document without pages, with room for all it may
    have. Does nothing where the system knows no such limit."""
    global _own
    _own = limits
    _allow(limits.cpu_seconds, limits.seconds_for(limits.pages) + 1)


def count_pages(pages: int) -> None:
    """The document has so many pages. Outside a sandbox nothing is limited, and nothing changes."""
    if _own is not None:
        _allow(_own.seconds_for(pages))


def _allow(soft: int, hard: int | None = None) -> None:
    if sys.platform == "win32":
        return  # the wall clock alone holds the child
    import resource

    _, present = resource.getrlimit(resource.RLIMIT_CPU)
    hard = present if hard is None else hard
    if present != resource.RLIM_INFINITY:  # never above the one this process already lives under
        hard = min(hard, present)
    resource.setrlimit(resource.RLIMIT_CPU, (min(soft, hard), hard))
