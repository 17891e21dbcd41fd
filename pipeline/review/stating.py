"""What a person says of a statement that no arithmetic can see: whose it is, which way the money
went, what the balance is, which days and which currency; or that it does not stand, for another
says the same days otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import delete

from db.audit import log
from db.bookkeeping import hold
from db.locks import PeriodLocked, locks_of
from db.models import ConfirmedLayout, Proposal, Reconciliation, Statement, utc_now
from db.money import exponent_of
from db.words import ProposalStatus, Verdict
from pipeline.account.layouts import LAYOUT
from pipeline.account.new_account import open_read_account
from pipeline.drafts import StatementDraft
from pipeline.proof import Layout
from pipeline.record.answers import with_answer
from pipeline.record.drafts import draft_of
from pipeline.record.reproof import reconciliations_of
from pipeline.record.rereading import choose
from pipeline.record.settling import settle
from pipeline.record.stated import remember
from pipeline.review.answered import Answers, answered
from pipeline.review.deciding import settle_import
from pipeline.review.errors import NothingStated, NothingToProve, WhichStatement

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


@dataclass(frozen=True, slots=True)
class Said:
    """What a person says; None where nothing is said.

    ``new_account`` opens the account that the page speaks of. ``largest`` is whether the
    statement's largest line came in or went out, ``balance`` whether the closing balance is theirs
    or owed. ``order`` is that of day and month, ``booking`` which of two days of a line counts.
    ``stands`` false: another document's statement of these days is the one to go by. ``remember``
    keeps what the page looks like for the account's later statements.
    """

    account_id: int | None = None
    new_account: bool = False
    start: date | None = None
    end: date | None = None
    largest: Literal["in", "out"] | None = None
    balance: Literal["have", "owe"] | None = None
    currency: str | None = None
    order: Literal["dmy", "mdy", "ymd"] | None = None
    booking: Literal["day", "second"] | None = None
    stands: bool | None = None
    remember: bool = True

    @property
    def only_days(self) -> tuple[date, date] | None:
        """The days of the statement, if nothing else is said of it."""
        days = Said(start=self.start, end=self.end, remember=self.remember)
        return (self.start, self.end) if self == days and self.start and self.end else None

    @property
    def answers(self) -> Answers:
        """What of it answers to a hypothesis."""
        return Answers(
            self.start,
            self.end,
            self.largest,
            self.balance,
            self.currency,
            self.order,
            self.booking,
        )


def state(
    session: Session,
    import_id: int,
    said: Said,
    actor: str,
    *,
    number: int | None = None,
    reason: str = "",
) -> Verdict:
    """Take a person's word for what arithmetic cannot see, and the verdict that follows.

    ``number`` counts the import's statements from 1. All or nothing happens in the caller's
    transaction. Raises ``NoSuchImport``, ``WhichStatement``, ``NothingStated``, ``PeriodLocked``,
    ``NothingToProve``, ``AnswersDisagree`` and ``UnknownCurrency``.
    """
    row = reconciliation_of(session, import_id, number)
    if replace(said, remember=True) == Said():
        raise NothingStated
    if said.currency is not None:
        exponent_of(said.currency)
    refuse_locked(session, row, said.only_days)
    statement = row.statement
    before = _known(statement)
    remember(session, statement)
    account_id = said.account_id
    if said.new_account:
        account_id = _open_account(session, statement, said)
    if account_id is not None:
        _name_account(session, row, account_id, actor)
    if said.answers != Answers():
        draft = _answer(session, statement, said, actor)
        if said.remember and statement.account_id is not None:
            _keep_layout(session, statement, draft, actor)
    if said.stands is not None:
        statement.stands = said.stands
        statement.stated = {**(statement.stated or {}), "stands": said.stands}
    remember(session, statement)
    row.ledger_etag = None
    settle(session, actor)
    after = {"import": import_id, "reason": reason, **_known(statement)}
    log(session, actor, "state", f"statements:{statement.id}", before=before, after=after)
    settle_import(session, import_id)
    verdict: Verdict = row.verdict
    return verdict


def reconciliation_of(
    session: Session, import_id: int, number: int | None = None
) -> Reconciliation:
    """What was recorded of the import's statement of this number, or its only one.

    Raises ``NoSuchImport`` and ``WhichStatement``.
    """
    rows = reconciliations_of(session, import_id)
    if number is None and len(rows) == 1:
        return rows[0]
    if number is None or not 1 <= number <= len(rows):
        raise WhichStatement(import_id=import_id, count=len(rows))
    return rows[number - 1]


def refuse_locked(
    session: Session, row: Reconciliation, days: tuple[date, date] | None = None
) -> None:
    """Raises ``PeriodLocked`` for a statement whose days are locked; unless all of them are among
    these ``days``, which only adds to them."""
    for each in locks_of(session, row.id):
        added = days and days[0] <= each.period_start and each.period_end <= days[1]
        if each.released_at is None and not added:
            raise PeriodLocked(
                start=each.period_start, end=each.period_end, day=each.period_start, lock_id=each.id
            )


def _known(statement: Statement) -> dict[str, Any]:
    return {
        "account_id": statement.account_id,
        "period_start": statement.period_start.isoformat() if statement.period_start else None,
        "period_end": statement.period_end.isoformat() if statement.period_end else None,
        "currency": statement.currency,
        "stands": statement.stands,
        "answers": (statement.stated or {}).get("answers", []),
    }


def _open_account(session: Session, statement: Statement, said: Said) -> int:
    """Add the account that the page speaks of; its kind and its currency are the person's word, as
    far as they say one, and its opening balance is the page's."""
    draft = draft_of(statement)
    if draft.proof is None:
        raise NothingToProve(import_id=statement.import_id)
    read = answered(draft, said.answers)[0] if said.answers != Answers() else draft
    return open_read_account(
        session, read, currency=said.currency, owed=said.balance and said.balance == "owe"
    )


def _name_account(session: Session, row: Reconciliation, account_id: int, actor: str) -> None:
    hold(session, account_id)
    row.statement.account_id = account_id
    said = {"account": account_id, "by": actor}
    row.statement.stated = {**(row.statement.stated or {}), **said}
    session.execute(
        delete(Proposal).where(
            Proposal.reconciliation_id == row.id, Proposal.status == ProposalStatus.PENDING
        )
    )
    session.flush()


def _answer(session: Session, statement: Statement, said: Said, actor: str) -> StatementDraft:
    """Choose the reading that a person's answers are about, and keep the answers with it."""
    draft = draft_of(statement)
    if draft.proof is None or draft.witness is None:
        raise NothingToProve(import_id=statement.import_id)
    read, values = answered(draft, said.answers)
    choose(session, statement, read)
    at = utc_now().isoformat()
    for hypothesis, value in values.items():
        statement.stated = with_answer(statement.stated, hypothesis, value, actor, at)
    session.flush()
    return draft_of(statement)


def _keep_layout(session: Session, statement: Statement, draft: StatementDraft, actor: str) -> None:
    """Remember what the page looks like for the account, if it has words over each column, a person
    answered whose the balance is, and nothing leaves open which way the money goes; unless one
    that says the same is there already."""
    proof = draft.proof
    layout = proof.layout if proof else None
    found = {each.name: each for each in draft.hypotheses}
    sure = not any(found[name].is_assumed for name in ("direction", "ends") if name in found)
    if layout is None or not sure or all(each.hypothesis != "side" for each in draft.answers):
        return
    currency = found["currency"].value or None
    whole: Layout = Layout(
        **{
            name: getattr(layout, name)
            for name in ("heads", "balance_head", "opening", "closing", "period", "convention")
        },
        id=0,
        source="person",
        currency=currency if found["currency"].source == "person" else layout.currency,
        other=layout.other,
    )
    plain = LAYOUT.dump_python(whole, mode="json")
    there = session.query(ConfirmedLayout).filter_by(account_id=statement.account_id)
    if any(each.layout == plain for each in there):
        return
    session.add(
        ConfirmedLayout(
            account_id=statement.account_id,
            statement_id=statement.id,
            layout=plain,
            actor=actor,
        )
    )
    session.flush()
