"""Shows what was done, what a decision came to, and what is locked."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any, Final

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from app.cli.output import TableColumn, table
from app.shapes.decisions import (
    ActShape,
    ChainShape,
    ChangeShape,
    DecisionShape,
    DecisionsUndoneShape,
    LogShape,
    ManyShape,
    UndoneShape,
    is_change,
    is_settled,
)
from app.shapes.lists import DiscrepancyShape, LockShape
from app.shapes.writing import by_name
from app.texts import deciding as texts_deciding
from app.texts import history as texts_history
from app.texts import terminal as texts
from app.texts.differences import before_texts
from app.texts.sentences import period_text, settled_text, verdict_text
from db.text import one_line

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
    if not log.acts:
        yield Text(texts_history.LOG_NONE)
    for act in log.acts:
        yield Text(one_line(_head(act)), "bold")
        for line in (*_about(act), *_changes(act), *_rest(act), *_reason(act)):
            # A text with line ends in it could pass for a line of this log.
            yield Padding(Text(one_line(line)), INDENT)
    if log.before:
        yield Text(texts_history.LOG_OLDER.format(before=log.before))


def chain_screen(chain: ChainShape) -> Iterator[RenderableType]:
    said = texts_history.LOG_NOT_WHOLE if chain.flaws else texts_history.LOG_WHOLE
    yield Text(said.format(acts=chain.acts, forgotten=chain.forgotten))
    for each in chain.flaws:
        yield Text("  " + texts_history.LOG_FLAWS[each.flaw].format(**by_name(each)))
    yield Text(texts_history.LOG_CHAIN_HEAD.format(head=chain.head))


def _head(act: ActShape) -> str:
    return texts_history.LOG_HEAD.format(
        id=act.id, at=moment_text(act.at), actor=act.actor, action=act.action, subject=act.subject
    )


def _about(act: ActShape) -> Iterator[str]:
    if act.import_id is not None:
        file = act.file or texts_history.LOG_GONE
        yield texts_history.LOG_IMPORT.format(file=file, import_id=act.import_id)
    for account in act.accounts:
        yield texts_history.LOG_ACCOUNT.format(
            account=account.name or texts_history.LOG_ACCOUNT_GONE.format(id=account.id)
        )


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


COLUMNS = (
    TableColumn(texts_history.LOCK, "right", cell=lambda lock: str(lock.id)),
    TableColumn(texts.ACCOUNT, whole=False, cell=attrgetter("account")),
    TableColumn(texts.PERIOD, cell=lambda lock: period_text(lock.period_start, lock.period_end)),
    TableColumn(texts_history.SINCE, cell=lambda lock: lock.since.date().isoformat()),
    TableColumn(texts_history.FILE, whole=False, cell=lambda lock: lock.file or texts.NONE),
    TableColumn(texts.STATE, whole=False, cell=lambda lock: _state(lock)),
)

#: Of the lines below another: above, right, below, left.
INDENT = (0, 0, 0, 3)


def locks_screen(locks: Sequence[LockShape], discrepancies: int) -> Iterator[RenderableType]:
    if locks:
        yield table(COLUMNS, locks)
    else:
        yield Text(texts_history.LOCKS_NONE)
    if discrepancies:
        yield Text(texts_history.LOCKS_DISCREPANCIES.format(count=discrepancies), "yellow")


def discrepancies_screen(found: Sequence[DiscrepancyShape]) -> Iterator[RenderableType]:
    if not found:
        yield Text(texts_history.DISCREPANCIES_NONE)
        return
    for each in found:
        head, *below = _lines(each)
        # A text with line ends in it could pass for a line of this list.
        yield Text(one_line(head))
        for line in below:
            yield Padding(Text(one_line(line)), INDENT)
    yield Text(texts_history.DISCREPANCIES_NEXT)


def moment_text(moment: datetime | None) -> str:
    """A moment to the minute, in UTC."""
    return moment.strftime("%Y-%m-%d %H:%M UTC") if moment else texts.UNKNOWN


def _state(lock: LockShape) -> str | Text:
    if lock.released_at is not None:
        day = lock.released_at.date()
        return texts_history.RELEASED.format(day=day, reason=lock.released_reason)
    return verdict_text(lock.verdict) if lock.verdict else texts.NONE


def _lines(each: DiscrepancyShape) -> Iterator[str]:
    lock = each.lock
    if each.cause == "refused":
        facts = {**by_name(each), "at": moment_text(each.at)}
        none = texts_history.DISCREPANCY_NO_ENTRY
        yield texts_history.DISCREPANCY_REFUSED.format(**facts)
        yield texts_history.DISCREPANCY_SAYS.format(was=each.was or none)
        yield texts_history.DISCREPANCY_TO.format(now=each.now or none)
    else:
        verdict = verdict_text(lock.verdict or texts.UNKNOWN).plain
        yield texts_history.DISCREPANCY_CONTRADICTED.format(
            file=lock.file, import_id=lock.import_id, verdict=verdict
        )
    yield texts_history.DISCREPANCY_LOCK.format(
        account=lock.account,
        period=period_text(lock.period_start, lock.period_end),
        since=moment_text(lock.since),
        lock_id=lock.id,
    )
    if each.dismissed_at is not None:
        yield texts_history.DISCREPANCY_DISMISSED.format(
            by=each.dismissed_by, at=moment_text(each.dismissed_at), reason=each.dismissed_reason
        )
    if each.lock.released_at is not None:
        yield texts_history.DISCREPANCY_RELEASED.format(
            at=moment_text(each.lock.released_at), reason=each.lock.released_reason
        )


CHANGES = {
    "account": texts.CHANGE_ACCOUNT,
    "open": texts.CHANGE_OPEN,
    "add": texts.CHANGE_ADD,
    "amend": texts.CHANGE_AMEND,
    "remove": texts.CHANGE_REMOVE,
    "move": texts_deciding.CHANGE_MOVE,
    "split": texts_deciding.CHANGE_SPLIT,
    "pair": texts_deciding.CHANGE_PAIR,
    "outstanding": texts_deciding.CHANGE_OUTSTANDING,
    "leave": texts_deciding.CHANGE_LEAVE,
}


def decisions_screen(decisions: Sequence[DecisionShape]) -> Iterator[Text]:
    """The changes, numbered over all proposals, and the state of each statement now."""
    number = 0
    for decision in decisions:
        for change in decision.changes:
            number += 1
            yield _change(number, change)
        yield Text(texts.DECIDED.format(**by_name(decision)))
        if decision.lock_id:
            yield Text(texts.DECIDED_LOCK.format(**by_name(decision)))
        if decision.rest:
            yield Text(texts.DECIDED_REST.format(**by_name(decision)))


def many_screen(decisions: Sequence[ManyShape]) -> Iterator[Text]:
    for each in decisions:
        period = period_text(each.period_start, each.period_end)
        said = texts_deciding.STATEMENT.format(
            import_id=each.import_id, file=each.file, period=period
        )
        yield Text(said, style="bold")
        yield from decisions_screen([each.decision])


def undone_screen(undone: UndoneShape) -> Iterator[Text]:
    """How many entries were put back, and those that were left alone."""
    restored = len(undone.restored)
    yield Text(texts.UNDONE.format(import_id=undone.import_id, restored=restored))
    for left in undone.left:
        yield Text(texts.UNDONE_LEFT.format(**by_name(left)), style="yellow")


def decisions_undone_screen(undone: DecisionsUndoneShape) -> Iterator[Text]:
    """What was taken back, and the entries that were left alone."""
    yield Text(texts_deciding.DECISIONS_UNDONE.format(count=len(undone.acts)))
    for number, change in enumerate(undone.undone, start=1):
        yield _change(number, change)
    for left in undone.left:
        yield Text(texts.UNDONE_LEFT.format(**by_name(left)), style="yellow")


def _change(number: int, change: ChangeShape) -> Text:
    pad = " " * (len(str(number)) - 1)
    rows = settled_text(change.lines, change.entries)
    account = ""
    if change.moved_to is not None:
        account = texts_deciding.IN_ACCOUNT.format(account_id=change.moved_to)
    facts = {**by_name(change), "rows": rows, "account": account}
    said = [CHANGES[change.op].format(number=number, pad=pad, **facts), *before_texts(change)]
    return Text(f"\n{pad}   ".join(said))
