"""Corrects how a statement was read, and shows and forgets an account's confirmed layouts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from db.log import log
from db.models import ConfirmedLayout, Reconciliation, Statement, utc_now
from pipeline.account.one_account import OneAccount
from pipeline.account.readings import LAYOUT, taught
from pipeline.proof import Layout, pattern
from pipeline.record.certificates import release_with, without_answer
from pipeline.record.correcting import Correction, corrected, corrections_in, with_corrections
from pipeline.record.drafts import choose, draft_of
from pipeline.record.kept_decisions import remember
from pipeline.record.reproof import reconciliations_of
from pipeline.record.settling import settle
from pipeline.review.deciding import settle_import
from pipeline.review.errors import NoSuchLayout, NothingToProve, NothingToTakeBack
from pipeline.review.stating import reconciliation_of, refuse_locked


def correct(
    session: Session,
    import_id: int,
    correction: Correction,
    actor: str,
    *,
    number: int | None = None,
    reason: str = "",
) -> None:
    """Take a person's word for what the page shows.

    ``number`` counts the import's statements from 1. All or nothing happens in the caller's
    transaction. Raises ``NoSuchImport``, ``WhichStatement``, ``PeriodLocked``, ``NothingToProve``
    and ``CannotCorrect``.
    """
    row = reconciliation_of(session, import_id, number)
    refuse_locked(session, row)
    statement = row.statement
    said = replace(correction, by=actor, at=utc_now().isoformat())
    every = (*corrections_in(statement), said)
    _apply(session, row, every, actor)
    after = {"import": import_id, "reason": reason, "corrected": _plain(said)}
    log(session, actor, "correct", f"statements:{statement.id}", after=after)
    settle_import(session, import_id)


def take_back(
    session: Session, import_id: int, actor: str, *, number: int | None = None, reason: str = ""
) -> None:
    """Take back the last correction of a statement.

    A lock that came by itself goes with what it rested on. Raises ``NothingToTakeBack``, and what
    `correct` raises.
    """
    row = reconciliation_of(session, import_id, number)
    statement = row.statement
    every = corrections_in(statement)
    if not every:
        raise NothingToTakeBack(import_id=import_id)
    _apply(session, row, every[:-1], actor)
    release_with(session, row, "a correction was taken back", actor)
    before = {"import": import_id, "reason": reason, "corrected": _plain(every[-1])}
    log(session, actor, "take_back", f"statements:{statement.id}", before=before)
    settle_import(session, import_id)


def _apply(
    session: Session, row: Reconciliation, every: tuple[Correction, ...], actor: str
) -> None:
    """Put the statement as it was read and corrected so in the place of the recorded one."""
    statement = row.statement
    # The statement before anything of it was corrected.
    kept, offered = statement.stated, statement.certificate
    if before := (kept or {}).get("uncorrected"):
        statement.certificate = before
    statement.stated = with_corrections(statement, ())
    draft = draft_of(statement)
    statement.stated, statement.certificate = kept, offered
    if draft.proof is None or draft.witness is None:
        raise NothingToProve(import_id=statement.import_id)
    remember(session, statement)
    found = corrected(draft, every, statement.import_id) if every else draft
    statement.stated = with_corrections(statement, every)
    choose(session, statement, found)
    session.flush()
    remember(session, statement)
    _remember_excuses(session, statement, actor)
    row.ledger_etag = None
    settle(session, actor)


def _remember_excuses(session: Session, statement: Statement, actor: str) -> None:
    """Keep by their words the rows that are no lines by a person's word, for the account's later
    statements. The row of a line of which one figure is not one is not kept, for such lines come
    again. A layout of excuses has no columns, so that it settles nothing else."""
    mine = select(ConfirmedLayout).where(ConfirmedLayout.statement_id == statement.id)
    for each in session.scalars(mine):
        if not each.layout["heads"]:
            session.delete(each)
    draft = draft_of(statement)
    witness = draft.witness
    if witness is None or draft.proof is None or statement.account_id is None:
        return
    document = draft.proof.document
    lines = {document.row_of(line.amount) for line in witness.lines}
    others = {each.row for each in witness.other if each.by == "person"} - lines
    patterns = (pattern(document.of_row(row)) for row in others)
    excused = tuple(sorted({text for text in patterns if text}))
    if not excused:
        return
    how = replace(witness.convention, columns=(), balance_head=(), year=None)
    layout = Layout(0, "person", (), "", None, None, None, how, None, excused)
    session.add(
        ConfirmedLayout(
            account_id=statement.account_id,
            statement_id=statement.id,
            layout=LAYOUT.dump_python(layout, mode="json"),
            actor=actor,
        )
    )
    session.flush()


def _plain(said: Correction) -> dict[str, object]:
    names = ("what", "line", "text", "day", "balance", "about", "way", "page")
    return {name: value for name in names if (value := getattr(said, name))}


#: The id of a layout that a matched statement teaches begins so; a person's is a number alone.
_OF_STATEMENT: Final = "s"


@dataclass(frozen=True, slots=True)
class KnownLayout:
    """What statements of an account look like: ``by`` names the person who confirmed it, and is
    empty for one that a matched statement teaches. ``import_id`` is the document that it was seen
    in, and ``resting`` are the imports of which something is settled by it."""

    id: str
    by: str
    at: datetime | None
    import_id: int | None
    layout: Layout
    resting: tuple[int, ...]


def known_layouts(session: Session, account_id: int) -> list[KnownLayout]:
    """Those that a person confirmed, and those that matched statements teach."""
    resting = _resting(session, account_id)
    rows = session.scalars(
        select(ConfirmedLayout)
        .where(ConfirmedLayout.account_id == account_id)
        .order_by(ConfirmedLayout.id)
    )
    found = [
        KnownLayout(
            id=str(row.id),
            by=row.actor,
            at=row.created_at,
            import_id=_import_of(session, row.statement_id),
            layout=LAYOUT.validate_python(row.layout),
            resting=_imports(resting, row.id, "person"),
        )
        for row in rows
    ]
    return found + [
        KnownLayout(
            id=f"{_OF_STATEMENT}{each.id}",
            by="",
            at=None,
            import_id=_import_of(session, each.id),
            layout=each,
            resting=_imports(resting, each.id, "derived"),
        )
        for each in taught(OneAccount(session, account_id))
    ]


def forget_layout(session: Session, account_id: int, layout_id: str, actor: str) -> tuple[int, ...]:
    """Forget a layout; the imports of which something was settled by it, and which are proven again
    without it. A lock that came by itself goes with them. Raises ``NoSuchLayout``."""
    known = {each.id: each for each in known_layouts(session, account_id)}
    found = known.get(layout_id)
    if found is None:
        raise NoSuchLayout(layout_id=layout_id)
    if found.by:
        session.delete(session.get_one(ConfirmedLayout, int(layout_id)))
    else:
        row = session.get_one(Statement, int(layout_id.removeprefix(_OF_STATEMENT)))
        row.stated = {**(row.stated or {}), "teaches": False}
    before = {"layout": LAYOUT.dump_python(found.layout, mode="json"), "resting": found.resting}
    log(session, actor, "forget_layout", f"accounts:{account_id}", before=before)
    _prove_again(session, account_id, actor)
    for each in found.resting:
        for proven in reconciliations_of(session, each):
            release_with(session, proven, "a layout was forgotten", actor)
        settle_import(session, each)
    return found.resting


def take_back_answer(
    session: Session, import_id: int, hypothesis: str, actor: str, *, number: int | None = None
) -> None:
    """Take back what a person answered of one hypothesis of a statement, which is proven again
    without it. Raises ``NothingToTakeBack``, ``NoSuchImport`` and ``WhichStatement``."""
    row = reconciliation_of(session, import_id, number)
    statement = row.statement
    answers = list((statement.stated or {}).get("answers", ()))
    own = [each for each in answers if each["hypothesis"] == hypothesis]
    if not own:
        raise NothingToTakeBack(import_id=import_id)
    for each in own:
        statement.stated = without_answer(statement.stated, each["id"])
    session.flush()
    row.ledger_etag = None
    remember(session, statement)
    log(session, actor, "take_back", f"statements:{statement.id}", before={"answers": own})
    settle(session, actor)
    release_with(session, row, "an answer was taken back", actor)
    settle_import(session, import_id)


def _resting(session: Session, account_id: int) -> Sequence[tuple[int, list[dict[str, object]]]]:
    """The imports of the account's statements and the layouts that settled something of each."""
    rows = session.execute(
        select(Statement.import_id, Reconciliation.rests_on)
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(Statement.account_id == account_id, Reconciliation.rests_on.is_not(None))
        .order_by(Statement.id)
    )
    return [(import_id, list(said or ())) for import_id, said in rows]


def _imports(
    resting: Sequence[tuple[int, list[dict[str, object]]]], number: int, source: str
) -> tuple[int, ...]:
    wanted = {"id": number, "source": source}
    return tuple(dict.fromkeys(import_id for import_id, said in resting if wanted in said))


def _import_of(session: Session, statement_id: int | None) -> int | None:
    row = session.get(Statement, statement_id) if statement_id is not None else None
    return row.import_id if row else None


def _prove_again(session: Session, account_id: int, actor: str) -> None:
    """Have every statement of the account proven again."""
    session.flush()
    for row in session.scalars(select(Statement).where(Statement.account_id == account_id)):
        remember(session, row)
    settle(session, actor)
