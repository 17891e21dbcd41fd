"""What a person states of a statement that no arithmetic can see, as values of hypotheses."""

from dataclasses import dataclass, fields, replace
from datetime import date
from typing import Any, Final, Literal

from sqlalchemy import delete
from sqlalchemy.orm import Session

from db.ledger.bookkeeping import hold
from db.ledger.locks import PeriodLocked, locks_of
from db.log import log
from db.models import ConfirmedLayout, Proposal, Reconciliation, Statement, utc_now
from db.money import exponent_of
from db.statements.pages import import_of
from db.words import ProposalStatus
from pipeline.account.new_account import open_read_account
from pipeline.account.readings import LAYOUT
from pipeline.drafts import Line, StatementDraft, prove_draft
from pipeline.proof import Convention, Layout
from pipeline.record.certificates import with_answer
from pipeline.record.drafts import choose, draft_of
from pipeline.record.kept_decisions import remember
from pipeline.record.reproof import reconciliations_of
from pipeline.record.settling import settle
from pipeline.review.deciding import settle_import
from pipeline.review.errors import AnswersDisagree, NothingStated, NothingToProve, WhichStatement


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What a person says of what arithmetic cannot see; None where nothing is said.

    ``period`` are the first and the last day. ``largest`` is whether the statement's largest line
    came in or went out, ``balance`` whether the closing balance is theirs or owed. ``order`` is
    that of day and month, ``booking`` which of two days of a line counts, ``decimals`` that amounts
    are as they were read."""

    period: tuple[date, date] | None = None
    largest: Literal["in", "out"] | None = None
    balance: Literal["have", "owe"] | None = None
    currency: str | None = None
    order: Literal["dmy", "mdy", "ymd"] | None = None
    booking: Literal["day", "second"] | None = None
    decimals: Literal["as-read"] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(Answers):
    """What a person says of a statement: the answers, and what they are about.

    ``new_account`` opens the account that the page refers to. ``stands`` false: another document's
    statement of these days is the one to go by. ``remember`` keeps what the page looks like for the
    account's later statements."""

    account_id: int | None = None
    new_account: bool = False
    stands: bool | None = None
    remember: bool = True

    @property
    def only_days(self) -> tuple[date, date] | None:
        """The days of the statement, if nothing else is said of it."""
        return self.period if self == Said(period=self.period, remember=self.remember) else None

    @property
    def answers(self) -> Answers:
        return Answers(**{each.name: getattr(self, each.name) for each in fields(Answers)})


def state(
    session: Session,
    import_id: int,
    said: Said,
    actor: str,
    *,
    number: int | None = None,
    reason: str = "",
) -> None:
    """Take a person's word for what arithmetic cannot see.

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


def reconciliation_of(
    session: Session, import_id: int, number: int | None = None
) -> Reconciliation:
    """What was recorded of the import's statement of this number, or its only one.

    Raises ``NoSuchImport`` and ``WhichStatement``.
    """
    import_of(session, import_id, hold=True)  # as an undo does
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
    """Add the account that the page refers to; its kind and its currency are the person's word, as
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
    known = draft_of(statement)
    if known.proof is not None and said.period is not None:
        # Without lines it has days by this answer alone, and is compared once they are recorded.
        known = prove_draft(known, known.proof.document, known.proof.witness, answers=known.answers)
        choose(session, statement, known)
    return known


#: What a layout says beside the side and the currency, which are a person's own word.
_LAID_OUT: Final = ("ends", "direction", "scale", "order", "booking")


def _keep_layout(session: Session, statement: Statement, draft: StatementDraft, actor: str) -> None:
    """Remember what the page looks like for the account, if it has words over each column, a person
    answered whose the balance is, and nothing is open that it would settle from then on; unless
    one that says the same is there already."""
    proof = draft.proof
    layout = proof.layout if proof else None
    found = {each.name: each for each in draft.hypotheses}
    sure = not any(found[name].is_assumed for name in _LAID_OUT if name in found)
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


def answered(draft: StatementDraft, said: Answers) -> tuple[StatementDraft, dict[str, str]]:
    """The statement under the reading that fits the answers, and the value of each hypothesis that
    they settle. Raises AnswersDisagree where the page denies them."""
    assert draft.proof is not None
    assert draft.witness is not None
    convention = _convention(draft, said)
    witness = replace(draft.witness, convention=convention)
    others = tuple(each for each in draft.witnesses if each != witness)
    known = draft.witnesses.index(witness) if witness in draft.witnesses else None
    every = draft.witnesses if known is not None else (witness, *others)[: max(len(others), 1) + 1]
    read = prove_draft(
        replace(draft, witnesses=every[:8]), draft.proof.document, witness, answers=draft.answers
    )
    _refuse_contradictions(draft, read, said)
    _refuse_days_outside(read, said)
    found = {each.name: each.value for each in read.hypotheses}
    values: dict[str, str] = {}
    if said.largest is not None:
        values["direction"] = found["direction"]
    if said.balance is not None:
        values |= {"side": found["side"], "ends": found["ends"]}
    if said.currency is not None:
        values["currency"] = said.currency
    if said.period is not None:
        values["period"] = "{} to {}".format(*said.period)
    if said.order is not None:
        values["order"] = found["order"]
    if said.decimals is not None:
        values["scale"] = found["scale"]
    if said.booking is not None and "booking" in found:
        values["booking"] = found["booking"]
    return read, values


def largest(draft: StatementDraft) -> Line | None:
    """The line with the largest amount, which a person is asked about; of equals the first."""
    return max(draft.lines, key=lambda line: (abs(line.amount), -line.ordinal), default=None)


def _convention(draft: StatementDraft, said: Answers) -> Convention:
    """The convention under which the largest line and the closing balance are what was said."""
    assert draft.witness is not None
    convention = draft.witness.convention
    line = largest(draft)
    if said.order is not None:
        convention = replace(convention, order=said.order)
    if said.booking is not None:
        convention = replace(convention, booking=said.booking)
    side = convention.side
    closing = draft.closing_balance if draft.closing_balance is not None else draft.opening_balance
    if said.balance is not None and closing:
        is_theirs = said.balance == "have"
        side = side if (closing > 0) == is_theirs else ("debt" if side == "money" else "money")
    elif said.balance is not None and line is None:
        side = "money" if said.balance == "have" else "debt"  # nothing says which way zero goes
    way = 1 if line is None or line.amount > 0 else -1
    now_in = (way > 0) == (side == convention.side)
    convention = replace(convention, side=side)
    if said.largest is not None and line is not None and (said.largest == "in") != now_in:
        convention = replace(
            convention,
            columns=tuple(replace(each, moves=-each.moves) for each in convention.columns),
            marks=tuple((mark, -moves) for mark, moves in convention.marks),
        )
    return convention


def _refuse_contradictions(was: StatementDraft, now: StatementDraft, said: Answers) -> None:
    """Answers under which the page's figures hold no more cannot all be right."""
    if was.proof is None or now.proof is None or not was.proof.holds or now.proof.holds:
        return
    if said.largest and said.balance:
        why = "the balances go the other way than the largest line and the closing balance together"
    elif said.largest:
        why = "the printed balances go the other way than that line would take them"
    else:
        why = "the days or figures of the page cannot be read so"
    raise AnswersDisagree(why=why)


def _refuse_days_outside(draft: StatementDraft, said: Answers) -> None:
    """A statement has no line outside its days."""
    days = [line.date for line in draft.lines if line.date is not None]
    if said.period is None or not days:
        return
    start, end = said.period
    for day in (min(days), max(days)):
        if not start <= day <= end:
            why = f"the days are {start} to {end}, and the page has a line of {day}"
            raise AnswersDisagree(why=why)
