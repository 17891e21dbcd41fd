"""Accounts are corrected and closed."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, select

from app.acts import accounts
from app.queries.books import write_out
from app.queries.history import acts
from app.shapes.ledger import AccountChangeShape
from db.accounts.facts import (
    AccountEdit,
    AccountLocked,
    ClosedTooEarly,
    CurrencyKept,
)
from db.accounts.log import locks_of
from db.ledger.balances import require_true_totals
from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.locks import unlock
from db.ledger.queries import UnknownAccount
from db.ledger.views import NewAccount, NewEntry
from db.log import LogFilter
from db.models import Account
from db.session import read_only, unit_of_work
from db.words import AccountKind, Origin
from pipeline.review.deciding import accept
from tests.support.books import do_in, dump, in_review, look_in, one_of
from tests.support.kept import source_says
from tests.support.ledgers import (
    COFFEE,
    FIRST_DAY,
    add,
    edit,
    enter,
    fill,
    flip,
    held,
    lock_period,
    merge,
    rows,
    two,
    undo,
)


def test_every_fact_can_be_corrected(engine: Engine) -> None:
    number = add(engine, "Giro", "1111")
    edit(
        engine, "Giro", name=" Everyday ", digits="*4471", institution="Südbank",
        kind=AccountKind.SAVINGS, opening_balance="-12.30", opened_on=date(2026, 1, 1),
    )  # fmt: skip
    with read_only(engine) as session:
        row = session.get_one(Account, number)
        assert (row.name, row.mask, row.institution) == ("Everyday", "4471", "Südbank")
        assert (row.kind, row.opened_on) == (AccountKind.SAVINGS, date(2026, 1, 1))
    assert held(engine, number, FIRST_DAY) == -1230


def test_a_whole_number_is_found_by_and_shown_by_its_end_alone(engine: Engine) -> None:
    add(engine, "Giro", "3000")
    shown = edit(engine, "Giro", digits="DE89 3704 0044 0532 0130 00")
    assert shown.after is not None
    assert (shown.after.number, shown.after.mask) == ("******************3000", "3000")
    assert not edit(engine, "DE89 3704 0044 0532 0130 00", digits="*3000").changed

    after = undo(engine, "Giro").after
    assert after is not None
    assert (after.number, after.mask) == (None, "3000")
    assert "0532013000" not in repr((shown, acts(engine, LogFilter(limit=9))))


def test_an_account_without_entries_may_change_its_currency(engine: Engine) -> None:
    number = add(engine, "Giro")  # 1,000.00 EUR
    edit(engine, "Giro", currency="jpy")
    assert held(engine, number, FIRST_DAY) == 1000
    fill(engine, number, [-100])
    with pytest.raises(CurrencyKept):
        edit(engine, "Giro", currency="EUR")


def test_a_lock_holds_the_days_that_the_ledger_tells_of(engine: Engine) -> None:
    lock_period(engine, add(engine, "Giro"), FIRST_DAY, FIRST_DAY + timedelta(days=30))
    with pytest.raises(AccountLocked):
        edit(engine, "Giro", opened_on=FIRST_DAY + timedelta(days=1))
    assert edit(engine, "Giro", opened_on=FIRST_DAY).changed


def test_every_sign_turns(engine: Engine) -> None:
    number = add(engine, "Card")
    fill(engine, number, [500, -200, 0])
    done = flip(engine, "Card")
    assert done.entries == 3
    assert held(engine, number, FIRST_DAY + timedelta(days=5)) == -100_000 - 300


def test_what_came_from_a_file_is_still_known_when_its_signs_are_turned(engine: Engine) -> None:
    number = add(engine, "Card")
    do_in(engine, source_says, number, [COFFEE, COFFEE])
    flip(engine, "Card")
    assert do_in(engine, source_says, number, [COFFEE, COFFEE]).added == 0


def test_signs_are_not_turned_over_a_lock(engine: Engine) -> None:
    number = add(engine, "Card")
    held_by = lock_period(engine, number, FIRST_DAY, FIRST_DAY)
    with pytest.raises(AccountLocked, match=f"tieout unlock {held_by} --reason"):
        flip(engine, "Card")
    do_in(engine, unlock, held_by, "kept the other way round", "person")
    assert flip(engine, "Card").changed


@pytest.mark.parametrize("act", ["edit", "flip_signs", "merge", "undo"])
def test_a_dry_run_changes_nothing_and_says_what_will_be(engine: Engine, act: str) -> None:
    two(engine)
    calls: dict[str, Callable[[bool], AccountChangeShape]] = {
        "edit": lambda dry: edit(engine, "New", dry, name="Joint", opening_balance="3"),
        "flip_signs": lambda dry: accounts.flip_signs(engine, "New", dry_run=dry),
        "merge": lambda dry: merge(engine, "Old", "New", dry_run=dry),
        "undo": lambda dry: undo(engine, "New", dry),
    }
    if act == "undo":
        merge(engine, "Old", "New")
    before = dump(engine)
    shown = calls[act](True)
    assert dump(engine) == before
    assert calls[act](False) == shown
    assert dump(engine) != before


def test_of_two_who_merge_the_same_account_at_once_one_wins(engine: Engine) -> None:
    _, new = two(engine)
    other = add(engine, "Other")

    def attempt(into: int) -> str:
        try:
            merge(engine, "Old", str(into), opening="0")
        except Exception as error:  # noqa: BLE001 - the loser's error is what is looked at
            return type(error).__name__
        return "merged"

    with ThreadPoolExecutor(2) as threads:
        found = sorted(threads.map(attempt, (new, other)))
    assert found[1] == "merged"
    assert found[0] in {"AccountUnclear", UnknownAccount.__name__}
    look_in(engine, require_true_totals)


@pytest.mark.parametrize(("opening", "origin"), [("100.00", "reading"), ("100.01", "typed")])
def test_a_balance_that_a_form_sends_back_as_it_was_read_is_nobodys_word(
    engine: Engine, opening: str, origin: str
) -> None:
    read = NewAccount("Old", AccountKind.CHECKING, "EUR", opening_balance_minor=10_000)
    do_in(engine, add_account, replace(read, origin=Origin.READING))
    edit(engine, "Old", name="New", kind=AccountKind.CHECKING, opening_balance=opening)
    with read_only(engine) as session:
        row = session.scalars(select(Account)).one()
        assert (row.opening_origin, row.kind_origin) == (origin, "reading")


END = date(2026, 3, 31)


def closed_on(engine: Engine, name: str) -> date | None:
    return one_of(engine, select(Account.closed_on).where(Account.name == name))


def test_an_account_may_be_closed_when_it_is_added(engine: Engine) -> None:
    new = AccountEdit(name="Old", currency="EUR", opened_on=FIRST_DAY, closed_on=END)
    accounts.add(engine, new, dry_run=False)
    assert closed_on(engine, "Old") == END


def test_no_account_is_closed_before_its_last_entry(engine: Engine) -> None:
    fill(engine, add(engine, "Giro"), [-100, -200])
    before = dump(engine)
    with pytest.raises(ClosedTooEarly, match=r"of 2026-03-02, so .* closed on 2026-03-01"):
        edit(engine, "Giro", closed_on=FIRST_DAY)
    assert dump(engine) == before
    assert edit(engine, "Giro", closed_on=FIRST_DAY + timedelta(days=1)).changed


def test_what_comes_after_the_end_is_taken_in_and_hinders_no_other_correction(
    engine: Engine,
) -> None:
    number = add(engine, "Giro")
    edit(engine, "Giro", closed_on=END)
    enter(engine, number, NewEntry(END + timedelta(days=9), -100, "Late fee"))
    assert edit(engine, "Giro", name="Everyday").changed
    assert closed_on(engine, "Everyday") == END


def test_a_closing_is_not_brought_back_over_what_came_since(engine: Engine) -> None:
    number = add(engine, "Giro")
    edit(engine, "Giro", closed_on=END)
    edit(engine, "Giro", without={"closed_on"})
    enter(engine, number, NewEntry(END + timedelta(days=9), -100, "Fee"))
    with pytest.raises(ClosedTooEarly):
        undo(engine, "Giro")
    assert closed_on(engine, "Giro") is None


def test_a_locked_account_can_be_closed_and_its_lock_stays(engine: Engine) -> None:
    in_review(engine)
    do_in(engine, accept, 1, "alex")
    held = [lock.id for lock in look_in(engine, locks_of, 1)]
    done = edit(engine, "Everyday", closed_on=date(2026, 6, 30))
    assert (done.changed, done.follows) == (True, ())
    assert [lock.id for lock in look_in(engine, locks_of, 1)] == held != []


def test_a_note_is_kept_by_files_and_merges_and_an_undo(engine: Engine, tmp_path: Path) -> None:
    for name, note in (("Old", " By post; ask Maria "), ("New", "Portal")):
        new = AccountEdit.of({"name": name, "currency": "EUR", "note": note})
        accounts.add(engine, new, dry_run=False)
    write_out(engine, tmp_path, replace=True)
    assert ",By post; ask Maria," in (tmp_path / "accounts.csv").read_text("utf-8")
    after = merge(engine, "Old", "New").after
    assert after is not None
    assert after.note == "Portal; By post; ask Maria"
    undone = accounts.undo(engine, "New", dry_run=False)
    assert undone.after is not None
    assert undone.other is not None
    assert (undone.after.note, undone.other.note) == ("Portal", "By post; ask Maria")
    accounts.edit(engine, "New", AccountEdit.of({"note": " "}), dry_run=False)
    assert one_of(engine, select(Account.note).where(Account.name == "New")) is None


@pytest.mark.parametrize(
    ("old", "new", "both"),
    [(END, None, None), (None, END, None), (END, END + timedelta(days=1), END + timedelta(days=1))],
)
def test_two_accounts_that_are_one_are_closed_only_if_both_are(
    engine: Engine, old: date | None, new: date | None, both: date | None
) -> None:
    for name, day in (("Old", old), ("New", new)):
        account = NewAccount(name, AccountKind.CHECKING, "EUR", closed_on=day)
        with unit_of_work(engine) as session:
            add_transactions(session, add_account(session, account), [COFFEE])
    before = rows(engine)
    merge(engine, "Old", "New")
    assert closed_on(engine, "New") == both
    undo(engine, "New")
    assert rows(engine) == before
