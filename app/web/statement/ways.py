"""Which resolutions a difference can have, the likeliest first, each with its key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pipeline.review.wishing import ACTS

if TYPE_CHECKING:
    from app.one_statement.shapes import SelectedShape

_KEYS: Final = {
    "remove": "d",
    "move": "v",
    "pair": "m",
    "split": "s",
    "outstanding": "o",
    "leave": "l",
}
_LIKELY: Final = {
    "missing_in_ledger": ("add", "pair"),
    "missing_in_statement": ("outstanding", "move", "remove"),
    "amount_differs": ("amend", "split"),
    "sum": ("pair", "split"),
    "date_differs": ("amend", "pair"),
    "duplicate_in_ledger": ("remove",),
    "ambiguous": ("pair",),
}
_NEEDS_LINE: Final = frozenset({"add", "amend"})
_NEEDS_ENTRY: Final = frozenset({"remove", "split"})


@dataclass(frozen=True, slots=True)
class Way:
    """One act that may settle the difference; ``likely`` ones come first."""

    act: str
    key: str
    likely: bool


def ways_of(selected: SelectedShape) -> tuple[Way, ...]:
    """What can be done about what is looked at; nothing about a line that is paired."""
    if selected.row is None:
        return ()
    likely = _LIKELY[kind_of(selected)]
    possible = [act for act in ACTS if _is_possible(act, selected)]
    order = [*(act for act in likely if act in possible), *possible]
    acts = list(dict.fromkeys(order))
    first = next((act for act in acts if act in _NEEDS_LINE), None)
    return tuple(
        Way(act, "a" if act == first else _KEYS.get(act, "b"), act in likely) for act in acts
    )


def kind_of(selected: SelectedShape) -> str:
    """The kind of the difference; another amount that several rows come to is a kind of its own."""
    assert selected.row is not None
    difference = selected.row.difference
    is_sum = difference.expected is not None and difference.expected == difference.found
    return "sum" if difference.kind == "amount_differs" and is_sum else difference.kind


def _is_possible(act: str, selected: SelectedShape) -> bool:
    if act in _NEEDS_LINE:
        return bool(selected.lines)
    if act in _NEEDS_ENTRY:
        return bool(selected.entries)
    if act == "outstanding":
        return bool(selected.entries) and not selected.lines
    return True
