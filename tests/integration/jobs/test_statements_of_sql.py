"""How often the ledger is asked for one document: what was asked once is not asked again."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine, event, select

from db.models import Account, Reconciliation
from db.session import read_only
from db.words import Verdict
from pipeline.record.settling import is_stale
from tests.support.books import all_imported
from tests.support.months import World, fill, world

#: Of the longest transaction: for one statement alone, and for a thirteenth that settles them all.
ALONE, BESIDE_OTHERS = 49, 198


@contextmanager
def longest_transaction(engine: Engine) -> Iterator[list[int]]:
    """How many statements the longest transaction had, once the block has ended."""
    asked, found = [0], [0]

    def begin(*_: object) -> None:
        asked[0] = 0

    def ask(*_: object) -> None:
        asked[0] += 1
        found[0] = max(found[0], asked[0])

    event.listen(engine, "begin", begin)
    event.listen(engine, "before_cursor_execute", ask)
    try:
        yield found
    finally:
        event.remove(engine, "begin", begin)
        event.remove(engine, "before_cursor_execute", ask)


def bring(engine: Engine, made: World, names: Sequence[str]) -> None:
    all_imported(engine, {name: made.documents[name] for name in names})


def test_a_statement_is_recorded_by_few_statements_of_sql(engine: Engine) -> None:
    made = world(1, accounts=1, months=12)
    fill(engine, made)
    first, *others = sorted(made.documents)
    with longest_transaction(engine) as alone:
        bring(engine, made, [first])
    assert 0 < alone[0] <= ALONE
    bring(engine, made, others[:-1])
    with longest_transaction(engine) as beside_others:
        bring(engine, made, others[-1:])
    assert 0 < beside_others[0] <= BESIDE_OTHERS


def test_what_recording_locks_leaves_no_account_to_be_settled_again(engine: Engine) -> None:
    made = world(1, accounts=1, months=3)
    fill(engine, made)
    bring(engine, made, sorted(made.documents))
    with read_only(engine) as session:
        assert Verdict.MATCHED in session.scalars(select(Reconciliation.verdict)).all()
        accounts = session.scalars(select(Account.id)).all()
        assert [each for each in accounts if is_stale(session, each)] == []


_SCRIPT = """
import sys
from db.engine import make_engine
from db.upgrade import upgrade
from jobs.imports.inline import import_all
from jobs.options import ImportOptions
from tests.support.books import JUNE, LINES, account, documents, source

engine = make_engine(sys.argv[1], create=True)
upgrade(engine)
account(engine, LINES[: int(sys.argv[2])])
(outcome,) = import_all(engine, [source()], ImportOptions(), read=documents({"june.pdf": [JUNE]}))
print(outcome.status, any(name.startswith("pipeline.extraction") for name in sys.modules))
engine.dispose()
"""


@pytest.mark.parametrize(
    ("entries", "expected"),
    [(3, "matched False"), (2, "needs_review True")],
    ids=["matched", "not matched"],
)
def test_extraction_is_imported_only_when_needed(
    tmp_path: Path, entries: int, expected: str
) -> None:
    root = Path(__file__).parents[3]
    run = subprocess.run(
        [sys.executable, "-c", _SCRIPT, str(tmp_path / "t.db"), str(entries)],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == expected
