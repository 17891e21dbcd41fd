"""Shows locked periods, and what stands against them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from app.cli.output import Column, table
from app.shapes.locks import DiscrepancyShape, LockShape
from app.shapes.writing import by_name
from app.texts import history as texts_history
from app.texts import terminal as texts
from app.wording.sentences import period_text, verdict_text
from db.visible import one_line

COLUMNS = (
    Column(texts_history.LOCK, "right"),
    Column(texts.ACCOUNT, whole=False),
    Column(texts.PERIOD),
    Column(texts_history.SINCE),
    Column(texts_history.FILE, whole=False),
    Column(texts.STATE, whole=False),
)

#: Of the lines below another: above, right, below, left.
INDENT = (0, 0, 0, 3)


def locks_screen(locks: Sequence[LockShape], discrepancies: int) -> Iterator[RenderableType]:
    """One row a lock, and how much stands against them."""
    if locks:
        yield table(COLUMNS, [_row(lock) for lock in locks])
    else:
        yield Text(texts_history.LOCKS_NONE)
    if discrepancies:
        yield Text(texts_history.LOCKS_DISCREPANCIES.format(count=discrepancies), "yellow")


def discrepancies_screen(found: Sequence[DiscrepancyShape]) -> Iterator[RenderableType]:
    """A few lines for each, and what can be done."""
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


def _row(lock: LockShape) -> tuple[str | Text, ...]:
    return (
        str(lock.id),
        lock.account,
        period_text(lock.period_start, lock.period_end),
        lock.since.date().isoformat(),
        lock.file or texts.NONE,
        _state(lock),
    )


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
    yield from _closed(each)


def _closed(each: DiscrepancyShape) -> Iterator[str]:
    if each.dismissed_at is not None:
        yield texts_history.DISCREPANCY_DISMISSED.format(
            by=each.dismissed_by, at=moment_text(each.dismissed_at), reason=each.dismissed_reason
        )
    if each.lock.released_at is not None:
        yield texts_history.DISCREPANCY_RELEASED.format(
            at=moment_text(each.lock.released_at), reason=each.lock.released_reason
        )
