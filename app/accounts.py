"""What a person can do to an account: one function an act, whoever asks for it.

The command line and the pages call these. Each is one unit of work that ends with a proof of what
hangs on the account and with the log.
"""

from __future__ import annotations

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from app.actors import person
from app.books import find_account
from app.shapes.accounts import AccountChangeShape, account_change_shape
from db import account_care, account_merge, account_undo, ledger
from db.account_facts import AccountEdit
from db.account_log import Done, keep
from db.session import unit_of_work
from pipeline.record.settling import settle


def add(
    engine: Engine, new: AccountEdit, *, dry_run: bool, actor: str | None = None
) -> AccountChangeShape:
    """Add an account. Raises ``NameBlank``, ``AccountExists`` and the errors of `db.money`."""
    with unit_of_work(engine, dry_run=dry_run) as session:
        return _finish(session, account_care.add(session, new), actor)


def edit(
    engine: Engine, wanted: str, change: AccountEdit, *, dry_run: bool, actor: str | None = None
) -> AccountChangeShape:
    """Correct an account. Raises ``AccountUnclear`` and what `db.account_care.edit` raises."""
    with unit_of_work(engine, dry_run=dry_run) as session:
        account_id = _find(session, wanted)
        return _finish(session, account_care.edit(session, account_id, change), actor)


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
    with unit_of_work(engine, dry_run=dry_run) as session:
        source, target = _find(session, wanted), _find(session, into)
        return _finish(session, account_merge.merge(session, source, target, opening), actor)


def flip_signs(
    engine: Engine, wanted: str, *, dry_run: bool, actor: str | None = None
) -> AccountChangeShape:
    """Turn every sign of an account. Raises ``AccountUnclear`` and ``AccountLocked``."""
    with unit_of_work(engine, dry_run=dry_run) as session:
        account_id = _find(session, wanted)
        return _finish(session, account_care.flip_signs(session, account_id), actor)


def undo(
    engine: Engine, wanted: str, *, dry_run: bool, actor: str | None = None
) -> AccountChangeShape:
    """Take the last change of an account back.

    Raises ``AccountUnclear`` and what `db.account_undo.undo` raises.
    """
    with unit_of_work(engine, dry_run=dry_run) as session:
        account_id = _find(session, wanted)
        done = account_undo.undo(session, account_id, actor or person())
        return _finish(session, done, actor)


def _find(session: Session, wanted: str) -> int:
    return find_account(ledger.accounts(session), wanted).id


def _finish(session: Session, done: Done, actor: str | None) -> AccountChangeShape:
    """Prove again what hangs on the account, and only then write down what was done: the locks
    that come of the proof are a part of it.
    """
    settle(session)
    keep(session, actor or person(), done)
    return account_change_shape(done)
