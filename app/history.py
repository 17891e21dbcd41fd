"""What was done to the ledger, as `tieout log` shows it."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Engine

from app.locks import account_id_of
from app.shapes.history import LogShape, act_shape
from db.history import Wanted, past
from db.session import read_only


def acts(engine: Engine, wanted: Wanted, account: str | None = None) -> LogShape:
    """The newest acts that are wanted, and perhaps only those on one account.

    Raises ``AccountUnclear``.
    """
    with read_only(engine) as session:
        one_more = replace(
            wanted, limit=wanted.limit + 1, account_id=account_id_of(session, account)
        )
        found = [act_shape(each) for each in past(session, one_more)]
    shown = tuple(found[: wanted.limit])
    return LogShape(acts=shown, before=shown[-1].id if len(found) > wanted.limit else None)
