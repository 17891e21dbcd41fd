"""Opens the ledger for a verb, of the revision that this program works with."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from app.environment import settings
from app.environment.settings import Settings

if TYPE_CHECKING:
    from sqlalchemy import Engine


def open_ledger(database_url: str | None, *, as_it_is: bool = False) -> Engine:
    """The ledger named by the option, or else by the environment; ``as_it_is``: write nothing.
    Raises ``NoLedger``, ``LedgerOutdated``, ``LedgerTooOld``, ``LedgerUnreachable``,
    ``BadDatabaseUrl`` and ``DriverMissing``."""
    chosen = settings.from_environment().over(database_url=database_url)
    return open_ledger_of(chosen, as_it_is=as_it_is)


def open_home(database_url: str | None) -> Engine:
    """The ledger of users, sessions and tokens, whatever book is named. Raises as `open_ledger`."""
    home = settings.home(os.environ)
    return open_ledger_of(home.over(database_url=database_url))


def open_ledger_of(chosen: Settings, *, as_it_is: bool = False) -> Engine:
    """The ledger of these settings. Raises as `open_ledger`."""
    from db.engine import make_engine, typed_errors
    from db.upgrade import require_current

    engine = make_engine(chosen.database_url)
    with typed_errors(engine):
        require_current(engine)
    if not as_it_is:
        # What wrote to the ledger past tieout left verdicts that are not of the ledger as it is.
        from db.engine import LedgerBusy
        from db.session import read_only, unit_of_work
        from pipeline.record.settling import stale_accounts

        with read_only(engine) as session:
            stale = session.scalars(stale_accounts()).all()
        for account_id in stale:
            from pipeline.record.settling import settle_account

            # Anyone who keeps it busy settles it as well.
            with suppress(LedgerBusy), unit_of_work(engine) as session:
                settle_account(session, account_id)
    return engine


def make_ledger(url: str) -> tuple[Engine, bool]:
    """The ledger at this address, and whether it was made now. Raises ``BadDatabaseUrl``,
    ``DriverMissing``, ``LedgerUnreachable`` and ``LedgerOutdated``."""
    from db.engine import make_engine, typed_errors
    from db.upgrade import current_revision, require_current, upgrade

    engine = make_engine(url, create=True)
    with typed_errors(engine):
        created = current_revision(engine) is None
        if created:
            upgrade(engine)
        require_current(engine)
    return engine, created
