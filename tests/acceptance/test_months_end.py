"""Two years of three accounts, with 22 slips in the ledger, tie out after a few commands."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from benchmarks.months_end import Person, at_desk
from tests.support.two_years import HOLDINGS, MONTHS, TwoYears, two_years

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> TwoYears:
    return two_years(tmp_path_factory.mktemp("two-years"))


@pytest.fixture(scope="module")
def person(made: TwoYears) -> Iterator[Person]:
    """Whoever has closed the books, and is still at the desk."""
    with at_desk(made.books.parent) as person:
        person.closes_the_books(made)
        yield person


def asked(*words: str) -> Any:
    return json.loads(Person().types(*words, "--json"))


@pytest.mark.usefixtures("person")
def test_every_month_is_covered_and_locked() -> None:
    months = asked("coverage", "--until", "2025-12-31")
    assert len(months) == MONTHS * len(HOLDINGS)
    assert {each["state"] for each in months} == {"covered"}
    locks = asked("locks")
    assert {(each["account_id"], each["period_end"][:7]) for each in locks} == {
        (each["account_id"], each["month"]) for each in months
    }


@pytest.mark.usefixtures("person")
def test_the_ledger_ends_where_the_bank_does(made: TwoYears) -> None:
    accounts = asked("ledger", "accounts")
    ended = {each["mask"]: int(each["balance"].replace(".", "")) for each in accounts}
    assert ended == made.closing


@pytest.mark.usefixtures("person")
def test_bringing_the_same_in_again_changes_nothing(made: TwoYears) -> None:
    entries = [asked("ledger", "entries", each.digits) for each in HOLDINGS]
    Person().types("import", str(made.statements))
    assert [asked("ledger", "entries", each.digits) for each in HOLDINGS] == entries
    assert asked("review") == []
