"""Shows what a decision came to: each change with what the entry said before and says now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from app.shapes.decisions import ChangeShape, DecisionShape, ManyShape, UndoneShape
from app.shapes.writing import by_name
from app.texts import deciding as texts_deciding
from app.texts import resolving as texts_resolving
from app.texts import terminal as texts
from app.wording.sentences import period_text, settled_text

CHANGES = {
    "account": texts.CHANGE_ACCOUNT,
    "open": texts.CHANGE_OPEN,
    "add": texts.CHANGE_ADD,
    "amend": texts.CHANGE_AMEND,
    "remove": texts.CHANGE_REMOVE,
    "move": texts_resolving.CHANGE_MOVE,
    "split": texts_resolving.CHANGE_SPLIT,
    "pair": texts_resolving.CHANGE_PAIR,
    "outstanding": texts_resolving.CHANGE_OUTSTANDING,
    "leave": texts_resolving.CHANGE_LEAVE,
}


def decisions_screen(decisions: Sequence[DecisionShape]) -> Iterator[Text]:
    """The changes, numbered over all proposals, and how each statement stands now."""
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
    """Each statement with what is changed for it."""
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


def _change(number: int, change: ChangeShape) -> Text:
    pad = " " * (len(str(number)) - 1)
    rows = settled_text(change.lines, change.entries)
    account = ""
    if change.moved_to is not None:
        account = texts_resolving.IN_ACCOUNT.format(account_id=change.moved_to)
    facts = {**by_name(change), "rows": rows, "account": account}
    return Text(CHANGES[change.op].format(number=number, pad=pad, **facts))
