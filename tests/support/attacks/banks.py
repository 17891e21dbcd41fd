"""Banks as they print in life: what hangs together in a layout is chosen together."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Final

from babel.dates import format_date

from db.words import AccountKind


class Amounts(StrEnum):
    """In which columns amounts stand, and what says their side."""

    SIDES = "a column for each side"
    SIGNED = "one column, money out with a minus"
    SECTIONS = "one column, the side said by the heading above"
    CHARGED = "one column of a card, payments marked"


class Balances(StrEnum):
    """Beside which rows a running balance stands."""

    EACH = "each"
    DAY = "the last of each day"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """How a language says what stands on a statement."""

    date: str
    value: str = ""
    text: str
    amount: str
    money_out: str
    money_in: str
    balance: str
    opening: str
    closing: str
    total_in: str
    total_out: str
    brought: str
    carried: str
    number: str
    period: str
    payees: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bank:
    """One bank. ``day`` and ``full`` are CLDR patterns; ``ends`` says where its ends stand."""

    key: str
    name: str
    title: str
    locale: str
    words: Words
    day: str
    full: str
    marks: str = ",."
    currency: str
    sign: str
    amounts: Amounts
    balances: Balances
    kind: AccountKind = AccountKind.CHECKING
    ends: str = "box"
    once_a_day: bool = False
    minus: str = "-{}"
    sections: tuple[str, str] = ("", "")
    number: str = "31926845"
    newest_first: bool = False
    decimals: int = 2

    @property
    def card(self) -> bool:
        """Whether what is owed is printed as positive."""
        return self.kind is AccountKind.CARD

    def dated(self, when: date, pattern: str = "") -> str:
        """A date as the rows print it, or by another pattern."""
        return str(format_date(when, pattern or self.day, locale=self.locale))

    def figure(self, minor: int) -> str:
        """The figure without its sign."""
        group, point = self.marks[0], self.marks[1]
        whole, part = divmod(abs(minor), 100)
        text = f"{whole:,}".replace(",", group.replace("_", ""))
        digits = f"{part:02d}0"[: self.decimals]
        return f"{text}{point}{digits}" if digits else text

    def signed(self, minor: int) -> str:
        """The figure with its sign."""
        return self.minus.format(self.figure(minor)) if minor < 0 else self.figure(minor)

    def balance(self, minor: int) -> str:
        """A balance as this bank prints it: a card's debt is positive."""
        return self.signed(-minor if self.card else minor)

    def in_box(self, minor: int) -> str:
        """A figure with the currency's sign."""
        printed = self.balance(minor)
        before = f"-{self.sign}{printed[1:]}" if printed[0] == "-" else f"{self.sign}{printed}"
        return before if self.sign in ("£", "$") else f"{printed} {self.sign}".strip()


def _kept() -> Iterator[Bank]:
    """The banks of the file beside this module, each with the words of its language."""
    kept = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
    for each in kept["banks"]:
        words = kept["words"][each["words"]]
        yield Bank(
            **each
            | {
                "words": Words(**words | {"payees": tuple(words["payees"])}),
                "amounts": Amounts[each["amounts"].upper()],
                "balances": Balances[each["balances"].upper()],
                "kind": AccountKind(each.get("kind", "checking")),
                "sections": tuple(each.get("sections", ("", ""))),
            }
        )


BANKS: Final = tuple(_kept())


def bank(key: str) -> Bank:
    """The bank of that key."""
    return next(each for each in BANKS if each.key == key)


CURRENT: Final = tuple(each for each in BANKS if each.kind is AccountKind.CHECKING)
EACH_ROW: Final = tuple(each for each in BANKS if each.balances is Balances.EACH)
"""With a running balance beside each row."""
