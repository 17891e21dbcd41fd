"""The tokens that a server says a reply took, as far as they can be ones."""

from __future__ import annotations

from tools.messages import Usage

#: No reply takes more; a count beyond it is none, and no database could keep it.
MOST_TOKENS = 1_000_000_000


def usage_reported(read: object, written: object, cached: object = 0) -> Usage:
    """The counts; where there are none, zeros that say they are still to be `estimated`."""
    counts = count_of(read), count_of(written), count_of(cached)
    return Usage(*counts, estimated=not counts[0] and not counts[1])


def count_of(value: object) -> int:
    """A count of tokens, 0 for what is none."""
    return value if type(value) is int and 0 < value <= MOST_TOKENS else 0
