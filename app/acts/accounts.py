"""What a person can do to an account: one function an act, for every caller.

The command line and the pages call these. Each is one unit of work that ends with a proof of what
hangs on the account and with the log. ``seen`` is that of the dry run that a person looked at: if
the accounts are others by now, nothing is done.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias, Unpack

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from app.access.rights import person
from app.acts.refusals import How, carried_out
from app.errors import NotTheLastChange
from app.queries.books import find_account
from app.shapes.ledger import (
    AccountChangeShape,
    FollowsShape,
    account_change_shape,
)
from db.accounts import correcting
from db.accounts import merge as account_merge
from db.accounts.facts import AccountEdit, AccountMoved
from db.accounts.log import Done, Verdicts, keep, verdicts_of
from db.ledger import queries
from pipeline.record.settling import settle

#: Does something to the accounts of these ids.
_Act: TypeAlias = Callable[[Session, Sequence[int]], Done]


def add(
    engine: Engine, new: AccountEdit, *, dry_run: bool, actor: str | None = None
) -> AccountChangeShape:
    """Add an account. Raises ``NameBlank``, ``NameTooLong``, ``AccountExists`` and the errors of
    `db.money`."""

    def does(session: Session, _: Sequence[int]) -> Done:
        return correcting.add(session, new)

    return _carried_out(engine, "add", (), does, dry_run=dry_run, actor=actor)


def edit(
    engine: Engine, wanted: str, change: AccountEdit, **how: Unpack[How]
) -> AccountChangeShape:
    """Correct an account.

    Raises ``AccountUnclear``, ``AccountMoved``, ``WouldBreakLock`` and what
    `db.accounts.correcting.edit` raises.
    """

    def does(session: Session, found: Sequence[int]) -> Done:
        return correcting.edit(session, found[0], change)

    return _carried_out(engine, "edit", (wanted,), does, **how)


def merge(
    engine: Engine, wanted: str, into: str, opening: str | None = None, **how: Unpack[How]
) -> AccountChangeShape:
    """Make one account of two: the first goes into the second.

    Raises ``AccountUnclear``, ``AccountMoved`` and what `db.accounts.merge.merge` raises.
    """

    def does(session: Session, found: Sequence[int]) -> Done:
        return account_merge.merge(session, found[0], found[1], opening)

    return _carried_out(engine, "merge", (wanted, into), does, **how)


def flip_signs(engine: Engine, wanted: str, **how: Unpack[How]) -> AccountChangeShape:
    """Turn every sign of an account.

    Raises ``AccountUnclear``, ``AccountMoved`` and ``AccountLocked``.
    """

    def does(session: Session, found: Sequence[int]) -> Done:
        return correcting.flip_signs(session, found[0])

    return _carried_out(engine, "flip-signs", (wanted,), does, **how)


def undo(
    engine: Engine, wanted: str, *, act: int | None = None, **how: Unpack[How]
) -> AccountChangeShape:
    """Take the last change of an account back; ``act`` is its number in the log, where a person
    saw it.

    Raises ``AccountUnclear``, ``AccountMoved``, ``NotTheLastChange`` and what
    `db.accounts.correcting.undo` raises.
    """

    def does(session: Session, found: Sequence[int]) -> Done:
        done = correcting.undo(session, found[0], how.get("actor") or person())
        if act not in (None, done.undoes):
            raise NotTheLastChange
        return done

    return _carried_out(engine, "undo", (wanted,), does, **how)


def _carried_out(
    engine: Engine, name: str, wanted: Sequence[str], does: _Act, **how: Unpack[How]
) -> AccountChangeShape:
    """Do it, and prove again what hangs on the account; only then write down what was done, for the
    locks that come of the proof are a part of it.
    """
    who, seen = how.get("actor") or person(), how.get("seen")

    def act(session: Session) -> AccountChangeShape:
        accounts = queries.accounts(session) if wanted else []
        found = [find_account(accounts, each).id for each in wanted]
        state = " ".join(queries.ledger_etag(session, each) for each in found)
        if seen is not None and seen != state:
            raise AccountMoved
        done = does(session, found)
        concerned = {done.account_id, *found, *([done.other.id] if done.other else [])}
        were = verdicts_of(session, concerned)
        settle(session)
        follows = _follows(were, verdicts_of(session, concerned))
        keep(session, who, done)
        return account_change_shape(done, follows, state)

    return carried_out(engine, act, action=f"account {name}", actor=who, dry_run=how["dry_run"])


def _follows(were: Verdicts, are: Verdicts) -> tuple[FollowsShape, ...]:
    """The statements that have another verdict now."""
    return tuple(
        FollowsShape(import_id=key[0], file=key[1], statement=key[2], was=was, now=now)
        for key in sorted({*were, *are})
        if (was := were.get(key)) is not (now := are.get(key))
    )
