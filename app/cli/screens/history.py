"""Shows what was done: a few lines an act, and nothing of an unknown act left out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from app.cli.screens.locks import INDENT, moment_text
from app.shapes.decisions import ChangeShape
from app.shapes.history import ActShape, LogShape, NamedAccountShape, is_change, is_settled
from app.texts import history as texts_history
from app.texts import terminal as texts
from app.wording.sentences import settled_text
from db.visible import one_line

#: What a line of its own says, if it is of that type.
_SAID: Final[Mapping[str, type]] = {
    "import": int,
    "file": str,
    "reason": str,
    "account_id": int,
}
#: What a change's line says of the entry or the account.
_SHOWN: Final = {
    *("id", "account_id", "booked_on", "amount_minor", "currency", "description"),
    *("opened_on", "opening_balance_minor", "name", "mask", "kind"),
}
_CHANGE: Final = {"op", "entry", "before", "after"}
_SETTLED: Final = _CHANGE | {"resolution", "said"}
#: So many of them is all that a person needs to know.
_COUNTED: Final = {"states", "restored"}


def log_screen(log: LogShape) -> Iterator[RenderableType]:
    """Each act, and how to see the older ones."""
    if not log.acts:
        yield Text(texts_history.LOG_NONE)
    for act in log.acts:
        yield Text(one_line(_head(act)), "bold")
        for line in (*_about(act), *_changes(act), *_rest(act), *_reason(act)):
            # A text with line ends in it could pass for a line of this log.
            yield Padding(Text(one_line(line)), INDENT)
    if log.before:
        yield Text(texts_history.LOG_OLDER.format(before=log.before))


def _head(act: ActShape) -> str:
    return texts_history.LOG_HEAD.format(
        id=act.id, at=moment_text(act.at), actor=act.actor, action=act.action, subject=act.subject
    )


def _about(act: ActShape) -> Iterator[str]:
    if act.import_id is not None:
        file = act.file or texts_history.LOG_GONE
        yield texts_history.LOG_IMPORT.format(file=file, import_id=act.import_id)
    for account in act.accounts:
        yield texts_history.LOG_ACCOUNT.format(account=_account(account))


def _account(account: NamedAccountShape) -> str:
    return account.name or texts_history.LOG_ACCOUNT_GONE.format(id=account.id)


def _changes(act: ActShape) -> Iterator[str]:
    for change in act.changes:
        yield texts_history.LOG_FACT.format(name=change.op, value=_said(change))


def _said(change: ChangeShape) -> str:
    if change.lines or change.entries or not (change.was or change.now):
        return settled_text(change.lines, change.entries)
    none = texts_history.DISCREPANCY_NO_ENTRY
    return texts_history.LOG_TO.format(was=change.was or none, now=change.now or none)


def _reason(act: ActShape) -> Iterator[str]:
    if act.reason is not None:
        yield texts_history.LOG_REASON.format(reason=act.reason)


def _rest(act: ActShape) -> Iterator[str]:
    """Whatever else was kept, by its own names."""
    before, after = act.before, act.after
    if not isinstance(before, dict | None) or not isinstance(after, dict | None):
        yield texts_history.LOG_TO.format(was=_plain(before), now=_plain(after))
        return
    is_one_change = is_change({"before": before, "after": after})
    before, after = before or {}, after or {}
    for name in dict.fromkeys((*before, *after)):
        same = name in before and name in after and before[name] == after[name]
        if not ((is_one_change and (same or name in _SHOWN)) or _is_told(name, before, after)):
            yield _fact(name, before, after)


def _is_told(name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether other lines of the act say it."""
    value = after.get(name)
    if name in before and before[name] != value:
        return False
    if isinstance(value, _SAID.get(name, ())):
        return True
    each_of = value if isinstance(value, list) else [value]
    return bool(each_of) and all(map(_is_a_line, each_of))


def _is_a_line(one: object) -> bool:
    """Whether a line of its own says all of it."""
    if is_settled(one):
        return one.keys() <= _SETTLED
    return is_change(one) and one.keys() <= _CHANGE


def _fact(name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    known = texts_history.LOG_FACTS.get(name, name)
    if name not in before:
        value = len(after[name]) if name in _COUNTED else _plain(after[name])
        return texts_history.LOG_FACT.format(name=known, value=value)
    both = texts_history.LOG_TO.format(was=_plain(before[name]), now=_plain(after.get(name)))
    return texts_history.LOG_FACT.format(name=known, value=both)


def _plain(value: Any) -> str:
    if value is None or value in ([], {}):
        return texts.NONE
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
