"""Keeps every verdict true: after each write, what it can touch is paired and proven again."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from sqlalchemy import Select, bindparam, or_, select
from sqlalchemy.orm import Session

from db.ledger.bookkeeping import (
    EVERYTHING,
    Touched,
    hold_row,
    take,
    take_accounts,
    versions_of,
)
from db.ledger.queries import UnknownAccount
from db.models import Account, Import, Lock, Proposal, Reconciliation, SettledAccount, Transaction
from db.session import ProgressStep, ask, tell
from db.words import ImportStatus, ProposalStatus, Verdict
from pipeline.account.ledger_query import AROUND
from pipeline.account.one_account import OneAccount
from pipeline.account.readings import layouts_of, taught
from pipeline.drafts import Line, StatementDraft
from pipeline.record.account_order import Placed, in_order, near, one_after_another, reaching
from pipeline.record.certificates import MACHINE
from pipeline.record.drafts import Reread, reread
from pipeline.record.kept_decisions import RecordedPair, pairs_of, statements_printing, write_pairs
from pipeline.record.pairing import Paired, alone, grown, in_their_order, joint, lines_of
from pipeline.record.proposing import settings_of
from pipeline.record.reproof import Proven, reconciliations, reprove
from pipeline.record.standing import (
    find_accounts,
    open_to_rivals,
    say_carried,
    set_copies_aside,
    standing,
)

#: The worker of such an import sets its status.
_PROPOSED: Final = (
    select(Proposal.id)
    .join(Reconciliation, Reconciliation.id == Proposal.reconciliation_id)
    .where(
        Proposal.status == ProposalStatus.PENDING,
        Reconciliation.statement_id.in_(bindparam("statements", expanding=True)),
        Reconciliation.id.is_distinct_from(bindparam("but_of")),
    )
    .limit(1)
)
_STATUSES: Final = select(Import.id, Import.status).where(
    Import.id.in_(bindparam("imports", expanding=True))
)
_AT_WORK: Final = frozenset({ImportStatus.QUEUED, ImportStatus.RUNNING, ImportStatus.FAILED})


@dataclass(slots=True)
class Settlement:
    """What settling came to: the statements proven again by id, the ids of the locks made and of
    those released, and those of statements that are on some other document too."""

    proven: dict[int, Proven] = field(default_factory=dict)
    alike: set[int] = field(default_factory=set)
    locks: list[int] = field(default_factory=list)
    released: list[int] = field(default_factory=list)

    @property
    def changed(self) -> list[int]:
        return [*self.locks, *self.released]


def settle(
    session: Session,
    actor: str = MACHINE,
    drafts: Mapping[int, StatementDraft] | None = None,
) -> Settlement:
    """Prove again what the session's writes since the last call can touch.

    ``actor`` is who locks what ties out now. ``drafts`` are of statements that were just read, by
    id, so that their words need not be proven twice. Raises ``WouldBreakLock`` if a change of
    the ledger leaves a locked period that tied out without its proof; then nothing must be
    committed.
    """
    session.flush()
    settlement = Settlement()
    if take_accounts(session):
        find_accounts(session)
    for account_id, change in sorted(_with_rivals(session, take(session)).items()):
        if (held := _held(session, account_id)) is not None:
            _Account(session, held, actor, drafts or {}, settlement).settle(change)
    return settlement


def _with_rivals(session: Session, changes: Mapping[int, Touched]) -> dict[int, Touched]:
    """These, and the statements of other accounts of which the ledger alone tells that they are
    theirs: an account with other entries may fit as well, or no more."""
    found = dict(changes)
    ledger = {n: each for n, each in changes.items() if each.of_ledger}
    for account_id, start, end in open_to_rivals(session, ledger) if ledger else ():
        change = Touched(start, end, 0, of_ledger=False)
        known = found.get(account_id)
        found[account_id] = known.and_(change) if known else change
    return found


def _held(session: Session, account_id: int) -> Account | None:
    """The account, if it is there, from which others are kept."""
    try:
        return hold_row(session, account_id)
    except UnknownAccount:
        return None


def settle_stale(session: Session) -> bool:
    """Settle every account that something wrote to past `settle`; whether there was any."""
    stale = list(session.scalars(stale_accounts()))
    for account_id in stale:
        settle_account(session, account_id)
    return bool(stale)


def settle_account(session: Session, account_id: int) -> None:
    whole = _Account(session, hold_row(session, account_id), MACHINE, {}, Settlement())
    whole.settle(Touched(EVERYTHING.first, EVERYTHING.last, 0, of_ledger=False))


@dataclass(slots=True)
class _Account:
    """One account, while its statements are settled."""

    session: Session
    account: Account
    actor: str
    drafts: Mapping[int, StatementDraft]
    settlement: Settlement
    _one: OneAccount = field(init=False)
    _lines: dict[int, list[Line]] = field(default_factory=dict)
    _rows: dict[int, Reconciliation] = field(default_factory=dict)
    _pairs: dict[int, set[RecordedPair]] = field(default_factory=dict)
    _reread: dict[int, Reread] = field(default_factory=dict)

    @property
    def account_id(self) -> int:
        return self.account.id

    def settle(self, touched: Touched) -> None:
        """Pair and prove again what the change can touch; the account is held."""
        self._one = OneAccount(self.session, self.account_id, self.account)
        before = set(self.settlement.changed)
        known = taught(self._one)
        placed = in_order(self.session, self.account_id)
        wanted = self._touched_by(touched, placed)
        self._expect([each for each in placed if each.id in wanted])
        placed, wanted = self._read_again(placed, wanted)
        since = touched.first if touched.of_ledger else None
        self._prove(placed, self._paired(placed, wanted), since)
        if taught(self._one) != known:
            # What matched statements teach may settle others now, or no more.
            open_ = {each.id for each in placed if self._may_learn(each.id)}
            self._prove(placed, self._paired(placed, open_), since)
        for lock_id in sorted(set(self.settlement.changed) - before):
            self._let_others_know(placed, lock_id)
        say_carried(self.session, self.account_id, placed)
        say_settled(self.session, self.account_id)

    def _expect(self, placed: Sequence[Placed]) -> None:
        """Ask at once for what the ledger has around all of these."""
        if placed:
            first, last = min(each.start for each in placed), max(each.end for each in placed)
            self._one.expect(first - AROUND, last + AROUND)

    def _read_again(self, placed: list[Placed], wanted: set[int]) -> tuple[list[Placed], set[int]]:
        """Read these as the account does; the account's statements in order then, and those that
        are to be proven: these, and what a copy or other days of one concern."""
        moved = self._reread_all(wanted)
        if not all(each.as_recorded for each in self._reread.values()):
            placed = in_order(self.session, self.account_id)
        copies = set_copies_aside(self.session, placed)
        self.settlement.alike |= copies.alike
        if copies.changed:
            self._one.lessons_changed()
            placed = in_order(self.session, self.account_id)
        more = wanted | copies.changed
        for each in placed:
            if each.id in moved:
                more |= {other.id for other in near(placed, each.start, each.end)}
        self._reread_all(more)
        return placed, more

    def _reread_all(self, wanted: Collection[int]) -> set[int]:
        """Read these as the account does; the ids of those that it reads otherwise."""
        self._load(wanted)
        changed = set()
        layouts = layouts_of(self._one, derived=False)
        for each in sorted(set(wanted) & self._rows.keys() - self._reread.keys()):
            row = self._rows[each]
            found = reread(
                self._one, row.statement, settings_of(row), layouts, self.drafts.get(each)
            )
            if found is None:
                continue
            self._reread[each] = found
            self._lines[each] = in_their_order(found.draft.lines)
            if not found.as_recorded:
                self._one.lessons_changed()
            if found.changed:
                # The pairs of lines that are others went with them.
                self._pairs |= pairs_of(self.session, [each])
                self._one.pairs_changed()
                changed.add(each)
        return changed

    def _may_learn(self, statement: int) -> bool:
        """Whether what other statements teach could settle, or settled, something of this one."""
        self._load([statement])
        row = self._rows[statement]
        rests = any(each["source"] == "derived" for each in row.rests_on or ())
        return rests or row.verdict is not Verdict.MATCHED

    def _touched_by(self, touched: Touched, placed: Sequence[Placed]) -> set[int]:
        if touched.of_ledger and self._may_be_first(touched):
            return {each.id for each in placed}
        last = date.max if touched.moved else touched.last
        return {each.id for each in near(placed, touched.first, last)}

    def _may_be_first(self, touched: Touched) -> bool:
        """Whether the account has no entry other than those changed: it had none before or has
        none now, and what is proposed for such an account differs."""
        day = Transaction.booked_on
        others = select(Transaction.id).where(
            Transaction.account_id == self.account_id,
            or_(day < touched.first, day > touched.last),
        )
        return self.session.scalar(others.limit(1)) is None

    def _paired(self, placed: Sequence[Placed], wanted: set[int]) -> dict[int, Paired]:
        """The pairs of what is wanted, and of all that these concern."""
        row, aside = one_after_another(placed)
        while True:
            wanted = grown(self.session, self.account_id, row, wanted)
            self._reread_all(wanted)
            before = {each: self._pairs[each] for each in wanted}
            found = self._pair(
                [each for each in row if each.id in wanted],
                [each for each in aside if each.id in wanted],
            )
            more = self._concerned(placed, before)
            if more <= wanted:
                return found
            wanted |= more

    def _load(self, wanted: Collection[int]) -> None:
        """Have the lines, the rows and the pairs of these at hand, as far as they are not."""
        new = sorted(set(wanted) - self._rows.keys())
        if not new:
            return
        read = {n: self.drafts[n].lines for n in new if n in self.drafts}
        self._lines |= lines_of(self.session, [n for n in new if n not in read])
        self._lines |= {n: in_their_order(lines) for n, lines in read.items()}
        self._rows |= reconciliations(self.session, new)
        self._pairs |= pairs_of(self.session, new)

    def _concerned(
        self, placed: Sequence[Placed], before: Mapping[int, set[RecordedPair]]
    ) -> set[int]:
        """Those near an entry that came into a pair or left one, or between it and its pair."""
        more: set[int] = set()
        changed: set[int] = set()
        for each in placed:
            if each.id not in before:
                continue
            for _, entry, day in before[each.id] ^ self._pairs[each.id]:
                changed.add(entry)
                far = each not in reaching([each], day, day)
                days = (min(day, each.start), max(day, each.end)) if far else (day, day)
                more |= {other.id for other in reaching(placed, *days)}
        return more | self._rivals(placed, changed)

    def _rivals(self, placed: Sequence[Placed], entries: set[int]) -> set[int]:
        """Those that print what an outstanding entry is, if the statement that it was found on, or
        the word that it is outstanding, is another now."""
        waiting = self._one.awaited
        since = {n: waiting[n].since for n in entries & waiting.keys()}
        found = statements_printing(self.session, self.account_id, since)
        return {each.id for each in placed} & found

    def _pair(self, row: Sequence[Placed], aside: Sequence[Placed]) -> dict[int, Paired]:
        for each in aside:
            self._write(each, Paired())
        found = joint(self._one, row, self._lines)
        for each in row:
            self._write(each, found[each.id])
        for each in aside:
            found[each.id] = alone(self._one, each, self._lines[each.id])
            self._write(each, found[each.id])
        return found

    def _write(self, placed: Placed, paired: Paired) -> None:
        before = self._pairs[placed.id]
        after = write_pairs(self.session, self._rows[placed.id], paired, before)
        if after != before:
            self._pairs[placed.id] = after
            self._one.pairs_changed()

    def _let_others_know(self, placed: Sequence[Placed], lock_id: int) -> None:
        """Look once more at what proposes to change what is locked now, or may again."""
        held = self.session.get_one(Lock, lock_id)
        near_by = {each.id for each in reaching(placed, held.period_start, held.period_end)}
        if held.released_at is not None or self._proposed(near_by, held.reconciliation_id):
            found = self._paired(placed, near_by)
            self._prove(placed, found, None)

    def _proposed(self, statements: Collection[int], but_of: int | None) -> bool:
        wanted = {"statements": list(statements), "but_of": but_of}
        return ask(self.session, _PROPOSED, wanted).first() is not None

    def _prove(
        self, placed: Sequence[Placed], found: Mapping[int, Paired], since: date | None
    ) -> None:
        """Prove those that were paired; ``since`` is the first day on which the ledger changed,
        None if only statements came or went."""
        wanted = [each for each in placed if each.id in found]
        self._expect(wanted)
        for done, each in enumerate(wanted):
            tell(self.session, ProgressStep.STATEMENTS, done, len(wanted))
            proven = reprove(
                self._one,
                each,
                self._rows[each.id],
                self._lines[each.id],
                found[each.id],
                self._reread.get(each.id),
            )
            if proven is not None:
                self.settlement.proven[each.id] = proven
                self.settlement.locks += proven.lock(self.session, self.actor, since)
                self.settlement.released += proven.release(self.session)
        self._say_standing({each.import_id for each in wanted})

    def _say_standing(self, imports: Collection[int]) -> None:
        asked = {"imports": list(imports)}
        for import_id, status in ask(self.session, _STATUSES, asked).all() if imports else ():
            if status not in _AT_WORK:
                work = self.session.get_one(Import, import_id)
                work.status = standing(self.session, import_id)


def is_stale(session: Session, account_id: int | None = None) -> bool:
    """Whether the account, or any, changed since its statements were last held to it."""
    query = stale_accounts()
    if account_id is not None:
        query = query.where(Account.id == account_id)
    return session.scalar(query.limit(1)) is not None


def stale_accounts() -> Select[int]:
    """The ids of the accounts that something wrote to past `settling.settle`."""
    changed = SettledAccount.version.is_distinct_from(Account.version)
    settled = select(Account.id).outerjoin(SettledAccount, SettledAccount.account_id == Account.id)
    return settled.where(changed).order_by(Account.id)


def say_settled(session: Session, account_id: int) -> None:
    """Keep that all of the account's statements are true of it as it is now."""
    session.flush()
    version, settled = versions_of(session, account_id)
    assert version is not None  # it is held
    if settled is None:
        session.add(SettledAccount(account_id=account_id, version=version))
    else:
        settled.version = version
