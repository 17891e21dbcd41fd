"""Tools on the statement that is being read: its facts, its rows, and comparing it."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from pydantic import Field

from tools.ledger.workspace import (
    AccountNotVisibleError,
    Arguments,
    CompareResult,
    ShownDifference,
    StatementFacts,
    Whole,
    Workspace,
    table,
    visible_statement,
)
from tools.ledger.workspace import Compare as CompareFunction
from tools.loop.registry import CostClass, Tool

MOST_ROWS = 20
COLUMNS = ("kind", "line", "entry", "date", "amount", "ledger_amount", "description", "reason")


class CompareArguments(Arguments):
    """Which statement with which account."""

    statement: str
    account_id: Whole


@dataclass(frozen=True, slots=True)
class ComparisonAnswer:
    """What was found; of the differences at most MOST_ROWS are shown, all are counted."""

    lines: int
    entries: int
    matched: int
    total_differences: int
    ledger_opening: Decimal | None = None
    ledger_closing: Decimal | None = None
    columns: tuple[str, ...] | None = None
    rows: tuple[tuple[object, ...], ...] | None = None


def compare_tool(workspace: Workspace, compare: CompareFunction) -> Tool:
    """`compare` for the statements and accounts of this run."""

    def run(arguments: CompareArguments) -> ComparisonAnswer:
        visible_statement(workspace, arguments.statement)
        if arguments.account_id not in workspace.scope:
            raise AccountNotVisibleError(account_id=arguments.account_id)
        return _compared(compare(arguments.statement, arguments.account_id), workspace.shown)

    return Tool(
        "compare",
        "Match a statement with an account; lists what differs.",
        CompareArguments,
        run,
        cost_class=CostClass.LONG,
    )


def _compared(result: CompareResult, masked: Callable[[str], str]) -> ComparisonAnswer:
    first = result.differences[:MOST_ROWS]
    shown = table(COLUMNS, [each.model_copy(update=_texts(each, masked)) for each in first])
    return ComparisonAnswer(
        lines=result.lines,
        entries=result.entries,
        matched=result.matched,
        total_differences=len(result.differences),
        ledger_opening=result.ledger_opening,
        ledger_closing=result.ledger_closing,
        columns=shown.columns or None,
        rows=shown.rows or None,
    )


def _texts(difference: ShownDifference, masked: Callable[[str], str]) -> dict[str, str]:
    return {"description": masked(difference.description), "reason": masked(difference.reason)}


MOST_LINES = 100
LINE_COLUMNS = ("line", "page", "date", "amount", "balance", "description", "matched")


class GetLines(Arguments):
    """Lines ``start`` to ``end``, both included, from 1; perhaps only those without an entry."""

    statement: str
    start: int = Field(default=1, ge=1)
    end: int | None = None
    only_unmatched: bool = False


@dataclass(frozen=True, slots=True)
class LinesAnswer:
    """Some rows, and where to go on when there are more."""

    total_rows: int
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    next_start: int | None


def get_lines_tool(workspace: Workspace) -> Tool:
    """`get_lines` over the statements of this run."""

    def get_lines(arguments: GetLines) -> LinesAnswer:
        visible_statement(workspace, arguments.statement)
        every = workspace.lines(arguments.statement) if workspace.lines else ()
        wanted = [
            line
            for line in every
            if arguments.start <= line.line <= (arguments.end or line.line)
            and not (arguments.only_unmatched and line.matched)
        ]
        shown = table(LINE_COLUMNS, wanted[:MOST_LINES])
        more = wanted[MOST_LINES].line if len(wanted) > MOST_LINES else None
        return LinesAnswer(len(wanted), shown.columns, shown.rows, more)

    return Tool("get_lines", "A statement's rows.", GetLines, get_lines)


class GetStatement(Arguments):
    """Which statement."""

    statement: str


def get_statement_tool(workspace: Workspace) -> Tool:
    """`get_statement` over the statements of this run."""

    def get_statement(arguments: GetStatement) -> StatementFacts:
        return visible_statement(workspace, arguments.statement)

    return Tool("get_statement", "A statement's facts.", GetStatement, get_statement)
