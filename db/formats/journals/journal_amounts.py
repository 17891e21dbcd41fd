"""Reads the amounts of hledger and ledger journals, with their signs, marks and costs."""

import re
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Final

from db.formats.journals.bookings import NotASum, Units, worked_out
from db.money import UnknownCurrency, exponent_of
from db.text import data_beside

_DAY: Final = r"(?:\d{4,}[-/.])?\d{1,2}[-/.]\d{1,2}"
_TRANSACTION: Final = re.compile(
    rf"^{_DAY}(?:={_DAY})?(?:[ \t].*)?\n(?:[ \t]+;.*\n)*"
    r"[ \t]+[^\s;]+(?: \S+)*(?:(?: [ \t]|\t)[ \t]*\S|[ \t]*(?:\n[ \t]+[^\s;]+.*(?:  |\t)[ \t]*\S))",
    re.MULTILINE,
)
_BEGINS: Final = re.compile(
    rf"{_DAY}(?:=|\s|$)|[;#*%|~=]|[!@]?(?:include|account|commodity|alias|apply|end|payee|tag|year"
    r"|bucket|assert|check|define|capture|decimal-mark|eval|python|fixed)\b"
    r"|[DPYNAC] ?\S|[iIoObh] \d"
)
_COMMENT: Final = re.compile(r"^comment\b.*?(?:^end comment\b.*?$|\Z)", re.MULTILINE | re.DOTALL)
_SUFFIXES: Final = (".journal", ".hledger", ".j", ".ledger", ".ldg", ".lgr")


def looks_like_a_journal(path: Path, head: bytes) -> str | None:
    """The beginning as text, if each line may begin a journal's and there is a transaction. A file
    that is named as a journal may hold directives and comments alone."""
    text = head.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
    text = _COMMENT.sub("", text)
    if "\0" in text:
        return None
    begun = [each for each in text.split("\n") if each.strip() and not each[0].isspace()]
    if not all(_BEGINS.match(each) for each in begun):
        return None
    return text if path.suffix in _SUFFIXES or _TRANSACTION.search(text) else None


#: Signs that mean one currency where nothing else is said. The dollar and the yen sign have
#: others too, which a remark mentions.
_SIGNS: Final[dict[str, str]] = data_beside(__file__, "signs.json")
SHARED_SIGNS: Final = frozenset("$¥")

_SYMBOL: Final = r'"[^"]*"|[^\s\d+\-.,@*;"{}=()\[\]/&|!<>?^~]+'
_SPACE: Final = "[ \u00a0\u202f]"
_DIGITS: Final = rf"[.,]?\d[\d.,]*(?:{_SPACE}\d{{3}}(?!\d)[\d.,]*)*(?:[eE][-+]?\d{{1,3}}(?!\d))?"
_AMOUNT: Final = re.compile(
    rf"[ \t]*([-+]?)[ \t]*(?:({_SYMBOL})[ \t]*([-+]?)[ \t]*({_DIGITS})"
    rf"|({_DIGITS})[ \t]*({_SYMBOL})?)[ \t]*"
)
_SEPARATORS: Final = re.compile("[.,]")
_SPACES: Final = re.compile(_SPACE)
_LOT: Final = re.compile(r"(\{\{|\{)[ \t]*=?([^{}]*)(\}\}|\})[ \t]*|\[[^\]]*\][ \t]*")
_NOTE: Final = re.compile(r"\((?!@)[^()]*\)[ \t]*")
_PRICE: Final = re.compile(r"(?:(@@?)|\((@@?)\))(?!@)")
_ASSERTION: Final = re.compile(r"==?\*?")
_GROUP: Final = 3


class BadAmount(Exception):
    """What follows an account is no amount."""


@dataclass
class Notation:
    """How numbers are written where the reader is now.

    ``mark`` is the decimal mark of the file, ``marks`` that of each commodity, and ``default`` the
    commodity of a bare number. In ledger a commodity keeps a comma that an amount has shown.
    ``doubtful`` collects a number of each commodity that others may read differently.
    """

    of_ledger: bool
    mark: str | None = None
    default: str = ""
    marks: dict[str, str] = field(default_factory=dict)
    doubtful: dict[str, str] = field(default_factory=dict)

    def number(self, text: str, commodity: str) -> Decimal:
        """The number that the digits mean. Raises ``BadAmount``."""
        digits, e, exponent = text.upper().partition("E")
        digits = _SPACES.sub("", digits)
        if "," in digits or digits.count(".") > 1 or self.mark or self.marks:
            digits = self._plain(digits, commodity, text)
        elif "." in digits:
            self._doubt(digits, commodity, text)
        return Decimal(digits + e + exponent)

    def _plain(self, digits: str, commodity: str, text: str) -> str:
        signs = _SEPARATORS.findall(digits)
        if not signs:
            return digits
        mark = self.mark or self.marks.get(commodity)
        if len(set(signs)) > 1:
            if signs.count(signs[-1]) > 1 or (mark and mark != signs[-1] and not self.of_ledger):
                raise BadAmount(f"{text} is no number in the style that is used here")
            mark = signs[-1]
        elif mark is None:
            mark = self._of_one(digits, signs, commodity, text)
        group = "." if mark == "," else ","
        whole, _, part = digits.partition(mark)
        groups = whole.split(group)
        if mark in part or group in part or any(len(each) != _GROUP for each in groups[1:]):
            raise BadAmount(f"{text} is not written as its commodity is elsewhere, or is no number")
        if self.of_ledger and mark == ",":
            self.marks[commodity] = mark
        return "".join(groups) + ("." + part if part else "")

    def _of_one(self, digits: str, signs: list[str], commodity: str, text: str) -> str:
        """The decimal mark of a number that has one sign only, as the tool takes it."""
        other = "." if signs[0] == "," else ","
        if len(signs) > 1:
            return other
        part = digits.partition(signs[0])[2]
        if self.of_ledger and signs[0] == "," and len(part) % _GROUP == 0:
            return other
        self._doubt(digits, commodity, text)
        return signs[0]

    def _doubt(self, digits: str, commodity: str, text: str) -> None:
        whole, _, part = digits.replace(",", ".").partition(".")
        if len(part) == _GROUP and 0 < len(whole) <= _GROUP and whole != "0":
            self.doubtful.setdefault(commodity, text)


@dataclass(frozen=True, slots=True)
class Amount:
    """What a posting says after its account."""

    units: Units | None
    weight: Units | None
    asserted: Units | None = None
    assertion: str = ""


@cache
def currency_of(commodity: str) -> str | None:
    """The ISO currency of the commodity: its code, or a sign that is known."""
    code = _SIGNS.get(commodity, commodity)
    try:
        exponent_of(code)
    except UnknownCurrency:
        return None
    return code


def style_of(text: str) -> tuple[str, str | None] | None:
    """The commodity of a sample amount and the decimal mark that it shows."""
    found = _AMOUNT.fullmatch(text)
    if not found:
        return None
    signs = _SEPARATORS.findall(found[4] or found[5])
    mark = None
    if signs:
        alone = signs.count(signs[-1]) == 1
        mark = signs[-1] if alone else "." if signs[-1] == "," else ","
    return _unquoted(found[2] or found[6] or ""), mark


def amount_of(text: str, notation: Notation) -> Amount:
    """What the text says. Raises ``BadAmount``."""
    simple = _AMOUNT.match(text)
    if simple and simple.end() == len(text):
        units = _units(simple, notation)
        return Amount(units, units)
    read = _Rest(text, notation)
    if not text.startswith("="):
        if notation.of_ledger and "(" in text.partition("@")[0].partition("{")[0]:
            read.sum()
        else:
            read.amount()
    read.rest()
    return Amount(read.units, read.weight, read.asserted, read.assertion)


def _unquoted(commodity: str) -> str:
    return commodity.strip('"')


def _units(found: re.Match[str], notation: Notation) -> Units:
    before, left, sign, first, second, right = found.groups()
    commodity = left or right
    commodity = _unquoted(commodity) if commodity else notation.default
    number = notation.number(first or second, commodity)
    if before and sign:
        raise BadAmount(f"{found[0].strip()} has two signs")
    return -number if before == "-" or sign == "-" else number, commodity


class _Rest:
    """Reads an amount and what follows it, from left to right."""

    def __init__(self, text: str, notation: Notation) -> None:
        self._text = text
        self._notation = notation
        self._at = 0
        self.units: Units | None = None
        self.weight: Units | None = None
        self.asserted: Units | None = None
        self.assertion = ""

    def amount(self) -> None:
        self.units = self.weight = self._next()

    def sum(self) -> None:
        """The amount as a sum of others."""
        try:
            self.units, self._at = worked_out(self._text, 0, self._atom)
        except NotASum:
            raise BadAmount(f"{self._text} is no sum that tieout works out; write it out") from None
        self.weight = self.units
        self._at = len(self._text) - len(self._text[self._at :].lstrip())

    def rest(self) -> None:
        """Lots, a price and an assertion, in whatever order the tools allow."""
        lot: Units | None = None
        price: Units | None = None
        while self._at < len(self._text):
            found = _LOT.match(self._text, self._at) or _NOTE.match(self._text, self._at)
            if found:
                self._at = found.end()
                if found.re is _LOT and found[1] and not self.assertion:
                    amount = _AMOUNT.fullmatch(found[2])
                    if len(found[1]) != len(found[3]) or not amount or not self.units:
                        raise BadAmount(f"{found[0].strip()} is no cost")
                    lot = self._at_price("@" * len(found[1]), _units(amount, self._notation))
            elif found := _PRICE.match(self._text, self._at):
                self._at = found.end()
                given = self._at_price(found[1] or found[2], self._next())
                price = price if self.assertion else given
            elif (found := _ASSERTION.match(self._text, self._at)) and not self.assertion:
                self._at = found.end()
                self.assertion = found[0]
                self.asserted = self._next()
            else:
                raise BadAmount(f"{self._text[self._at :]} is not understood after the amount")
        if price:
            # In ledger a lot weighs what it cost, and the price is what it is sold for.
            self.weight = lot if lot and self._notation.of_ledger else price

    def _next(self) -> Units:
        found = _AMOUNT.match(self._text, self._at)
        if not found:
            raise BadAmount(f"{self._text} is no amount")
        self._at = found.end()
        return _units(found, self._notation)

    def _at_price(self, mark: str, price: Units) -> Units:
        if not self.units:
            raise BadAmount(f"{self._text} has a price and no amount")
        number = self.units[0]
        if mark == "@":
            return number * price[0], price[1]
        return (price[0] if number >= 0 else -price[0]), price[1]

    def _atom(self, text: str, at: int) -> tuple[Units, int]:
        found = _AMOUNT.match(text, at)
        if not found:
            raise NotASum
        return _units(found, self._notation), found.end()
