"""Chooses the witness that an account's entries are most like, and counts others as good."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from pipeline.account.excused import with_excused
from pipeline.account.layouts import layouts_of
from pipeline.account.ledger_query import known_of
from pipeline.account.one_account import OneAccount
from pipeline.drafts import StatementDraft, prove_draft
from pipeline.matching.shapes import MatchSettings
from pipeline.proof import Layout


@dataclass(frozen=True, slots=True)
class ReadFor:
    """A statement as an account reads it; ``rivals`` counts other witnesses of the page that hold
    as well and have other lines. ``chosen`` is the witness's place among those offered."""

    draft: StatementDraft
    rivals: int
    chosen: int


def read_for(
    one: OneAccount,
    draft: StatementDraft,
    settings: MatchSettings,
    layouts: Sequence[Layout] | None = None,
    kept: int | None = None,
) -> ReadFor:
    """The statement under the witness that the account's entries are most like, proven with what is
    known of the account; of equals the first. Where a person's word or a lock rests on one, that is
    ``kept``."""
    if draft.proof is None:
        return ReadFor(draft, 0, 0)
    document = draft.proof.document
    known = known_of(one.row)
    if layouts is None:
        layouts = layouts_of(one)
    if kept is None:
        draft = with_excused(draft, layouts)
    every = [
        prove_draft(
            draft,
            document,
            witness,
            answers=draft.answers,
            layouts=tuple(layouts),
            account=known,
        )
        for witness in draft.witnesses
    ]
    holding = [at for at, each in enumerate(every) if each.proof and each.proof.holds]
    if kept is not None and kept < len(every):
        chosen = kept
    else:
        chosen = max(holding or [0], key=lambda at: (_likeness(one, every[at], settings), -at))
    own = _lines_of(every[chosen])
    rivals = sum(_lines_of(every[at]) != own for at in holding) if chosen in holding else 0
    return ReadFor(every[chosen], rivals, chosen)


def _lines_of(draft: StatementDraft) -> frozenset[tuple[int, tuple[int, ...]]]:
    """The words that are amounts: what other witnesses may have otherwise."""
    lines = draft.witness.lines if draft.witness else ()
    return frozenset((line.amount.page, line.amount.words) for line in lines)


def _likeness(one: OneAccount, draft: StatementDraft, settings: MatchSettings) -> tuple[int, int]:
    """How many lines have an equal entry in the days near theirs, less the days that lie between;
    nothing if some entry of the days covered is left over and none is paired."""
    days = [line.date for line in draft.lines if line.date]
    if not days:
        return 0, 0
    margin = timedelta(days=settings.window)
    entries = one.entries(min(days) - margin, max(days) + margin)
    left = Counter((entry.booked_on, entry.amount_minor) for entry in entries)
    paired = apart = 0
    for line in draft.lines:
        if line.date is None:
            continue
        for step in range(settings.window + 1):
            near = next(
                (
                    day
                    for day in (line.date - timedelta(step), line.date + timedelta(step))
                    if left[day, line.amount] > 0
                ),
                None,
            )
            if near is not None:
                left[near, line.amount] -= 1
                paired, apart = paired + 1, apart + step
                break
    return paired, -apart
