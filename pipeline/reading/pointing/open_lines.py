"""What keeps an offer from being proven, as lines of the page that a model may look at again."""

from __future__ import annotations

from pipeline.drafts import StatementDraft
from pipeline.proof.entries import Offered, offered
from pipeline.proof.errors import WitnessRefused
from pipeline.proof.lexed import LexedPages
from pipeline.proof.passed_over import Account
from pipeline.proof.sums import sums_of
from pipeline.proof.zones import Zones


def open_lines(draft: StatementDraft, pages: LexedPages) -> dict[int, str]:
    """By line (counted from 1) what the kernel finds there that no row accounts for."""
    if draft.witness is None:
        return {}
    try:
        found = offered(pages.under(draft.witness.convention.style), draft.witness)
        return {**_undated(found), **_broken(found), **_unused(found)}
    except WitnessRefused:
        return {}


def _unused(found: Offered) -> dict[int, str]:
    account = Account(found, sums_of(found), Zones(found))
    return {
        index + 1: "a figure here is in no row"
        for index, figure in account.unused()
        if account.reason(index, figure) is None
    }


def _broken(found: Offered) -> dict[int, str]:
    """The rows whose balance does not follow from what stands before."""
    sums = sums_of(found)
    return {
        entry.row + 1: "the balance here does not follow from the rows before"
        for entry, after, balance in zip(found.entries, sums.after, sums.balances, strict=False)
        if balance is not None and after != balance
    }


def _undated(found: Offered) -> dict[int, str]:
    """The rows that begin as entries do, of which none was made."""
    used = found.entry_rows
    return {
        index + 1: "this looks like an entry, and is in no row"
        for index in range(found.start, found.stop)
        if index not in used and found.lexed.rows[index].looks_like_entry
    }
