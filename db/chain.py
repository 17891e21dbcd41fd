"""Chains the log's rows by their hashes, so that one that is changed, gone or exchanged shows.

A row's link is made as the last thing before its transaction commits, in turns: one who writes
waits only while another commits. The content is hashed with a salt, which goes when the content is
forgotten, so that no one can guess by its hash what it was.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC
from secrets import token_hex
from typing import Final

from sqlalchemy import Connection, Text, cast, event, insert, inspect, select, text
from sqlalchemy.orm import Session

from db.models import AuditLog, Base, ChainLink
from db.text import storable
from db.words import Flaw

_UNLINKED: Final = "tieout_unlinked"
_LOCK: Final = 0x71E1
_LINKS: Final = Base.metadata.tables[ChainLink.__tablename__]
#: What the first link follows.
BEGINNING: Final = "0" * 64
#: What a row says once its content was forgotten.
EMPTIED: Final = {"forgotten": True}


def link_at_commit(session: Session, row: AuditLog) -> None:
    if _UNLINKED not in session.info:
        session.info[_UNLINKED] = []
        event.listen(session, "before_commit", _link)
    session.info[_UNLINKED].append(row)


def _link(session: Session) -> None:
    if session.in_nested_transaction():
        return
    session.flush()
    waiting, session.info[_UNLINKED] = session.info[_UNLINKED], []
    rows = [row for row in waiting if inspect(row).persistent]
    if rows:
        add_links(session.connection(), rows)


def add_links(connection: Connection, rows: Sequence[AuditLog]) -> None:
    """Put these rows behind the newest link, in the order of their numbers."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer at a time anyway
        turn = "SELECT pg_advisory_xact_lock(:key, hashtext(current_schema()))"
        connection.execute(text(turn), {"key": _LOCK})
    newest = select(_LINKS.c.position, _LINKS.c.hash).order_by(_LINKS.c.position.desc()).limit(1)
    position, previous = connection.execute(newest).first() or (0, BEGINNING)
    links = []
    for row in sorted(rows, key=lambda each: each.id):
        position += 1
        salt = token_hex(16)
        content = _content(salt, row)
        made = _hash(position, previous, row, content)
        links.append(
            {
                "position": position,
                "log_id": row.id,
                "salt": salt,
                "content": content,
                "previous": previous,
                "hash": made,
            }
        )
        previous = made
    connection.execute(insert(_LINKS), links)


def _content(salt: str, row: AuditLog) -> str:
    said = json.loads(json.dumps([row.before, row.after]))  # as it is read back: keys are texts
    return hashlib.sha256(f"{salt}\n{json.dumps(said, sort_keys=True)}".encode()).hexdigest()


def _hash(position: int, previous: str, row: AuditLog, content: str) -> str:
    at = row.at.astimezone(UTC).isoformat()
    texts = (storable(each) for each in (row.actor, row.action, row.subject))
    said = [position, previous, row.id, at, *texts, content]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class FlawFound:
    """A flaw at a link's place and an act's number, as far as there are such."""

    flaw: Flaw
    position: int | None = None
    act: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedChain:
    """What was checked: so many acts, of which the content of so many was forgotten; ``head`` is
    the newest link's hash."""

    acts: int
    forgotten: int
    head: str
    flaws: tuple[FlawFound, ...]


def check_chain(session: Session, head: str | None = None) -> CheckedChain:
    """Every link from the first to the newest; ``head`` is a hash that was the newest one once."""
    flaws: list[FlawFound] = []
    emptied: set[int] = set()
    position, newest, count, known = 0, BEGINNING, 0, head in (None, BEGINNING)
    query = select(ChainLink, AuditLog).outerjoin(AuditLog, AuditLog.id == ChainLink.log_id)
    rows = session.execute(query.order_by(ChainLink.position).execution_options(yield_per=1000))
    for link, row in rows:
        if link.position != position + 1 or link.previous != newest:
            missing = link.position > position + 1
            flaws.append(FlawFound(Flaw.MISSING if missing else Flaw.EXCHANGED, link.position))
        if wrong := _wrong(link, row):
            flaws.append(FlawFound(wrong, link.position, link.log_id))
        if link.salt is None:
            emptied.add(link.log_id)
        position, newest, count = link.position, link.hash, count + 1
        known = known or newest == head
    there = select(ChainLink.log_id).where(ChainLink.log_id == AuditLog.id)
    unlinked = select(AuditLog.id).where(~there.exists()).order_by(AuditLog.id)
    flaws += (FlawFound(Flaw.UNLINKED, act=act) for act in session.scalars(unlinked))
    flaws += (FlawFound(Flaw.EMPTIED, act=act) for act in sorted(emptied - _forgotten(session)))
    if not known:
        flaws.append(FlawFound(Flaw.HEAD_UNKNOWN))
    return CheckedChain(acts=count, forgotten=len(emptied), head=newest, flaws=tuple(flaws))


def _wrong(link: ChainLink, row: AuditLog | None) -> Flaw | None:
    if row is None:
        return Flaw.MISSING
    if link.salt is None:
        whole = (row.before, row.after) == (None, EMPTIED)
    else:
        whole = link.content == _content(link.salt, row)
    same = link.hash == _hash(link.position, link.previous, row, link.content)
    return None if whole and same else Flaw.CHANGED


def _forgotten(session: Session) -> set[int]:
    """The numbers of all acts of which an act says that it took their content away."""
    acts = select(AuditLog.after).where(
        AuditLog.action == "forget", cast(AuditLog.after, Text).like('%"emptied"%')
    )
    runs = (run for after in session.scalars(acts) for run in (after or {}).get("emptied", ()))
    return {act for first, last in runs for act in range(first, last + 1)}


def ranges_of(numbers: Sequence[int]) -> list[list[int]]:
    """The first and the last of each run of numbers without a gap; they come in order."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return runs
