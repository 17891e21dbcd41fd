"""Shows and forgets the confirmed layouts of an account, with what rests on each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from sqlalchemy import select

from db.audit import log
from db.models import ConfirmedLayout, Reconciliation, Statement
from pipeline.account.layouts import LAYOUT, taught
from pipeline.proof import Layout
from pipeline.record.answers import without_answer
from pipeline.record.reproof import reconciliations_of
from pipeline.record.sealing import release_with
from pipeline.record.settling import settle
from pipeline.record.stated import remember
from pipeline.review.deciding import settle_import
from pipeline.review.errors import NoSuchLayout, NothingToTakeBack
from pipeline.review.stating import reconciliation_of

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

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
        for each in taught(session, account_id)
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
) -> Reconciliation:
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
    return row


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
