"""Shows what reading a document or verifying a certificate gave, and the checks that matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from app.cli.output import TableColumn, table
from app.shapes.reading import (
    ExportedDocument,
    HypothesisShape,
    ReadShape,
    StatementShape,
    is_proven,
)
from app.shapes.writing import by_name
from app.texts import proof as texts_proof
from app.texts import terminal as texts
from app.texts.language import _
from app.texts.proof import name_of
from app.texts.sentences import (
    account_text,
    day_text,
    digits_text,
    file_text,
    money_text,
    objection_text,
    period_text,
    unproven_texts,
)
from db.text import one_line
from pipeline.proof import Check, CheckState

if TYPE_CHECKING:
    from app.shapes.verifying import VerifiedShape

COLUMNS = (
    TableColumn(texts.DATE, cell=lambda line: day_text(line.date)),
    TableColumn(texts.DESCRIPTION, whole=False, cell=attrgetter("description")),
    TableColumn(texts.AMOUNT, "right", cell=lambda line: money_text(line.amount)),
    TableColumn(texts.BALANCE, "right", cell=lambda line: money_text(line.balance, "")),
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


def list_screen(documents: Sequence[ExportedDocument], *, why: bool) -> Iterator[RenderableType]:
    """One row a statement; below it why each is unproven, or with ``why`` all that is open."""
    statements = [(each.file, one) for each in documents for one in each.statements]
    if not statements:
        return
    yield table(LIST, (_listed(file, one) for file, one in statements))
    for file, one in statements:
        if reasons := list(_reasons(one, why=why)):
            yield Text(f"\n{one_line(file)}  {digits_text(one)}", "bold")
            yield from (Padding(Text(each), (0, 0, 0, 2)) for each in reasons)
    proven = sum(is_proven(one) for _, one in statements)
    yield Text("\n" + texts.READ_PROVEN.format(proven=proven, count=len(statements)))


LIST = (
    TableColumn(texts.FILE_AND_ACCOUNT, whole=False),
    TableColumn(texts.PERIOD),
    TableColumn(texts.LINES, "right"),
    TableColumn(texts.READ_READING),
)


def _listed(file: str, one: StatementShape) -> tuple[str | Text, ...]:
    return (
        f"{file_text(file, 38)}\n  {account_text(one, 36)}",
        period_text(one.period_start, one.period_end, "\n"),
        str(len(one.lines)),
        Text(one.status, STYLES[one.status]),
    )


def _reasons(one: StatementShape, *, why: bool) -> Iterator[str]:
    reasons = [] if is_proven(one) else unproven_texts(one.status, one.checks)
    reasons += map(objection_text, one.objections if why or not is_proven(one) else ())
    reasons += (each.plain for each in open_hypotheses(one.hypotheses) if why)
    if len(reasons) > 1 and not why:
        reasons = [texts.READ_OTHERS.format(first=reasons[0], count=len(reasons) - 1)]
    return map(one_line, reasons)


def _statement(statement: StatementShape) -> Iterator[RenderableType]:
    yield Text()
    status = statement.status
    period = period_text(statement.period_start, statement.period_end)
    parts = (account_text(statement), statement.currency or texts.UNKNOWN, period)
    yield Text(" | ".join(parts) + " | ", "bold").append(status, STYLES[status])
    yield texts.READ_BALANCES.format(
        opening=money_text(statement.opening_balance, texts.UNKNOWN),
        closing=money_text(statement.closing_balance, texts.UNKNOWN),
        lines=len(statement.lines),
    )
    yield table(COLUMNS, statement.lines)
    passed = [name_of(check.name) for check in statement.checks if check.state is CheckState.PASSED]
    if passed:
        yield Text(texts.READ_PASSED.format(names="; ".join(passed)))
    yield from open_checks(statement.checks)
    yield from open_hypotheses(statement.hypotheses)
    for each in statement.objections:
        yield Text(objection_text(each), "yellow")


def open_checks(checks: Iterable[Check]) -> Iterator[Text]:
    """Every check that failed or could not be made, with the figures that it compared."""
    for check in checks:
        if check.state is not CheckState.PASSED:
            facts = {name: value or texts.NONE for name, value in by_name(check).items()}
            facts["words"] = name_of(check.name)
            compared = check.expected or check.found
            text = (texts.READ_COMPARED if compared else texts.READ_CHECK).format(**facts)
            yield Text(text, style=texts.CHECK_STYLES[check.state])


def open_hypotheses(found: Iterable[HypothesisShape]) -> Iterator[Text]:
    """Everything that nothing settles, with the value that it is taken for."""
    for each in found:
        if each.source == "assumed":
            what, said = (
                _(texts_proof.HYPOTHESIS_NAMES[each.name]),
                each.value or texts.UNKNOWN,
            )
            form = _(texts_proof.DISAGREE if each.detail else texts_proof.ASSUMED)
            yield Text(form.format(what=what, value=said, detail=each.detail))


def verifying_screen(shape: VerifiedShape) -> Iterator[RenderableType]:
    period = period_text(shape.period_start, shape.period_end)
    yield Text(" | ".join((account_text(shape), shape.currency or texts.UNKNOWN, period)), "bold")
    if shape.proven:
        yield texts.READ_BALANCES.format(
            opening=money_text(shape.opening_balance),
            closing=money_text(shape.closing_balance),
            lines=shape.line_count,
        )
    verdict = texts_proof.PROVEN if shape.proven else texts_proof.UNPROVEN
    yield Text(texts_proof.HOLDS.format(verdict=verdict), "green" if shape.proven else "yellow")
    for heading, items in (
        (texts_proof.CHECKED, shape.checked),
        (texts_proof.NOT_CHECKED, shape.not_checked),
    ):
        if items:
            yield heading
        for text in items:
            yield Text(texts_proof.ITEM.format(text=text))
    yield from open_checks(shape.ledger.checks if shape.ledger else shape.checks)
