"""The JSON of `tieout log`, documented in docs/other-json.md."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeGuard

from app.shapes.decisions import ChangeShape, change_shape
from app.shapes.writing import Versioned, shaped

if TYPE_CHECKING:
    from db.history import Past


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedAccountShape:
    """An account that an act was about; the name is null if there is no such account any more."""

    id: int
    name: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ActShape:
    """One thing that somebody did, at a time in UTC.

    ``changes`` are what entries said before and after, as far as the act was about entries;
    ``before`` and ``after`` are all that was kept, as it was kept: amounts in minor units.
    """

    id: int
    at: datetime.datetime
    actor: str
    action: str
    subject: str
    import_id: int | None
    file: str | None
    accounts: tuple[NamedAccountShape, ...]
    reason: str | None
    changes: tuple[ChangeShape, ...]
    before: Any
    after: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class LogShape(Versioned):
    """Acts, the newest first; ``before`` is what to ask the older ones with, null if none are."""

    acts: tuple[ActShape, ...]
    before: int | None


def act_shape(past: Past) -> ActShape:
    """One row of the log."""
    row = past.row
    accounts = tuple(
        NamedAccountShape(id=one, name=name or None) for one, name in past.accounts.items()
    )
    reason = row.after.get("reason") if isinstance(row.after, dict) else None
    return shaped(
        ActShape,
        row,
        import_id=past.import_id,
        file=past.file,
        accounts=accounts,
        reason=reason if isinstance(reason, str) else None,
        changes=tuple(_changes(row.action, row.before, row.after)),
    )


def _changes(action: str, before: Any, after: Any) -> Iterator[ChangeShape]:
    """Whatever of it says how an entry was and is, or what was settled without changing one."""
    if is_change(whole := {"op": action, "before": before, "after": after}):
        yield _change(whole)
    elif isinstance(after, dict):
        for value in after.values():
            for each in value if isinstance(value, list) else [value]:
                if is_change(each) or is_settled(each):
                    yield _change(each)


def is_change(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether it is a snapshot before and one after, either of which may be none."""
    if not isinstance(value, dict) or not {"before", "after"} <= value.keys():
        return False
    both = [each for each in (value["before"], value["after"]) if each is not None]
    return bool(both) and all(map(is_snapshot, both))


def is_settled(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether it says which lines and entries a person settled without changing any."""
    if not isinstance(value, dict) or not value.keys() >= {"op", "before", "after", "said"}:
        return False
    said = value["said"]
    return isinstance(said, dict) and said.keys() >= {"lines", "entries"}


def is_snapshot(value: object) -> bool:
    """Whether it is what an entry, or an account's opening balance, said."""
    if not isinstance(value, dict):
        return False
    return value.keys() >= _ENTRY or value.keys() >= _OPENING


_ENTRY = {"booked_on", "amount_minor", "currency", "description"}
_OPENING = {"opened_on", "opening_balance_minor", "currency"}


def _change(value: Mapping[str, Any]) -> ChangeShape:
    before, after = value["before"], value["after"]
    entry = value.get("entry") or (before or {}).get("id") or (after or {}).get("id") or 0
    return change_shape({**value, "op": str(value.get("op", "")), "entry": int(entry)})
