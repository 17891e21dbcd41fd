"""The log's chain of hashes: what was changed, is gone or was exchanged shows."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from alembic import command
from sqlalchemy import Engine, insert, select, text

from db.chain import BEGINNING, CheckedChain, check_chain
from db.log import log
from db.models import AuditLog
from db.session import read_only, unit_of_work
from db.upgrade import _config, migrating, upgrade
from db.words import Flaw
from tests.support.databases import past_the_triggers


def write(engine: Engine, *actions: str) -> None:
    with unit_of_work(engine) as session:
        for each in actions:
            said = {"b": [1, None, "ü\x00"], "a": {2: each, 10: 0.1}}
            log(session, "alex", each, "imports:1", before=said, after={"reason": each})


def checked(engine: Engine, head: str | None = None) -> CheckedChain:
    with read_only(engine) as session:
        return check_chain(session, head)


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
