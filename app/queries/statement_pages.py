"""Lists of statements, and what a search finds in them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Final

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from db.accounts.pages import Known, accounts_by_name
from db.money import AmountOutOfRange, TooManyDecimals, to_minor
from db.session import read_only
from db.statements.pages import (
    Narrowing,
    Spot,
    StatementOrder,
    StatementRow,
    files_holding,
    spot_of,
    statement_rows,
)
from db.statements.search import FoundLine, LineWish, lines_holding
from pipeline.reading.lexing.dates import parse
from pipeline.reading.lexing.figures import is_currency
from pipeline.reading.lexing.phrases import month_names, squeeze

A_PAGE: Final = 50
#: Of what a search finds apart from lines.
_BESIDE: Final = 10
_FILES_LOOKED_THROUGH: Final = 50_000


@dataclass(frozen=True, slots=True)
class StatementList:
    """A page of statements; ``after`` is where the next one begins, None on the last."""

    statements: Sequence[StatementRow]
    after: Spot | None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search finds: accounts by name, statements by file or month, lines. ``until`` is the
    line before which no one has looked, None if all were looked through."""

    accounts: Sequence[Known]
    statements: Sequence[StatementRow]
    lines: Sequence[FoundLine]
    until: int | None


def statement_page(
    engine: Engine, narrowing: Narrowing, order: StatementOrder, after: Spot | None = None
) -> StatementList:
    with read_only(engine) as session:
        rows = statement_rows(session, narrowing, order, after, A_PAGE + 1)
    shown = rows[:A_PAGE]
    more = len(rows) > A_PAGE
    return StatementList(shown, spot_of(shown[-1], order) if more else None)


def searched(
    engine: Engine, text: str, narrowing: Narrowing, before: int | None = None
) -> SearchResult:
    """What holds the text, or is meant by it; from the line ``before`` on only lines."""
    with read_only(engine) as session:
        found = lines_holding(session, line_wish(text), narrowing, before, A_PAGE)
        first = before is None
        statements = _statements(session, text, narrowing) if first else []
        accounts = accounts_by_name(session, _BESIDE, text) if first else []
    return SearchResult(accounts, statements, found.lines, found.until)


def _statements(session: Session, text: str, narrowing: Narrowing) -> list[StatementRow]:
    """Those of the month that is named, or whose file's name holds the text."""
    month = month_meant(text)
    if month is not None:
        wanted = replace(narrowing, month=month)
    else:
        files = files_holding(session, text, A_PAGE, _FILES_LOOKED_THROUGH)
        if not files:
            return []
        wanted = replace(narrowing, imports=files)
    return statement_rows(session, wanted, StatementOrder.BROUGHT_IN, None, A_PAGE)


#: How many decimals currencies have.
_EXPONENTS: Final = (0, 2, 3)
_GROUP: Final = 3
_CURRENCY: Final = r"([^\W\d_]{1,4}|[^\w\s.,'’+−()-]{1,3})?"
_SIGN: Final = r"([+−-]?)"
_DIGITS: Final = r"(\d[\d.,' ’\u00a0\u202f]{0,30}?)"
_AMOUNT: Final = re.compile(rf"{_SIGN}\s?{_CURRENCY}\s?{_SIGN}\s?{_DIGITS}\s?{_SIGN}\s?{_CURRENCY}")
_IN_BRACKETS: Final = re.compile(r"\(([^()+−-]+)\)")
_MINUS: Final = ("-", "−")
_YEAR_AND_MONTH: Final = re.compile(r"(\d{4})[-/.](\d\d?)")
_MONTH_AND_YEAR: Final = re.compile(r"(\d\d?)\s?[-/.]\s?(\d{4})")
_NAMED_MONTH: Final = re.compile(r"([^\W\d_]+)\.?,?\s*(?:de\s)?(\d{4})")
_AFTER_ITS_YEAR: Final = re.compile(r"(\d{4})\.?\s*([^\W\d_]+)\.?")


def line_wish(text: str) -> LineWish:
    """The text, and what else it may say of a line or an entry; a day is no amount."""
    days = tuple(_days(text))
    return LineWish(text, days, () if days else tuple(_amounts(text)))


def month_meant(text: str) -> date | None:
    """The first day of the month that is named as `2025-03`, `3/2025` or `March 2025`, in any
    language; each has one before and after it."""
    found = _numbered(text) or _by_name(text)
    first = _day(*found, 1) if found else None
    return first if first and date.min.year < first.year < date.max.year else None


def _numbered(text: str) -> tuple[int, int] | None:
    if found := _YEAR_AND_MONTH.fullmatch(text):
        return int(found[1]), int(found[2])
    if found := _MONTH_AND_YEAR.fullmatch(text):
        return int(found[2]), int(found[1])
    return None


def _by_name(text: str) -> tuple[int, int] | None:
    if found := _NAMED_MONTH.fullmatch(text):
        name, year = found.groups()
    elif found := _AFTER_ITS_YEAR.fullmatch(text):
        year, name = found.groups()
    else:
        return None
    month = month_names().get(squeeze(name))
    return (int(year), month) if month else None


def _days(text: str) -> Iterator[date]:
    """`2025-03-14`, `14.03.25`, `14 March 2025`; of `03/04/2025` both days that it may be."""
    found = parse("".join(text.split()))
    first, second, year, sure = found or (0, 0, None, False)
    if year is None:
        return
    ways = {(year, second, first)} if sure else {(year, second, first), (year, first, second)}
    yield from (day for way in sorted(ways) if (day := _day(*way)))


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _amounts(text: str) -> Iterator[tuple[int, tuple[int, ...]]]:
    """`54.30`, `1.234,56 EUR` and `(54.30)`, of either sign unless one is given, in minor units by
    decimals."""
    found = _AMOUNT.fullmatch(_IN_BRACKETS.sub(r"-\1", text))
    if not found or not all(map(is_currency, filter(None, (found[2], found[6])))):
        return
    given = found[1] + found[3] + found[5]
    if len(given) > 1:
        return
    signs = (1, -1) if not given else (-1,) if given in _MINUS else (1,)
    values = set(_values(found[4]))
    for exponent in _EXPONENTS:
        minors = [minor for each in values for minor in _minor(each, exponent)]
        if minors:
            yield exponent, tuple(sorted({minor * sign for minor in minors for sign in signs}))


def _values(digits: str) -> Iterator[Decimal]:
    """What the digits may be: the last point or comma comes before decimals; before three digits it
    may group them as well."""
    plain = "".join(each for each in digits if each.isdigit() or each in ".,")
    at = max(plain.rfind("."), plain.rfind(","))
    whole, decimals = ("", plain) if at < 0 else (plain[:at], plain[at + 1 :])
    if at < 0 or len(decimals) in (0, _GROUP):
        yield Decimal(_bare(plain))
    if at >= 0 and 0 < len(decimals) <= _GROUP:
        yield Decimal(f"{_bare(whole) or '0'}.{decimals}")


def _bare(figure: str) -> str:
    return "".join(each for each in figure if each.isdigit())


def _minor(value: Decimal, exponent: int) -> Iterator[int]:
    try:
        yield to_minor(value, exponent)
    except (TooManyDecimals, AmountOutOfRange):
        return
