"""The tool that has a statement matched with an account: exact work no model should do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from tools.argument_types import Arguments, Whole
from tools.ledger.table import table
from tools.ledger.visible import AccountNotVisibleError, visible_statement
from tools.ledger.workspace import Compare as CompareFunction
from tools.ledger.workspace import CompareResult, Difference, Workspace
from tools.registry import CostClass, Tool

MOST_ROWS = 20
COLUMNS = ("kind", "line", "entry", "date", "amount", "ledger_amount", "description", "reason")


class CompareArguments(Arguments):
    """Which statement with which account."""

    statement: str
    account_id: Whole


@dataclass(frozen=True, slots=True)
class Compared:
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

    def run(arguments: CompareArguments) -> Compared:
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


def _compared(result: CompareResult, masked: Callable[[str], str]) -> Compared:
    first = result.differences[:MOST_ROWS]
    shown = table(COLUMNS, [each.model_copy(update=_texts(each, masked)) for each in first])
    return Compared(
        lines=result.lines,
        entries=result.entries,
        matched=result.matched,
        total_differences=len(result.differences),
        ledger_opening=result.ledger_opening,
        ledger_closing=result.ledger_closing,
        columns=shown.columns or None,
        rows=shown.rows or None,
    )


def _texts(difference: Difference, masked: Callable[[str], str]) -> dict[str, str]:
    return {"description": masked(difference.description), "reason": masked(difference.reason)}
