"""Holds what was read from the pages to the data that the document carries of itself.

Agreement proves nothing, for both may come from whoever changed the file; a difference is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal

from pipeline.drafts import Line, StatementDraft
from pipeline.intake.embedded import EmbeddedEntry, EmbeddedStatement

_SHOWN = 3  # entries that are named


def compared(
    embedded: Sequence[EmbeddedStatement], drafts: Sequence[StatementDraft]
) -> Iterator[str]:
    """A sentence for each statement of the data: that the pages agree, or where they differ."""
    left = list(drafts)
    for statement in embedded:
        what = f"The file carries data of its own ({statement.name}), and"
        if not left:
            yield f"{what} nothing was read from the pages to hold it to."
            continue
        nearest = min(left, key=lambda draft: _apart(statement, draft))
        left.remove(nearest)
        said = "; ".join(_differences(statement, nearest))
        entries = "1 entry" if len(statement.entries) == 1 else f"{len(statement.entries)} entries"
        yield (
            f"{what} it differs from the pages: {said}."
            if said
            else (f"{what} its {entries} and balances are those of the pages.")
        )


def _apart(statement: EmbeddedStatement, draft: StatementDraft) -> int:
    entries, lines = _unpaired(statement, draft)
    return len(entries) + len(lines)


def _differences(statement: EmbeddedStatement, draft: StatementDraft) -> Iterator[str]:
    entries, lines = _unpaired(statement, draft)
    if entries:
        yield f"{len(entries)} only in the data ({_list([_told(each) for each in entries])})"
    if lines:
        yield f"{len(lines)} only on the pages ({_list([_read(each, draft) for each in lines])})"
    for name, said, found in (
        ("opening", statement.opening, draft.opening_balance),
        ("closing", statement.closing, draft.closing_balance),
    ):
        if said is not None and found is not None and said != _money(found, draft):
            yield f"the {name} balance is {said} in the data, {_money(found, draft)} on the pages"


def _unpaired(
    statement: EmbeddedStatement, draft: StatementDraft
) -> tuple[list[EmbeddedEntry], list[Line]]:
    """Entries of the data that no line is, and lines that no entry is: by amount and day."""
    by_amount: dict[Decimal, list[Line]] = {}
    for line in draft.lines:
        by_amount.setdefault(_money(line.amount, draft), []).append(line)
    alone = []
    for entry in statement.entries:
        lines = by_amount.get(entry.amount, [])
        same = next((line for line in lines if _same_day(entry.days, line)), None)
        if same is None:
            alone.append(entry)
        else:
            lines.remove(same)
    rest = [line for lines in by_amount.values() for line in lines]
    return alone, sorted(rest, key=lambda line: line.ordinal)


def _same_day(days: Sequence[date], line: Line) -> bool:
    return not days or line.date in days or line.value_date in days


def _money(minor: int, draft: StatementDraft) -> Decimal:
    return Decimal(minor).scaleb(-draft.exponent)


def _told(entry: EmbeddedEntry) -> str:
    return f"{entry.days[0] if entry.days else 'no day'} {entry.amount}"


def _read(line: Line, draft: StatementDraft) -> str:
    return f"{line.date or 'no day'} {_money(line.amount, draft)}"


def _list(told: Sequence[str]) -> str:
    return ", ".join(told[:_SHOWN]) + (" …" if len(told) > _SHOWN else "")
