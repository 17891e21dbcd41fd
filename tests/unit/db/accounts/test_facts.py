from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from db.accounts.errors import NameBlank
from db.accounts.facts import AccountEdit, AccountFacts, edited, from_json, new_account, to_json
from db.money import TooManyDecimals
from db.names import NameTooLong
from db.words import AccountKind

GIRO = AccountFacts(
    7, "Giro", "Nordbank", AccountKind.CHECKING, "EUR", "1111", 123_450, date(2026, 1, 1)
)


def test_what_is_not_named_stays() -> None:
    assert edited(GIRO, AccountEdit()) == GIRO


@pytest.mark.parametrize("printed", ["4471", "*4471", " **4471 "])
def test_digits_are_those_of_the_number(printed: str) -> None:
    assert edited(GIRO, AccountEdit(digits=printed)).mask == "4471"


def test_a_blank_takes_away_what_need_not_be_there() -> None:
    bare = edited(GIRO, AccountEdit(digits="", institution=" "))
    assert (bare.mask, bare.institution) == (None, None)


def test_a_blank_name_is_none() -> None:
    with pytest.raises(NameBlank):
        edited(GIRO, AccountEdit(name="  "))


def test_a_name_that_was_too_long_already_may_stay_and_none_becomes_so() -> None:
    long = replace(GIRO, name="n" * 201)
    assert edited(long, AccountEdit(name=long.name, digits="2")).mask == "2"
    with pytest.raises(NameTooLong):
        edited(GIRO, AccountEdit(name=long.name))


def test_an_amount_in_another_currency_keeps_its_figures() -> None:
    assert edited(GIRO, AccountEdit(currency="kwd")).opening_balance_minor == 1_234_500
    with pytest.raises(TooManyDecimals):
        edited(GIRO, AccountEdit(currency="JPY"))


def test_a_new_account_held_nothing_and_is_a_current_account() -> None:
    new = new_account(AccountEdit(name=" Mine ", currency="eur"))
    assert (new.name, new.currency) == ("Mine", "EUR")
    assert (new.kind, new.opening_balance_minor) == (AccountKind.CHECKING, 0)


@pytest.mark.parametrize("facts", [GIRO, replace(GIRO, opened_on=None, mask=None)])
def test_the_log_gives_back_what_it_was_told(facts: AccountFacts) -> None:
    assert from_json(to_json(facts)) == facts
