"""Keeps what people note on lines of statements: a text, a tag, a file; found again by the line."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import and_, case, func, or_, select
from sqlalchemy.orm import Session

from db.errors import TieoutError
from db.log import log
from db.models import Line, LineNote, Statement
from db.text import one_line, storable

MAX_ATTACHED: Final = 5 * 1024 * 1024
_LONGEST: Final = 2_000
_LONGEST_TAG: Final = 40


class NothingNoted(TieoutError):
    """A note needs a text, a tag or a file."""


class NoteTooLong(TieoutError):
    """A note takes {most} characters, a tag {most_of_tag}. Put a longer text into a file and attach
    that."""


class AttachmentTooLarge(TieoutError):
    """{name} is larger than the 5 MB that a note can hold. Attach a smaller copy."""


class NoSuchLine(TieoutError):
    """Statement {statement} of import {import_id} has no line {line}. See its lines with: tieout
    review {import_id}"""


class NoSuchNote(TieoutError):
    """Import {import_id} has no note {note_id}. See its notes with: tieout review {import_id}"""


@dataclass(frozen=True, slots=True)
class Attached:
    """A file that goes with a note."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Noted:
    """What a person notes; something of it is there."""

    text: str = ""
    tag: str = ""
    file: Attached | None = None


@dataclass(frozen=True, slots=True)
class NoteOfLine:
    """A note, and the line that it is about by its ordinal of now; None if no line is it."""

    id: int
    line: int | None
    text: str
    tag: str | None
    file: str | None
    size: int | None
    actor: str
    at: datetime


def add_note(session: Session, statement: Statement, ordinal: int, noted: Noted, actor: str) -> int:
    """Keep a note on a line, and log it; its id. Raises ``NothingNoted``, ``NoteTooLong``,
    ``AttachmentTooLarge`` and ``NoSuchLine``."""
    text, tag, file = storable(noted.text.strip()), one_line(noted.tag.strip()), noted.file
    if not (text or tag or file):
        raise NothingNoted
    if len(text) > _LONGEST or len(tag) > _LONGEST_TAG:
        raise NoteTooLong(most=_LONGEST, most_of_tag=_LONGEST_TAG)
    if file is not None and len(file.data) > MAX_ATTACHED:
        raise AttachmentTooLarge(name=one_line(file.name))
    query = select(Line).where(Line.statement_id == statement.id, Line.ordinal == ordinal)
    line = session.scalars(query).one_or_none()
    if line is None:
        number = statement.ordinal + 1
        raise NoSuchLine(statement=number, import_id=statement.import_id, line=ordinal)
    row = LineNote(
        statement_id=statement.id,
        ordinal=ordinal,
        booked_on=line.booked_on,
        amount_minor=line.amount_minor,
        text=text,
        tag=tag or None,
        file_name=one_line(storable(file.name))[-_LONGEST_TAG * 3 :] if file else None,
        file=file.data if file else None,
        actor=actor,
    )
    session.add(row)
    session.flush()
    said = {"import": statement.import_id, "reason": text or None, **_said(row)}
    log(session, actor, "note", f"statements:{statement.id}", after=said)
    return row.id


def remove_note(session: Session, import_id: int, note_id: int, actor: str) -> None:
    """Take a note away; the log keeps its words. Raises ``NoSuchNote``."""
    row = _of_import(session, import_id, note_id)
    said = {"reason": row.text or None, **_said(row)}
    subject = f"statements:{row.statement_id}"
    log(session, actor, "unnote", subject, before=said, after={"import": import_id})
    session.delete(row)
    session.flush()


def attached(session: Session, import_id: int, note_id: int) -> Attached:
    """The file of a note. Raises ``NoSuchNote``."""
    row = _of_import(session, import_id, note_id)
    if row.file is None or row.file_name is None:
        raise NoSuchNote(import_id=import_id, note_id=note_id)
    return Attached(row.file_name, row.file)


def notes_of(session: Session, statements: Collection[int]) -> dict[int | None, list[NoteOfLine]]:
    """What was noted on the lines of each statement, the oldest first. A line that another reading
    numbers otherwise is known by its day and amount, if no other has the same."""
    found: dict[int | None, list[NoteOfLine]] = {each: [] for each in statements}
    alike = and_(
        Line.statement_id == LineNote.statement_id,
        Line.amount_minor == LineNote.amount_minor,
        or_(
            Line.booked_on == LineNote.booked_on,
            and_(Line.booked_on.is_(None), LineNote.booked_on.is_(None)),
        ),
    )
    query = (
        select(
            LineNote,
            func.length(LineNote.file),
            func.count(Line.id),
            func.min(Line.ordinal),
            func.max(case((Line.ordinal == LineNote.ordinal, 1), else_=0)),
        )
        .outerjoin(Line, alike)
        .where(LineNote.statement_id.in_(found))
        .group_by(LineNote.id)
        .order_by(LineNote.id)
    )
    for row, size, count, first, same in session.execute(query) if found else ():
        line = row.ordinal if same else first if count == 1 else None
        found[row.statement_id].append(
            NoteOfLine(
                *(row.id, line, row.text, row.tag, row.file_name, size), row.actor, row.created_at
            )
        )
    return found


def _said(row: LineNote) -> dict[str, object]:
    return {
        "note": row.id,
        "line": row.ordinal,
        "tag": row.tag,
        "attached": row.file_name,
    }


def _of_import(session: Session, import_id: int, note_id: int) -> LineNote:
    query = (
        select(LineNote)
        .join(Statement, Statement.id == LineNote.statement_id)
        .where(LineNote.id == note_id, Statement.import_id == import_id)
    )
    row = session.scalars(query).one_or_none()
    if row is None:
        raise NoSuchNote(import_id=import_id, note_id=note_id)
    return row
