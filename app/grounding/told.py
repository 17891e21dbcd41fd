"""What the tools showed a model in a run, and what was looked up, in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from app.texts import models as texts_models

_DECIMAL: Final = re.compile(r"-?\d+(?:\.\d+)?")
_ISO: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
#: Written by banks, shops and everyone else who sends money: data, never a figure of the ledger.
_FREE: Final = frozenset({"description", "reason", "note", "snippet", "search", "hint"})
#: What a person called accounts.
_NAMES: Final = frozenset({"name", "institution", "account_name", "account", "mask"})
_NUMBERS: Final = frozenset(
    {
        "id",
        "entry",
        "entries",
        "line",
        "lines",
        "account_id",
        "import_id",
        "statement",
        "proposal_id",
    }
)
_UNSAID: Final = frozenset({"next_cursor", "cursor", "etag", "ledger_etag", "request_id"})
_A_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ToldRow:
    """One row of a table that was shown: its words, and what it says."""

    words: tuple[str, ...]
    amounts: frozenset[Decimal]
    days: frozenset[date]


@dataclass(slots=True)
class Told:
    """One call and all that its result says.

    ``amounts`` are signed and known with their currencies, where the result names one;
    ``numbers`` are of rows and accounts. ``spans`` are the periods that were looked through.
    """

    tool: str
    arguments: Mapping[str, object]
    amounts: dict[Decimal, set[str]] = field(default_factory=dict)
    counts: set[int] = field(default_factory=set)
    numbers: set[Decimal] = field(default_factory=set)
    days: set[date] = field(default_factory=set)
    spans: list[tuple[date, date]] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    rows: list[ToldRow] = field(default_factory=list)
    says_today: bool = False


def told_by(tool: str, arguments: Mapping[str, object], data: object) -> Told:
    """What a call that succeeded said."""
    told = Told(tool, arguments)
    _take(told, data, "", "")
    _take(told, arguments, "", "")
    start, end = _day(arguments.get("start_date")), _day(arguments.get("end_date"))
    if start and end:
        told.spans.append((start, end))
        told.days.add(start - _A_DAY)  # whose end the opening balance is of
        told.counts.add((end - start).days + 1)
    told.says_today = tool == "get_accounts" and not arguments.get("as_of")
    return told


def _take(told: Told, value: object, key: str, currency: str) -> None:
    if isinstance(value, Mapping):
        _take_object(told, value, currency)
    elif isinstance(value, list | tuple):
        told.counts.add(len(value))
        for each in value:
            _take(told, each, key, currency)
    elif isinstance(value, int) and not isinstance(value, bool):
        told.numbers.add(Decimal(value)) if key in _NUMBERS else told.counts.add(value)
    elif isinstance(value, str) and key not in _UNSAID:
        _take_text(told, value, key, currency)


def _take_object(told: Told, value: Mapping[str, object], currency: str) -> None:
    own = value.get("currency")
    currency = own if isinstance(own, str) else currency
    columns, rows = value.get("columns"), value.get("rows")
    if isinstance(columns, Sequence) and isinstance(rows, Sequence):
        for row in rows:
            _take_row(told, dict(zip(map(str, columns), row, strict=False)), currency)
        told.counts.add(len(rows))
    for key, each in value.items():
        if key not in ("columns", "rows"):
            _take(told, each, key, currency)


def _take_row(told: Told, cells: Mapping[str, object], currency: str) -> None:
    alone = Told(told.tool, {})
    _take(alone, cells, "", currency)
    told.rows.append(ToldRow(tuple(alone.words), frozenset(alone.amounts), frozenset(alone.days)))
    for amount, currencies in alone.amounts.items():
        told.amounts.setdefault(amount, set()).update(currencies)
    told.counts |= alone.counts
    told.numbers |= alone.numbers
    told.days |= alone.days
    told.names |= alone.names
    told.words |= alone.words


def _take_text(told: Told, text: str, key: str, currency: str) -> None:
    if key in _FREE:
        told.words.add(text)
    elif key in _NAMES:
        told.names.add(text)
        if text.isascii() and text.isdecimal():
            told.numbers.add(Decimal(text))
    elif _ISO.fullmatch(text):
        told.days.update(day for day in map(_day, (text,)) if day is not None)
    elif _DECIMAL.fullmatch(text):
        told.amounts.setdefault(Decimal(text), set()).update({currency} - {""})
    elif key in _NUMBERS:
        told.names.add(text)


def _day(value: object) -> date | None:
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        return None


def looked_texts(looked: Iterable[Told], names: Mapping[int, str]) -> list[str]:
    """One sentence for each look-up; the same look-up twice is said once. ``names`` are of
    accounts, by their ids."""
    return list(dict.fromkeys(_text(each, names) for each in looked))


def _text(told: Told, names: Mapping[int, str]) -> str:
    given = {name: value for name, value in told.arguments.items() if value not in (None, "")}
    words = texts_models.LOOKED.get(told.tool, told.tool)
    known = {
        **given,
        "account": _account(given.get("account_id"), names),
        "day": given.get("as_of") or max(told.days, default=None) or texts_models.TODAY,
    }
    said = words.format_map(_KnownNames(known))
    filters = [
        text.format(value=given[name])
        for name, text in texts_models.LOOKED_FILTERS.items()
        if name in given
    ]
    return "".join([said, *filters])


def _account(account_id: object, names: Mapping[int, str]) -> str:
    number = int(str(account_id)) if str(account_id).isdecimal() else 0
    return names.get(number, texts_models.SOME_ACCOUNT)


class _KnownNames(dict[str, object]):
    """What a sentence may name; what a call left out is a dash."""

    def __missing__(self, key: str) -> str:
        return texts_models.NOT_SAID
