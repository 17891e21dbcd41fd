"""Shows what reading a document gave: each statement, its lines, and the checks that matter."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from app.cli.output import Column, table
from app.cli.screens.checks import open_checks, open_hypotheses
from app.shapes.reading import ReadShape, StatementShape
from app.shapes.writing import by_name
from app.texts import hypotheses as texts_hypotheses
from app.texts import terminal as texts
from app.texts.checks import name_of
from app.wording.language import _
from app.wording.sentences import account_text, day_text, money_text, period_text
from pipeline.proof import CheckState

COLUMNS = (
    Column(texts.DATE),
    Column(texts.DESCRIPTION, whole=False),
    Column(texts.AMOUNT, "right"),
    Column(texts.BALANCE, "right"),
)
STYLES = {"proven": "green", "unproven": "yellow"}


def reading_screen(read: ReadShape) -> Iterator[RenderableType]:
    """The document's line, then each statement, then the warnings."""
    yield texts.READ_DOCUMENT.format(**by_name(read.document))
    if not read.statements:
        yield texts.READ_NO_STATEMENT
    for statement in read.statements:
        yield from _statement(statement)
    for warning in read.warnings:
        yield Text(texts.WARNING.format(text=warning), style="yellow")


def _statement(statement: StatementShape) -> Iterator[RenderableType]:
    yield Text()
    yield _title(statement)
    yield texts.READ_BALANCES.format(
        opening=money_text(statement.opening_balance, texts.UNKNOWN),
        closing=money_text(statement.closing_balance, texts.UNKNOWN),
        lines=len(statement.lines),
    )
    yield table(COLUMNS, _rows(statement))
    yield from _checks(statement)


def _title(statement: StatementShape) -> Text:
    status = statement.status
    period = period_text(statement.period_start, statement.period_end)
    parts = (account_text(statement), statement.currency or texts.UNKNOWN, period)
    return Text(" | ".join(parts) + " | ", "bold").append(status, STYLES[status])


def _rows(statement: StatementShape) -> Iterator[tuple[str, ...]]:
    for line in statement.lines:
        yield (
            day_text(line.date),
            line.description,
            money_text(line.amount),
            money_text(line.balance, ""),
        )


def _checks(statement: StatementShape) -> Iterator[RenderableType]:
    passed = [name_of(check.name) for check in statement.checks if check.state is CheckState.PASSED]
    if passed:
        yield Text(texts.READ_PASSED.format(names="; ".join(passed)))
    yield from open_checks(statement.checks)
    yield from open_hypotheses(statement.hypotheses)
    for each in statement.objections:
        what = _(texts_hypotheses.OBJECTIONS.get(each.code, each.code))
        yield Text(f"{what}: {each.detail}" if each.detail else what, "yellow")
