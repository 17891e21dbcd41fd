"""The log: each act in order, linked to the one before."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Engine, delete, insert, select, text

from db.chain import BEGINNING, CheckedChain, check_chain
from db.ledger.locks import unlock
from db.log import LogFilter, Past, log, past
from db.models import Account, AuditLog, Lock
from db.session import read_only, unit_of_work
from db.upgrade import _config, migrating, upgrade
from db.words import Flaw
from pipeline.review.deciding import accept, reject
from pipeline.review.undoing import undo
from tests.support.books import all_of, do_in, imported, in_review, look_in
from tests.support.databases import past_the_triggers
from tests.support.ledgers import add


def told(engine: Engine, **wanted: Any) -> list[Past]:
    return look_in(engine, past, LogFilter(**{"limit": 50, **wanted}))


def facts(rows: list[Past]) -> list[tuple[str, int | None, str | None, list[str]]]:
    return [(r.row.action, r.import_id, r.file, list(r.accounts.values())) for r in rows]


@pytest.fixture
def decided(engine: Engine) -> Engine:
    """Import 1 was accepted, which locked its period, and the lock was released."""
    in_review(engine)
    do_in(engine, accept, 1, "alex")
    do_in(engine, unlock, 1, "the bank corrected it", "kim")
    return engine


def test_each_act_says_which_file_and_account_it_was_about_the_newest_first(
    decided: Engine,
) -> None:
    about = (1, "june.pdf", ["Everyday *1234"])
    wanted = [("unlock", *about), ("accept", *about), ("lock", *about)]
    assert facts(told(decided)) == wanted


def test_what_an_undone_import_did_is_still_there_without_its_file(decided: Engine) -> None:
    do_in(decided, undo, 1, "alex")
    rows = facts(told(decided, import_id=1))
    assert rows == [("undo", 1, None, []), ("accept", 1, None, ["Everyday *1234"])]


def test_another_import_that_was_given_the_number_is_not_taken_for_it(engine: Engine) -> None:
    in_review(engine)
    with unit_of_work(engine) as session:
        reject(session, 1, "the bank is wrong", "alex")
        undo(session, 1, "alex")
    imported(engine, name="b.pdf")
    assert facts(told(engine))[-2:] == [("undo", 1, None, []), ("reject", 1, None, [])]


def test_a_lock_that_is_gone_with_its_account_names_no_other_account(engine: Engine) -> None:
    add(engine, "Another one of that number")
    do_in(engine, log, "alex", "lock", "locks:7", after={"account_id": 1, "start": "2026-06-01"})
    assert facts(told(engine, account_id=1)) == [("lock", None, None, [""])]


def test_an_act_may_bring_the_names_of_what_will_be_gone(engine: Engine) -> None:
    said = {"import": 9, "file": "may.pdf", "was": {"account_id": 8, "name": "Closed"}}
    do_in(engine, log, "alex", "close", "accounts:8", before=said)
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
    assert len(all_of(engine, select(AuditLog))) == 5


def write(engine: Engine, *actions: str) -> None:
    with unit_of_work(engine) as session:
        for each in actions:
            said = {"b": [1, None, "ü\x00"], "a": {2: each, 10: 0.1}}
            log(session, "alex", each, "imports:1", before=said, after={"reason": each})


def checked(engine: Engine, head: str | None = None) -> CheckedChain:
    return look_in(engine, check_chain, head)


def test_every_act_is_a_link_and_a_head_that_was_kept_is_found_again(engine: Engine) -> None:
    assert checked(engine) == CheckedChain(acts=0, forgotten=0, head=BEGINNING, flaws=())
    write(engine, "accept", "lock")
    kept = checked(engine)
    write(engine, "undo")
    now = checked(engine, kept.head)
    assert (kept.acts, now.acts, now.flaws) == (2, 3, ())
    assert now.head != kept.head
    assert [each.flaw for each in checked(engine, "f" * 64).flaws] == [Flaw.HEAD_UNKNOWN]


def test_what_was_taken_back_before_the_commit_is_no_link(engine: Engine) -> None:
    with unit_of_work(engine) as session:
        step = session.begin_nested()
        log(session, "alex", "accept", "imports:1")
        session.flush()
        step.rollback()
        with session.begin_nested():
            log(session, "alex", "reject", "imports:1")
    with unit_of_work(engine, dry_run=True) as session:
        log(session, "alex", "undo", "imports:1")
    assert (checked(engine).acts, checked(engine).flaws) == (1, ())


@pytest.mark.parametrize(
    ("attack", "flaws"),
    [
        ("UPDATE audit_log SET actor = 'kim' WHERE id = 2", [(Flaw.CHANGED, 2, 2)]),
        ('UPDATE audit_log SET after = \'{"reason": ""}\' WHERE id = 2', [(Flaw.CHANGED, 2, 2)]),
        ("UPDATE audit_log SET at = '2020-01-01 00:00:00' WHERE id = 2", [(Flaw.CHANGED, 2, 2)]),
        ("DELETE FROM audit_log WHERE id = 2", [(Flaw.MISSING, 2, 2)]),
        (
            "DELETE FROM audit_chain WHERE log_id = 2; DELETE FROM audit_log WHERE id = 2",
            [(Flaw.MISSING, 3, None)],
        ),
        (
            "UPDATE audit_log SET action = CASE id WHEN 2 THEN 'unlock' ELSE 'lock' END "
            "WHERE id IN (2, 3)",
            [(Flaw.CHANGED, 2, 2), (Flaw.CHANGED, 3, 3)],
        ),
        (
            "UPDATE audit_chain SET log_id = 9 - log_id WHERE position = 4;"
            "INSERT INTO audit_log SELECT 5, at, actor, action, subject, before, after "
            "FROM audit_log WHERE id = 4; DELETE FROM audit_log WHERE id = 4",
            [(Flaw.CHANGED, 4, 5)],
        ),
        ("UPDATE audit_chain SET previous = hash WHERE position = 3", [(Flaw.EXCHANGED, 3, None)]),
        (
            "INSERT INTO audit_log SELECT 9, at, actor, action, subject, before, after "
            "FROM audit_log WHERE id = 1",
            [(Flaw.UNLINKED, None, 9)],
        ),
        (
            "UPDATE audit_log SET before = NULL, after = '{\"forgotten\": true}' WHERE id = 2;"
            "UPDATE audit_chain SET salt = NULL WHERE log_id = 2",
            [(Flaw.EMPTIED, None, 2)],
        ),
    ],
)
def test_an_attack_on_the_rows_shows(
    engine: Engine, attack: str, flaws: list[tuple[Flaw, int | None, int | None]]
) -> None:
    write(engine, "accept", "lock", "unlock", "undo")
    past_the_triggers(engine, attack.split(";"))
    found = [(each.flaw, each.position, each.act) for each in checked(engine).flaws]
    assert found[: len(flaws)] == flaws
    assert {act for _, _, act in found} <= {act for _, _, act in flaws} | {3}


def test_the_end_that_was_cut_off_shows_by_the_head_that_was_kept(engine: Engine) -> None:
    write(engine, "accept", "lock")
    kept = checked(engine).head
    past_the_triggers(engine, [f"DELETE FROM {name} WHERE {key} = 2" for name, key in _BOTH])
    assert [each.flaw for each in checked(engine, kept).flaws] == [Flaw.HEAD_UNKNOWN]


_BOTH = (("audit_chain", "position"), ("audit_log", "id"))


def test_a_link_can_only_lose_its_salt(engine: Engine) -> None:
    write(engine, "accept")
    for attack in ("UPDATE audit_chain SET hash = '0'", "DELETE FROM audit_chain"):
        with pytest.raises(Exception, match="append-only"), unit_of_work(engine) as session:
            session.execute(text(attack))


def test_many_who_write_at_once_make_one_chain(engine: Engine) -> None:
    started = Barrier(4)

    def several(name: str) -> None:
        started.wait()
        for number in range(25):
            write(engine, f"{name}{number}", f"{name}{number} too")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(several, "abcd"))
    assert (checked(engine).acts, checked(engine).flaws) == (200, ())


def test_who_writes_for_long_keeps_nobody_waiting(engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        pytest.skip("has one writer at a time, whatever is written")
    with unit_of_work(engine) as session:
        log(session, "alex", "import", "imports:1")
        session.flush()
        write(engine, "accept")  # would wait for ever if the first one held the chain
    assert (checked(engine).acts, checked(engine).flaws) == (2, ())


def test_rows_from_before_the_chain_are_linked_by_the_upgrade(blank_engine: Engine) -> None:
    with migrating(blank_engine) as connection:
        command.upgrade(_config(connection), "r0003")
        for number in range(1, 1203):
            row = {"id": number, "actor": "alex", "action": "accept", "subject": "imports:1"}
            connection.execute(insert(AuditLog), row | {"after": {"n": number}})
    upgrade(blank_engine)
    with read_only(blank_engine) as session:
        assert (check_chain(session).acts, check_chain(session).flaws) == (1202, ())
        assert len(session.scalars(select(AuditLog.id)).all()) == 1202
