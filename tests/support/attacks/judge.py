"""What a reading proves wrongly, in words."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import permutations

from db.words import AccountKind, ReadingStatus
from pipeline.drafts import Line, Reading, StatementDraft
from tests.support.attacks.case import ANY, Case, Row, Truth


def proven(reading: Reading) -> list[StatementDraft]:
    """The statements that are proven."""
    return [draft for draft in reading.statements if draft.status is ReadingStatus.PROVEN]


def wrong(reading: Reading, case: Case) -> str:
    """What is proven and differs from what a person sees; empty if nothing is."""
    drafts = proven(reading)
    truths = (case.truth, *case.others)
    if len(drafts) > len(truths):
        return f"{len(drafts)} statements are proven where there are {len(truths)}"
    found = [
        "; ".join(
            text for draft, truth in zip(drafts, order, strict=False) for text in _of(draft, truth)
        )
        for order in permutations(truths, len(drafts))
    ]
    return min(found, key=len, default="")


def _of(draft: StatementDraft, truth: Truth) -> Iterator[str]:
    if truth.never:
        yield f"proven although {truth.never}"
    yield from _rows(draft, truth)
    yield from _balances(draft, truth)
    yield from _period(draft, truth)
    if truth.currency is not ANY and draft.currency not in (None, truth.currency):
        yield f"currency {draft.currency} for {truth.currency}"
    if truth.mask is not ANY and draft.account_mask and not _ends(draft.account_mask, truth.mask):
        yield f"account {draft.account_mask} for {truth.mask}"
    kinds = (truth.kind,) if truth.kind else (AccountKind.CHECKING, AccountKind.OTHER)
    if truth.kind is not ANY and draft.kind not in (*kinds, AccountKind.OTHER):
        yield f"kind {draft.kind} for {truth.kind}"
    named = f"{draft.institution} {draft.account_name}".casefold()
    yield from (f"named {name}" for name in truth.not_names if name.casefold() in named)
    names = (("institution", draft.institution, truth.institution),
             ("account", draft.account_name, truth.account))  # fmt: skip
    for what, told, true in names:
        if true is not ANY and told is not None and not _alike(told, true):
            yield f"{what} {told!r} for {true!r}"


def _rows(draft: StatementDraft, truth: Truth) -> Iterator[str]:
    """The rows that differ, whatever their order: which of two equal ones is which tells nobody."""
    left = list(truth.rows)
    strange: list[Line] = []
    for line in draft.lines:
        value = Decimal(line.amount).scaleb(-draft.exponent)
        same = next((row for row in left if _same(line, value, row, truth)), None)
        if same is None:
            strange.append(line)
        else:
            left.remove(same)
    if strange or left:
        found = ", ".join(f"{each.date}/{each.value_date} {each.amount}" for each in strange[:4])
        true = ", ".join(f"{row.date}/{row.other} {row.amount}" for row in left[:4])
        yield f"{len(strange)} rows of {len(draft.lines)}: {found or 'none'} for {true or 'none'}"


def _same(line: Line, value: Decimal, row: Row, truth: Truth) -> bool:
    if row.amount is None or value != Decimal(row.amount).scaleb(-truth.exponent):
        return False
    if truth.either:
        return {line.date, line.value_date} == {row.date, row.other}
    return (
        row.date is not None
        and line.date == row.date
        and line.value_date in (None, row.other, row.date)
    )


def _balances(draft: StatementDraft, truth: Truth) -> Iterator[str]:
    ends = (("opening", draft.opening_balance, truth.opening),
            ("closing", draft.closing_balance, truth.closing))  # fmt: skip
    for name, found, true in ends:
        if true is ANY or found is None:
            continue
        value = Decimal(found).scaleb(-draft.exponent)
        if not isinstance(true, int) or value != Decimal(true).scaleb(-truth.exponent):
            yield f"{name} {found} for {true}"


def _period(draft: StatementDraft, truth: Truth) -> Iterator[str]:
    if truth.period is ANY:
        return
    start, end = truth.period or (None, None)
    if draft.period_start not in (None, start):
        yield f"period from {draft.period_start} for {start}"
    if draft.period_end not in (None, end):
        yield f"period to {draft.period_end} for {end}"


def _ends(found: str, true: object) -> bool:
    digits = "".join(filter(str.isdigit, found))
    return isinstance(true, str) and (true.endswith(digits) or digits.endswith(true))


def _alike(found: str, true: object) -> bool:
    """Whether one name is the other, or the longer form of it."""
    one, two = found.casefold(), str(true or "").casefold()
    return bool(two) and (one in two or two in one)
