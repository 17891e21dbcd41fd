"""Makes one account of two, and two of one again."""

from __future__ import annotations

from datetime import date

from sqlalchemy import delete
from sqlalchemy.orm import Session

from db.accounts.entries import first_day, move_entries, move_entries_back, said_by_entries
from db.accounts.errors import CurrenciesDiffer, SameAccount
from db.accounts.facts import AccountFacts, bring_back, facts_of, write_facts
from db.accounts.locks import locks_of, refuse_another_opening, refuse_if_locked
from db.accounts.log import AccountAct, Done, Kept
from db.accounts.opening import with_opening
from db.accounts.rows import move_all, move_back, own_rows, statements_of
from db.bookkeeping import hold, touch
from db.models import Account
from db.monthly import require_addable


def merge(session: Session, source: int, into: int, opening: str | None = None) -> Done:
    """Move everything of the first account to the second, and remove the first.

    N equal entries of one and M of the other are N + M. ``opening`` is what both held before the
    first entry, if a person says so; see `db.accounts.opening`. Raises ``UnknownAccount``,
    ``SameAccount``, ``CurrenciesDiffer``, ``AccountLocked``, ``OpeningUnclear``,
    ``SumOutOfRange`` and the errors of `db.money`.
    """
    for account_id in sorted({source, into}):
        hold(session, account_id)
    gone, before = facts_of(session, source), facts_of(session, into)
    _refuse(gone, before)
    after = with_opening(session, gone, before, opening)
    first = first_day(session, source)
    refuse_if_locked(session, gone)
    _refuse_locked(session, before, after, first)
    locks = frozenset(lock.id for lock in locks_of(session, into))
    said, statements = said_by_entries(session, source), statements_of(session, source)
    kept = {
        "entries": said,
        "statements": sorted(statements.values()),
        "own": own_rows(session, source),
        "first": first and first.isoformat(),
    }
    touch(session, into)
    had = move_entries(session, source, into)
    move_all(session, source, into)
    session.execute(delete(Account).where(Account.id == source))
    write_facts(session, after)
    require_addable(session, into)
    return Done(
        AccountAct.MERGE,
        into,
        before,
        facts_of(session, into),
        other=gone,
        entries=len(said),
        statements=len(statements),
        kept={**kept, "had": had},
        locks=locks,
    )


def part(session: Session, now: AccountFacts, merged: Kept) -> AccountFacts:
    """Bring back the account that was merged into the one that is held, and all that was its own.

    What came since stays where it came. Raises ``AccountExists`` and ``AccountLocked``.
    """
    assert merged.before is not None
    assert merged.other is not None
    kept = merged.kept
    first = date.fromisoformat(kept["first"]) if kept["first"] else None
    _refuse_locked(session, now, merged.before, first)
    back = bring_back(session, merged.other)
    touch(session, now.id)
    touch(session, back.id)
    move_entries_back(session, now.id, back.id, kept["entries"], kept["had"])
    theirs = set(kept["statements"])
    statements = [found for found, name in statements_of(session, now.id).items() if name in theirs]
    move_back(session, now.id, back.id, statements, kept["own"])
    write_facts(session, merged.before)
    return back


def _refuse(gone: AccountFacts, into: AccountFacts) -> None:
    if gone.id == into.id:
        raise SameAccount(name=gone.name)
    if gone.currency != into.currency:
        raise CurrenciesDiffer(
            name=gone.name, currency=gone.currency, into=into.name, other=into.currency
        )


def _refuse_locked(
    session: Session, now: AccountFacts, after: AccountFacts, first: date | None
) -> None:
    """A lock may stay if it ends before the first entry that comes or goes, and no balance moves.

    Raises ``AccountLocked``.
    """
    refuse_another_opening(session, now, after)
    if first is not None:
        refuse_if_locked(session, now, first)
