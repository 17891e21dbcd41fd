"""Corrects, states or notes, for a person, what a statement says, and takes it back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Unpack

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from app.acts.refusals import How, Tried, carried_out, unit_for
from app.errors import StatementMoved
from app.queries.books import find_account
from app.queries.reviews import seen_of_facts
from app.shapes.decisions import StatedShape, stated_shape
from app.shapes.ledger import ForgottenLayoutShape, LayoutsShape, layout_shape
from app.shapes.review import NotesShape, note_shapes
from app.shapes.writing import by_name
from db.ledger import queries
from db.session import read_only
from db.statements.notes import Attached, Noted, add_note, attached, notes_of, remove_note
from db.statements.pages import import_of
from pipeline.record.correcting import Correction
from pipeline.record.reproof import reconciliations_of
from pipeline.review.correcting import (
    correct,
    forget_layout,
    known_layouts,
    take_back,
    take_back_answer,
)
from pipeline.review.stating import Answers, Said, reconciliation_of, state


class SaidOfStatement(How, total=False):
    """Of which statement of the import, from 1, something is said, why, and how it is wanted."""

    number: int | None
    reason: str


def correct_reading(
    engine: Engine,
    import_id: int,
    corrections: Sequence[Correction],
    **wanted: Unpack[SaidOfStatement],
) -> StatedShape:
    """Take a person's word for what the page shows, all of it or nothing; ``seen`` says what was
    known of the statement when they looked at it. Raises ``StatementMoved`` and the errors of
    `pipeline.review.correcting.correct`."""
    number, reason = wanted.get("number"), wanted.get("reason", "")

    def act(session: Session, who: str) -> None:
        for each in corrections:
            correct(session, import_id, each, who, number=number, reason=reason)

    return _told(engine, import_id, "correct", act, **wanted)


def take_back_correction(
    engine: Engine, import_id: int, **wanted: Unpack[SaidOfStatement]
) -> StatedShape:
    """Take back the last correction of a statement. Raises ``NothingToTakeBack``, and as above."""

    def act(session: Session, who: str) -> None:
        take_back(session, import_id, who, number=wanted.get("number"))

    return _told(engine, import_id, "take_back", act, **wanted)


def take_back_answered(
    engine: Engine, import_id: int, hypothesis: str, **wanted: Unpack[SaidOfStatement]
) -> StatedShape:
    """Take back what a person answered. Raises ``NothingToTakeBack``, and as above."""

    def act(session: Session, who: str) -> None:
        take_back_answer(session, import_id, hypothesis, who, number=wanted.get("number"))

    return _told(engine, import_id, "take_back", act, **wanted)


def note_line(
    engine: Engine,
    import_id: int,
    line: int,
    noted: Noted,
    *,
    number: int | None = None,
    **how: Unpack[Tried],
) -> NotesShape:
    """Keep what a person notes on a line; all notes of the import then. Raises ``NoSuchImport``,
    ``WhichStatement`` and the errors of `db.statements.notes.add_note`."""
    with unit_for(engine, how) as (session, who):
        statement = reconciliation_of(session, import_id, number).statement
        add_note(session, statement, line, noted, who)
        return _notes(session, import_id)


def remove_note_of(
    engine: Engine, import_id: int, note_id: int, **how: Unpack[Tried]
) -> NotesShape:
    """Take a note away; those that are left. Raises ``NoSuchImport`` and ``NoSuchNote``."""
    with unit_for(engine, how) as (session, who):
        import_of(session, import_id, hold=True)
        remove_note(session, import_id, note_id, who)
        return _notes(session, import_id)


def notes_on(engine: Engine, import_id: int) -> NotesShape:
    """All notes of an import. Raises ``NoSuchImport``."""
    with read_only(engine) as session:
        import_of(session, import_id)
        return _notes(session, import_id)


def attached_to(engine: Engine, import_id: int, note_id: int) -> Attached:
    """The file of a note. Raises ``NoSuchNote``."""
    with read_only(engine) as session:
        return attached(session, import_id, note_id)


def _notes(session: Session, import_id: int) -> NotesShape:
    rows = [row.statement for row in reconciliations_of(session, import_id)]
    found = notes_of(session, [row.id for row in rows])
    notes = (note for row in rows for note in note_shapes(row, found[row.id]))
    return NotesShape(import_id=import_id, notes=tuple(notes))


def _told(
    engine: Engine,
    import_id: int,
    action: str,
    act: Callable[[Session, str], None],
    **wanted: Unpack[SaidOfStatement],
) -> StatedShape:
    """Carry it out, and tell the state of the statement then."""
    seen = wanted.get("seen")

    def whole(session: Session, who: str) -> StatedShape:
        row = reconciliation_of(session, import_id, wanted.get("number"))
        if seen is not None and seen != seen_of_facts(row):
            raise StatementMoved(import_id=import_id)
        act(session, who)
        session.expire(row.statement, ["account"])
        return stated_shape(row.statement, row.verdict)

    return carried_out(engine, whole, action, wanted)


def layouts_of_account(engine: Engine, wanted: str) -> LayoutsShape:
    """What the statements of an account look like. Raises ``AccountUnclear``."""
    with read_only(engine) as session:
        account = find_account(queries.accounts(session), wanted)
        found = known_layouts(session, account.id)
        return LayoutsShape(account_id=account.id, layouts=tuple(map(layout_shape, found)))


def forget_layout_of(
    engine: Engine, wanted: str, layout_id: str, **how: Unpack[Tried]
) -> ForgottenLayoutShape:
    """Forget one of them. Raises ``NoSuchLayout`` and ``AccountUnclear``."""

    def act(session: Session, who: str) -> ForgottenLayoutShape:
        account = find_account(queries.accounts(session), wanted)
        resting = forget_layout(session, account.id, layout_id, who)
        return ForgottenLayoutShape(account_id=account.id, layout_id=layout_id, resting=resting)

    return carried_out(engine, act, "forget_layout", how)


#: In place of an account's name: the one that the page mentions, which is not there yet.
NEW: Final = "new"


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedByPerson(Answers):
    """What a person said, in their words; ``account`` is `NEW` for one not in the ledger yet."""

    account: str | None = None
    stands: bool | None = None
    remember: bool = True


def state_facts(
    engine: Engine, import_id: int, said: StatedByPerson, **wanted: Unpack[SaidOfStatement]
) -> StatedShape:
    """Take a person's word for what arithmetic cannot see; ``seen`` says what was known of the
    statement when they looked at it (`seen_of_facts`). Raises ``AccountUnclear``,
    ``StatementMoved`` and the errors of `stating.state`."""
    number, reason = wanted.get("number"), wanted.get("reason", "")

    def act(session: Session, who: str) -> None:
        told = by_name(said)
        account = told.pop("account")
        facts = Said(account_id=_account(session, account), new_account=account == NEW, **told)
        state(session, import_id, facts, who, number=number, reason=reason)

    return _told(engine, import_id, "state", act, **wanted)


def _account(session: Session, wanted: str | None) -> int | None:
    if wanted is None or wanted == NEW:
        return None
    return find_account(queries.accounts(session), wanted).id
