"""Answers that cannot invent: a model points at values that were looked up, the program says them.

A cell is one value, or one row, of one look-up. Its sentence is written here, with the account, the
days and the filters that it is of; no word of the model is printed but those that it searched for,
as such. So no figure can be changed, put into words, rounded, judged, or given to the wrong
account, nor be one of the question's own."""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from app.texts import models as texts_models
from db.text import one_line
from tools.loop.errors import ToolError
from tools.loop.json_text import plain
from tools.loop.registry import Tool

#: How a program finds its way; none of it says anything about money.
_UNSAID: Final = frozenset({"look", "columns", "rows", "etag", "next_cursor", "alike"})
_MONEY: Final = frozenset(
    {"balance", "amount", "ledger_amount", "opening", "closing", "sum_in", "sum_out"}
)
#: Written by banks, shops and everyone else who sends money.
_QUOTED: Final = frozenset({"description", "reason", "institution"})
_KEYS: Final = ("id", "statement")
#: Arguments that leave nothing out of the values beside the rows, so that no title names them.
UNSAID_ARGUMENTS: Final = frozenset({"cursor", "limit", "alike"})
#: Values beside the rows that filters leave as they are, and by which argument days are filtered.
_UNFILTERED: Final = frozenset({"count", "opening", "closing", "currency"})
_LAST_DAY: Final = {"get_accounts": "as_of", "get_transactions": "end_date"}
#: Rows that are the same in every look-up: to say one twice would make it two.
_SAME_ROWS: Final = frozenset({"get_transactions", "find_statements"})
_MOST_SEARCHED = 60
#: So that nothing quoted ends its quotation.
_INNER_QUOTES: Final = str.maketrans("“”", '""')


class AnswerCell(BaseModel):
    """One value or row of a look-up, as a model names it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    look: int
    row: int | str | None = None
    column: str | None = None


class CellAnswer(BaseModel):
    """An answer: the cells that it consists of, in the order of reading."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    cells: tuple[AnswerCell, ...] = Field(max_length=100)


@dataclass(frozen=True, slots=True)
class NamedAccount:
    """What an account is called, with the days of its first and last entries if it has any."""

    name: str
    first_entry: date | None = None
    last_entry: date | None = None
    kind: str = ""
    currency: str = ""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What sentences need beside the look-ups: the day of the question, and accounts by id."""

    today: date = date.max
    accounts: Mapping[int, NamedAccount] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LookUp:
    """One call that succeeded: its number, its arguments, and what it returned, as plain JSON."""

    number: int
    tool: str
    arguments: Mapping[str, object]
    data: Mapping[str, object]

    @property
    def rows(self) -> dict[str, Mapping[str, object]]:
        """Each row under its id, or under its place where it has none."""
        columns, listed = self.data.get("columns"), self.data.get("rows")
        if not isinstance(columns, Sequence) or not isinstance(listed, Sequence):
            return {}
        rows = [dict(zip(map(str, columns), row, strict=False)) for row in listed]
        key = str(columns[0]) if columns and columns[0] in _KEYS else None
        return {str(row[key] if key else place): row for place, row in enumerate(rows, 1)}

    @property
    def last_day(self) -> date | None:
        """The day that balances are of, if one was asked for."""
        given = self.arguments.get(_LAST_DAY.get(self.tool, ""))
        return date.fromisoformat(str(given)) if given else None

    def account(self, beside: Surroundings, row: Mapping[str, object]) -> NamedAccount | None:
        """The account that a row is of; without a row, that of the whole look-up."""
        found = row.get("id") if self.tool == "get_accounts" else row.get("account_id")
        if not row:
            found = self.arguments.get("account_id") or self.data.get("account_id")
        return beside.accounts.get(int(str(found))) if found else None

    def title(self, beside: Surroundings, *, filtered: bool = True) -> str:
        """What was looked up, in words, with every filter unless those do not matter."""
        template = texts_models.LOOKED[self.tool]
        given = {name: value for name, value in self.arguments.items() if value not in (None, "")}
        words = {name: self._argument(name, value) for name, value in given.items()}
        words.setdefault("as_of", str(self.data.get("as_of") or texts_models.TODAY))
        account = self.account(beside, {})
        words["account_id"] = one_line(account.name) if account else texts_models.SOME_ACCOUNT
        filters = (
            texts_models.LOOKED_FILTERS[name].format(value=words[name])
            for name in given
            if filtered and name not in UNSAID_ARGUMENTS and f"{{{name}}}" not in template
        )
        known = _KnownNames(words)
        return "".join([template.format_map(known), self._reach(beside, account), *filters])

    def _argument(self, name: str, value: object) -> str:
        if name in ("min_amount", "max_amount"):
            return f"{Decimal(str(value)):f} {self.data.get('currency') or ''}".strip()
        text = one_line(str(value)).translate(_INNER_QUOTES)
        return text if len(text) <= _MOST_SEARCHED else f"{text[:_MOST_SEARCHED]}…"

    def _reach(self, beside: Surroundings, account: NamedAccount | None) -> str:
        """What its days are beyond: today, or all entries of the account."""
        last = self.last_day
        if last and last > beside.today:
            return texts_models.STILL_TO_COME.format(today=beside.today)
        first = account.first_entry if account else None
        return (
            texts_models.BEFORE_FIRST.format(day=first) if last and first and last < first else ""
        )


@dataclass(frozen=True, slots=True)
class SaidCell:
    """A cell with its values, by their columns, and the sentence that says them."""

    cell: AnswerCell
    values: Mapping[str, object]
    sentence: str

    @property
    def is_filtered(self) -> bool:
        """Whether another filter could change it."""
        return self.cell.row is not None or self.cell.column not in _UNFILTERED


@dataclass(slots=True)
class Looks:
    """What a run has looked up so far."""

    beside: Surroundings = field(default_factory=Surroundings)
    found: list[LookUp] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def numbered(self, tool: Tool) -> Tool:
        def looked(arguments: BaseModel) -> object:
            data = plain(tool.function(arguments))
            assert isinstance(data, dict)
            with self.lock:  # look-ups of one turn run beside each other
                given = arguments.model_dump(mode="json")
                look = LookUp(len(self.found) + 1, tool.name, given, data)
                self.found.append(look)
            return {"look": look.number, **data}

        return replace(tool, function=looked)

    def renew(self, tools: Iterable[Tool]) -> None:
        """Look again where earlier questions did, and forget what has changed since."""
        known = {tool.name: tool for tool in tools}
        for place, look in enumerate(self.found):
            tool = known[look.tool]
            try:
                now = plain(tool.function(tool.arguments.model_validate(look.arguments)))
            except ToolError:
                now = None
            if now != look.data:
                self.found[place] = replace(look, data={})

    def faults(self, answer: CellAnswer) -> list[str]:
        """Which of the answer's cells do not exist, for the model that named them."""
        missing = [cell for cell in answer.cells if not self._of(cell)[1]]
        return [f"{_named(cell)} {self._fault(cell.look)}" for cell in missing]

    def _fault(self, number: int) -> str:
        known = 0 < number <= len(self.found)
        changed = known and not self.found[number - 1].data
        return "has changed since: look again" if changed else "was not returned"

    def said(self, answer: CellAnswer | None) -> tuple[SaidCell, ...]:
        """Every cell with its sentence; each once, and none of a row that is said as a whole."""
        found: dict[tuple[object, object, str | None], SaidCell] = {}
        for cell in answer.cells if answer else ():
            row, values = self._of(cell)
            if values:
                own = cell.model_copy(update={"row": _own(cell.row) if row else None})
                look = self.found[cell.look - 1]
                place = look.tool if row and look.tool in _SAME_ROWS else look.number
                said = SaidCell(own, values, self._sentence(look, own, row, values))
                found.setdefault((place, own.row, own.column), said)
        return tuple(
            said
            for (place, row, column), said in found.items()
            if column is None or (place, row, None) not in found
        )

    def text(self, said: Sequence[SaidCell]) -> str:
        return "\n".join(self._lines(said)) if said else texts_models.NOT_SHOWN

    def titles(self, said: Sequence[SaidCell], since: int = 0) -> tuple[str, ...]:
        """What the answer rests on, in words; if it has no cell, all look-ups but the first of that
        number."""
        used = {each.cell.look for each in said}
        looks = [each for each in self.found if each.number in used or each.number > since]
        of = [each for each in looks if not used or each.number in used]
        return tuple(dict.fromkeys(each.title(self.beside) for each in of))

    def _lines(self, said: Sequence[SaidCell]) -> Iterator[str]:
        last = ""
        for each in said:
            look = self.found[each.cell.look - 1]
            title = look.title(self.beside, filtered=each.is_filtered)
            if title != last:
                last = title
                yield f"{title}:"
            yield f"  {each.sentence}"

    def _of(self, cell: AnswerCell) -> tuple[Mapping[str, object], Mapping[str, object]]:
        """The row that the cell names, if its value is one of a row, and the values; none if no
        look-up returned it."""
        if not 0 < cell.look <= len(self.found) or (cell.row is None and cell.column is None):
            return {}, {}
        look = self.found[cell.look - 1]
        row = look.rows.get(str(cell.row), {})
        values = row
        if cell.row is None or (cell.column and cell.column not in row):
            # A model that names a row of a value beside the rows means that.
            row, values = {}, look.data
        wanted = values if cell.column is None else {cell.column: values.get(cell.column)}
        said = {k: v for k, v in wanted.items() if k not in _UNSAID and v not in (None, "", [])}
        return row, said

    def _sentence(
        self,
        look: LookUp,
        cell: AnswerCell,
        row: Mapping[str, object],
        values: Mapping[str, object],
    ) -> str:
        account = look.account(self.beside, row) if row else None
        named = {"account": account.name} if account and "account" in row else {}
        currency = str(row.get("currency") or look.data.get("currency") or "")
        said = ", ".join(
            _value(column, named.get(column, value), currency) for column, value in values.items()
        )
        day, first = look.last_day, account.first_entry if account else None
        if "balance" in values and day and first and day < first:
            said += texts_models.BEFORE_FIRST.format(day=first)
        if cell.column is None or not row:
            return said
        is_account = look.tool == "get_accounts" and account is not None
        name = account.name if is_account and account else _name_of({**row, **named}, currency)
        return f"{one_line(name)}: {said}"


def _own(row: int | str | None) -> int | str | None:
    """A row that was returned, as the program names it."""
    return int(row) if isinstance(row, str) and row.isdecimal() else row


def _name_of(row: Mapping[str, object], currency: str) -> str:
    """What a row is of, so that no value of it can be taken for another's."""
    told = [column for column in texts_models.ROW_NAMES if row.get(column)]
    return ", ".join(_value(column, row[column], currency) for column in told)


def _value(column: str, value: object, currency: str) -> str:
    text = one_line(", ".join(map(str, value)) if isinstance(value, list) else str(value))
    if column in _MONEY:
        text = f"{text} {currency}".strip()
    elif column in _QUOTED:
        text = f"“{text.translate(_INNER_QUOTES)}”"
    return f"{texts_models.COLUMN_WORDS.get(column, column.replace('_', ' '))} {text}".strip()


def _named(cell: AnswerCell) -> str:
    return f"look {cell.look}, row {cell.row}, column {cell.column}"


class _KnownNames(dict[str, str]):
    """What a sentence may name; what a call left out is a dash."""

    def __missing__(self, key: str) -> str:
        return texts_models.NOT_SAID
