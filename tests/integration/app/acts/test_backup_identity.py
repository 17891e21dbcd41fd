"""Which ledger a restored one is: by that it owns its documents and no other's."""

from pathlib import Path

import pytest
from sqlalchemy import Engine

from app.access import sessions, users
from app.access import sessions as tokens
from app.access.rights import Right
from app.acts.backups import LEDGER, back_up, restore
from db.engine import make_engine
from jobs.options import Documents, ImportOptions
from pipeline.intake.store import open_store
from tests.support import older
from tests.support.books import account, imported
from tests.support.several_books import identity, made
from tests.support.visiting import PASSWORD


@pytest.fixture
def kept(tmp_path: Path) -> Documents:
    """What both ledgers below share."""
    return Documents(open_store(str(tmp_path / "kept")))


@pytest.fixture
def ledger(own_ledger: Engine, tmp_path: Path, kept: Documents) -> Path:
    """One with a document; it was backed up into `backup`."""
    account(own_ledger)
    imported(own_ledger, options=ImportOptions(documents=kept))
    back_up(own_ledger, kept, tmp_path / "backup")
    own_ledger.dispose()
    return tmp_path / "ledger.db"


def test_what_is_brought_back_is_the_ledger_that_was_lost(
    ledger: Path, kept: Documents, tmp_path: Path
) -> None:
    before = identity(ledger)
    ledger.unlink()
    restore(tmp_path / "backup", str(ledger), kept, replace=False)
    assert identity(ledger) == before


def test_a_backup_in_the_place_of_another_ledger_is_that_other_one(
    ledger: Path, kept: Documents, tmp_path: Path
) -> None:
    other = tmp_path / "other.db"
    made(other).dispose()
    before = identity(other)
    restore(tmp_path / "backup", str(other), kept, replace=True)
    assert identity(other) == before != identity(ledger)
    assert kept.store
    mine, others = (set(kept.store.of(identity(each)).hashes()) for each in (ledger, other))
    assert len(mine) == 1
    assert mine == others


def test_a_backup_of_an_older_version_keeps_the_identity_of_what_it_replaces(
    ledger: Path, kept: Documents, tmp_path: Path
) -> None:
    engine = make_engine(str(tmp_path / "backup" / LEDGER))
    older.stamp(engine)
    engine.dispose()
    before = identity(ledger)
    restore(tmp_path / "backup", str(ledger), kept, replace=True)
    assert identity(ledger) == before


def test_what_is_no_ledger_can_be_replaced_and_gives_no_identity(
    ledger: Path, kept: Documents, tmp_path: Path
) -> None:
    before = identity(ledger)
    ledger.write_bytes(b"the disk was damaged")
    restore(tmp_path / "backup", str(ledger), kept, replace=True)
    assert identity(ledger) == before


@pytest.mark.parametrize("keep_access", [False, True])
def test_what_was_ended_after_the_backup_lets_nobody_in_unless_it_is_wished(
    ledger: Path, kept: Documents, tmp_path: Path, keep_access: bool
) -> None:
    engine = make_engine(str(ledger))
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    user = users.named(engine, "sam")
    assert user is not None
    cookie, token = sessions.begin(engine, user), tokens.issue(engine, "shop", Right.DECIDE)
    back_up(engine, kept, tmp_path / "backup")
    sessions.end(engine, cookie)
    tokens.revoke(engine, token.id)
    engine.dispose()
    done = restore(tmp_path / "backup", str(ledger), kept, replace=True, keep_access=keep_access)
    restored = make_engine(str(ledger))
    assert (sessions.found(restored, cookie, local=False) is not None) is keep_access
    assert (tokens.holder(restored, token.secret) is not None) is keep_access
    assert users.known(restored, "sam", PASSWORD) is not None
    assert (done.sessions_ended, done.tokens_revoked) == ((0, 0) if keep_access else (1, 1))
    restored.dispose()
