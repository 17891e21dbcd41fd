"""All that is looked up beside recorded statements when they are shown, other versions included."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, TypeAlias

from sqlalchemy import and_, select
from sqlalchemy.orm import Session, aliased

from db.models import Import, Proposal, Reconciliation, Resolution, Statement
from db.models import Line as LineRow
from db.statements.notes import NoteOfLine, notes_of
from db.words import ReadingStatus, ResolutionOp, Verdict
from pipeline.account.ledger_query import LedgerQuery, ledger_side
from pipeline.account.one_account import OneAccount
from pipeline.drafts import Line, Period, StatementDraft
from pipeline.matching.hints import Pattern, PatternKind, patterns
from pipeline.matching.shapes import AccountSide, Difference, MatchSettings
from pipeline.record.drafts import draft_of
from pipeline.record.proposing import (
    RowsSaid,
    pending_of,
    rows_of_difference,
    said_of,
    settings_of,
    shown_differences,
)
from pipeline.review.suggested import Heard, heard_of_each

_OWN: Final = aliased(Statement)

Row: TypeAlias = tuple[date | None, int, str]
"""A line's date, its amount in minor units, and what it says."""


@dataclass(frozen=True, slots=True)
class Version:
    """Another statement of the same days: which rows only one of the two has."""

    import_id: int
    file: str
    only_here: tuple[Row, ...]
    only_there: tuple[Row, ...]


def other_versions(session: Session, statement: Statement) -> list[Version]:
    """Those that are beside a statement, as the bank sends one again that it corrected.

    Rows are compared by date and amount; a payee that is spelt otherwise is no other row.
    """
    return other_versions_of_each(session, [statement.id])[statement.id]


def other_versions_of_each(
    session: Session, statement_ids: Iterable[int]
) -> Mapping[int, list[Version]]:
    found: dict[int, list[Version]] = {each: [] for each in statement_ids}
    others = session.execute(
        select(_OWN.id, Statement.id, Import.id, Import.source_name)
        .join(
            Statement,
            and_(
                Statement.account_id == _OWN.account_id,
                Statement.period_start == _OWN.period_start,
                Statement.period_end == _OWN.period_end,
                Statement.import_id != _OWN.import_id,
            ),
        )
        .join(Import, Import.id == Statement.import_id)
        .where(
            _OWN.stands.is_(True),
            Statement.stands.is_(True),
            Statement.status == ReadingStatus.PROVEN,
        )
        .order_by(Import.id, Statement.ordinal)
        .where(_OWN.id.in_(found))
    ).all()
    # The lines of these statements in their order, by statement.
    rows: dict[int, list[Row]] = {
        each: [] for each in {n for own, other, *_ in others for n in (own, other)}
    }
    query = select(
        LineRow.statement_id, LineRow.booked_on, LineRow.amount_minor, LineRow.description
    )
    wanted = query.where(LineRow.statement_id.in_(rows)).order_by(LineRow.ordinal)
    for statement_id, day, amount, said in session.execute(wanted) if rows else ():
        rows[statement_id].append((day, amount, said))
    for own, other, import_id, file in others:
        mine, theirs = rows[own], rows[other]
        version = Version(import_id, file, _without(mine, theirs), _without(theirs, mine))
        found[own].append(version)
    return found


def _without(rows: list[Row], others: list[Row]) -> tuple[Row, ...]:
    left = Counter((day, amount) for day, amount, _ in others)
    found = []
    for row in rows:
        if left[row[:2]]:
            left[row[:2]] -= 1
        else:
            found.append(row)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Beside:
    """One statement: what differs, what a model said of each difference, what persons settled,
    which other statements say otherwise, what waits for a person's yes, and what was noted."""

    row: Reconciliation
    draft: StatementDraft
    differences: Sequence[Difference]
    heard: Sequence[Heard | None]
    settled: Sequence[Resolution]
    versions: Sequence[Version]
    pending: Sequence[Proposal]
    notes: Sequence[NoteOfLine]


def beside(session: Session, rows: Sequence[Reconciliation]) -> list[Beside]:
    drafts = [draft_of(row.statement) for row in rows]
    read = list(zip(rows, drafts, strict=True))
    differences = shown_differences(session, read)
    heard = heard_of_each(session, [(row, draft.lines) for row, draft in read])
    statements = [row.statement_id for row in rows]
    settled = settled_of_each(session, statements)
    versions = other_versions_of_each(session, statements)
    notes = notes_of(session, statements)
    pending: dict[int | None, list[Proposal]] = defaultdict(list)
    for proposal in pending_of(session, rows):
        pending[proposal.reconciliation_id].append(proposal)
    return [
        Beside(
            row,
            draft,
            found,
            said,
            settled[row.statement_id],
            versions[row.statement_id],
            pending[row.id],
            notes[row.statement_id],
        )
        for (row, draft), found, said in zip(read, differences, heard, strict=True)
    ]


def settled_of(session: Session, statement_id: int) -> list[Resolution]:
    """The statement's resolutions, the oldest first."""
    return settled_of_each(session, [statement_id])[statement_id]


def settled_of_each(
    session: Session, statement_ids: Iterable[int]
) -> Mapping[int | None, list[Resolution]]:
    found: dict[int | None, list[Resolution]] = {each: [] for each in statement_ids}
    query = select(Resolution).where(Resolution.statement_id.in_(found))
    for row in session.scalars(query.order_by(Resolution.id)):
        found[row.statement_id].append(row)
    return found


def left_by(
    settled: Sequence[Resolution], difference: Difference, lines: Mapping[int, Line]
) -> Resolution | None:
    """Who left the difference as it is, the last one of several; None if no one did."""
    if not settled:
        return None
    rows = rows_of_difference(said_of(difference.lines, lines), difference.entries)
    leaving = (each for each in reversed(settled) if each.op is ResolutionOp.LEAVE)
    return next((each for each in leaving if _rows(each) == rows), None)


def apart(settled: Iterable[Resolution]) -> list[Resolution]:
    """What belongs to no difference: pairs by hand, outstanding items, a whole statement left."""
    return [
        each
        for each in settled
        if each.op is not ResolutionOp.LEAVE or not (each.lines or each.entries)
    ]


def _rows(settled: Resolution) -> RowsSaid:
    return rows_of_difference(settled.lines, (each["id"] for each in settled.entries))


#: Entries up to two weeks beyond the period are looked at; further away, last month's rent and
#: salary would pass for this month's.
_WEEK: Final = 7


def hints(session: Session, row: Reconciliation) -> tuple[Pattern, ...]:
    """The mistakes that somebody could mend at once; none of what ties out."""
    statement, settings = row.statement, settings_of(row)
    account_id, start, end = statement.account_id, statement.period_start, statement.period_end
    if row.verdict is Verdict.MATCHED or account_id is None or start is None or end is None:
        return ()
    draft = draft_of(statement)
    first = min((line.date for line in draft.lines if line.date is not None), default=None)
    wide = MatchSettings(window=max(settings.window, _WEEK))
    one = OneAccount(session, account_id)
    side = ledger_side(
        one,
        LedgerQuery(Period(start, end), first, wide),
        ignoring=(statement.id,),
        own={match.transaction_id for match in row.matches},
    )
    return tuple(each for each in patterns(draft, side) if _mends(each, side, settings))


def _mends(pattern: Pattern, side: AccountSide, settings: MatchSettings) -> bool:
    """Whether it is to be mended here: not days at which lines find their entries all the same,
    nor a balance that an earlier statement may explain better."""
    if pattern.kind is PatternKind.DAYS:
        return abs(pattern.days or 0) > settings.window
    return pattern.kind is not PatternKind.OPENING or side.ledger.before is None
