"""What a person may wish about a difference, as the changes that do it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from db.models import Reconciliation
from pipeline.drafts import Line
from pipeline.matching.shapes import Difference
from pipeline.record.left import by_ordinal, said_of
from pipeline.record.proposing import as_said
from pipeline.review.errors import CannotResolve

#: What can be done about a difference.
ACTS: Final = (
    "add", "amend", "remove", "move", "pair", "split", "outstanding", "leave",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person wants of a difference.

    ``lines`` (ordinals) and ``entries`` (ids) are those of the difference if empty. ``day`` and
    ``account_id`` are where an entry moves, ``amounts`` (minor units) what it is split into.
    ``pairs`` are lines, each with the one entry that it is.
    """

    act: str
    lines: tuple[int, ...] = ()
    entries: tuple[int, ...] = ()
    day: date | None = None
    account_id: int | None = None
    amounts: tuple[int, ...] = ()
    reason: str = ""
    pairs: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Numbered:
    """A difference of an import with its number, counted from 1 over all of its statements.

    Number 0 is a statement as a whole, which can only be left as it is.
    """

    number: int
    row: Reconciliation
    difference: Difference | None
    lines: Sequence[Line] = field(repr=False, default=())


def changes_of(meant: Numbered, wish: Wish) -> list[dict[str, Any]]:
    """The changes that do what is wished. Raises ``CannotResolve``."""
    make = _MAKERS.get(wish.act)
    if make is None or (meant.difference is None and wish.act != "leave"):
        raise CannotResolve(act=wish.act, why="this is none of the acts that are possible")
    return make(meant, wish)


def _line(meant: Numbered, wish: Wish) -> Line:
    ordinals = _ordinals(meant, wish)
    if len(ordinals) != 1:
        raise CannotResolve(act=wish.act, why="it needs exactly one line: name it with --line")
    return _lines(meant, ordinals, wish)[0]


def _entry(meant: Numbered, wish: Wish) -> int:
    entries = _entries(meant, wish)
    if len(entries) != 1:
        raise CannotResolve(act=wish.act, why="it needs exactly one entry: name it with --entry")
    return entries[0]


def _lines(meant: Numbered, ordinals: Sequence[int], wish: Wish) -> list[Line]:
    by_ordinal = {line.ordinal: line for line in meant.lines}
    unknown = [n for n in ordinals if n not in by_ordinal]
    if unknown:
        raise CannotResolve(act=wish.act, why=f"the statement has no line {unknown[0]}")
    return [by_ordinal[n] for n in ordinals]


def _ordinals(meant: Numbered, wish: Wish) -> tuple[int, ...]:
    lines = wish.lines or (meant.difference.lines if meant.difference else ())
    return tuple(dict.fromkeys(lines))


def _entries(meant: Numbered, wish: Wish) -> tuple[int, ...]:
    entries = wish.entries or (meant.difference.entries if meant.difference else ())
    return tuple(dict.fromkeys(entries))


def _add(meant: Numbered, wish: Wish) -> list[dict[str, Any]]:
    """An entry for each line that the ledger lacks."""
    lines = _lines(meant, _ordinals(meant, wish), wish)
    if not lines or any(line.date is None for line in lines):
        raise CannotResolve(act=wish.act, why="it needs a line of the statement with a date")
    return [{"op": "add", **as_said(line)} for line in lines]


def _amend(meant: Numbered, wish: Wish) -> list[dict[str, Any]]:
    """The entry says what the line does."""
    line = _line(meant, wish)
    if line.date is None:
        raise CannotResolve(act=wish.act, why="the line has no date")
    return [{"op": "amend", "entry": _entry(meant, wish), **as_said(line)}]


def _remove(meant: Numbered, wish: Wish) -> list[dict[str, Any]]:
    entries = _entries(meant, wish)
    if not entries:
        raise CannotResolve(act=wish.act, why="there is no entry to remove")
    return [{"op": "remove", "entry": entry} for entry in entries]


def _move(meant: Numbered, wish: Wish) -> list[dict[str, Any]]:
    """The entry goes to another day, another account, or both."""
    if wish.day is None and wish.account_id is None:
        raise CannotResolve(act=wish.act, why="say where to: --to-day DATE or --to-account ACCOUNT")
    to = {"date": wish.day.isoformat() if wish.day else None, "account": wish.account_id}
    return [{"op": "move", "entry": entry, **to} for entry in _entries(meant, wish)]


def _split(meant: Numbered, wish: Wish) -> list[dict[str, Any]]:
    """One entry becomes several, of these amounts or of the lines'."""
    lines = _lines(meant, _ordinals(meant, wish), wish)
    amounts = wish.amounts or tuple(line.amount for line in lines)
    return [{"op": "split", "entry": _entry(meant, wish), "amounts": list(amounts)}]


def _pair(meant: Numbered, wish: Wish) -> list[dict[str, Any]]:
    """These lines and these entries are the same facts; their sums must be equal."""
    if wish.pairs:
        return [
            _paired(_lines(meant, [line], wish), [entry], wish.reason) for line, entry in wish.pairs
        ]
    lines = _lines(meant, _ordinals(meant, wish), wish)
    entries = _entries(meant, wish)
    if not lines or not entries or (len(lines) > 1 and len(entries) > 1):
        raise CannotResolve(
            act=wish.act, why="it needs one line with entries, or one entry with lines"
        )
    return [_paired(lines, entries, wish.reason)]


def _paired(lines: Sequence[Line], entries: Sequence[int], reason: str) -> dict[str, Any]:
    said = said_of([line.ordinal for line in lines], by_ordinal(lines))
    return {"op": "pair", "lines": said, "entries": list(entries), "reason": reason}


def _outstanding(meant: Numbered, wish: Wish) -> list[dict[str, Any]]:
    """The bank will count the entry on a later statement."""
    if _ordinals(meant, wish) or not _entries(meant, wish):
        raise CannotResolve(act=wish.act, why="only an entry that is on no line can be outstanding")
    entries = list(_entries(meant, wish))
    return [{"op": "outstanding", "lines": [], "entries": entries, "reason": wish.reason}]


def _leave(meant: Numbered, wish: Wish) -> list[dict[str, Any]]:
    if not wish.reason:
        raise CannotResolve(act=wish.act, why="say why, with --reason TEXT")
    if meant.difference is None:
        return [{"op": "leave", "lines": [], "entries": [], "reason": wish.reason}]
    said = said_of(meant.difference.lines, by_ordinal(meant.lines))
    entries = list(meant.difference.entries)
    return [{"op": "leave", "lines": said, "entries": entries, "reason": wish.reason}]


_MAKERS: Final[Mapping[str, Callable[[Numbered, Wish], list[dict[str, Any]]]]] = {
    "add": _add,
    "amend": _amend,
    "remove": _remove,
    "move": _move,
    "split": _split,
    "pair": _pair,
    "outstanding": _outstanding,
    "leave": _leave,
}
