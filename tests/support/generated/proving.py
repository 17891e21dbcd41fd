"""What becomes of one made-up statement: whether it is read exactly, proven, or proven wrongly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from db.words import AccountKind, ReadingStatus
from pipeline.drafts import StatementDraft
from pipeline.reading import read_statements
from pipeline.reading.enough import prints_enough
from tests.support.generated.judging import same_balances, same_rows
from tests.support.looking import seen
from tests.support.statement_strategies import Generated


@dataclass(frozen=True, slots=True)
class Outcome:
    """``enough``: whether the pages print what a proof needs, as far as words are known; ``wrong``
    says what was proven and is not so, ``doubts`` why it is not proven."""

    exact: bool
    enough: bool
    proven: bool
    wrong: str
    doubts: str


def outcome(made: Generated) -> Outcome:
    """What the reader and the kernel make of its pages."""
    drafts = read_statements(seen(made.pages)).statements
    proven = [draft for draft in drafts if draft.status is ReadingStatus.PROVEN]
    exact = not made.truth.rows if not drafts else len(drafts) == 1 and _exact(drafts[0], made)
    wrong = "; ".join(fault for draft in proven for fault in _faults(draft, made))
    if len(proven) > 1:
        wrong = f"{len(proven)} statements are proven where there is one"
    enough = bool(proven) or any(prints_enough(draft.checks) for draft in drafts)
    return Outcome(exact, enough, bool(proven), wrong, "; ".join(_doubts(drafts)))


def _exact(draft: StatementDraft, made: Generated) -> bool:
    return same_rows(draft, made.truth) and same_balances(draft, made.truth)


def _faults(draft: StatementDraft, made: Generated) -> Iterator[str]:
    """What is proven and differs from what the page says."""
    truth = made.truth
    if not _exact(draft, made):
        yield "rows or balances"
    if draft.period_start not in (None, truth.start) or draft.period_end not in (None, truth.end):
        yield f"period {draft.period_start} to {draft.period_end}"
    if draft.currency not in (None, truth.currency):
        yield f"currency {draft.currency} for {truth.currency}"
    if draft.account_mask and not draft.account_mask.endswith(truth.mask):
        yield f"account {draft.account_mask} for {truth.mask}"
    if (draft.kind is AccountKind.CARD) != (truth.kind == "card") and _is_told(draft):
        yield f"kind {draft.kind} for {truth.kind}"


def _is_told(draft: StatementDraft) -> bool:
    return draft.kind is not AccountKind.OTHER


def _doubts(drafts: tuple[StatementDraft, ...]) -> Iterator[str]:
    if not drafts:
        yield "no statement"
    for draft in drafts:
        yield from (
            f"{check.name} {check.state}: {check.detail}"
            for check in draft.checks
            if check.state != "passed"
        )
