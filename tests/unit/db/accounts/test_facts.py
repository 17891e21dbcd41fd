from dataclasses import replace
from datetime import date

import pytest

from db.accounts.facts import (
    AccountEdit,
    AccountFacts,
    ClosedBeforeOpened,
    edited,
    from_json,
    new_account,
    to_json,
)
from db.errors import NameTooLong
from db.money import TooManyDecimals
from db.words import AccountKind

GIRO = AccountFacts(
    7, "Giro", "Nordbank", AccountKind.CHECKING, "EUR", "1111", 123_450, opened_on=date(2026, 1, 1)
)


def test_what_is_not_named_stays() -> None:
    assert edited(GIRO, AccountEdit()) == GIRO


@pytest.mark.parametrize(
    ("said", "known"),
    [
        (" **4471 ", (None, "4471")),
        ("5412 75** **** 4471", (None, "4471")),
        ("xxxx-4471", (None, "4471")),
        ("..4471", (None, "4471")),
        ("DE89 3704 0044 0532 0130 00", ("DE89370400440532013000", "3000")),
        ("14471", ("14471", "4471")),
        ("", (None, None)),
    ],
)
def test_digits_are_the_whole_number_or_its_end(
    said: str, known: tuple[str | None, str | None]
) -> None:
    after = edited(GIRO, AccountEdit(digits=said))
    assert (after.number, after.mask) == known
    as_shown = edited(after, AccountEdit(digits=after.mask or ""))
    assert as_shown == after == from_json(to_json(after))


def test_a_blank_takes_away_what_need_not_be_there() -> None:
    bare = edited(GIRO, AccountEdit(digits="", institution=" "))
    assert (bare.mask, bare.institution) == (None, None)


@pytest.mark.parametrize(
    "wanted",
    [
        AccountEdit(closed_on=date(2025, 12, 31)),
        AccountEdit(opened_on=date(2026, 7, 2), closed_on=date(2026, 7, 1)),
    ],
)
def test_no_account_is_closed_before_it_is_opened(wanted: AccountEdit) -> None:
    with pytest.raises(ClosedBeforeOpened, match="Giro was opened on 2026"):
        edited(GIRO, wanted)
    with pytest.raises(ClosedBeforeOpened):
        edited(replace(GIRO, closed_on=date(2026, 2, 1)), AccountEdit(opened_on=date(2026, 2, 2)))
    assert edited(GIRO, AccountEdit(closed_on=date(2026, 1, 1))).closed_on == GIRO.opened_on


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


@pytest.mark.parametrize(
    "facts",
    [
        GIRO,
        replace(GIRO, opened_on=None, mask=None),
        replace(GIRO, closed_on=date.max),
    ],
)
def test_the_log_gives_back_what_it_was_told(facts: AccountFacts) -> None:
    assert from_json(to_json(facts)) == facts


def test_what_the_log_was_told_before_accounts_could_be_closed_is_of_an_open_one() -> None:
    said = to_json(GIRO)
    del said["closed_on"]
    assert from_json(said) == GIRO
