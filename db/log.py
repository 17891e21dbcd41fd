"""The log of everything that was done: rows are only ever added, and read newest first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Select,
    String,
    Text,
    cast,
    inspect,
    join,
    literal,
    null,
    or_,
    outerjoin,
    select,
)
from sqlalchemy.orm import Session

from db.chain import link_at_commit
from db.models import (
    Account,
    AuditLog,
    Discrepancy,
    Import,
    Lock,
    Proposal,
    Reconciliation,
    Resolution,
    Statement,
)


def log(
    session: Session,
    actor: str,
    action: str,
    subject: str,
    *,
    before: Any = None,
    after: Any = None,
) -> AuditLog:
    """Add a row; ``subject`` is ``table:id``, ``before`` and ``after`` plain JSON."""
    row = AuditLog(actor=actor, action=action, subject=subject, before=before, after=after)
    session.add(row)
    link_at_commit(session, row)
    return row


#: How many rows are looked at together.
_BATCH: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class LogFilter:
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
    """One row, the import that it refers to, and the accounts by id. ``file`` is None, and an
    account's name empty, where neither the row nor what is there says it."""

    row: AuditLog
    import_id: int | None
    file: str | None
    accounts: Mapping[int, str]


def past(session: Session, wanted: LogFilter) -> list[Past]:
    """The newest rows that are wanted."""
    found: list[Past] = []
    before = wanted.before
    while len(found) < wanted.limit and (batch := _batch(session, wanted, before)):
        found += [each for each in _told(session, batch) if _is_wanted(each, wanted)]
        before = batch[-1].id
    return found[: wanted.limit]


def _batch(session: Session, wanted: LogFilter, before: int | None) -> list[AuditLog]:
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
    """Whether a row may mention it: a few rows too many, which are looked at closely."""
    # With what follows a number in JSON: 21 is no 210, of which a large ledger has thousands.
    said = [f'%"{key}": {number}{end}%' for end in ",}]"]
    columns = [cast(each, Text) for each in (AuditLog.before, AuditLog.after)]
    kept = (column.like(each) for column in columns for each in said)
    return or_(AuditLog.subject == subject, *kept)


def _is_wanted(each: Past, wanted: LogFilter) -> bool:
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


def _as_it_was(row: AuditLog, there: Subject | None) -> Subject | None:
    """What is there under the subject's number, unless it came after the row."""
    if there is None or (there.since is not None and there.since > row.at):
        return None
    return there


def _about(row: AuditLog, subject: Subject | None) -> Subject:
    table, number = split(row.subject)
    accounts = dict.fromkeys(each["account_id"] for each in _objects(row) if _names_account(each))
    if table == "accounts" and number is not None:
        accounts[number] = None
    for said in (row.after, row.before):
        if isinstance(said, dict) and isinstance(said.get("import"), int):
            return Subject(said["import"], _with(accounts, subject))
    if table == "imports":
        return Subject(number, _with(accounts, subject))
    return Subject(subject.import_id if subject else None, _with(accounts, subject))


def _with(accounts: dict[int, None], subject: Subject | None) -> tuple[int, ...]:
    return tuple(accounts | dict.fromkeys(subject.account_ids if subject else ()))


def _own_names(row: AuditLog) -> dict[int, str]:
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


@dataclass(frozen=True, slots=True)
class Subject:
    """The import and the accounts that something belongs to, and since when there is such a thing;
    None if no one knows."""

    import_id: int | None
    account_ids: tuple[int, ...]
    since: datetime | None = None


def subjects(session: Session, written: Collection[str]) -> dict[str, Subject]:
    """What is there of these subjects, each as it is written; of a table unknown here, nothing."""
    wanted: dict[str, list[int]] = defaultdict(list)
    for subject in written:
        table, number = split(subject)
        if table in _TABLES and number is not None:
            wanted[table].append(number)
    found: dict[str, Subject] = {}
    for table, ids in wanted.items():
        of = _TABLES[table]
        for number, work, account, since in session.execute(of.rows().where(of.id.in_(ids))):
            subject = f"{table}:{number}"
            known = found[subject].account_ids if subject in found else ()
            more = () if account is None or account in known else (account,)
            found[subject] = Subject(work, (*known, *more), since)
    return found


def of_import(import_id: int) -> ColumnElement[bool]:
    return _one_of(lambda of: of.import_id == import_id)


def of_account(account_id: int) -> ColumnElement[bool]:
    return _one_of(lambda of: of.account_id == account_id)


def _one_of(belongs: Callable[[_Table], ColumnElement[bool]]) -> ColumnElement[bool]:
    return or_(
        *(
            AuditLog.subject.in_(
                select(literal(f"{name}:").concat(cast(of.id, String)))
                .select_from(of.joined)
                .where(belongs(of))
            )
            for name, of in _TABLES.items()
        )
    )


def split(subject: str) -> tuple[str, int | None]:
    """The table and the id that ``table:id`` names; no id if it names none."""
    table, _, number = subject.partition(":")
    return table, int(number) if number.isdecimal() else None


@dataclass(frozen=True, slots=True)
class _Table:
    """Where a table's rows say their id, import, account, and since when they are there."""

    id: Any
    import_id: Any
    account_id: Any
    since: Any
    joined: FromClause

    def rows(self) -> Select[Any]:
        return select(self.id, self.import_id, self.account_id, self.since).select_from(self.joined)


_LOCKED = outerjoin(Lock, Reconciliation, Reconciliation.id == Lock.reconciliation_id)
_PROPOSED = join(Proposal, Reconciliation, Reconciliation.id == Proposal.reconciliation_id)
_PROVEN = Statement.id == Reconciliation.statement_id
_OF, _BY = Statement.import_id, Statement.account_id

_TABLES: Final = {
    "proposals": _Table(
        Proposal.id, _OF, _BY, Proposal.created_at, join(_PROPOSED, Statement, _PROVEN)
    ),
    "locks": _Table(
        Lock.id, _OF, Lock.account_id, Lock.created_at, outerjoin(_LOCKED, Statement, _PROVEN)
    ),
    "imports": _Table(
        Import.id, Import.id, _BY, Import.created_at, outerjoin(Import, Statement, Import.id == _OF)
    ),
    "statements": _Table(
        Statement.id, _OF, _BY, Import.created_at, join(Statement, Import, Import.id == _OF)
    ),
    "resolutions": _Table(
        Resolution.id,
        _OF,
        Resolution.account_id,
        Resolution.created_at,
        outerjoin(Resolution, Statement, Statement.id == Resolution.statement_id),
    ),
    "discrepancies": _Table(
        Discrepancy.id,
        null(),
        Discrepancy.account_id,
        Discrepancy.at,
        inspect(Discrepancy).local_table,
    ),
}
