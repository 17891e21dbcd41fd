"""What people and programs do to a ledger in any order, to see that what is stored stays true."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import TypeVar

from sqlalchemy import Engine, select, update
from sqlalchemy.orm import Session

from db.accounts import correcting
from db.accounts import merge as account_merge
from db.accounts.facts import AccountEdit
from db.accounts.log import Done, keep
from db.errors import TieoutError
from db.ledger.amending import Amendment, amend, move, remove
from db.ledger.bookkeeping import add_transactions, remember
from db.ledger.locks import unlock
from db.ledger.views import NewEntry
from db.models import Account, Import, Lock, Proposal, Reconciliation, Transaction
from db.session import unit_of_work
from db.words import ProposalStatus
from jobs.imports.inline import import_all
from jobs.options import ImportOptions
from pipeline.record.settling import settle, settle_stale, stale_accounts
from pipeline.review.deciding import accept, reject
from pipeline.review.resolving import ACTS, Wish, numbered_differences, resolve
from pipeline.review.undoing import undo
from tests.support.books import do_in, documents, source
from tests.support.kept import source_says
from tests.support.months import World, state_of

WHO = "person"
_T = TypeVar("_T")


@dataclass(slots=True)
class Life:
    """A ledger that is lived with; ``done`` says what was done to it."""

    engine: Engine
    world: World
    rnd: random.Random
    done: list[str] = field(default_factory=list)

    def step(self) -> None:
        """Do something, whatever it is."""
        act = self.rnd.choice(EVERY_ACT)
        try:
            self.done.append(f"{act.__name__} {act(self)}")
        except TieoutError as refused:
            self.done.append(f"{act.__name__} refused: {refused.code}")


def untrue(engine: Engine) -> tuple[str, str] | None:
    """None if what is stored is what follows from scratch, or is known to be out of date; else
    both."""
    with unit_of_work(engine, dry_run=True) as session:
        if session.scalar(stale_accounts().limit(1)) is not None:
            return None
        stored = state_of(session)
        from_scratch(session)
        proven = state_of(session)
    return None if stored == proven else (stored, proven)


def from_scratch(session: Session) -> None:
    """Prove everything again, as if nothing were known."""
    session.execute(update(Reconciliation).values(ledger_etag=None))
    for account in session.scalars(select(Account.id)).all():
        remember(session, account, (), 0)
    settle(session)


def bring_in(life: Life) -> str:
    name = life.rnd.choice(sorted(life.world.documents))
    read = documents(life.world.documents)
    found = [*import_all(life.engine, [source(name)], ImportOptions(), read=read)]
    return f"{name} {[each.status.value for each in found]}"


def take_back(life: Life) -> str:
    with unit_of_work(life.engine) as session:
        wanted = _any(life, session.scalars(select(Import.id).order_by(Import.id)).all())
        name = session.get_one(Import, wanted).source_name
        return f"{wanted} {name} {undo(session, wanted, WHO)}"


def say_yes(life: Life) -> str:
    with unit_of_work(life.engine) as session:
        wanted = _waiting(life, session)
        only = [1] if life.rnd.random() < 0.5 else None
        return f"{wanted} {only} {accept(session, wanted, WHO, only).applied}"


def say_no(life: Life) -> str:
    with unit_of_work(life.engine) as session:
        wanted = _waiting(life, session)
        reject(session, wanted, "it is so", WHO)
        return str(wanted)


def _waiting(life: Life, session: Session) -> int:
    query = select(Proposal.id).where(Proposal.status == ProposalStatus.PENDING)
    return _any(life, session.scalars(query.order_by(Proposal.id)).all())


def settle_one(life: Life) -> str:
    with unit_of_work(life.engine) as session:
        wanted = _any(life, session.scalars(select(Import.id).order_by(Import.id)).all())
        found = _any(life, numbered_differences(session, wanted))
        wish = _wish(life, session, found.difference.entries if found.difference else ())
        decided = resolve(session, wanted, found.number, wish, WHO)
        return f"{wanted} {found.number} {wish} {found.difference} -> {decided.verdict}"


def _wish(life: Life, session: Session, own: Sequence[int]) -> Wish:
    rnd = life.rnd
    act = rnd.choice((*ACTS, "outstanding", "outstanding", "pair", "move"))
    entries: tuple[int, ...] = ()
    if act == "pair" or (rnd.random() < 0.15 and own):
        all_ = session.scalars(select(Transaction.id).order_by(Transaction.id)).all()
        entries = tuple(rnd.sample(all_, min(len(all_), rnd.choice((1, 1, 2)))))
    return Wish(
        act,
        entries=entries,
        day=_day(life) if rnd.random() < 0.6 else None,
        account_id=_account(life, session) if rnd.random() < 0.6 else None,
        amounts=(-1_000, -1_000) if rnd.random() < 0.5 else (),
        reason="so it is",
    )


def open_period(life: Life) -> str:
    with unit_of_work(life.engine) as session:
        query = select(Lock.id).where(Lock.released_at.is_(None)).order_by(Lock.id)
        wanted = _any(life, session.scalars(query).all())
        unlock(session, wanted, "a receipt", WHO)
        return str(wanted)


def correct(life: Life) -> str:
    rnd = life.rnd
    wanted = AccountEdit(
        opening_balance=rnd.choice(("1000", "1000.07", "900")) if rnd.random() < 0.5 else None,
        opened_on=_day(life) if rnd.random() < 0.3 else None,
        digits=rnd.choice(("4000", "4001", "9999")) if rnd.random() < 0.3 else None,
    )
    with unit_of_work(life.engine) as session:
        account = _account(life, session)
        _finish(session, correcting.edit(session, account, wanted))
        return f"{account} {wanted}"


def flip(life: Life) -> str:
    with unit_of_work(life.engine) as session:
        account = _account(life, session)
        _finish(session, correcting.flip_signs(session, account))
        return str(account)


def join(life: Life) -> str:
    with unit_of_work(life.engine) as session:
        one, other = _account(life, session), _account(life, session)
        _finish(session, account_merge.merge(session, one, other, "1000"))
        return f"{one} into {other}"


def take_account_back(life: Life) -> str:
    with unit_of_work(life.engine) as session:
        account = _account(life, session)
        _finish(session, correcting.undo(session, account, WHO))
        return str(account)


def _finish(session: Session, done: Done) -> None:
    settle(session)
    keep(session, WHO, done)


def csv(life: Life) -> str:
    rnd = life.rnd
    with unit_of_work(life.engine) as session:
        account = _account(life, session)
        mask = session.get_one(Account, account).mask
        known = [*life.world.entries.get(mask or "", ())]
        extra = NewEntry(_day(life), rnd.choice((-350, -2_000, -80_000)), "Rent")
        found = source_says(session, account, [*known, extra], WHO)
        settle(session)
        return f"{account} {extra} {found}"


def write(life: Life) -> str:
    """As the program does."""
    with unit_of_work(life.engine) as session:
        said = _written(life, session)
        settle(session)
        return said


def write_past(life: Life) -> str:
    """As another program does, that knows nothing of verdicts."""
    rnd = life.rnd
    with unit_of_work(life.engine) as session:
        entry = session.get_one(Transaction, _entry(life, session))
        what = rnd.choice(("day", "amount", "text", "opening"))
        if what == "day":
            entry.booked_on = _day(life)
        elif what == "amount":
            entry.amount_minor = rnd.choice((-350, -2_000, -80_000))
        elif what == "text":
            entry.description = rnd.choice(("Rent", "Coffee"))
        else:
            session.get_one(Account, entry.account_id).opening_balance_minor += 100
        return f"{what} {entry.id} {entry.booked_on} {entry.amount_minor}"


def look(life: Life) -> str:
    """What every command begins with."""
    return str(do_in(life.engine, settle_stale))


def _written(life: Life, session: Session) -> str:
    rnd, what = life.rnd, life.rnd.choice(("add", "amend", "remove", "move"))
    if what == "add":
        account = _account(life, session)
        new = NewEntry(
            _day(life), rnd.choice((-350, -2_000, -80_000)), rnd.choice(("Rent", "Fuel"))
        )
        return f"{what} {account} {new} {add_transactions(session, account, [new])}"
    entry = _entry(life, session)
    if what == "amend":
        wanted = Amendment(_day(life), rnd.choice((-350, -2_000, -80_000)))
        amend(session, entry, wanted)
        return f"{what} {entry} {wanted}"
    if what == "move":
        day, account = _day(life), _account(life, session)
        move(session, entry, day, account)
        return f"{what} {entry} {day} {account}"
    remove(session, entry)
    return f"{what} {entry}"


def _entry(life: Life, session: Session) -> int:
    return _any(life, session.scalars(select(Transaction.id).order_by(Transaction.id)).all())


def _account(life: Life, session: Session) -> int:
    return _any(life, session.scalars(select(Account.id).order_by(Account.id)).all())


def _day(life: Life) -> date:
    return date(2026, 1, 1) + timedelta(days=life.rnd.randrange(130))


class _Nothing(TieoutError):
    """There is none."""

    code = "nothing"


def _any(life: Life, some: Sequence[_T]) -> _T:
    if not some:
        raise _Nothing
    return life.rnd.choice(some)


EVERY_ACT: tuple[Callable[[Life], str], ...] = (
    *[bring_in] * 8,
    *[take_back] * 2,
    *[say_yes] * 3,
    say_no,
    *[settle_one] * 8,
    open_period,
    correct,
    flip,
    join,
    take_account_back,
    csv,
    *[write] * 3,
    write_past,
    *[look] * 5,
)
