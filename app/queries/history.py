"""What was done to the ledger, as `tieout log` shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from typing import Any

from sqlalchemy import Engine, select

from app.queries.locks import account_id_of
from app.shapes.history import ActShape, LogShape, act_shape
from db.history import Wanted, past
from db.models import Lock
from db.money import exponent_of, to_decimal_string
from db.session import read_only
from db.subjects import split


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


def locked_periods(engine: Engine, shown: Iterable[ActShape]) -> dict[int, tuple[date, date]]:
    """The first and the last day of what each act locked or unlocked, by the act's number."""
    locks = {
        act.id: number
        for act in shown
        for table, number in [split(act.subject)]
        if table == "locks"
    }
    query = select(Lock.id, Lock.period_start, Lock.period_end).where(Lock.id.in_(locks.values()))
    with read_only(engine) as session:
        found = {row[0]: (row[1], row[2]) for row in session.execute(query)} if locks else {}
    return {act: found[number] for act, number in locks.items() if number in found}


def other_account(act: ActShape) -> str | None:
    """The name of the account that the act merged into another, or brought back."""
    other = act.after.get("other") if isinstance(act.after, dict) else None
    return str(other["name"]) if isinstance(other, dict) else None


def facts_changed(act: ActShape) -> Iterator[tuple[str, str, str]]:
    """Which facts of an account the act changed: each by its name, what it was and what it is."""
    was, now = _facts(act.before), _facts(act.after)
    for name in was.keys() & now.keys() if was.get("id") == now.get("id") else ():
        if was[name] != now[name]:
            yield name, was[name] or "–", now[name] or "–"


def _facts(kept: Any) -> dict[str, str]:
    """What the log kept of an account, as it is shown."""
    facts = kept.get("account") if isinstance(kept, dict) else None
    if not isinstance(facts, dict) or "opening_balance_minor" not in facts:
        return {}
    opening = facts["opening_balance_minor"]
    balance = to_decimal_string(opening, exponent_of(facts["currency"]))
    said = {name: str(value or "") for name, value in facts.items()}
    del said["opening_balance_minor"]
    return {**said, "opening_balance": balance}
