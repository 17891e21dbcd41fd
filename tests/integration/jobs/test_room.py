"""Who has to be alone waits until the others have ended, and nobody new comes in meanwhile."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine

from db.engine import make_engine
from jobs.lease.machine import room
from jobs.lease.tries import Company

ROOT = Path(__file__).parents[3]
_HOLDS = """
import sys
from db.engine import make_engine
from jobs.lease.machine import room
from jobs.lease.tries import Company

with room(make_engine(sys.argv[1]), Company(sys.argv[2]), lambda: None):
    print("in", flush=True)
    sys.stdin.read()
"""


class Waits(Exception):
    """Somebody had to wait."""


@pytest.fixture
def ledger(tmp_path: Path) -> Engine:
    (tmp_path / "ledger.db").touch()
    return make_engine(str(tmp_path / "ledger.db"))


def waits() -> None:
    raise Waits


@contextmanager
def another(ledger: Engine, company: Company) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the room as long as the block runs."""
    command = [sys.executable, "-c", _HOLDS, str(ledger.url.database), company]
    process = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert process.stdout.readline() == "in\n"
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize(
    ("inside", "comes"),
    [
        (Company.ANY, Company.ALONE),
        (Company.FEW, Company.FEW),
        (Company.ALONE, Company.ANY),
        (Company.ALONE, Company.ALONE),
    ],
)
def test_these_wait_for_each_other(ledger: Engine, inside: Company, comes: Company) -> None:
    with another(ledger, inside), pytest.raises(Waits), room(ledger, comes, waits):
        pass


@pytest.mark.parametrize(
    ("inside", "comes"), [(Company.ANY, Company.ANY), (Company.ANY, Company.FEW)]
)
def test_these_do_not(ledger: Engine, inside: Company, comes: Company) -> None:
    with another(ledger, inside), room(ledger, comes, waits):
        pass


def test_nobody_new_comes_in_while_somebody_waits_to_be_alone(ledger: Engine) -> None:
    def one_more() -> None:
        with room(ledger, Company.ANY, waits):
            pass

    with another(ledger, Company.ANY), pytest.raises(Waits), room(ledger, Company.ALONE, one_more):
        pass


def test_who_is_killed_leaves_room(ledger: Engine) -> None:
    with another(ledger, Company.ALONE) as process:
        process.kill()
        process.wait()
        with room(ledger, Company.ALONE, waits):
            pass
