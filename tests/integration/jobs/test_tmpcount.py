"""How often the ledger is asked for one document: what was asked once is not asked again."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy import Engine, event, select

from db.models import Account, Reconciliation
from db.session import read_only
from db.words import Verdict
from jobs.imports.inline import import_all
from jobs.options import ImportOptions
from pipeline.record.settling import is_stale
from tests.support.books import documents, source
from tests.support.months import World, fill, world

#: Of the longest transaction: for one statement alone, and for a thirteenth that settles them all.
ALONE, BESIDE_OTHERS = 47, 194


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
    sources = [source(name) for name in names]
    list(import_all(engine, sources, ImportOptions(), read=documents(made.documents)))


def test_a_statement_is_recorded_by_few_statements_of_sql(engine: Engine) -> None:
    made = world(1, accounts=1, months=12)
    fill(engine, made)
    first, *others = sorted(made.documents)
    with longest_transaction(engine) as alone:
        bring(engine, made, [first])
    print("ALONE", alone)
    bring(engine, made, others[:-1])
    with longest_transaction(engine) as beside_others:
        bring(engine, made, others[-1:])
    print("BESIDE", beside_others)


def test_what_recording_locks_leaves_no_account_to_be_settled_again(engine: Engine) -> None:
    made = world(1, accounts=1, months=3)
    fill(engine, made)
    bring(engine, made, sorted(made.documents))
    with read_only(engine) as session:
        assert Verdict.MATCHED in session.scalars(select(Reconciliation.verdict)).all()
        accounts = session.scalars(select(Account.id)).all()
        assert [each for each in accounts if is_stale(session, each)] == []
