"""What a lock refuses a person is kept as a discrepancy with before and after, whatever the act."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from app.acts import accounts
from app.acts import imports as acts
from app.acts.imports import accept, reject, undo, unlock
from app.acts.sources import bring_in
from app.queries.history import open_discrepancies
from db.accounts.facts import AccountEdit
from db.ledger.bookkeeping import add_transactions
from db.ledger.locks import PeriodLocked, WouldBreakLock, lock
from db.ledger.views import NewEntry
from pipeline.review import deciding
from pipeline.review.resolving import Wish
from tests.support.books import JUNE, LINES, account, all_imported, do_in, dump, imported, in_review
from tests.support.new_ids import without_new_ids
from tests.support.process import tieout
from tests.support.statements import day, draft, line


def locked(engine: Engine, account_id: int, *days: int) -> int:
    return do_in(engine, lock, account_id, day(days[0]), day(days[-1]), "alex")


def refused(engine: Engine) -> Iterable[tuple[Any, ...]]:
    found = open_discrepancies(engine)
    return [(each.lock.id, each.actor, each.action, each.was, each.now) for each in found]


def test_a_dry_run_that_a_lock_refuses_leaves_nothing_behind(engine: Engine) -> None:
    everyday = account(engine, LINES[:2])
    imported(engine)
    locked(engine, everyday, 28)
    before = dump(engine)
    with pytest.raises(PeriodLocked):
        acts.accept(engine, 1, [], dry_run=True)
    with pytest.raises(PeriodLocked):
        acts.resolve(engine, 1, 1, Wish("add"), dry_run=True)
    assert dump(engine) == before


def test_nothing_but_the_discrepancy_is_written_and_only_what_the_lock_holds(
    engine: Engine,
) -> None:
    everyday = account(engine, LINES[:1])
    imported(engine)
    held = locked(engine, everyday, 28)
    before = dump(engine)
    with pytest.raises(PeriodLocked):
        acts.accept(engine, 1, [], dry_run=False, actor="sam")
    after = dump(engine)
    assert {name for name in after if after[name] != before[name]} == {"discrepancies"}
    assert refused(engine) == [(held, "sam", "accept", None, "2026-06-28 -800.00 EUR Rent")]


def test_a_resolution_that_a_lock_refuses_says_how_the_entry_is_and_was_to_be(
    engine: Engine,
) -> None:
    everyday = account(engine)
    do_in(engine, add_transactions, everyday, [NewEntry(day(15), -1_111, "Cinema")])
    imported(engine)
    held = locked(engine, everyday, 15)
    was = "2026-06-15 -11.11 EUR Cinema"
    for wish in (Wish("remove"), Wish("move", day=day(15, 8))):
        with pytest.raises(PeriodLocked):
            acts.resolve(engine, 1, 1, wish, dry_run=False, actor="sam")
    assert refused(engine) == [
        (held, "sam", "remove", was, None),
        (held, "sam", "move", was, "2026-08-15 -11.11 EUR Cinema"),
    ]


def test_what_would_end_the_proof_of_a_locked_month_is_listed_though_it_lies_before_it(
    engine: Engine,
) -> None:
    account(engine)
    fee = line(1, 9, -500, "Fee", month=5)
    may = draft([fee], opening=100_500, start=day(1, 5), end=day(31, 5))
    all_imported(engine, {"june.pdf": [JUNE], "may.pdf": [may]})
    with pytest.raises(WouldBreakLock):
        acts.resolve(engine, 2, 1, Wish("add"), dry_run=False, actor="sam")
    ((_, *said),) = refused(engine)
    assert said == ["sam", "add", None, "2026-05-09 -5.00 EUR Fee"]


def test_an_undo_that_must_leave_an_entry_alone_says_what_it_was_to_be_again(
    engine: Engine,
) -> None:
    everyday = account(engine)
    (entry,) = do_in(engine, add_transactions, everyday, [NewEntry(day(15), -1_111, "Cinema")])
    imported(engine)
    acts.resolve(engine, 1, 1, Wish("move", day=day(15, 8)), dry_run=False)
    held = do_in(engine, lock, everyday, day(1, 8), day(31, 8), "alex")
    undone = acts.undo(engine, 1, dry_run=False, actor="sam")
    assert [(each.entry, each.reason) for each in undone.left] == [(entry, "period_locked")]
    was, now = "2026-08-15 -11.11 EUR Cinema", "2026-06-15 -11.11 EUR Cinema"
    assert refused(engine) == [(held, "sam", "undo", was, now)]


def test_an_account_is_listed_with_what_it_was_to_be_known_by(engine: Engine) -> None:
    account(engine, LINES[:2])
    imported(engine, draft(LINES[:2]))  # too little to be known by anything but its number
    with pytest.raises(WouldBreakLock):
        accounts.edit(engine, "1234", AccountEdit(digits="9999"), dry_run=False, actor="sam")
    ((_, who, action, was, now),) = refused(engine)
    assert (who, action) == ("sam", "account edit")
    assert was is not None
    assert now == was.replace("*1234", "*9999")


def test_a_file_that_would_change_a_locked_day_is_told_so_by_its_verb(
    engine: Engine, tmp_path: Path
) -> None:
    rows = "account,date,amount,description\nEveryday,2026-06-03,-3.50,{}\n"
    (tmp_path / "accounts.csv").write_text("name,kind,currency\nEveryday,checking,EUR\n")
    (tmp_path / "transactions.csv").write_text(rows.format("Coffee"))
    assert bring_in(engine, tmp_path).transactions_added == 1
    held = locked(engine, 1, 3)
    (tmp_path / "transactions.csv").write_text(rows.format("Espresso bar"))
    url = engine.url.render_as_string(hide_password=False)
    ran = tieout("ledger", "import-csv", tmp_path, "--database", url, cwd=tmp_path)
    assert (ran.code, "1 would have changed a locked period" in ran.err) == (3, True)
    ((lock_id, _, _, was, now),) = refused(engine)
    assert lock_id == held
    assert (was, now) == ("2026-06-03 -3.50 EUR Coffee", "2026-06-03 -3.50 EUR Espresso bar")


REASON = "checked by hand"


@pytest.fixture
def waiting(engine: Engine) -> Engine:
    """A ledger in which import 1 proposes the entry of the last line."""
    return in_review(engine)


@pytest.fixture
def accepted(waiting: Engine) -> Engine:
    """The same, accepted, so that lock 1 holds the period."""
    assert do_in(waiting, deciding.accept, 1, "me").lock_id == 1
    return waiting


def compared(engine: Engine, work: Callable[[bool], Any]) -> None:
    """The dry run leaves every row as it was; the real one answers the same, and changes some."""
    before = dump(engine)
    shown = work(True)
    assert dump(engine) == before
    assert without_new_ids(work(False)) == without_new_ids(shown)
    assert dump(engine) != before


def test_a_yes(waiting: Engine) -> None:
    compared(waiting, lambda dry: accept(waiting, 1, [], dry_run=dry))


def test_a_no(waiting: Engine) -> None:
    compared(waiting, lambda dry: reject(waiting, 1, REASON, dry_run=dry))


def test_an_undo(accepted: Engine) -> None:
    compared(accepted, lambda dry: undo(accepted, 1, dry_run=dry))


def test_an_unlock(accepted: Engine) -> None:
    compared(accepted, lambda dry: unlock(accepted, 1, REASON, dry_run=dry))


def test_csv_files(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "accounts.csv").write_text("name,kind,currency\nGiro,checking,EUR\n")
    (tmp_path / "transactions.csv").write_text(
        "account,date,amount,description\nGiro,2026-06-03,-3.50,Coffee\n"
    )
    compared(engine, lambda dry: bring_in(engine, tmp_path, dry_run=dry))
