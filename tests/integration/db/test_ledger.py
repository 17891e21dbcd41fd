from collections.abc import Iterator
from datetime import date

import pytest
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.queries import (
    UnknownAccount,
    accounts,
    balance_as_of,
    count_with_amounts,
    entries,
    entries_with_amounts,
    ledger_etag,
    totals,
)
from db.ledger.views import NewAccount, NewEntry, Totals
from db.models import Match
from db.session import read_only, unit_of_work
from db.words import AccountKind, EntryState
from tests.support.ledgers import kept_line, kept_statement, kept_verdict

GIRO, CARD = 1, 2


def day(number: int) -> date:
    return date(2026, 1, number)


@pytest.fixture
def session(engine: Engine) -> Iterator[Session]:
    with unit_of_work(engine) as writing:
        giro = NewAccount(
            "Giro", AccountKind.CHECKING, "EUR", "Nordbank", "1234", opening_balance_minor=100_00
        )
        assert add_account(writing, giro) == GIRO
        assert add_account(writing, NewAccount("Card", AccountKind.CARD, "USD")) == CARD
        add_transactions(
            writing,
            GIRO,
            [
                NewEntry(day(3), -5_00, "Café MÜLLER"),
                NewEntry(day(2), 900_00, "Salary"),
                NewEntry(day(3), -5_00, "Bakery 100%"),
                NewEntry(day(5), -7_50, "Bus_ticket"),
            ],
        )
    with read_only(engine) as found:
        yield found


def test_accounts_tell_their_span_and_balance(session: Session) -> None:
    giro, card = accounts(session)
    assert (giro.name, giro.institution, giro.mask) == ("Giro", "Nordbank", "1234")
    assert (giro.first_entry, giro.last_entry) == (day(2), day(5))
    assert giro.balance_minor == 982_50
    assert (card.first_entry, card.last_entry, card.balance_minor) == (None, None, 0)


def test_accounts_balances_are_those_at_the_end_of_a_day(session: Session) -> None:
    giro = accounts(session, as_of=day(3), scope=[GIRO])[0]
    assert giro.balance_minor == 990_00 == balance_as_of(session, GIRO, day(3))
    assert type(balance_as_of(session, GIRO, day(3))) is int
    assert giro.last_entry == day(5)


def test_accounts_out_of_scope_are_not_seen(session: Session) -> None:
    assert [account.id for account in accounts(session, scope={CARD})] == [CARD]
    assert accounts(session, scope=set()) == []


def test_the_opening_balance_counts_from_the_beginning(session: Session) -> None:
    assert balance_as_of(session, GIRO, day(1)) == 100_00
    assert balance_as_of(session, GIRO, day(2)) == 1000_00


def test_entries_come_by_day_and_then_as_they_came_in(session: Session) -> None:
    assert _descriptions(session) == ["Salary", "Café MÜLLER", "Bakery 100%", "Bus_ticket"]


def test_an_entry_tells_its_facts(session: Session) -> None:
    entry = entries(session, GIRO, end=day(2))[0]
    assert (entry.account_id, entry.booked_on, entry.amount_minor) == (GIRO, day(2), 900_00)
    assert (entry.state, entry.paired_with) == (EntryState.UNCLEARED, None)


def test_both_ends_of_a_range_belong_to_it(session: Session) -> None:
    assert _descriptions(session, start=day(3), end=day(3)) == ["Café MÜLLER", "Bakery 100%"]


@pytest.mark.parametrize(
    ("part", "found"),
    [
        ("müller", ["Café MÜLLER"]),
        ("100%", ["Bakery 100%"]),
        ("s_t", ["Bus_ticket"]),  # no joker
        ("%", ["Bakery 100%"]),
        ("nothing", []),
    ],
)
def test_search_is_for_a_part_in_any_case(session: Session, part: str, found: list[str]) -> None:
    assert _descriptions(session, search=part) == found


def test_amounts_are_compared_with_their_sign(session: Session) -> None:
    assert _descriptions(session, min_minor=-5_00) == ["Salary", "Café MÜLLER", "Bakery 100%"]
    assert _descriptions(session, max_minor=-7_50) == ["Bus_ticket"]


def test_pages_follow_each_other_without_a_gap(session: Session) -> None:
    seen: list[str] = []
    after = None
    while page := entries(session, GIRO, after=after, limit=1):
        seen += [entry.description for entry in page]
        after = (page[-1].booked_on, page[-1].id)
    assert seen == _descriptions(session)


def test_a_page_stays_within_its_range(session: Session) -> None:
    late, early = (day(5), 0), (day(1), 99)
    assert [e.description for e in entries(session, GIRO, day(2), after=late)] == ["Bus_ticket"]
    assert len(entries(session, GIRO, day(3), after=early)) == 3


def test_totals_are_of_all_pages(session: Session) -> None:
    assert totals(session, GIRO) == Totals(4, 900_00, -17_50)
    assert type(totals(session, GIRO).sum_in) is int
    assert totals(session, GIRO, day(3), day(5), search="b") == Totals(2, 0, -12_50)
    assert totals(session, CARD) == Totals(0, 0, 0)


def test_candidates_are_found_by_amount(session: Session) -> None:
    amounts = [-5_00, 1, *range(2000, 3000)]
    found = entries_with_amounts(session, [GIRO], amounts, day(1), day(4))
    assert [entry.description for entry in found] == ["Café MÜLLER", "Bakery 100%"]
    assert count_with_amounts(session, [GIRO], amounts, day(1), day(4)) == {GIRO: 2}


def test_an_account_that_is_not_there_is_reported(session: Session) -> None:
    with pytest.raises(UnknownAccount, match="account 99"):
        balance_as_of(session, 99, day(1))
    with pytest.raises(UnknownAccount):
        ledger_etag(session, 99)


def test_an_entry_tells_which_statement_claims_it(engine: Engine, session: Session) -> None:
    entry = entries(session, GIRO)[0]
    session.rollback()
    with unit_of_work(engine) as writing:
        statement = _claim(writing, entry.id)
    claimed, *others = entries(session, GIRO)
    assert claimed.paired_with == statement
    assert {other.paired_with for other in others} == {None}


def _descriptions(session: Session, **conditions: object) -> list[str]:
    found = entries(session, GIRO, **conditions)  # type: ignore[arg-type]
    return [entry.description for entry in found]


def _claim(session: Session, entry_id: int) -> int:
    line = kept_line("Salary", 900_00)
    statement = kept_statement(lines=[line])
    session.add(statement)
    session.flush()
    matches = [Match(line_id=line.id, transaction_id=entry_id)]
    session.add(kept_verdict(statement, matches=matches))
    session.flush()
    return statement.id
