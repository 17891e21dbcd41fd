"""Lists that other programs read page by page, and the recorded rows of an import."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date
from itertools import islice

from sqlalchemy import ColumnElement, Engine, func, select
from sqlalchemy.orm import joinedload

from app.queries.reviews import offered, review_of, seen_of_facts
from app.shapes.ledger import AccountShape, EntryShape, account_shape, entry_shape
from app.shapes.lists import ListedStatementShape, OfferShape, SeenDifferenceShape
from app.shapes.writing import shaped
from db.accounts.facts import facts_of
from db.ledger import queries
from db.models import Account, Line, Reconciliation, Statement
from db.money import exponent_of
from db.session import read_only
from db.statements.pages import import_of
from db.words import Verdict
from pipeline.record.rows import recorded_draft
from pipeline.review.resolving import Numbered, numbered, seen_of_each


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedStatements:
    """Which statements; None is no condition. ``month`` is a day of the month they touch."""

    account_id: int | None = None
    import_id: int | None = None
    verdict: Verdict | None = None
    month: date | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """The same, for a query on `Statement` and `Reconciliation`."""
        found: list[ColumnElement[bool]] = []
        if self.account_id is not None:
            found.append(Statement.account_id == self.account_id)
        if self.import_id is not None:
            found.append(Statement.import_id == self.import_id)
        if self.verdict is not None:
            found.append(Reconciliation.verdict == self.verdict)
        if self.month is not None:
            first = self.month.replace(day=1)
            last = first.replace(day=monthrange(first.year, first.month)[1])
            found += [Statement.period_start <= last, Statement.period_end >= first]
        return found


def statements_before(
    engine: Engine, wanted: WantedStatements, before: int | None, limit: int
) -> list[ListedStatementShape]:
    """The newest statements whose number is below ``before``. Raises ``NoSuchImport``."""
    with read_only(engine) as session:
        if wanted.import_id is not None:
            import_of(session, wanted.import_id)
        query = (
            select(Reconciliation)
            .join(Statement, Statement.id == Reconciliation.statement_id)
            .where(*wanted.conditions())
            .options(
                joinedload(Reconciliation.statement).joinedload(Statement.account),
                joinedload(Reconciliation.statement).joinedload(Statement.work),
            )
            .order_by(Statement.id.desc())
            .limit(limit)
        )
        if before is not None:
            query = query.where(Statement.id < before)
        rows = session.scalars(query).all()
        of = Line.statement_id.in_([row.statement_id for row in rows])
        counted = select(Line.statement_id, func.count()).where(of).group_by(Line.statement_id)
        counts = {row[0]: int(row[1]) for row in session.execute(counted)}
        return [_statement(row, counts.get(row.statement_id, 0)) for row in rows]


def differences_after(
    engine: Engine, import_id: int, after: int, limit: int
) -> list[SeenDifferenceShape]:
    """The import's differences behind the one of that number, each with what supports it; and first
    of all number 0, where a statement does not tie out as a whole. Raises ``NoSuchImport``."""
    with read_only(engine) as session:
        review, rows = review_of(session, import_id)
        differences = {each.number: each for one in review.statements for each in one.differences}
        open_ones = (row for row in rows if row.verdict is not Verdict.MATCHED)
        first = [Numbered(0, row, None) for row in islice(open_ones, 1)]
        found = [*first, *numbered(rows)]
        wanted = [each for each in found if each.number > after][:limit]
        return [
            SeenDifferenceShape(
                number=each.number, seen=seen, difference=differences.get(each.number)
            )
            for each, seen in zip(wanted, seen_of_each(session, wanted), strict=True)
        ]


def offer_of(engine: Engine, import_id: int) -> OfferShape:
    """What the import offers to change, be it nothing. Raises ``NoSuchImport``."""
    with read_only(engine) as session:
        import_of(session, import_id)
    nothing = OfferShape(seen=None, moved=False, changes=(), more=0)
    return offered(engine, import_id) or nothing


def accounts_after(
    engine: Engine, after: int, limit: int, as_of: date | None = None
) -> list[AccountShape]:
    """The accounts whose number is above ``after``, each with its balance at the end of a day."""
    with read_only(engine) as session:
        query = select(Account.id).where(Account.id > after).order_by(Account.id).limit(limit)
        found = queries.accounts(session, as_of, session.scalars(query).all())
        return [account_shape(each) for each in found]


def entries_after(
    engine: Engine,
    account_id: int,
    days: tuple[date | None, date | None],
    search: str | None,
    after: tuple[date, int] | None,
    limit: int,
) -> list[EntryShape]:
    """The account's entries behind a place, by day and number. Raises ``UnknownAccount``."""
    with read_only(engine) as session:
        exponent = exponent_of(facts_of(session, account_id).currency)
        found = queries.entries(session, account_id, *days, search=search, after=after, limit=limit)
        return [entry_shape(each, exponent) for each in found]


def _statement(row: Reconciliation, line_count: int) -> ListedStatementShape:
    known = row.statement
    draft = recorded_draft(known, ())
    return shaped(
        ListedStatementShape,
        draft,
        draft.exponent,
        id=known.id,
        import_id=known.import_id,
        file=known.work.source_name,
        number=known.ordinal + 1,
        import_status=known.work.status,
        account_id=known.account_id,
        account=known.account.name if known.account else None,
        reading=known.status,
        verdict=row.verdict,
        line_count=line_count,
        stands=known.stands,
        seen=seen_of_facts(row),
    )
