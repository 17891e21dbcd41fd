"""The generated faults once more, through a real ledger, which changes nothing about them."""

from __future__ import annotations

from itertools import count

from hypothesis import HealthCheck, given, settings
from sqlalchemy import Engine

from db.bookkeeping import add_account, add_transactions
from db.session import reading, unit_of_work
from db.views import NewAccount, NewEntry
from db.words import AccountKind, Verdict
from pipeline.desk import Held, hold
from pipeline.matching.shapes import Difference
from tests.support.statements import draft
from tests.unit.pipeline.matching.test_faults import OPENING, Case, Fault, cases, judged

NUMBERS = count(1)


def held(engine: Engine, case: Case) -> tuple[Held, dict[int, int]]:
    """The statement against its ledger in an account of its own, and the case's ids there."""
    new = NewAccount(
        f"Account {next(NUMBERS)}", AccountKind.CHECKING, "EUR", opening_balance_minor=OPENING
    )
    ordered = sorted(case.entries, key=lambda entry: entry.id)
    with unit_of_work(engine) as session:
        account = add_account(session, new)
        entries = [NewEntry(e.booked_on, e.amount_minor, e.description) for e in ordered]
        ids = add_transactions(session, account, entries)
    with reading(engine) as session:
        found = hold(session, draft(case.lines, opening=OPENING), account)
    assert found is not None
    return found, {there: entry.id for there, entry in zip(ids, ordered, strict=True)}


def told(difference: Difference, ids: dict[int, int]) -> tuple[object, ...]:
    """A difference in the case's own ids; a transfer to another case's account is none here."""
    return (
        difference.kind,
        difference.lines,
        tuple(sorted(ids.get(entry, entry) for entry in difference.entries)),
    )


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(case=cases())
def test_a_ledger_tells_the_same_faults(engine: Engine, case: Case) -> None:
    found, ids = held(engine, case)
    pure, proof = judged(case)
    same = {entry.id: entry.id for entry in case.entries}
    assert [told(each, ids) for each in found.matching.differences] == [
        told(each, same) for each in pure.differences
    ]
    verdict = found.proof(draft(case.lines, opening=OPENING)).verdict
    assert verdict is proof.verdict
    if case.fault is not Fault.NONE:
        assert verdict is not Verdict.MATCHED
