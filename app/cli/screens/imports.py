"""Shows what an import did: one table, then what a person has to know about single documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from app.cli.output import Column, table
from app.cli.screens.remarks import first_ones, indented, remarks
from app.environment.models import OFFLINE
from app.shapes.imports import ImportShape, TiedStatementShape
from app.texts import hypotheses as texts_hypotheses
from app.texts import terminal as texts
from app.wording.sentences import (
    about_text,
    account_text,
    digits_text,
    file_text,
    period_text,
    verdict_text,
)
from db.words import ImportStatus

COLUMNS = (
    Column(texts.FILE_AND_ACCOUNT),
    Column(texts.PERIOD),
    Column(texts.LINES, "right"),
    Column(texts.VERDICT),
    Column(texts.DIFFERENCES, "right"),
    Column(texts.MODEL_CALLS, "right"),
)
#: What the columns but the first need, with the space between them.
OTHER_COLUMNS = 49
NARROWEST = 24
Row = tuple[str | Text, ...]


def import_screen(documents: Sequence[ImportShape], width: int) -> Iterator[RenderableType]:
    """The table, the differences, the failures, and one line that counts everything."""
    names = max(NARROWEST, width - OTHER_COLUMNS)
    yield table(COLUMNS, [row for document in documents for row in _rows(document, names)])
    shown: set[str | None] = set()
    for document in documents:
        # A queue that is away is so for all of them alike.
        if document.status != ImportStatus.QUEUED or document.error_code not in shown:
            yield from _remarks(document)
        shown.add(document.error_code)
    yield Text()
    yield _summary(documents)


def _rows(document: ImportShape, width: int) -> Iterator[Row]:
    file = file_text(document.file, width)
    if not document.statements:
        yield (file, "", "", verdict_text(document.status), "", "")
    for number, statement in enumerate(document.statements):
        account = f"  {account_text(statement, width - 2)}"
        yield _row(account if number else f"{file}\n{account}", statement)


def _row(name: str, statement: TiedStatementShape) -> Row:
    return (
        name,
        period_text(statement.period_start, statement.period_end, "\n"),
        str(statement.line_count),
        verdict_text(statement.verdict),
        str(len(statement.differences)),
        _model_calls(statement),
    )


def _model_calls(statement: TiedStatementShape) -> str:
    # Rules alone go through the same loop as a model, but nobody was called.
    return "0" if statement.model in (None, OFFLINE) else str(statement.turns)


def _remarks(document: ImportShape) -> Iterator[RenderableType]:
    if document.error:
        yield _heading(document.file)
        said = f"{document.error} [{document.error_code}]"
        yield from indented([Text(said, style="red")])
    if document.about:
        yield from indented([Text(about_text(document.about))])
    for statement in document.statements:
        if statement.verdict != "matched":
            yield _heading(f"{document.file}  {digits_text(statement)}")
            lines = remarks(statement.verdict, statement.checks, statement.differences)
            yield from indented(first_ones(lines, document.import_id))
            yield from indented(_open(statement, document.import_id))


def _open(statement: TiedStatementShape, import_id: int | None) -> Iterator[Text]:
    """What nobody and nothing settles of a statement that is not proven, in one sentence."""
    assumed = [each.name for each in statement.hypotheses if each.source == "assumed"]
    if assumed and import_id is not None and statement.verdict == "unproven":
        what = ", ".join(texts_hypotheses.NAMES[name] for name in assumed)
        yield Text(texts_hypotheses.OPEN.format(what=what, import_id=import_id))


def _heading(text: str) -> Text:
    return Text(f"\n{text}", style="bold")


def _summary(documents: Sequence[ImportShape]) -> Text:
    counts = Counter(texts.VERDICTS.get(each.status, each.status) for each in documents)
    listed = ", ".join(f"{count} {status}" for status, count in counts.most_common())
    return Text(texts.IMPORT_SUMMARY_LINE.format(count=len(documents), counts=listed))
