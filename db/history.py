"""Reads the log of everything that was done, newest first, with what its rows speak of.

A row outlives what it names, and a database may give a number out again: what is there now is
taken for what a row speaks of only if it was there when the row was written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Text, cast, or_, select
from sqlalchemy.orm import Session

from db.models import Account, AuditLog, Import
from db.subjects import About, of_account, of_import, split, subjects

#: How many rows are looked at together.
_BATCH: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which rows; None and nothing is no condition. ``before`` is the id of a row that was seen,
    ``until`` the moment before which all are."""

    limit: int
    before: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    actor: str | None = None
    actions: tuple[str, ...] = ()
    account_id: int | None = None
    import_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """One row, the import that it speaks of, and the accounts by id.

    ``file`` is None, and an account's name empty, where neither the row nor what is there says it.
    """

    row: AuditLog
    import_id: int | None
    file: str | None
    accounts: Mapping[int, str]


def past(session: Session, wanted: Wanted) -> list[Past]:
    """The newest rows that are wanted."""
    found: list[Past] = []
    before = wanted.before
    while len(found) < wanted.limit and (batch := _batch(session, wanted, before)):
        found += [each for each in _told(session, batch) if _is_wanted(each, wanted)]
        before = batch[-1].id
    return found[: wanted.limit]


def _batch(session: Session, wanted: Wanted, before: int | None) -> list[AuditLog]:
    query = select(AuditLog).order_by(AuditLog.id.desc()).limit(_BATCH)
    if before is not None:
        query = query.where(AuditLog.id < before)
    if wanted.since is not None:
        query = query.where(AuditLog.at >= wanted.since)
    if wanted.until is not None:
        query = query.where(AuditLog.at < wanted.until)
    if wanted.actor is not None:
        query = query.where(AuditLog.actor == wanted.actor)
    if wanted.actions:
        query = query.where(AuditLog.action.in_(wanted.actions))
    if (one := wanted.account_id) is not None:
        query = query.where(_may_name(f"accounts:{one}", "account_id", one) | of_account(one))
    if (one := wanted.import_id) is not None:
        query = query.where(_may_name(f"imports:{one}", "import", one) | of_import(one))
    return list(session.scalars(query))


def _may_name(subject: str, key: str, number: int) -> ColumnElement[bool]:
    """Whether a row may speak of it: a few rows too many, which are looked at closely."""
    # With what follows a number in JSON: 21 is no 210, of which a large ledger has thousands.
    said = [f'%"{key}": {number}{end}%' for end in ",}]"]
    columns = [cast(each, Text) for each in (AuditLog.before, AuditLog.after)]
    kept = (column.like(each) for column in columns for each in said)
    return or_(AuditLog.subject == subject, *kept)


def _is_wanted(each: Past, wanted: Wanted) -> bool:
    if wanted.account_id is not None and wanted.account_id not in each.accounts:
        return False
    return wanted.import_id in (None, each.import_id)


def _told(session: Session, rows: list[AuditLog]) -> Iterator[Past]:
    there = subjects(session, {row.subject for row in rows})
    known = {row.id: _as_it_was(row, there.get(row.subject)) for row in rows}
    abouts = {row.id: _about(row, known[row.id]) for row in rows}
    imports = _imports(session, {each.import_id for each in abouts.values() if each.import_id})
    names = _names(session, {one for each in abouts.values() for one in each.account_ids})
    for row in rows:
        about = abouts[row.id]
        # A lock goes only with its account, whose number may be another's by now.
        gone = split(row.subject)[0] == "locks" and known[row.id] is None
        named = {**({} if gone else names), **_own_names(row)}
        yield Past(
            row=row,
            import_id=about.import_id,
            file=_file(row, imports.get(about.import_id or 0)),
            accounts={one: named.get(one, "") for one in about.account_ids},
        )


def _as_it_was(row: AuditLog, there: About | None) -> About | None:
    """What is there under the subject's number, unless it came after the row."""
    if there is None or (there.since is not None and there.since > row.at):
        return None
    return there


def _about(row: AuditLog, subject: About | None) -> About:
    """What the row itself says, its subject, and what is known of that."""
    table, number = split(row.subject)
    accounts = dict.fromkeys(each["account_id"] for each in _objects(row) if _names_account(each))
    if table == "accounts" and number is not None:
        accounts[number] = None
    for said in (row.after, row.before):
        if isinstance(said, dict) and isinstance(said.get("import"), int):
            return About(said["import"], _with(accounts, subject))
    if table == "imports":
        return About(number, _with(accounts, subject))
    return About(subject.import_id if subject else None, _with(accounts, subject))


def _with(accounts: dict[int, None], subject: About | None) -> tuple[int, ...]:
    return tuple(accounts | dict.fromkeys(subject.account_ids if subject else ()))


def _own_names(row: AuditLog) -> dict[int, str]:
    """The names that the row itself gives to accounts."""
    return {
        each["account_id"]: each["name"]
        for each in _objects(row)
        if _names_account(each) and isinstance(each.get("name"), str)
    }


def _names_account(each: dict[str, Any]) -> bool:
    return isinstance(each.get("account_id"), int)


def _objects(row: AuditLog) -> Iterator[dict[str, Any]]:
    """Every JSON object within what the row says."""
    open_ones: list[Any] = [row.before, row.after]
    while open_ones:
        said = open_ones.pop(0)
        if isinstance(said, dict):
            yield said
            open_ones += said.values()
        elif isinstance(said, list):
            open_ones += said


def _file(row: AuditLog, work: Import | None) -> str | None:
    for said in (row.after, row.before):
        if isinstance(said, dict) and isinstance(said.get("file"), str):
            return str(said["file"])
    return work.source_name if work is not None and work.created_at <= row.at else None


def _imports(session: Session, ids: set[int]) -> dict[int, Import]:
    found = session.scalars(select(Import).where(Import.id.in_(ids)))
    return {work.id: work for work in found}


def _names(session: Session, ids: set[int]) -> dict[int, str]:
    found = session.scalars(select(Account).where(Account.id.in_(ids)))
    return {each.id: f"{each.name} *{each.mask}" if each.mask else each.name for each in found}
