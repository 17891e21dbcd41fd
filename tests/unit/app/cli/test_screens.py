"""What the terminal shows of imports and of the log."""

import io
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from app.cli.output import ExitCode, console
from app.cli.runs import import_exit
from app.cli.screens.history import log_screen
from app.cli.screens.imports import import_screen
from app.shapes.decisions import LogShape, act_shape
from app.shapes.imports import DifferenceShape, ImportShape, TiedStatementShape
from db.log import Past
from db.models import AuditLog
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


ENTRY = {
    "id": 12, "account_id": 3, "booked_on": "2026-06-28", "amount_minor": -80_000,
    "currency": "EUR", "description": "Rent", "state": "cleared",
}  # fmt: skip
ACCOUNT = {
    "account_id": 3, "opening_balance_minor": 100_000, "opened_on": None, "currency": "EUR",
    "name": "Everyday", "institution": "Northgate Bank",
}  # fmt: skip


def log_row(action: str, before: Any = None, after: Any = None) -> AuditLog:
    at = datetime(2026, 7, 1, 9, 30, tzinfo=UTC)
    return AuditLog(
        id=7, at=at, actor="alex", action=action, subject="things:5", before=before, after=after
    )


def log_of(action: str, before: Any = None, after: Any = None, older: int | None = None) -> str:
    past = Past(row=log_row(action, before, after), import_id=4, file="june.pdf", accounts={3: ""})
    return shown(LogShape(acts=(act_shape(past),), before=older))


def shown(log: LogShape) -> str:
    out = io.StringIO()
    terminal = console(file=out, width=100)
    for part in log_screen(log):
        terminal.print(part)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def test_who_when_what_and_to_which_file_and_account() -> None:
    assert log_of("accept", after={"import": 4}) == (
        "7. 2026-07-01 09:30 UTC  alex: accept things:5\n"
        "   june.pdf (import 4)\n"
        "   account: number 3, which no longer exists"
    )


def test_what_an_entry_said_before_and_says_after() -> None:
    cheaper = {**ENTRY, "amount_minor": -70_000}
    applied = [
        {"op": "amend", "entry": 12, "before": ENTRY, "after": cheaper},
        {"op": "remove", "entry": 13, "before": ENTRY, "after": None},
    ]
    said = log_of("accept", after={"applied": applied, "states": {"12": "cleared"}})
    assert "   amend: 2026-06-28 -800.00 EUR Rent → 2026-06-28 -700.00 EUR Rent\n" in said
    assert "   remove: 2026-06-28 -800.00 EUR Rent → (no entry)\n" in said
    assert "   entries reconciled: 1" in said
    assert "applied" not in said


def test_an_account_that_was_edited_shows_what_its_line_has_no_room_for() -> None:
    edited = {**ACCOUNT, "opening_balance_minor": 0, "institution": "Southgate Bank"}
    said = log_of("edit", ACCOUNT, edited)
    assert "1000.00 EUR Everyday → from the beginning 0.00 EUR Everyday\n" in said
    assert "   institution: Northgate Bank → Southgate Bank" in said


def test_an_act_nobody_knows_is_shown_whole() -> None:
    said = log_of(
        "teleport",
        {"from": "here", "import": 9, "both": 1},
        {"to": ["there", {"deep": True}], "reason": ["odd"], "both": 2, "file": 8},
    )
    for line in (
        "from: here → -",
        "import: 9 → -",
        "both: 1 → 2",
        'to: ["there", {"deep": true}]',
        'reason: ["odd"]',
        "file: 8",
    ):
        assert f"   {line}" in said.splitlines()


@pytest.mark.parametrize(("before", "after"), [("a", None), (None, 3), (["x"], {"y": 1})])
def test_what_it_kept_need_not_be_an_object(before: object, after: object) -> None:
    assert " → " in log_of("invent", before, after)


@pytest.mark.parametrize(
    "changes",
    [
        {"before": ENTRY},
        {"before": ENTRY, "after": {"booked_on": "2026-06-28"}},
        {"before": ENTRY, "after": None, "because": "why"},
        {"before": None, "after": None},
    ],
)
def test_what_only_looks_like_a_change_is_shown_as_it_is(changes: dict[str, Any]) -> None:
    said = log_of("invent", after={"applied": [changes]})
    assert '   applied: [{"before"' in said


def test_it_says_how_to_see_older_acts() -> None:
    assert log_of("accept", older=7).endswith("tieout log --before 7")


def test_an_empty_log_says_so() -> None:
    assert shown(LogShape(acts=(), before=None)) == "Nothing was done."
