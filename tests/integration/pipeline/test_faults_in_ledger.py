"""The generated faults once more, through a real ledger, which changes nothing about them.

`python -m tests.integration.pipeline.test_faults_in_ledger 2000` runs as many on each database.
"""

import sys
from collections import Counter
from contextlib import ExitStack
from functools import partial
from itertools import count

from hypothesis import HealthCheck, given, settings
from sqlalchemy import Engine, delete

from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.views import NewAccount, NewEntry
from db.models import Account, Transaction
from db.session import read_only, unit_of_work
from db.words import AccountKind, Verdict
from pipeline.account.comparison import Comparison, ScopedLedger, compare
from pipeline.matching.shapes import Difference
from tests.support.databases import both
from tests.support.statements import draft
from tests.unit.pipeline.matching.test_faults import OPENING, Case, Fault, cases, check, judged

NUMBERS = count(1)


def comparison(engine: Engine, case: Case) -> tuple[Comparison, dict[int, int]]:
    """The statement against a ledger of that one account, and the case's ids there."""
    new = NewAccount(
        f"Account {next(NUMBERS)}",
        AccountKind.CHECKING,
        "EUR",
        mask="1234",
        opening_balance_minor=OPENING,
    )
    ordered = sorted(case.entries, key=lambda entry: entry.id)
    with unit_of_work(engine) as session:
        account = add_account(session, new)
        entries = [NewEntry(e.booked_on, e.amount_minor, e.description) for e in ordered]
        ids = add_transactions(session, account, entries)
    with read_only(engine) as session:
        scoped = ScopedLedger(partial(read_only, engine), frozenset({account}), named=account)
        found = compare(session, draft(case.lines, opening=OPENING), account, scoped)
    with unit_of_work(engine) as session:
        session.execute(delete(Transaction).where(Transaction.account_id == account))
        session.execute(delete(Account).where(Account.id == account))
    assert found is not None
    return found, {there: entry.id for there, entry in zip(ids, ordered, strict=True)}


def difference_of(difference: Difference, ids: dict[int, int]) -> tuple[object, ...]:
    """A difference in the case's own ids."""
    return (
        difference.kind,
        difference.lines,
        tuple(sorted(ids.get(entry, entry) for entry in difference.entries)),
    )


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(case=cases())
def test_a_ledger_tells_the_same_faults(engine: Engine, case: Case) -> None:
    check_held(engine, case)


def check_held(engine: Engine, case: Case) -> None:
    """The property: the ledger's answer is that of the plain values, and each is reported right."""
    check(case)
    found, ids = comparison(engine, case)
    pure, proof = judged(case)
    same = {entry.id: entry.id for entry in case.entries}
    assert [difference_of(each, ids) for each in found.matching.differences] == [
        difference_of(each, same) for each in pure.differences
    ]
    verdict = found.proof().verdict
    assert verdict is proof.verdict
    if case.fault is not Fault.NONE:
        assert verdict is not Verdict.MATCHED


def main(examples: int) -> None:
    """Run so many examples on each database and say what they were."""
    with ExitStack() as stack:
        for name, engine in both(stack).items():
            counted = _run(engine, examples)
            shares = ", ".join(f"{fault} {times}" for fault, times in sorted(counted.items()))
            sys.stdout.write(f"{name}: {counted.total()} examples ({shares})\n")
            sys.stdout.flush()


def _run(engine: Engine, examples: int) -> Counter[str]:
    counted: Counter[str] = Counter()

    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=cases())
    def run(case: Case) -> None:
        counted[case.fault.value] += 1
        check_held(engine, case)

    run()
    return counted


if __name__ == "__main__":
    main(int(sys.argv[1]))
