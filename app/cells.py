"""Answers that cannot invent: a model points at values that were looked up, the program says them.

A cell is one value, or one row, of one look-up. Its sentence is written here, with the account, the
days and the filters that it is of; not a word of the model is printed. So no figure can be changed,
put into words, rounded, judged, or given to the wrong account, nor be one of the question's own."""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from app.texts import models as texts_models
from tools.loop.errors import ToolError
from tools.loop.json_text import plain
from tools.loop.registry import Tool

#: How a program finds its way; none of it says anything about money.
_UNSAID: Final = frozenset({"look", "columns", "rows", "etag", "next_cursor", "alike"})
_MONEY: Final = frozenset(
    {"balance", "amount", "ledger_amount", "opening", "closing", "sum_in", "sum_out"}
)
#: Written by banks, shops and everyone else who sends money.
_QUOTED: Final = frozenset({"description", "reason"})
_KEYS: Final = ("id", "statement")


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

    def title(self, names: Mapping[int, str]) -> str:
        """What was looked up, in words; ``names`` are of accounts, by their ids."""
        given = {name: value for name, value in self.arguments.items() if value not in (None, "")}
        account = names.get(int(str(given.get("account_id", 0))), texts_models.SOME_ACCOUNT)
        day = given.get("as_of") or self.data.get("as_of") or texts_models.TODAY
        known = _KnownNames({**given, "account": account, "day": day})
        filters = (
            text.format(value=given[name])
            for name, text in texts_models.LOOKED_FILTERS.items()
            if name in given
        )
        return "".join([texts_models.LOOKED[self.tool].format_map(known), *filters])


@dataclass(frozen=True, slots=True)
class SaidCell:
    """A cell with its values, by their columns, and the sentence that says them."""

    cell: AnswerCell
    values: Mapping[str, object]
    sentence: str


@dataclass(slots=True)
class Looks:
    """What a run has looked up so far; ``names`` are of accounts, by their ids."""

    names: Mapping[int, str]
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
        missing = [cell for cell in answer.cells if not self._of(cell)]
        return [f"{_named(cell)} {self._fault(cell.look)}" for cell in missing]

    def _fault(self, number: int) -> str:
        known = 0 < number <= len(self.found)
        changed = known and not self.found[number - 1].data
        return "has changed since: look again" if changed else "was not returned"

    def said(self, answer: CellAnswer | None) -> tuple[SaidCell, ...]:
        """Every cell with its sentence; each once."""
        cells = dict.fromkeys(answer.cells if answer else ())
        return tuple(
            SaidCell(cell, values, self._sentence(cell, values))
            for cell in cells
            if (values := self._of(cell))
        )

    def text(self, said: Sequence[SaidCell]) -> str:
        return "\n".join(self._lines(said)) if said else texts_models.NOT_SHOWN

    def titles(self, said: Sequence[SaidCell], since: int = 0) -> tuple[str, ...]:
        """What the answer rests on, in words; if it has no cell, all look-ups but the first of that
        number."""
        used = {each.cell.look for each in said}
        looks = [each for each in self.found if each.number in used or each.number > since]
        of = [each for each in looks if not used or each.number in used]
        return tuple(dict.fromkeys(each.title(self.names) for each in of))

    def _lines(self, said: Sequence[SaidCell]) -> Iterator[str]:
        last = 0
        for each in said:
            if each.cell.look != last:
                last = each.cell.look
                yield f"{self.found[last - 1].title(self.names)}:"
            yield f"  {each.sentence}"

    def _of(self, cell: AnswerCell) -> Mapping[str, object]:
        """The values that the cell names; none if no look-up returned it."""
        if not 0 < cell.look <= len(self.found) or (cell.row is None and cell.column is None):
            return {}
        look = self.found[cell.look - 1]
        values = look.rows.get(str(cell.row), {})
        if cell.row is None or (cell.column and cell.column not in values):
            values = look.data  # a model that names a row of a value beside the rows means that
        wanted = values if cell.column is None else {cell.column: values.get(cell.column)}
        return {k: v for k, v in wanted.items() if k not in _UNSAID and v not in (None, "", [])}

    def _sentence(self, cell: AnswerCell, values: Mapping[str, object]) -> str:
        look = self.found[cell.look - 1]
        row = look.rows.get(str(cell.row), {})
        row = row if values.items() <= row.items() else {}
        currency = str(row.get("currency") or look.data.get("currency") or "")
        said = ", ".join(_value(column, value, currency) for column, value in values.items())
        if cell.column is None or not row:
            return said
        return f"{_name_of(row, currency)}: {said}"


def _name_of(row: Mapping[str, object], currency: str) -> str:
    """What a row is of, so that no value of it can be taken for another's."""
    if row.get("name"):
        return f"{row['name']} …{row['mask']}" if row.get("mask") else str(row["name"])
    told = [column for column in texts_models.ROW_NAMES if row.get(column)]
    return ", ".join(_value(column, row[column], currency) for column in told)


def _value(column: str, value: object, currency: str) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    if column in _MONEY:
        text = f"{text} {currency}".strip()
    elif column in _QUOTED:
        text = f"“{text}”"
    return f"{texts_models.COLUMN_WORDS.get(column, column.replace('_', ' '))} {text}".strip()


def _named(cell: AnswerCell) -> str:
    return f"look {cell.look}, row {cell.row}, column {cell.column}"


class _KnownNames(dict[str, object]):
    """What a sentence may name; what a call left out is a dash."""

    def __missing__(self, key: str) -> str:
        return texts_models.NOT_SAID
