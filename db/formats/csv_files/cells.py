"""What a cell of a CSV file may say, and the products whose columns are known by name."""

import re
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from typing import Any, Final, Literal

from db.money import MAX_MINOR
from db.text import data_beside

#: The orders of day, month and year; "named" has the month as a word, "dm" has no year.
ORDERS: Final = ("dmy", "mdy", "ymd", "named")
MARKS: Final = (".", ",")

_TIME = r"(?:[T ,]+[0-9]{1,2}[:.h][0-9]{2}.*)?"
_YEAR = r"([0-9]{4}|[0-9]{2})"
_NUMERIC = re.compile(rf"([0-9]{{1,4}})[-/.] ?([0-9]{{1,2}})[-/.] ?{_YEAR}{_TIME}")
_PACKED = re.compile(r"([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})(?:[0-9]{6})?")
_DAY_NAME = re.compile(
    rf"([0-9]{{1,2}})\.?[-/ ]*([^\W\d_]+)\.?[-/ ,]*([0-9]{{4}}|[0-9]{{2}}){_TIME}"
)
_NAME_DAY = re.compile(rf"([^\W\d_]+)\.?[-/ ]*([0-9]{{1,2}}),?[-/ ]+([0-9]{{4}}){_TIME}")
_SHORT = re.compile(r"[0-9]{3,4}")
_CENTURY: Final = 70  # two digits below it are of this century

#: The names of months, the words that columns are known by, and the products' exports.
_KNOWN: Final = data_beside(__file__, "known.json")
_MONTHS: Final[dict[str, int]] = {
    name: month for month, names in enumerate(_KNOWN["months"], start=1) for name in names
}

#: The way that most amounts are written, which is read without more ado.
_USUAL: Final = {
    mark: re.compile(
        rf"(-?)(0|[1-9][0-9]{{0,2}}(?:{group}[0-9]{{3}})+|[1-9][0-9]*)(?:{re.escape(mark)}([0-9]+))?"
    )
    for mark, group in ((".", ","), (",", r"\."))
}

_CODE = r"[A-Z]{3}|[A-Z]{0,2}\$|[€£¥₹₽₩₺₪₴฿]|[Kk]r\.?|zł|Kč|Ft|Fr\.|Rs\.?"
#: A mark behind an amount that says which way it went.
_WAYS: Final = {"CR": 1, "C": 1, "H": 1, "DR": -1, "D": -1, "S": -1}
_NO_GROUPS: Final = str.maketrans("", "", ",.")
_BLANKS: Final = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2009": " ", "−": "-", "’": "'"})
#: A currency sign that can only mean one currency.
_SIGNS: Final = {"€": "EUR", "£": "GBP", "₹": "INR", "R$": "BRL", "zł": "PLN", "Kč": "CZK"}


@lru_cache(maxsize=2**16)
def day_of(text: str, order: str) -> date | None:
    """The day that a cell names when it is read in ``order``, or None. A time is passed over."""
    if order == "named":
        found = _DAY_NAME.fullmatch(text)
        day, name, year = found.groups() if found else ("", "", "")
        if not found and (found := _NAME_DAY.fullmatch(text)):
            name, day, year = found.groups()
        month = _MONTHS.get(name.casefold())
        return _day(year, str(month), day) if month else None
    if found := _NUMERIC.fullmatch(text):
        first, second, third = found.groups()
        if len(first) == 4:
            return _day(first, second, third) if order == "ymd" and len(third) < 3 else None
        if len(first) > 2 or (order == "ymd" and len(third) == 4):
            return None
    elif found := _PACKED.fullmatch(text):
        one, two, three, four = found.groups()
        if one in ("19", "20") and order == "ymd":
            return _day(one + two, three, four)
        first, second, third = one, two, three + four
        if order == "ymd" or three not in ("19", "20"):
            return None
    else:
        return None
    in_order = {"dmy": (third, second, first), "mdy": (third, first, second)}
    return _day(*in_order.get(order, (first, second, third)))


def day_in_period(text: str, first: date, last: date) -> date | None:
    """The day that ``DDMM`` names within a period, or in its first year where it lies outside."""
    if not _SHORT.fullmatch(text):
        return None
    day, month = text.zfill(4)[:2], text.zfill(4)[2:]
    days = [_day(str(year), month, day) for year in range(first.year, last.year + 1)]
    inside = [each for each in days if each is not None and first <= each <= last]
    return (inside or days)[0]


@lru_cache(maxsize=2**16)
def like_a_day(text: str) -> bool:
    """Whether the cell names a day in any order."""
    return any(day_of(text, order) for order in ORDERS)


def minor_of(text: str, mark: str, exponent: int) -> int | None:
    """The amount in minor units, its decimals behind ``mark``; None if it is not one. Groups of
    digits, a currency, brackets, a sign on either side and CR, DR, S, H are understood."""
    if found := _USUAL[mark].fullmatch(text):
        sign, whole, part = found.groups()
        part = (part or "").rstrip("0")
        if len(part) > exponent:
            return None
        minor = int(whole.translate(_NO_GROUPS) + part.ljust(exponent, "0"))
        return None if minor > MAX_MINOR else -minor if sign else minor
    found = _amount(mark).fullmatch(text.translate(_BLANKS).strip())
    if found is None:
        return None
    opening, signs, whole, decimals, behind, closing = (
        found["open"],
        [found[name] for name in ("s1", "s2", "s3") if found[name]],
        found["whole"],
        (found["part"] or "").rstrip("0"),
        found["way"],
        found["close"],
    )
    if bool(opening) != bool(closing) or len(signs) > 1 or len(decimals) > exponent:
        return None
    digits = re.sub(r"[^0-9]", "", whole)
    if len(digits) > 1 and digits[0] == "0":
        return None  # a number that counts or names something
    minor = int((digits or "0") + decimals.ljust(exponent, "0"))
    if minor > MAX_MINOR:
        return None
    turned = (signs == ["-"]) != bool(opening)
    return (-minor if turned else minor) * _WAYS.get(behind or "", 1)


def currency_of(text: str) -> str:
    """The code that a cell of a currency column means: the code itself, or what its sign means."""
    return _SIGNS.get(text, text.upper())


@cache
def _amount(mark: str) -> re.Pattern[str]:
    group = "[ ,']" if mark == "." else "[ .']"
    whole = (
        rf"[0-9]{{1,3}}(?:(?P<g>{group})[0-9]{{3}}(?:(?P=g)[0-9]{{3}})*)"
        rf"|[0-9]{{1,2}}(?:,[0-9]{{2}})*,[0-9]{{3}}|[0-9]+"
        if mark == "."
        else rf"[0-9]{{1,3}}(?:(?P<g>{group})[0-9]{{3}}(?:(?P=g)[0-9]{{3}})*)|[0-9]+"
    )
    return re.compile(
        rf"(?P<open>\()? ?(?P<s1>[-+])? ?(?:{_CODE})? ?(?P<s2>[-+])? ?"
        rf"(?P<whole>{whole}|(?={re.escape(mark)}[0-9]))(?:{re.escape(mark)}(?P<part>[0-9]*))?"
        rf" ?(?P<s3>[-+])? ?(?P<way>CR|DR|[CDSH]\b)? ?(?:{_CODE})? ?(?P<close>\))?"
    )


def _day(year: str, month: str, day: str) -> date | None:
    number = int(year)
    if len(year) <= 2:
        number += 2000 if number < _CENTURY else 1900
    try:
        return date(number, int(month), int(day))
    except ValueError:
        return None


Recipe = Literal["signed", "sides", "sum", "marked", "flow"]


@dataclass(frozen=True, slots=True)
class CsvDialect:
    """The columns of one product's export, by their names in small letters; ``*`` ends a start.

    ``amount`` are the columns of the recipe: one; out and in; amount and mark; or amount, kind,
    source and destination. ``dates`` is None where the file may have either order, and ``sign`` 0
    where it may have either sign. ``pending`` names a column and the words in it that say that a
    row is not booked. ``fee`` is taken off the amount.
    """

    name: str
    date: str
    amount: tuple[str, ...]
    text: tuple[str, ...]
    also: tuple[str, ...] = ()
    recipe: Recipe = "signed"
    sign: int = 1
    dates: str | None = None
    decimal: str | None = None
    plus: tuple[str, ...] = ()
    minus: tuple[str, ...] = ()
    account: str | None = None
    counter: str | None = None
    source_id: str | None = None
    value_on: str | None = None
    balance: str | None = None
    currency: str | None = None
    code: str | None = None
    fee: str | None = None
    status: str | None = None
    pending: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()

    @property
    def needed(self) -> frozenset[str]:
        roles = (self.date, self.account, self.balance, self.currency, self.value_on, self.fee)
        names = (*roles, *self.amount, *self.text, *self.also, self.source_id, self.status)
        return frozenset(name for name in names if name and name != SECTION)


#: The column that sheets have beside their own: the heading above the row.
SECTION: Final = "(section)"


def _fixed(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


DIALECTS: Final = tuple(
    CsvDialect(**{name: _fixed(value) for name, value in each.items()})
    for each in _KNOWN["dialects"]
)

#: Words in the names of columns of files that nobody described. "out" and "in" leave no doubt
#: which way the money went; "debit" and "credit" do, since banks and books use them oppositely.
ROLES: Final[dict[str, list[str]]] = _KNOWN["roles"]


def dialect_of(names: tuple[str, ...]) -> CsvDialect | None:
    """The dialect that all the columns of are there; of several, that with most of them."""
    fitting = [
        each
        for each in DIALECTS
        if all(column_of(names, needed) is not None for needed in each.needed)
    ]
    return max(fitting, key=lambda each: len(each.needed), default=None)


def column_of(names: tuple[str, ...], name: str | None) -> int | None:
    """Where the column of that name is, or whose name starts so if it ends with ``*``."""
    if name is None:
        return None
    start = name.removesuffix("*")
    for at, each in enumerate(names):
        if each == name or (start != name and each.startswith(start)):
            return at
    return None


def role_columns(names: tuple[str, ...], role: str) -> list[int]:
    """The columns whose names have a word for the role; a unit in brackets is passed over."""
    bare = [name.partition(" (")[0].strip() for name in names]
    return [at for at, name in enumerate(bare) if name in ROLES[role]]
