"""Empties what models were told, and said, of an account beside the statements of others.

A full trace holds whatever a model was shown, and any model may have been shown entries of any
account: all of them go with it. The rest goes where it names the account or rests on its entries.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import null, or_, select, update

from db.models import Account, Reconciliation, Transaction
from tools.trace import masked

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_BOTH: Final = (True, False)
_COLUMNS: Final = (Reconciliation.trace, Reconciliation.asked, Reconciliation.claim)


def empty_told_elsewhere(session: Session, account: Account) -> None:
    """Take it out of every reconciliation that is left."""
    of_it = select(Transaction.id).where(Transaction.account_id == account.id)
    entries, spellings = frozenset(session.scalars(of_it)), _spellings(account.name)
    any_said = or_(*(each.is_not(None) for each in _COLUMNS))
    found = [
        (row.id, column)
        for row in session.execute(select(Reconciliation.id, *_COLUMNS).where(any_said))
        for column, told in zip(_COLUMNS, row[1:], strict=True)
        if _speaks_of_it(told, spellings, entries)
    ]
    for reconciliation_id, column in found:
        own = update(Reconciliation).where(Reconciliation.id == reconciliation_id)
        session.execute(own.values({column: null()}))


def _spellings(name: str) -> frozenset[str]:
    """A name as models are shown it, also in a text of JSON."""
    shown = (name, masked(name))
    escaped = (
        json.dumps(each, ensure_ascii=ascii_only)[1:-1] for each in shown for ascii_only in _BOTH
    )
    return frozenset((*shown, *escaped))


def _speaks_of_it(told: Any, names: Collection[str], entries: Collection[int]) -> bool:
    return any(
        (isinstance(value, str) and any(name in value for name in names))
        or (key, value) == ("capture", "full")
        or (key in ("entries", "entry") and value in entries)
        for key, value in _values(told)
    )


def _values(told: Any, key: str | None = None) -> Iterator[tuple[str | None, Any]]:
    """Every text and number in it, with the name that it, or the list around it, goes by."""
    if isinstance(told, dict):
        for name, each in told.items():
            yield from _values(each, name)
    elif isinstance(told, list):
        for each in told:
            yield from _values(each, key)
    else:
        yield key, told
