"""The log can be read back: what each act was about, also when that is gone."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Engine, delete, select

from db.ledger.locks import unlock
from db.log import LogFilter, Past, log, past
from db.models import Account, AuditLog, Lock
from db.session import read_only, unit_of_work
from jobs.imports.inline import import_all
from jobs.options import ImportOptions
from pipeline.review.deciding import accept, reject
from pipeline.review.undoing import undo
from tests.support.books import JUNE, documents, in_review, source
from tests.support.ledgers import add


def told(engine: Engine, **wanted: Any) -> list[Past]:
    with read_only(engine) as session:
        return past(session, LogFilter(**{"limit": 50, **wanted}))


def facts(rows: list[Past]) -> list[tuple[str, int | None, str | None, list[str]]]:
    return [(r.row.action, r.import_id, r.file, list(r.accounts.values())) for r in rows]


@pytest.fixture
def decided(engine: Engine) -> Engine:
    """Import 1 was accepted, which locked its period, and the lock was released."""
    in_review(engine)
    with unit_of_work(engine) as session:
        accept(session, 1, "alex")
    with unit_of_work(engine) as session:
        unlock(session, 1, "the bank corrected it", "kim")
    return engine


def test_each_act_says_which_file_and_account_it_was_about_the_newest_first(
    decided: Engine,
) -> None:
    about = (1, "june.pdf", ["Everyday *1234"])
    wanted = [("unlock", *about), ("accept", *about), ("lock", *about)]
    assert facts(told(decided)) == wanted


def test_a_no_is_found_by_its_import(engine: Engine) -> None:
    in_review(engine)
    with unit_of_work(engine) as session:
        reject(session, 1, "the bank is wrong", "alex")
    assert facts(told(engine, import_id=1)) == [("reject", 1, "june.pdf", ["Everyday *1234"])]
    assert told(engine, import_id=2) == []


def test_what_an_undone_import_did_is_still_there_without_its_file(decided: Engine) -> None:
    with unit_of_work(decided) as session:
        undo(session, 1, "alex")
    rows = facts(told(decided, import_id=1))
    assert rows == [("undo", 1, None, []), ("accept", 1, None, ["Everyday *1234"])]


def test_another_import_that_was_given_the_number_is_not_taken_for_it(engine: Engine) -> None:
    in_review(engine)
    with unit_of_work(engine) as session:
        reject(session, 1, "the bank is wrong", "alex")
        undo(session, 1, "alex")
    list(import_all(engine, [source("b.pdf")], ImportOptions(), read=documents({"b.pdf": [JUNE]})))
    assert facts(told(engine))[-2:] == [("undo", 1, None, []), ("reject", 1, None, [])]


def test_a_lock_that_is_gone_with_its_account_names_no_other_account(engine: Engine) -> None:
    add(engine, "Another one of that number")
    with unit_of_work(engine) as session:
        log(session, "alex", "lock", "locks:7", after={"account_id": 1, "start": "2026-06-01"})
    assert facts(told(engine, account_id=1)) == [("lock", None, None, [""])]


def test_an_act_may_bring_the_names_of_what_will_be_gone(engine: Engine) -> None:
    said = {"import": 9, "file": "may.pdf", "was": {"account_id": 8, "name": "Closed"}}
    with unit_of_work(engine) as session:
        log(session, "alex", "close", "accounts:8", before=said)
    assert facts(told(engine)) == [("close", 9, "may.pdf", ["Closed"])]


@pytest.mark.parametrize("said", [None, 3, "x", ["y"], {"import": "x", "account_id": "y"}])
def test_an_act_nobody_knows_is_listed_as_it_is(engine: Engine, said: object) -> None:
    subjects = ("", "ledger", "imports:all", "planets:3", "accounts:x")
    with unit_of_work(engine) as session:
        for subject in subjects:
            log(session, "alex", "invent", subject, before=said, after=said)
    listed = told(engine)
    assert [(each.row.before, each.row.after) for each in listed] == [(said, said)] * len(subjects)
    assert all((each.import_id, each.file, each.accounts) == (None, None, {}) for each in listed)


@pytest.mark.parametrize(
    ("wanted", "actions"),
    [
        ({"actor": "kim"}, ["unlock"]),
        ({"actions": ("lock", "unlock")}, ["unlock", "lock"]),
        ({"import_id": 1, "actions": ("accept",)}, ["accept"]),
        ({"import_id": 1}, ["unlock", "accept", "lock"]),
        ({"account_id": 1}, ["unlock", "accept", "lock"]),
        ({"account_id": 2}, []),
        ({"before": 3}, ["accept", "lock"]),
        ({"limit": 1}, ["unlock"]),
    ],
)
def test_it_is_filtered(decided: Engine, wanted: dict[str, Any], actions: list[str]) -> None:
    assert [each.row.action for each in told(decided, **wanted)] == actions


def test_it_is_filtered_by_time(decided: Engine) -> None:
    last = told(decided, limit=1)[0].row.at
    assert len(told(decided, since=last)) == 1
    assert told(decided, since=last + timedelta(seconds=1)) == []


def test_pages_follow_each_other_through_more_rows_than_are_looked_at_together(
    engine: Engine,
) -> None:
    account = add(engine, "Everyday")
    with unit_of_work(engine) as session:
        for number in range(450):
            about = {"account_id": account} if number % 90 == 0 else {}
            log(session, "alex", "count", f"numbers:{number}", after=about)
    first = told(engine, limit=3, account_id=account)
    rest = told(engine, limit=3, account_id=account, before=first[-1].row.id)
    assert [each.row.subject for each in first] == ["numbers:360", "numbers:270", "numbers:180"]
    assert [each.row.subject for each in rest] == ["numbers:90", "numbers:0"]


def test_everything_it_speaks_of_may_be_gone(engine: Engine) -> None:
    account = add(engine, "Everyday")
    with unit_of_work(engine) as session:
        for table in ("proposals", "locks", "imports", "statements", "accounts"):
            log(session, "alex", "keep", f"{table}:{account}", after={"account_id": account})
        session.execute(delete(Lock))
        session.execute(delete(Account))
    assert {name for row in told(engine) for name in row.accounts.values()} == {""}
    with read_only(engine) as session:
        assert len(session.scalars(select(AuditLog)).all()) == 5
