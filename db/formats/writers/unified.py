"""Writes a unified diff of two texts that are nearly the same, in one pass over them.

`difflib` leaves frequent lines out of its comparison, as the blank ones of a journal and its
accounts are, and so shows them as changed; without that it is slow on a large one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

#: So many equal lines end a change, and so many are shown around one.
_EQUAL: Final = 3
#: Up to this many lines that go or come, any mixture of both is tried.
_MIXED: Final = 60

_Change = tuple[int, int, int, int]


def unified(was: bytes, now: bytes, name: str) -> str:
    """What `patch -p1` turns the one text into the other by; empty if they are equal."""
    old, new = _lines(was), _lines(now)
    hunks: list[list[_Change]] = []
    for change in _changes(old, new):
        if hunks and change[0] - hunks[-1][-1][1] <= 2 * _EQUAL:
            hunks[-1].append(change)
        else:
            hunks.append([change])
    head = [f"--- a/{name}\n", f"+++ b/{name}\n"] if hunks else []
    lines = [line for hunk in hunks for line in _hunk(old, new, hunk)]
    return "".join(
        each if each.endswith("\n") else f"{each}\n\\ No newline at end of file\n"
        for each in (*head, *lines)
    )


def _lines(data: bytes) -> list[str]:
    """The lines with their ends, which only a newline makes."""
    *lines, last = data.decode("utf-8").split("\n")
    return [*(f"{line}\n" for line in lines), *([last] if last else [])]


def _changes(old: Sequence[str], new: Sequence[str]) -> Iterator[_Change]:
    """Where lines differ: from and up to where in the one, and in the other."""
    at, to = 0, 0
    while at < len(old) or to < len(new):
        if at < len(old) and to < len(new) and old[at] == new[to]:
            at, to = at + 1, to + 1
            continue
        gone, come = _until_equal(old[at:], new[to:])
        yield at, at + gone, to, to + come
        at, to = at + gone, to + come


def _until_equal(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """How many lines go and come before some are equal again."""
    few = range(min(_MIXED, len(old) + len(new)) + 1)
    mixed = ((gone, total - gone) for total in few for gone in range(total + 1))
    more = ((0, come) for come in range(_MIXED, len(new) + 1))
    less = ((gone, 0) for gone in range(_MIXED, len(old) + 1))
    for pairs in (mixed, more, less):
        for gone, come in pairs:
            if gone > len(old) or come > len(new):
                continue
            if old[gone : gone + _EQUAL] == new[come : come + _EQUAL]:
                return gone, come
    return len(old), len(new)


def _hunk(old: Sequence[str], new: Sequence[str], changes: Sequence[_Change]) -> Iterator[str]:
    before = min(changes[0][0], _EQUAL)
    start, begin = changes[0][0] - before, changes[0][2] - before
    after = min(len(old) - changes[-1][1], _EQUAL)
    end, stop = changes[-1][1] + after, changes[-1][3] + after
    yield f"@@ -{_range(start, end)} +{_range(begin, stop)} @@\n"
    at = start
    for first, last, come, until in changes:
        yield from (f" {line}" for line in old[at:first])
        yield from (f"-{line}" for line in old[first:last])
        yield from (f"+{line}" for line in new[come:until])
        at = last
    yield from (f" {line}" for line in old[at:end])


def _range(start: int, end: int) -> str:
    """Lines count from 1; none are counted from the one before."""
    return f"{start + 1 if end > start else start},{end - start}"
