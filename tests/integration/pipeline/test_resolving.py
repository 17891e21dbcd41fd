"""What a person decides of a difference counts for what was meant, and can be taken back."""

from calendar import monthrange
from collections.abc import Sequence
from datetime import date

import pytest
from sqlalchemy import Engine, select

from db.ledger.amending import Amendment, amend, move, remove
from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.locks import WouldBreakLock
from db.ledger.views import NewAccount, NewEntry
from db.models import Import, Reconciliation, Statement, Transaction
from db.session import read_only, unit_of_work
from db.words import AccountKind, ImportStatus, Verdict
from evals.typeset import Entry, Sheet, draft_of
from pipeline.record.settling import settle
from pipeline.review.deciding import Decided
from pipeline.review.errors import CannotResolve
from pipeline.review.resolving import Wish, numbered_differences, resolve
from pipeline.review.undoing import Undone, undo
from tests.support.books import JUNE, LINES, account, all_of, do_in, imported, one_of, verdicts
from tests.support.living import untrue
from tests.support.statements import day, draft, line


def booked(engine: Engine, account_id: int, *entries: NewEntry) -> list[int]:
    return do_in(engine, add_transactions, account_id, entries)


def settled(engine: Engine, wish: Wish, number: int = 1) -> Decided:
    return do_in(engine, resolve, 1, number, wish, "person")


def ledger(engine: Engine) -> list[tuple[object, ...]]:
    with read_only(engine) as session:
        rows = session.scalars(select(Transaction).order_by(Transaction.id))
        return [(r.id, r.account_id, r.booked_on, r.amount_minor, r.description) for r in rows]


def status(engine: Engine) -> ImportStatus:
    with read_only(engine) as session:
        return session.get_one(Import, 1).status


def test_what_is_outstanding_for_longer_is_carried_over_every_statement_between(
    engine: Engine,
) -> None:
    everyday = account(engine)
    booked(engine, everyday, NewEntry(day(25), -1_111, "Cheque 17"))
    imported(engine)
    settled(engine, Wish("outstanding"))
    july = draft(
        [], opening=JUNE.closing_balance, start=day(1, 7), end=day(31, 7), says_no_lines=True
    )
    imported(engine, july, name="july.pdf")
    assert verdicts(engine) == [Verdict.MATCHED, Verdict.MATCHED]
    cashed = line(1, 20, -1_111, "Cheque 17", month=8)
    august = draft([cashed], opening=JUNE.closing_balance, start=day(1, 8), end=day(31, 8))
    imported(engine, august, name="august.pdf")
    assert verdicts(engine) == [Verdict.MATCHED] * 3


def test_of_two_differences_the_other_still_waits(engine: Engine) -> None:
    account(engine, LINES[:1])
    imported(engine)
    decided = settled(engine, Wish("leave", reason="the bank has it wrong"))
    assert decided.rest is not None
    assert status(engine) is ImportStatus.NEEDS_REVIEW


@pytest.mark.parametrize(
    "wish",
    [
        Wish("leave"),
        Wish("move"),
        Wish("outstanding"),
        Wish("amend"),
        Wish("pair"),
        Wish("forget"),
        Wish("add", lines=(9,)),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_reason(engine: Engine, wish: Wish) -> None:
    account(engine, LINES[:2])
    imported(engine)
    with pytest.raises(CannotResolve):
        settled(engine, wish)


TEA, FLAT, BOOKS = -350, -5_000, -700
MATCHED, DIFFERS = Verdict.MATCHED, Verdict.DIFFERENCES


def kept_by(engine: Engine, *entries: NewEntry, mask: str = "1234", opening: int = 100_000) -> int:
    with unit_of_work(engine) as session:
        new = NewAccount(mask, AccountKind.CHECKING, "EUR", "Northgate Bank", mask, opening)
        found = add_account(session, new)
        add_transactions(session, found, entries)
        return found


def on(month: int, day: int, amount: int) -> NewEntry:
    return NewEntry(date(2026, month, day), amount, "Payment")


def book(engine: Engine, account_id: int, *entries: NewEntry) -> list[int]:
    with unit_of_work(engine) as session:
        found = add_transactions(session, account_id, entries)
        settle(session)
        return found


def bring(engine: Engine, month: int, opening: int, *rows: tuple[int, int]) -> int:
    """A month's statement, with these days and amounts; the import's id. They are on two days at
    least: a single one reads backwards as well as forwards."""
    end = date(2026, month, monthrange(2026, month)[1])
    entries = tuple(Entry(date(2026, month, day), "Payment", amount) for day, amount in rows)
    sheet = Sheet(entries, opening, start=date(2026, month, 1), end=end)
    name = f"{month}.pdf"
    imported(engine, draft_of(sheet), name=name)
    return one_of(engine, select(Import.id).where(Import.source_name == name))


def say(engine: Engine, work: int, act: str, entries: Sequence[int], line: int = 0) -> Verdict:
    lines = (line,) if line else ()
    with unit_of_work(engine) as session:
        number = next(
            each.number
            for each in numbered_differences(session, work)
            if each.difference and bool(each.difference.lines) is bool(lines)
        )
        wish = Wish(act, lines=lines, entries=tuple(entries))
        return resolve(session, work, number, wish, "person").verdict


def change(engine: Engine, entry: int, way: str) -> None:
    with unit_of_work(engine) as session:
        if way == "remove":
            remove(session, entry)
        else:
            amend(session, entry, Amendment(date(2026, 6, 5), FLAT - 1))
        settle(session)


def take_back(engine: Engine, work: int) -> Undone:
    return do_in(engine, undo, work, "person")


def by_month(engine: Engine) -> dict[int, Verdict]:
    """By the month; they are what follows from scratch."""
    assert untrue(engine) is None
    with read_only(engine) as session:
        query = select(Statement.period_start, Reconciliation.verdict)
        rows = session.execute(query.join(Reconciliation).order_by(Statement.period_start))
        return {start.month: verdict for start, verdict in rows if start}


def open_lines(engine: Engine, work: int) -> list[tuple[int, ...]]:
    """The lines of each difference."""
    with read_only(engine) as session:
        found = numbered_differences(session, work)
        return [each.difference.lines for each in found if each.difference]


def entries(engine: Engine) -> list[int]:
    return all_of(engine, select(Transaction.id).order_by(Transaction.id))


def test_an_entry_that_went_to_another_account_is_outstanding_here_no_more(
    engine: Engine,
) -> None:
    kept_by(engine, on(1, 5, TEA), on(1, 6, BOOKS), on(1, 30, FLAT), opening=95_000)
    savings = kept_by(engine, mask="7777")
    work = bring(engine, 1, 100_000, (5, TEA), (6, BOOKS))
    *_, rent = entries(engine)
    say(engine, work, "outstanding", [rent])
    with unit_of_work(engine) as session:
        move(session, rent, date(2025, 12, 20), savings)
        settle(session)
    assert by_month(engine) == {1: DIFFERS}


def test_the_number_of_a_removed_entry_given_again_means_another_entry(engine: Engine) -> None:
    everyday = kept_by(engine, on(1, 5, TEA), on(1, 30, FLAT))
    work = bring(engine, 1, 100_000, (5, TEA), (10, BOOKS))
    _, rent = entries(engine)
    say(engine, work, "outstanding", [rent])
    with unit_of_work(engine) as session:
        remove(session, rent)
        settle(session)
    book(engine, everyday, on(1, 12, -777), on(1, 10, BOOKS))
    assert by_month(engine) == {1: DIFFERS}


def test_what_was_paired_by_hand_may_be_removed(engine: Engine) -> None:
    kept_by(engine, on(1, 5, TEA), on(1, 20, FLAT))
    work = bring(engine, 1, 100_000, (5, TEA), (9, FLAT), (10, BOOKS))
    _, rent = entries(engine)
    say(engine, work, "pair", [rent], line=2)
    with unit_of_work(engine) as session:
        remove(session, rent)
        settle(session)
    assert by_month(engine) == {1: DIFFERS}
    assert open_lines(engine, work) == [(2,), (3,)]


def test_a_later_word_of_the_same_entry_goes_before_an_earlier_one(engine: Engine) -> None:
    kept_by(engine, on(1, 5, TEA), on(1, 20, FLAT))
    work = bring(engine, 1, 100_000, (5, TEA), (9, FLAT), (10, FLAT))
    _, rent = entries(engine)
    say(engine, work, "pair", [rent], line=2)
    say(engine, work, "pair", [rent], line=3)
    assert by_month(engine) == {1: DIFFERS}
    assert open_lines(engine, work) == [(2,)]


@pytest.mark.parametrize("way", ["remove", "amend"])
def test_an_entry_of_another_season_keeps_the_month_that_it_was_paired_with(
    engine: Engine, way: str
) -> None:
    kept_by(engine, on(2, 7, TEA), on(6, 5, FLAT))
    work = bring(engine, 2, 100_000, (7, TEA), (9, FLAT))
    _, rent = entries(engine)
    assert say(engine, work, "pair", [rent], line=2) is MATCHED
    with pytest.raises(WouldBreakLock):
        change(engine, rent, way)


def test_the_month_of_an_entry_that_was_paired_far_away_lacks_it_after_an_undo(
    engine: Engine,
) -> None:
    kept_by(engine, on(1, 5, TEA), on(1, 6, BOOKS), on(1, 20, FLAT), on(6, 3, BOOKS))
    june = bring(engine, 6, 98_950, (3, BOOKS), (9, FLAT))
    say(engine, june, "pair", entries(engine)[2:3], line=2)
    bring(engine, 1, 100_000, (5, TEA), (6, BOOKS))
    assert by_month(engine) == {1: MATCHED, 6: MATCHED}
    take_back(engine, june)
    assert by_month(engine) == {1: DIFFERS}


def test_what_was_outstanding_is_found_on_the_first_statement_that_has_it(engine: Engine) -> None:
    kept_by(
        engine,
        *[on(1, 5, TEA), on(1, 6, BOOKS), on(1, 30, FLAT)],
        *[on(3, 20, TEA), on(8, 20, TEA)],
    )
    work = bring(engine, 1, 100_000, (5, TEA), (6, BOOKS))
    say(engine, work, "outstanding", entries(engine)[2:3])
    bring(engine, 8, 98_600, (9, FLAT), (20, TEA))
    others = {4: DIFFERS, 5: DIFFERS}
    for month in others:
        bring(engine, month, 98_600, (9, BOOKS), (10, BOOKS))
    assert by_month(engine) == {1: MATCHED, **others, 8: MATCHED}
    march = bring(engine, 3, 98_950, (9, FLAT), (20, TEA))
    assert by_month(engine) == {1: MATCHED, 3: MATCHED, **others, 8: DIFFERS}
    take_back(engine, march)
    assert by_month(engine) == {1: MATCHED, **others, 8: MATCHED}


def test_an_import_does_not_hide_what_was_written_past_tieout_before_it(engine: Engine) -> None:
    kept_by(engine, on(1, 5, TEA), on(1, 6, BOOKS))
    bring(engine, 1, 100_000, (5, TEA - 50), (6, BOOKS))
    coffee, _ = entries(engine)
    with unit_of_work(engine) as session:
        session.get_one(Transaction, coffee).amount_minor = TEA - 50
    bring(engine, 6, 98_900, (9, FLAT), (10, BOOKS))
    assert by_month(engine) == {1: MATCHED, 6: DIFFERS}


def test_what_was_removed_comes_back_beside_an_equal_one_that_came_since(engine: Engine) -> None:
    everyday = kept_by(engine, on(1, 5, TEA), on(1, 20, FLAT), on(1, 21, BOOKS))
    work = bring(engine, 1, 100_000, (5, TEA))
    _, rent, _ = entries(engine)
    say(engine, work, "remove", [rent])
    book(engine, everyday, on(1, 20, FLAT))
    assert take_back(engine, work).left == ()
    assert len(entries(engine)) == 4


def test_what_is_proposed_for_an_account_without_entries_goes_with_its_first_one(
    engine: Engine,
) -> None:
    everyday = kept_by(engine, opening=0)
    bring(engine, 1, 100_000, (5, TEA), (6, BOOKS))
    book(engine, everyday, on(10, 9, BOOKS))
    assert by_month(engine) == {1: DIFFERS}
