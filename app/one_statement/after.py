"""What would follow from a decision, found by taking it in full and rolling it back."""

from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from functools import partial

from sqlalchemy import Engine, ScalarSelect, func, select
from sqlalchemy.orm import Session

from app.acts.imports import accepted
from app.acts.refusals import carried_out
from app.one_statement.proposed import ChosenStatement, chosen_of, results_of
from app.one_statement.shapes import AfterShape, FiguresShape, check_of
from app.shapes.decisions import ChangeShape, decision_shape
from app.shapes.writing import money
from db.ledger.locks import lock_in_force
from db.models import Line, Lock, Proposal, Reconciliation, Statement
from db.money import to_decimal
from db.session import Watch, watch
from db.statements.pages import import_of
from pipeline.proof import CheckState
from pipeline.record.pairing import lines_of
from pipeline.record.proposing import left_alone, recorded_differences
from pipeline.record.rows import CHECKS
from pipeline.review import resolving
from pipeline.review.errors import WhichStatement
from pipeline.review.resolving import Wish


def after_accepting(
    engine: Engine,
    import_id: int,
    number: int | None,
    only: Collection[int],
    *,
    of: Collection[int] = (),
    as_before: Collection[int] = (),
    legs: Mapping[int, str] | None = None,
    seen: str,
    actor: str | None = None,
    hears: Watch | None = None,
) -> AfterShape:
    """How the import's statement of this number (from 1) would be if these changes were accepted,
    or all of the proposals ``of`` these ids; if none are, its state. What is called ``as_before``
    and the counter-accounts ``legs`` are as in `app.acts.imports.accept`. ``hears`` is told how far
    it is. Raises what that and `chosen_statement` raise."""
    accept = partial(accepted, of=of, as_before=as_before, legs=legs, seen=seen)

    def act(session: Session, who: str) -> AfterShape:
        watch(session, hears)
        at = chosen_statement(session, import_id, number).row
        done = accept(session, import_id, only, who) if only or of else []
        return _after(session, at, [made for each in done for made in each.changes])

    return carried_out(engine, act, "accept", {"actor": actor, "dry_run": True})


def after_resolving(
    engine: Engine, import_id: int, number: int, wish: Wish, *, seen: str, actor: str | None = None
) -> AfterShape:
    """The statement if its difference were settled so. Raises as `app.acts.imports.resolve`."""

    def act(session: Session, who: str) -> AfterShape:
        at = resolving.one_difference(session, import_id, number).row
        decided = resolving.resolve(session, import_id, number, wish, who, seen)
        shape = decision_shape(session.get_one(Proposal, decided.proposal_id), decided)
        return _after(session, at, shape.changes)

    return carried_out(engine, act, wish.act, {"actor": actor, "dry_run": True})


def chosen_statement(session: Session, import_id: int, number: int | None) -> ChosenStatement:
    """The import's statement of that number. Raises ``NoSuchImport`` and ``WhichStatement``."""
    import_of(session, import_id)
    rows = results_of(session, import_id)
    found = chosen_of(rows, number)
    if found is None:
        raise WhichStatement(import_id=import_id, count=len(rows))
    return found


def _after(session: Session, row: Reconciliation, made: Sequence[ChangeShape]) -> AfterShape:
    session.flush()
    statement, differences = row.statement, recorded_differences(row)
    lines = lines_of(session, [statement.id])[statement.id] if differences else []
    return AfterShape(
        made=tuple(made),
        verdict=row.verdict,
        left=left_of(row),
        open=len(left_alone(session, row, lines, differences)),
        locks=lock_in_force(session, row.id) is not None,
        period_start=statement.period_start,
        period_end=statement.period_end,
    )


def figures_of(session: Session, row: Reconciliation) -> tuple[FiguresShape, int | None]:
    """A statement's figures against the ledger as its checks found it, and its period's lock."""
    statement: Statement = row.statement
    query = select(
        func.count(), func.count(Line.balance_minor), func.sum(Line.amount_minor), _lock(row)
    ).where(Line.statement_id == statement.id)
    lines, balances, moved, lock = session.execute(query).one()
    exponent = statement.exponent
    left = left_of(row)
    closing = money(statement.closing_minor, exponent)
    figures = FiguresShape(
        exponent=exponent,
        currency=statement.currency,
        opening=money(statement.opening_minor, exponent),
        lines=lines,
        balances=balances,
        moved=to_decimal(int(moved or 0), exponent),
        closing=closing,
        ledger=None if closing is None or left is None else closing - left,
        left=left,
    )
    return figures, lock


def _lock(row: Reconciliation) -> ScalarSelect[int | None]:
    query = select(func.min(Lock.id)).where(
        Lock.reconciliation_id == row.id, Lock.released_at.is_(None)
    )
    return query.scalar_subquery()


def left_of(row: Reconciliation) -> Decimal | None:
    """How far the ledger's balance is from the page's last one, where both are known."""
    found = check_of(CHECKS.validate_python(row.proof), "balances")
    if found is None or found.state is CheckState.UNAVAILABLE:
        return None
    return money(row.closing_off_minor or 0, row.statement.exponent)
