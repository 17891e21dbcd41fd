"""The tool that shows a model the rows of a statement's draft, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import Field

from tools.argument_types import Arguments
from tools.ledger.table import table
from tools.ledger.visible import visible_statement
from tools.ledger.workspace import Workspace
from tools.registry import Tool

MOST_ROWS = 100
COLUMNS = ("line", "page", "date", "amount", "balance", "description", "matched")


class GetLines(Arguments):
    """Lines ``start`` to ``end``, both included, from 1; perhaps only those without an entry."""

    statement: str
    start: int = Field(default=1, ge=1)
    end: int | None = None
    only_unmatched: bool = False


@dataclass(frozen=True, slots=True)
class Lines:
    """Some rows, and where to go on when there are more."""

    total_rows: int
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    next_start: int | None


def get_lines_tool(workspace: Workspace) -> Tool:
    """`get_lines` over the statements of this run."""

    def get_lines(arguments: GetLines) -> Lines:
        visible_statement(workspace, arguments.statement)
        every = workspace.lines(arguments.statement) if workspace.lines else ()
        wanted = [
            line
            for line in every
            if arguments.start <= line.line <= (arguments.end or line.line)
            and not (arguments.only_unmatched and line.matched)
        ]
        shown = table(COLUMNS, wanted[:MOST_ROWS])
        more = wanted[MOST_ROWS].line if len(wanted) > MOST_ROWS else None
        return Lines(len(wanted), shown.columns, shown.rows, more)

    return Tool("get_lines", "A statement's rows.", GetLines, get_lines)
