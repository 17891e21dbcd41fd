"""Shows what waits for a person: the list of imports, or one with its lines and differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from app import texts
from app.cli.output import Column, table
from app.cli.screens.remarks import remarks
from app.cli.screens.wording import account_text, period_text, verdict_text
from app.shapes.review import PairedLineShape, ReviewedShape, ReviewShape

WAITING = (
    Column(texts.ID, "right"),
    Column(texts.FILE, whole=False),
    Column(texts.ACCOUNT, whole=False),
    Column(texts.PERIOD),
    Column(texts.VERDICT),
    Column(texts.DIFFERENCES, "right"),
)
LINES = (
    Column(texts.LINE, "right"),
    Column(texts.PAGE, "right"),
    Column(texts.DATE),
    Column(texts.DESCRIPTION, whole=False),
    Column(texts.AMOUNT, "right"),
    Column(texts.ENTRY, "right"),
)


def waiting_screen(reviews: Sequence[ReviewShape]) -> Iterator[RenderableType]:
    """One row a statement, and what to type next."""
    if not reviews:
        yield texts.REVIEW_NOTHING
        return
    yield table(WAITING, [row for review in reviews for row in _rows(review)])
    yield texts.REVIEW_NEXT.format(import_id=reviews[0]["import_id"])


def review_screen(review: ReviewShape) -> Iterator[RenderableType]:
    """One import: its error, or each statement's remarks and lines."""
    yield Text(texts.REVIEW_TITLE.format(**review), style="bold")
    if review["error"]:
        yield Text(f"{review['error']} [{review['error_code']}]", style="red")
    for statement in review["statements"]:
        yield _title(statement)
        yield from remarks(statement["checks"], statement["differences"], whole=True)
        yield table(LINES, [_line(line) for line in statement["lines"]])


def _rows(review: ReviewShape) -> Iterator[tuple[str | Text, ...]]:
    first = (str(review["import_id"]), review["file"])
    if not review["statements"]:
        yield (*first, "", "", verdict_text(review["status"]), "")
    for statement in review["statements"]:
        period = period_text(statement["period_start"], statement["period_end"])
        count = str(len(statement["differences"]))
        verdict = verdict_text(statement["verdict"])
        yield (*first, account_text(statement), period, verdict, count)
        first = ("", "")


def _title(statement: ReviewedShape) -> Text:
    period = period_text(statement["period_start"], statement["period_end"])
    title = Text(f"\n{account_text(statement)}  {period}  ", style="bold")
    return title.append_text(verdict_text(statement["verdict"]))


def _line(line: PairedLineShape) -> tuple[str, ...]:
    return (
        str(line["ordinal"]),
        str(line["page"]),
        line["date"] or texts.UNKNOWN,
        line["description"],
        line["amount"],
        ", ".join(map(str, line["entries"])) or texts.NONE,
    )
