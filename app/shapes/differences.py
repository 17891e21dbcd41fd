"""The JSON of what is known about differences, and of what a person is asked of a statement."""

import datetime
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.shapes.decisions import ChangeShape, change_shape
from app.shapes.imports import DifferenceShape, difference_shape
from app.shapes.writing import JsonShape, by_name, money, shaped
from db.models import Account, Proposal, Reconciliation, Resolution, Statement
from db.models import Line as LineRow
from db.money import exponent_of, to_decimal
from db.words import ResolutionOp, Verdict
from pipeline.claims import Act, Asked, Couple, What
from pipeline.drafts import Line
from pipeline.matching.hints import PatternKind
from pipeline.matching.shapes import Difference
from pipeline.record.proposing import by_ordinal
from pipeline.record.rows import HYPOTHESES
from pipeline.review.applying import foreseen
from pipeline.review.beside import hints, left_by
from pipeline.review.suggested import Heard


class OpinionShape(JsonShape):
    """What a model said of a difference: an opinion, from which nothing follows.

    ``lines`` and ``entries`` are what it rests on, ``pairs`` the rows that it takes for the same.
    ``suggests`` is what `tieout accept IMPORT --suggested` would do, null for nothing, and ``seen``
    identifies exactly that."""

    model: str
    what: What | None
    pairs: tuple[Couple, ...]
    why: str
    lines: tuple[int, ...]
    entries: tuple[int, ...]
    suggests: Act | None
    seen: str


class AskedShape(JsonShape):
    """Which model was asked about the differences, how that run ended, and of how many of them it
    said something that could be used."""

    model: str
    status: str
    said: int


def asked_shape(asked: Asked | None) -> AskedShape | None:
    """What was asked when the statement was brought in, if anything was."""
    return None if asked is None else shaped(AskedShape, asked, said=len(asked.opinions))


def opinion_shape(heard: Heard | None) -> OpinionShape | None:
    if heard is None:
        return None
    suggests = heard.opinion.act if heard.wish else None
    return shaped(
        OpinionShape, heard.opinion, model=heard.model, suggests=suggests, seen=heard.seen
    )


class ResolutionShape(JsonShape):
    """What somebody settled of these lines and entries without changing any entry; neither is the
    statement as a whole."""

    op: ResolutionOp
    lines: tuple[int, ...]
    entries: tuple[int, ...]
    actor: str
    reason: str
    at: datetime.datetime


class NearShape(JsonShape):
    """What else it may be: an entry, or a line, that is paired with nothing. ``amount_apart`` and
    ``days_apart`` say how far it is from what is looked at; ``rest``: together with the entries
    that are there it comes to the line. ``account`` names another account than the statement's."""

    entry: int | None
    line: int | None
    day: datetime.date | None
    amount: Decimal
    description: str
    amount_apart: Decimal
    days_apart: int | None
    rest: bool = False
    account: str | None = None


class FoundShape(JsonShape):
    """What a difference may be paired with, the nearest amounts first; what comes to ``amount``
    together may be paired with it. ``more``: so much else was found that it is not all listed."""

    number: int
    day: datetime.date | None
    description: str
    amount: Decimal | None
    lines: tuple[int, ...]
    entries: tuple[int, ...]
    found: tuple[NearShape, ...]
    more: bool
    seen: str


class ReviewedDifferenceShape(DifferenceShape):
    """A difference with its number in the import, who left it as it is, if anybody did, and what a
    model said of it, if one was asked and the difference is still what it saw. ``payee`` and
    ``counter_account`` are those that earlier decisions propose for an entry that is missing."""

    number: int
    left: ResolutionShape | None
    opinion: OpinionShape | None
    payee: str | None = None
    counter_account: str | None = None


def resolution_shape(row: Resolution) -> ResolutionShape:
    lines = tuple(each["ordinal"] for each in row.lines)
    return shaped(
        ResolutionShape,
        row,
        lines=lines,
        entries=tuple(each["id"] for each in row.entries),
        at=row.created_at,
    )


def reviewed_differences(
    found: Sequence[Difference],
    lines: Sequence[Line],
    settled: Sequence[Resolution],
    said: Sequence[Heard | None],
    exponent: int,
    numbers: Iterator[int],
    pending: Iterable[Proposal] = (),
) -> tuple[ReviewedDifferenceShape, ...]:
    """The differences with the next ``numbers``, as `pipeline.review.resolving` counts them, and
    what ``pending`` proposals know from before."""
    rows = by_ordinal(lines)
    adds = {
        each["line"]: {name: each.get(name) for name in ("payee", "counter_account")}
        for proposal in pending
        for each in proposal.changes
        if each["op"] == "add"
    }
    return tuple(
        ReviewedDifferenceShape(
            **by_name(difference_shape(each, exponent)),
            number=next(numbers),
            left=resolution_shape(by) if (by := left_by(settled, each, rows)) else None,
            opinion=opinion_shape(heard),
            **(adds.get(each.lines[0], {}) if each.lines else {}),
        )
        for each, heard in zip(found, said, strict=True)
    )


class HintShape(JsonShape):
    """A suggestion; what is not of its kind is null.

    ``days`` is how much later the ledger has every line, ``amount`` by how much its balances fall
    short, ``opening_balance`` what the account's would then be, ``currency`` the statement's."""

    kind: PatternKind
    days: int | None
    amount: Decimal | None
    opening_balance: Decimal | None
    currency: str | None


def hint_shapes(session: Session, row: Reconciliation) -> tuple[HintShape, ...]:
    return tuple(
        shaped(
            HintShape,
            each,
            amount=_money(session, row, each.amount),
            opening_balance=_money(session, row, each.amount, from_opening=True),
        )
        for each in hints(session, row)
    )


def _money(
    session: Session, row: Reconciliation, minor: int | None, *, from_opening: bool = False
) -> Decimal | None:
    if minor is None:
        return None
    account = session.get_one(Account, row.statement.account_id)
    since = account.opening_balance_minor if from_opening else 0
    return money(since + minor, exponent_of(account.currency))


class ModelProposalShape(JsonShape):
    """What a model proposed about a statement: no proof, and nothing before a person's yes."""

    proposal_id: int
    suggested_by: str
    reason: str
    changes: tuple[ChangeShape, ...]


def model_proposal_shapes(
    session: Session, result: Reconciliation, pending: Iterable[Proposal]
) -> tuple[ModelProposalShape, ...]:
    """Every such proposal of the statement that is ``pending``, with what it would change."""
    return tuple(
        _shape(session, result.statement.account_id, each)
        for each in pending
        if each.reconciliation_id == result.id and each.suggested_by is not None
    )


def _shape(session: Session, account_id: int | None, proposal: Proposal) -> ModelProposalShape:
    by = proposal.suggested_by or ""
    return ModelProposalShape(
        proposal_id=proposal.id,
        suggested_by=by,
        reason=proposal.reason,
        changes=tuple(
            change_shape(foreseen(session, account_id, change), by) for change in proposal.changes
        ),
    )


class LargestShape(JsonShape):
    """The line with the largest amount, which is given without its sign: a person says which way it
    went. ``line`` counts the statement's lines from 1."""

    line: int
    page: int
    date: datetime.date | None
    description: str
    amount: Decimal


class QuestionShape(JsonShape):
    """``open`` are the hypotheses that nothing settles. ``closing`` is the last balance without its
    sign; ``days`` are the first and the last day that the statement covers, and ``also_printed``
    other days on the page, which are not taken."""

    open: tuple[str, ...]
    largest: LargestShape | None
    opening: Decimal | None
    closing: Decimal | None
    currency: str | None
    first: datetime.date | None
    last: datetime.date | None
    also_printed: str


def question_shape(session: Session, row: Reconciliation) -> QuestionShape | None:
    """What is to be asked; None where nothing is open or nothing can be asked about."""
    statement: Statement = row.statement
    found = HYPOTHESES.validate_python(row.hypotheses or ())
    if row.verdict is Verdict.MATCHED or not found or not statement.stands:
        return None
    open_ = [each.name for each in found if each.is_assumed]
    if statement.account_id is None and "account" not in open_:
        open_.append("account")
    if not open_:
        return None
    period = next((each for each in found if each.name == "period"), None)
    exponent = statement.exponent
    return QuestionShape(
        open=tuple(open_),
        largest=_largest(session, statement),
        opening=_unsigned(statement.opening_minor, exponent),
        closing=_unsigned(statement.closing_minor, exponent),
        currency=statement.currency,
        first=statement.period_start,
        last=statement.period_end,
        also_printed=period.detail if period else "",
    )


def _unsigned(minor: int | None, exponent: int) -> Decimal | None:
    return None if minor is None else money(abs(minor), exponent)


def _largest(session: Session, statement: Statement) -> LargestShape | None:
    query = select(LineRow).where(LineRow.statement_id == statement.id)
    line = session.scalar(
        query.order_by(func.abs(LineRow.amount_minor).desc(), LineRow.ordinal).limit(1)
    )
    if line is None:
        return None
    return LargestShape(
        line=line.ordinal,
        page=line.page,
        date=line.booked_on,
        description=line.description,
        amount=to_decimal(abs(line.amount_minor), statement.exponent),
    )
