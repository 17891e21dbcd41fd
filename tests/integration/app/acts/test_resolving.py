"""A difference is settled as its dry run showed, once, by one person, and is taken back whole."""

import threading
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import Engine, select, text

from app.acts import imports as acts
from app.acts.refusals import carried_out
from app.cli.screens.history import log_screen
from app.one_statement.selected import Search, candidates
from app.queries.history import acts as logged
from app.shapes.decisions import DecisionShape
from db.errors import TieoutError
from db.ledger.amending import NoSuchEntry
from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from db.log import LogFilter
from db.models import Proposal, Transaction
from db.session import read_only, unit_of_work
from db.statements.pages import import_of
from db.words import ProposalStatus, Verdict
from pipeline.review import resolving
from pipeline.review.errors import CannotResolve, DifferenceMoved, EntryTaken, NoSuchDifference
from pipeline.review.resolving import ACTS, Wish, one_difference
from tests.support.books import JUNE, LINES, account, do_in, dump, imported, unchanged
from tests.support.new_ids import without_new_ids
from tests.support.statements import day, draft, line
from tests.support.waiting import PATIENCE_S, together, until

COFFEE, SALARY, RENT = LINES
BOTH = replace(RENT, amount=-80_350, date=COFFEE.date)
CINEMA = NewEntry(day(15), -1_111, "Cinema")


def booked(engine: Engine, account_id: int, *entries: NewEntry) -> tuple[int, ...]:
    return tuple(do_in(engine, add_transactions, account_id, entries))


def lacks_the_rent(engine: Engine) -> tuple[int, ...]:
    account(engine, LINES[:2])
    imported(engine)
    return ()


def has_another_rent(engine: Engine) -> tuple[int, ...]:
    account(engine, [COFFEE, SALARY, replace(RENT, amount=-8_000)])
    imported(engine)
    return ()


def has_the_cinema(engine: Engine) -> tuple[int, ...]:
    found = booked(engine, account(engine), CINEMA)
    account(engine, [], name="Savings", mask="7777")
    imported(engine)
    return found


def has_the_rent_in_two(engine: Engine) -> tuple[int, ...]:
    parts = [NewEntry(day(20), -30_000, "Flat"), NewEntry(day(27), -50_000, "Garage")]
    found = booked(engine, account(engine, [COFFEE, SALARY]), *parts)
    imported(engine)
    return found


def has_two_lines_in_one(engine: Engine) -> tuple[int, ...]:
    account(engine, [SALARY, BOTH])
    imported(engine, draft([COFFEE, line(2, 3, -80_000, "Rent"), replace(SALARY, ordinal=3)]))
    with read_only(engine) as session:
        query = select(Transaction.id).where(Transaction.amount_minor == BOTH.amount)
        return tuple(session.scalars(query))


def has_the_rent_elsewhere(engine: Engine) -> tuple[int, ...]:
    """The flat on this account, the garage on another one and 50 days early."""
    here = booked(engine, account(engine, LINES[:2]), NewEntry(day(27), -50_000, "Flat"))
    savings = account(engine, [], name="Savings", mask="7777")
    there = booked(engine, savings, NewEntry(day(9, 5), -30_000, "Garage"))
    imported(engine)
    return here + there


Ledger = Callable[[Engine], tuple[int, ...]]
#: For each act a ledger in which it settles the import's first difference, and what is said.
EVERY: dict[str, tuple[Ledger, Wish]] = {
    "add": (lacks_the_rent, Wish("add")),
    "amend": (has_another_rent, Wish("amend")),
    "remove": (has_the_cinema, Wish("remove")),
    "move to a day": (has_the_cinema, Wish("move", day=day(15, 8))),
    "move to an account": (has_the_cinema, Wish("move", account_id=2)),
    "pair": (has_the_rent_in_two, Wish("pair", lines=(3,), reason="the landlord takes both")),
    "pair over accounts": (has_the_rent_elsewhere, Wish("pair", lines=(3,))),
    "fee": (has_another_rent, Wish("fee", reason="the bank's charge")),
    "split": (has_two_lines_in_one, Wish("split", lines=(1, 2))),
    "outstanding": (has_the_cinema, Wish("outstanding", reason="not cashed yet")),
    "leave": (lacks_the_rent, Wish("leave", reason="the bank has it wrong")),
}


@pytest.fixture(params=EVERY)
def each(request: pytest.FixtureRequest, engine: Engine) -> Wish:
    """Import 1 with a difference that this settles."""
    prepare, wish = EVERY[request.param]
    entries = prepare(engine)
    return replace(wish, entries=entries) if wish.act in ("pair", "split") else wish


def resolve(engine: Engine, wish: Wish, number: int = 1, *, dry_run: bool = False) -> DecisionShape:
    return acts.resolve(engine, 1, number, wish, dry_run=dry_run, actor="sam")


@pytest.mark.parametrize(
    ("search", "found"),
    [
        (Search(), {"Flat"}),
        (Search(others=True), {"Flat"}),
        (Search(days=60, others=True), {"Flat", "Garage"}),
        (Search(days=None, others=True), {"Flat", "Garage"}),
        (Search("GAR", days=60, others=True), {"Garage"}),
        (Search(amount="300.00", days=60, others=True), {"Garage"}),
        (Search(amount="500.00", days=0), set()),
        (Search("garage", entries=(3,)), {"Flat"}),
        (Search("rent", days=60, others=True), set()),
    ],
)
def test_what_a_line_may_be_is_found_by_payee_amount_day_and_account(
    engine: Engine, search: Search, found: set[str]
) -> None:
    has_the_rent_elsewhere(engine)
    rent = candidates(engine, 1, 1, search)
    assert (rent.description, rent.amount) == ("Rent", Decimal("-800.00"))
    assert {each.description for each in rent.found} == found
    elsewhere = {each.account for each in rent.found if each.description == "Garage"}
    assert elsewhere <= {"Savings"}


def test_lines_without_an_entry_are_found_for_one_that_is_several_of_them(engine: Engine) -> None:
    early = NewEntry(day(9, 5), BOTH.amount, "Card bill")
    (bill,) = booked(engine, account(engine, [SALARY]), early)
    imported(engine)
    found = candidates(engine, 1, 1, Search(days=60)).found
    assert [(each.line, each.entry) for each in found] == [(None, bill), (3, None)]
    assert resolve(engine, Wish("pair", (1, 3), (bill,))).verdict is Verdict.MATCHED


def test_a_fee_is_an_entry_beside_one_that_stays(engine: Engine) -> None:
    has_another_rent(engine)
    with read_only(engine) as session:
        before = set(session.scalars(select(Transaction.id)))
    assert resolve(engine, Wish("fee")).verdict is Verdict.MATCHED
    with read_only(engine) as session:
        found = session.scalars(select(Transaction).where(Transaction.id.not_in(before))).all()
        assert [each.amount_minor for each in found] == [RENT.amount + 8_000]


def test_every_act_is_among_them() -> None:
    assert {wish.act for _, wish in EVERY.values()} == set(ACTS)


def test_a_dry_run_shows_what_the_real_one_does_and_writes_nothing(
    engine: Engine, each: Wish
) -> None:
    before = dump(engine)
    shown = resolve(engine, each, dry_run=True)
    assert dump(engine) == before
    done = resolve(engine, each)
    assert without_new_ids(done) == without_new_ids(shown)
    assert dump(engine) != before


def test_an_undo_of_the_import_restores_the_ledger(engine: Engine, each: Wish) -> None:
    before = dump(engine)
    assert (resolve(engine, each).verdict == "matched") is (each.act != "leave")
    undone = acts.undo(engine, 1, dry_run=False)
    assert undone.left == ()
    after = dump(engine)
    for table in ("transactions", "monthly_totals"):
        assert sorted(after[table], key=str) == sorted(before[table], key=str)
    assert after["resolutions"] == []


def test_it_is_in_the_log_with_who_and_why_and_in_words(engine: Engine, each: Wish) -> None:
    resolve(engine, each)
    log = logged(engine, LogFilter(limit=1, actions=("resolve",)))
    (act,) = log.acts
    assert (act.actor, act.reason or "", act.import_id) == ("sam", each.reason, 1)
    made = {"add", "pair"} if each.act == "fee" else {each.act}
    assert {change.op for change in act.changes} >= made
    shown = [str(getattr(part, "renderable", part)) for part in log_screen(log)]
    assert all(any(said.startswith(f"{op}: ") for said in shown) for op in made)
    assert not any("{" in said for said in shown)


def test_of_two_at_once_one_wins_and_the_other_is_told(
    engine: Engine, each: Wish, monkeypatch: pytest.MonkeyPatch
) -> None:
    both_looked = threading.Barrier(2)

    def once_both_looked(*args: Any, **named: Any) -> Any:
        both_looked.wait(PATIENCE_S)
        return carried_out(*args, **named)

    monkeypatch.setattr(acts, "carried_out", once_both_looked)

    def decide(_: int) -> str:
        try:
            return resolve(engine, each).status
        except TieoutError as error:
            return error.code

    assert sorted(together(decide, range(2))) in (["accepted", code] for code in TOLD)
    with read_only(engine) as session:
        accepted = select(Proposal.id).where(Proposal.status == ProposalStatus.ACCEPTED)
        assert len(session.scalars(accepted).all()) == 1


#: How whoever is too late learns it: the difference is gone, or may be another one.
TOLD = (DifferenceMoved.code, NoSuchDifference.code)


@pytest.mark.parametrize("engine", ["postgresql"], indirect=True)
def test_whoever_waits_for_the_import_settles_what_is_there_then(
    engine: Engine, each: Wish
) -> None:
    """On SQLite a writer is alone from its first statement on, and has nobody to wait for."""
    looked, outcomes = threading.Event(), list[str]()

    def late() -> None:
        try:
            with unit_of_work(engine) as session:
                one_difference(session, 1, 1)
                looked.set()
                resolving.resolve(session, 1, 1, each, "kim")
            outcomes.append("done")
        except TieoutError as error:
            outcomes.append(error.code)

    with unit_of_work(engine) as session:
        import_of(session, 1, hold=True)
        thread = threading.Thread(target=late)
        thread.start()
        assert looked.wait(PATIENCE_S)
        until(lambda: _waits(engine))
        resolving.resolve(session, 1, 1, each, "sam")
    thread.join()
    assert outcomes[0] in TOLD


def _waits(engine: Engine) -> bool:
    """Whether somebody waits for a row that another holds; other tests may share the server."""
    waits = "wait_event_type = 'Lock' and datname = current_database()"
    with engine.connect() as connection:
        query = f"select count(*) from pg_stat_activity where {waits}"
        return bool(connection.scalar(text(query)))


def test_what_was_left_can_still_be_settled(engine: Engine) -> None:
    lacks_the_rent(engine)
    resolve(engine, Wish("leave", reason="the bank has it wrong"))
    assert resolve(engine, Wish("add")).verdict == "matched"


def test_an_entry_that_another_statement_holds_is_refused(engine: Engine) -> None:
    everyday = account(engine)
    (fee,) = booked(engine, everyday, NewEntry(day(9, 7), -500, "Fee"))
    july = draft(
        [line(1, 9, -500, "Fee", month=7)],
        opening=JUNE.closing_balance,
        start=day(1, 7),
        end=day(31, 7),
    )
    booked(engine, everyday, CINEMA)
    imported(engine)
    imported(engine, july, name="july.pdf")
    with unchanged(engine):
        for wish in (Wish("remove"), Wish("move", day=day(2)), Wish("outstanding")):
            with pytest.raises(EntryTaken):
                resolve(engine, replace(wish, entries=(fee,)))


@pytest.mark.parametrize("act", ["amend", "remove", "move", "pair", "split", "outstanding"])
def test_an_entry_of_another_account_or_of_none_is_refused(engine: Engine, act: str) -> None:
    has_the_cinema(engine)
    (theirs,) = booked(engine, 2, CINEMA)
    with unchanged(engine):
        lines = (1,) if act in ("amend", "pair") else ()
        wish = Wish(act, lines, (theirs,), day=day(2), amounts=(-1_000, -111), reason="so it is")
        with pytest.raises(CannotResolve):
            resolve(engine, wish)
        with pytest.raises(NoSuchEntry):
            resolve(engine, replace(wish, entries=(999,)))
