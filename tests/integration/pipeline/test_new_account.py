"""What an account is called that a page proposes."""

from dataclasses import replace

from sqlalchemy import Engine

from db.errors import LONGEST_NAME
from db.ledger.bookkeeping import add_account
from db.ledger.views import NewAccount
from db.session import unit_of_work
from db.words import AccountKind
from pipeline.account.new_account import free_name
from tests.support.books import JUNE


def test_a_name_on_the_page_that_is_too_long_is_cut_and_stays_apart_from_others(
    engine: Engine,
) -> None:
    draft = replace(JUNE, institution="Northgate", account_name="Current " * 40)
    with unit_of_work(engine) as session:
        names = []
        for _ in range(2):
            names.append(free_name(session, draft))
            add_account(session, NewAccount(names[-1], AccountKind.CHECKING, "EUR"))
    first, second = names
    assert first.startswith("Northgate: Current Current")
    assert second == f"{first} *1234"
    assert len(second) <= LONGEST_NAME
