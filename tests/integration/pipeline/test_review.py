"""What a person's yes and no do to the ledger, and what taking it back does."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from sqlalchemy import Engine, select, update

from db.ledger.amending import Amendment, amend, snapshot_of
from db.ledger.bookkeeping import add_transactions
from db.ledger.locks import PeriodLocked, note, unlock
from db.ledger.queries import accounts, balance_as_of
from db.ledger.views import NewEntry
from db.models import (
    AuditLog,
    BalanceAssertion,
    Import,
    Lock,
    Proposal,
    Reconciliation,
    Resolution,
    Statement,
    Transaction,
)
from db.session import read_only, unit_of_work
from db.words import EntryState, ImportStatus, ProposalStatus, ResolutionOp, Verdict
from jobs.imports.inline import import_all
from jobs.options import ImportOptions
from pipeline.drafts import Line
from pipeline.review import deciding, undoing
from pipeline.review.deciding import Decided, refresh, reject
from pipeline.review.errors import (
    AlreadyDecided,
    LedgerMovedSince,
    NoSuchChange,
    NothingToCarryOut,
    NotUndoable,
)
from pipeline.review.stating import Said, state
from pipeline.review.undoing import Undone
from tests.support.books import (
    JUNE,
    LINES,
    account,
    all_of,
    do_in,
    documents,
    dump,
    imported,
    look_in,
    one_of,
    source,
)
from tests.support.statements import day, draft, line

PERSON = "person"


def brought_in(engine: Engine, lines: Sequence[Line] = LINES[:1]) -> int:
    """The account, after its statement of June was brought in over these entries."""
    everyday = account(engine, lines)
    imported(engine)
    return everyday


def accept(engine: Engine, proposal: int = 1, only: Sequence[int] | None = None) -> Decided:
    return do_in(engine, deciding.accept, proposal, PERSON, only)


def undo(engine: Engine, import_id: int = 1) -> Undone:
    return do_in(engine, undoing.undo, import_id, PERSON)


def ledger(engine: Engine) -> list[tuple[object, ...]]:
    with read_only(engine) as session:
        rows = session.scalars(select(Transaction).order_by(Transaction.id)).all()
        return [(r.id, r.booked_on, r.amount_minor, r.description, r.state) for r in rows]


def status(engine: Engine) -> ImportStatus:
    return one_of(engine, select(Import.status))


def test_a_yes_reconciles_the_entries_and_locks_the_days_up_to_the_last_line(
    engine: Engine,
) -> None:
    brought_in(engine)
    decided = accept(engine)
    assert {row[4] for row in ledger(engine)} == {EntryState.RECONCILED}
    with read_only(engine) as session:
        lock = session.scalars(select(Lock)).one()
        assert (lock.id, lock.period_start, lock.period_end) == (decided.lock_id, day(3), day(27))
        assert session.scalars(select(BalanceAssertion.balance_minor)).one() == JUNE.closing_balance
        actions = session.scalars(select(AuditLog.action).order_by(AuditLog.id)).all()
        assert actions == ["lock", "accept"]


def test_a_yes_to_a_part_leaves_the_rest_waiting(engine: Engine) -> None:
    brought_in(engine)
    decided = accept(engine, only=[2])
    assert decided.verdict is Verdict.DIFFERENCES
    assert status(engine) is ImportStatus.NEEDS_REVIEW
    assert [row[2] for row in ledger(engine)] == [-350, -80_000]
    assert decided.rest is not None
    assert accept(engine, decided.rest).verdict is Verdict.MATCHED
    assert status(engine) is ImportStatus.DONE


def test_what_only_a_person_can_mend_keeps_waiting_for_one(engine: Engine) -> None:
    taxi = replace(LINES[0], ordinal=9, amount=-1_800, description="Taxi, in cash")
    brought_in(engine, [*LINES[:2], taxi])
    decided = accept(engine)
    assert decided.verdict is Verdict.DIFFERENCES
    assert decided.rest is not None
    assert status(engine) is ImportStatus.NEEDS_REVIEW
    with pytest.raises(NothingToCarryOut):
        accept(engine, decided.rest)
    do_in(engine, reject, decided.rest, "it was cash", PERSON)
    assert status(engine) is ImportStatus.LEFT


def test_a_decision_is_taken_once(engine: Engine) -> None:
    brought_in(engine)
    accept(engine)
    with pytest.raises(AlreadyDecided):
        accept(engine)


def test_of_two_who_decide_at_once_the_later_is_refused(engine: Engine) -> None:
    brought_in(engine)
    if engine.dialect.name == "sqlite":
        return  # its second writer does not even begin before the first has ended
    with unit_of_work(engine) as slow:
        shown = slow.scalars(select(Proposal)).all()
        accept(engine)
        with pytest.raises(AlreadyDecided):
            reject(slow, shown[0].id, "too late", PERSON)
    assert all_of(engine, select(Proposal.status))[0] is ProposalStatus.ACCEPTED


def test_a_change_that_was_never_shown_cannot_be_chosen(engine: Engine) -> None:
    brought_in(engine)
    before = ledger(engine)
    with pytest.raises(NoSuchChange):
        accept(engine, only=[1, 3])
    assert ledger(engine) == before


def test_a_yes_to_a_ledger_that_moved_since_is_refused_with_what_changed(engine: Engine) -> None:
    everyday = brought_in(engine)
    do_in(engine, add_transactions, everyday, [NewEntry(day(28), -80_000, "Rent")])
    before = dump(engine)
    with pytest.raises(LedgerMovedSince) as refused:
        accept(engine)
    assert refused.value.facts == {"proposal_id": 1, "gone": 1, "new": 0}
    assert dump(engine) == before


def test_a_refreshed_proposal_is_what_is_still_missing(engine: Engine) -> None:
    everyday = brought_in(engine)
    do_in(engine, add_transactions, everyday, [NewEntry(day(28), -80_000, "Rent")])
    again = do_in(engine, refresh, 1)
    assert again is not None
    proposal = one_of(engine, select(Proposal))
    assert proposal.id == again
    assert [change["amount"] for change in proposal.changes] == [250_000]
    assert accept(engine, again).verdict is Verdict.MATCHED


def test_a_ledger_that_was_mended_by_hand_leaves_nothing_to_propose(engine: Engine) -> None:
    everyday = brought_in(engine)
    missing = [NewEntry(day(10), 250_000, "Salary"), NewEntry(day(28), -80_000, "Rent")]
    do_in(engine, add_transactions, everyday, missing)
    assert do_in(engine, refresh, 1) is None
    assert status(engine) is ImportStatus.MATCHED
    assert one_of(engine, select(Reconciliation.verdict)) is Verdict.MATCHED


def test_an_entry_in_a_locked_period_is_changed_only_after_unlocking(engine: Engine) -> None:
    brought_in(engine)
    lock_id = accept(engine).lock_id
    wanted = Amendment(day(4), -999)
    with pytest.raises(PeriodLocked), unit_of_work(engine) as session:
        amend(session, 1, wanted)
    with unit_of_work(engine) as session:
        unlock(session, lock_id or 0, "the bank corrected it", PERSON)
        amend(session, 1, wanted)
    assert ledger(engine)[0][2] == -999


@pytest.mark.parametrize(
    "lines",
    [
        [*LINES[:2], replace(LINES[2], amount=-70_000)],
        [*LINES, line(4, 29, -1_200, "Lunch")],
    ],
    ids=["the rent was less", "there was a lunch"],
)
def test_no_import_changes_a_locked_period(engine: Engine, lines: Sequence[Line]) -> None:
    """A second statement of June says otherwise than the first: nothing of it can be accepted."""
    brought_in(engine)
    accept(engine)
    before = ledger(engine)
    outcome = imported(engine, draft(lines), name="other.pdf")
    assert outcome.status is ImportStatus.NEEDS_REVIEW
    with pytest.raises(NothingToCarryOut):
        accept(engine, 2)
    assert ledger(engine) == before


def test_undo_restores_the_ledger(engine: Engine) -> None:
    wrong = replace(LINES[2], amount=-8_000)
    account(engine, [LINES[0], LINES[0], wrong])
    before = dump(engine)
    imported(engine)
    assert len(accept(engine).applied) == 3
    undone = undo(engine)
    after = dump(engine)
    assert undone.left == ()
    assert len(undone.restored) == 3
    for table in ("transactions", "documents", "imports", "statements", "lines", "proposals"):
        assert after[table] == before[table]


def test_undo_takes_back_only_what_its_own_import_brought(engine: Engine) -> None:
    # On SQLite a proposal's number is given out again after an undo, also to another import.
    savings = draft(LINES[:2], mask="9876")
    read = documents({"june.pdf": [JUNE], "savings.pdf": [savings]})

    def bring_in(name: str) -> int:
        (outcome,) = import_all(engine, [source(name)], ImportOptions(), read=read)
        assert outcome.import_id
        return outcome.import_id

    def waiting(import_id: int) -> int:
        return one_of(
            engine,
            select(Proposal.id)
            .join(Reconciliation, Reconciliation.id == Proposal.reconciliation_id)
            .join(Statement, Statement.id == Reconciliation.statement_id)
            .where(Statement.import_id == import_id, Proposal.status == ProposalStatus.PENDING),
        )

    account(engine, LINES[:1])
    account(engine, LINES[:1], name="Savings", mask="9876")
    everyday, other = bring_in("june.pdf"), bring_in("savings.pdf")
    accept(engine, waiting(other))
    undo(engine, other)
    accept(engine, waiting(everyday), [1])
    accept(engine, waiting(everyday))
    other = bring_in("savings.pdf")
    accept(engine, waiting(other))
    before = ledger(engine)
    assert undo(engine, everyday).left == ()
    after = {row[0] for row in ledger(engine)}
    mine = set(all_of(engine, select(Transaction.id).where(Transaction.account_id == 2)))
    assert mine <= after
    assert len(mine) == 2
    assert len(before) - len(after) == 2


def test_undo_leaves_alone_and_lists_what_a_person_changed_since(engine: Engine) -> None:
    brought_in(engine)
    decided = accept(engine)
    changed = decided.applied[0]["entry"]
    with unit_of_work(engine) as session:
        unlock(session, decided.lock_id or 0, "mine", PERSON)
        session.execute(
            update(Transaction).where(Transaction.id == changed).values(description="my own")
        )
    undone = undo(engine)
    assert undone.left == ((changed, "changed since"),)
    assert [row[3] for row in ledger(engine)] == ["Coffee", "my own"]


def test_an_undone_import_can_be_brought_in_again_and_undone_again(engine: Engine) -> None:
    everyday = account(engine, LINES[:1])
    before = ledger(engine)
    for _ in range(2):
        outcome = imported(engine)
        assert outcome.status is ImportStatus.NEEDS_REVIEW
        proposal = one_of(engine, select(Proposal.id))
        accept(engine, proposal)
        undo(engine, outcome.import_id or 0)
        assert ledger(engine) == before
    with read_only(engine) as session:
        assert balance_as_of(session, everyday, day(30)) == 99_650
        assert session.scalars(select(Statement)).all() == []
        assert session.scalars(select(Reconciliation)).all() == []


def test_the_first_statement_of_an_empty_account_brings_everything(engine: Engine) -> None:
    everyday = account(engine, [], opening=0)
    before = dump(engine)
    outcome = imported(engine)
    assert outcome.status is ImportStatus.NEEDS_REVIEW
    decided = accept(engine)
    assert [each["op"] for each in decided.applied] == ["open", "add", "add", "add"]
    assert decided.verdict is Verdict.MATCHED
    assert look_in(engine, balance_as_of, everyday, day(30)) == JUNE.closing_balance
    assert undo(engine).left == ()
    after = dump(engine)
    assert after["transactions"] == []
    assert [row[:-1] for row in after["accounts"]] == [row[:-1] for row in before["accounts"]]


def test_the_first_statement_of_an_empty_ledger_brings_its_account(engine: Engine) -> None:
    before = dump(engine)
    outcome = imported(engine)
    assert outcome.status is ImportStatus.NEEDS_REVIEW
    opened = accept(engine)
    assert [each["op"] for each in opened.applied] == ["account"]
    # Whether the balance is money or a debt is on no page: a yes to the account is no answer.
    assert (opened.verdict, opened.rest) == (Verdict.UNPROVEN, None)
    assert accept(engine, answered(engine)).verdict is Verdict.MATCHED
    (only,) = look_in(engine, accounts)
    assert (only.name, only.mask) == ("Northgate Bank: Current account", "1234")
    assert only.balance_minor == JUNE.closing_balance
    assert undo(engine).left == ()
    after = dump(engine)
    assert (after["accounts"], after["transactions"]) == (before["accounts"], [])


def answered(engine: Engine) -> int:
    """What the statement proposes once a person said that its salary came in, and that the closing
    balance is theirs."""
    with unit_of_work(engine) as session:
        state(session, 1, Said(largest="in", balance="have"), PERSON)
        pending = Proposal.status == ProposalStatus.PENDING
        return session.scalars(select(Proposal.id).where(pending)).one()


def test_an_account_goes_again_with_what_its_lock_refused_and_what_was_settled_there(
    engine: Engine,
) -> None:
    before = dump(engine)
    imported(engine)
    accept(engine)
    lock = accept(engine, answered(engine)).lock_id
    assert lock is not None
    with unit_of_work(engine) as session:
        entry = session.scalars(select(Transaction).order_by(Transaction.id)).first()
        assert entry is not None
        said = snapshot_of(entry)
        note(session, entry.account_id, lock, PERSON, "csv", said, {**said, "amount_minor": 1})
        stays = {"account_id": entry.account_id, "op": ResolutionOp.LEAVE, "actor": PERSON}
        session.add(Resolution(**stays, lines=[], entries=[entry.id], reason="so it is"))
    assert undo(engine).left == ()
    after = dump(engine)
    for table in ("accounts", "locks", "discrepancies", "resolutions"):
        assert after[table] == before[table]


def test_no_account_is_proposed_where_one_may_be_meant(engine: Engine) -> None:
    account(engine, name="One")
    account(engine, name="Two")
    imported(engine)
    assert all_of(engine, select(Proposal)) == []


def test_one_decision_is_undone_by_itself_and_the_document_stays(engine: Engine) -> None:
    """Two entries are missing: each is added by a yes of its own, and the second is taken back."""
    brought_in(engine)
    first, (rest,) = accept(engine, only=[1]), waiting(engine)
    between = ledger(engine)
    second = accept(engine, rest)
    assert second.verdict is Verdict.MATCHED
    undone = do_in(engine, undoing.undo_decisions, [second.act], "Ben")
    assert (undone.left, undone.imports, ledger(engine)) == ((), (1,), between)
    assert status(engine) is ImportStatus.NEEDS_REVIEW
    assert len(waiting(engine)) == 1
    with pytest.raises(NotUndoable), unit_of_work(engine) as session:
        undoing.undo_decisions(session, [second.act], "Ben")
    assert accept(engine, waiting(engine)[0]).verdict is Verdict.MATCHED
    assert undo(engine).left == ()
    assert len(ledger(engine)) == 1
    assert first.act < second.act


def test_a_no_is_undone_by_itself(engine: Engine) -> None:
    brought_in(engine)
    no = do_in(engine, reject, 1, "checked by hand", PERSON)
    assert status(engine) is ImportStatus.LEFT
    do_in(engine, undoing.undo_decisions, [no.act], PERSON)
    assert status(engine) is ImportStatus.NEEDS_REVIEW
    assert accept(engine, waiting(engine)[0]).verdict is Verdict.MATCHED


def waiting(engine: Engine) -> list[int]:
    with read_only(engine) as session:
        query = select(Proposal.id).where(Proposal.status == ProposalStatus.PENDING)
        return list(session.scalars(query))
