"""The table after an import fits a terminal, and says what a person has to know, no more."""

import io
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from app.cli.output import ExitCode, console
from app.cli.runs import import_exit
from app.cli.screens.imports import import_screen
from app.shapes.imports import DifferenceShape, ImportShape, TiedStatementShape
from db.words import AccountKind, ImportStatus, ReadingStatus, Verdict
from pipeline.matching.shapes import DifferenceKind, Evidence, Reason
from pipeline.words import Box


def difference(kind: str, expected: str | None, found: str | None) -> DifferenceShape:
    return DifferenceShape(
        kind=DifferenceKind(kind),
        reason=Reason.NO_CANDIDATE,
        date=date(2025, 3, 12),
        description="Greengate Grocers",
        expected=Decimal(expected) if expected else None,
        found=Decimal(found) if found else None,
        lines=(31,),
        entries=(),
        counterpart=None,
        evidence=(Evidence(2, Box(1.0, 2.0, 3.0, 4.0), "12 Mar"),) if expected else (),
    )


def statement(verdict: str, *differences: DifferenceShape) -> TiedStatementShape:
    return TiedStatementShape(
        ordinal=0,
        institution="Cedar Ridge Federal Credit Union",
        account_name="Free Checking",
        account_mask="5518",
        account_id=9,
        account="Cedar Ridge Federal Credit Union: Free Checking",
        kind=AccountKind.CHECKING,
        currency="USD",
        period_start=date(2025, 3, 1),
        period_end=date(2025, 3, 31),
        opening_balance=Decimal("1.00"),
        closing_balance=Decimal("2.00"),
        line_count=62,
        reading=ReadingStatus.PROVEN,
        verdict=Verdict(verdict),
        checks=(),
        hypotheses=(),
        objections=(),
        differences=differences,
        model="offline",
        format="native",
        model_status="ok",
        turns=3,
        tokens=0,
        tokens_in=0,
        tokens_out=0,
        cost=Decimal(0),
        extraction_skipped=verdict == "matched",
    )


def document(status: str, *statements: TiedStatementShape, error: str | None = None) -> ImportShape:
    return ImportShape(
        file="cedar-ridge-checking-and-savings-2025-03.pdf",
        sha256="9f",
        status=ImportStatus(status),
        import_id=1,
        error_code="unreadable_pdf" if error else None,
        error=error,
        seconds=0.1,
        statements=statements,
        warnings=(),
    )


def printed(documents: list[ImportShape], width: int = 100) -> str:
    out = io.StringIO()
    terminal = console(file=out, width=width)
    for part in import_screen(documents, width):
        terminal.print(part)
    return out.getvalue()


@pytest.mark.parametrize("width", [80, 120])
def test_the_table_keeps_verdict_period_and_figures_whole_on_any_terminal(width: int) -> None:
    text = printed([document("needs_review", statement("differences"))], width)

    row = next(line for line in text.splitlines() if "2025-03 " in line)
    assert "62" in row
    assert " differences " in row
    assert max(map(len, text.splitlines())) <= width


def test_each_difference_is_one_line_with_day_sum_and_place() -> None:
    found = (
        difference("missing_in_ledger", "-12.00", None),
        difference("missing_in_statement", None, "-18.00"),
        difference("amount_differs", "-54.30", "-45.30"),
    )

    text = printed([document("needs_review", statement("differences", *found))])

    assert "2025-03-12  -12.00  Greengate Grocers: not in the ledger (page 2)" in text
    assert "2025-03-12  -18.00  Greengate Grocers: only in the ledger " in text
    assert "-54.30  Greengate Grocers: the ledger says -45.30 (page 2)" in text


def test_many_differences_are_counted_rather_than_shown() -> None:
    found = [difference("missing_in_ledger", "-12.00", None)] * 40

    text = printed([document("needs_review", statement("differences", *found))])

    assert text.count("not in the ledger") == 12
    assert "and 28 more" in text


def test_a_failed_document_says_why_and_what_to_do() -> None:
    text = printed([document("failed", error="It is damaged. Download it again.")])

    assert "failed" in text
    assert "Download it again. [unreadable_pdf]" in text


def test_a_queue_that_is_away_is_reported_once() -> None:
    away = document("queued", error="The queue does not answer.")
    broken = document("failed", error="It is damaged.")

    text = printed([away, away, broken, broken])

    assert text.count("The queue does not answer") == 1
    assert text.count("It is damaged") == 2


@pytest.mark.parametrize(
    ("statuses", "code"),
    [
        (["queued", "queued"], ExitCode.CONFIGURATION),
        (["queued", "failed"], ExitCode.SOME_FAILED),
        (["failed", "failed"], ExitCode.UNREADABLE),
    ],
)
def test_what_is_only_queued_has_not_failed(statuses: list[str], code: ExitCode) -> None:
    codes = {"queued": "queue_unreachable", "failed": "unreadable_pdf"}
    records = [
        replace(document(status, error="Something is away."), error_code=codes[status])
        for status in statuses
    ]

    assert import_exit(records) is code


def test_a_second_statement_does_not_repeat_the_name_of_the_file() -> None:
    text = printed([document("matched", statement("matched"), statement("matched"))], 140)

    assert text.count("cedar-ridge-checking-and-savings-2025-03.pdf") == 1


def last_figure(text: str) -> str:
    """What stands in the last column of the only row."""
    return next(line for line in text.splitlines() if "2025-03 " in line).split()[-1]


def test_rules_alone_count_as_no_model_call() -> None:
    asked = replace(statement("matched"), model="qwen3")

    rules = printed([document("matched", statement("matched"))])
    model = printed([document("matched", asked)])

    assert (last_figure(rules), last_figure(model)) == ("0", "3")


def test_text_of_a_document_is_shown_as_it_is_and_never_as_markup() -> None:
    odd = replace(statement("matched"), account="[red]Harrow[/red] & :smile: Vale")

    assert "[red]Harrow[/red] & :smile: Vale" in printed([document("matched", odd)], 200)
