"""What a person can do to an account: one function an act, whoever asks for it.

The command line and the pages call these. Each is one unit of work that ends with a proof of what
hangs on the account and with the log.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from app.actors import person
from app.books import find_account
from app.errors import NotTheLastChange
from app.refusals import carried_out
from app.shapes.accounts import AccountChangeShape, account_change_shape
from db import account_care, account_merge, account_undo, ledger
from db.account_facts import AccountEdit
from db.account_log import Done, keep
from pipeline.record.settling import settle


def add(
    engine: Engine, new: AccountEdit, *, dry_run: bool, actor: str | None = None
) -> AccountChangeShape:
    """Add an account. Raises ``NameBlank``, ``AccountExists`` and the errors of `db.money`."""
    return _carried_out(engine, "add", lambda s: account_care.add(s, new), actor, dry_run)


def edit(
    engine: Engine, wanted: str, change: AccountEdit, *, dry_run: bool, actor: str | None = None
) -> AccountChangeShape:
    """Correct an account.

    Raises ``AccountUnclear``, ``WouldBreakLock`` and what `db.account_care.edit` raises.
    """

    def does(session: Session) -> Done:
        return account_care.edit(session, _find(session, wanted), change)

    return _carried_out(engine, "edit", does, actor, dry_run)


def merge(
    engine: Engine,
    wanted: str,
    into: str,
    opening: str | None = None,
    *,
    dry_run: bool,
    actor: str | None = None,
) -> AccountChangeShape:
    """Make one account of two: the first goes into the second.

    Raises ``AccountUnclear`` and what `db.account_merge.merge` raises.
    """

    def does(session: Session) -> Done:
        source, target = _find(session, wanted), _find(session, into)
        return account_merge.merge(session, source, target, opening)

    return _carried_out(engine, "merge", does, actor, dry_run)


def flip_signs(
    engine: Engine, wanted: str, *, dry_run: bool, actor: str | None = None
) -> AccountChangeShape:
    """Turn every sign of an account. Raises ``AccountUnclear`` and ``AccountLocked``."""

    def does(session: Session) -> Done:
        return account_care.flip_signs(session, _find(session, wanted))

    return _carried_out(engine, "flip-signs", does, actor, dry_run)


def undo(
    engine: Engine,
    wanted: str,
    *,
    dry_run: bool,
    act: int | None = None,
    actor: str | None = None,
) -> AccountChangeShape:
    """Take the last change of an account back; ``act`` is its number in the log, where a person
    saw it.

    Raises ``AccountUnclear``, ``NotTheLastChange`` and what `db.account_undo.undo` raises.
    """

    def does(session: Session) -> Done:
        done = account_undo.undo(session, _find(session, wanted), actor or person())
        if act not in (None, done.undoes):
            raise NotTheLastChange
        return done

    return _carried_out(engine, "undo", does, actor, dry_run)


def _find(session: Session, wanted: str) -> int:
    return find_account(ledger.accounts(session), wanted).id


def _carried_out(
    engine: Engine, name: str, does: Callable[[Session], Done], actor: str | None, dry_run: bool
) -> AccountChangeShape:
    """Do it, and prove again what hangs on the account; only then write down what was done, for the
    locks that come of the proof are a part of it.
    """
    who = actor or person()

    def act(session: Session) -> AccountChangeShape:
        done = does(session)
        settle(session)
        keep(session, who, done)
        return account_change_shape(done)

    return carried_out(engine, act, action=f"account {name}", actor=who, dry_run=dry_run)
