"""Shows what an import did: one table, then what a person has to know about single documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from app import texts
from app.cli.output import Column, table
from app.cli.screens.remarks import remarks
from app.cli.screens.wording import account_text, period_text, verdict_text
from app.models import OFFLINE
from app.shapes.imports import ImportShape, TiedStatementShape

COLUMNS = (
    Column(texts.FILE, whole=False),
    Column(texts.ACCOUNT, whole=False),
    Column(texts.PERIOD),
    Column(texts.LINES, "right"),
    Column(texts.VERDICT),
    Column(texts.DIFFERENCES, "right", whole=False),
    Column(texts.MODEL_CALLS, "right", whole=False),
)
Row = tuple[str | Text, ...]


def import_screen(documents: Sequence[ImportShape]) -> Iterator[RenderableType]:
    """The table, the differences, the failures, and one line that counts everything."""
    yield table(COLUMNS, [row for document in documents for row in _rows(document)])
    for document in documents:
        yield from _remarks(document)
    yield Text()
    yield _summary(documents)


def _rows(document: ImportShape) -> Iterator[Row]:
    if not document["statements"]:
        yield (document["file"], "", "", "", verdict_text(document["status"]), "", "")
    for number, statement in enumerate(document["statements"]):
        yield _row("" if number else document["file"], statement)


def _row(file: str, statement: TiedStatementShape) -> Row:
    return (
        file,
        account_text(statement),
        period_text(statement["period_start"], statement["period_end"]),
        str(statement["line_count"]),
        verdict_text(statement["verdict"]),
        str(len(statement["differences"])),
        _model_calls(statement),
    )


def _model_calls(statement: TiedStatementShape) -> str:
    # Rules alone go through the same loop as a model, but nobody was called.
    return "0" if statement["model"] in (None, OFFLINE) else str(statement["turns"])


def _remarks(document: ImportShape) -> Iterator[Text]:
    if document["error"]:
        yield _heading(document["file"])
        yield Text(f"  {document['error']} [{document['error_code']}]", style="red")
    for statement in document["statements"]:
        if statement["verdict"] != "matched":
            yield _heading(f"{document['file']}  {account_text(statement)}")
            yield from remarks(statement["checks"], statement["differences"])


def _heading(text: str) -> Text:
    return Text(f"\n{text}", style="bold")


def _summary(documents: Sequence[ImportShape]) -> Text:
    counts = Counter(texts.VERDICTS.get(each["status"], each["status"]) for each in documents)
    told = ", ".join(f"{count} {status}" for status, count in counts.most_common())
    return Text(texts.IMPORT_SUMMARY_LINE.format(count=len(documents), told=told))
