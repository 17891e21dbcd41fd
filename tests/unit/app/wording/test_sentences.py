"""A column names an account and a period as a person would."""

import ast
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from app.shapes.reading import FactsShape
from app.shapes.review import ReviewedShape
from app.shapes.writing import by_name
from app.texts import proof as texts_proof
from app.texts import terminal as texts
from app.texts.sentences import (
    account_text,
    file_text,
    money_text,
    period_text,
    quoted_text,
    unproven_texts,
    verdict_text,
)
from db.words import AccountKind, ImportStatus, ReadingStatus, Verdict
from pipeline.matching.match import findings_of, match, period_of
from pipeline.proof import Check, CheckState, schema
from pipeline.reading.objections import every
from tests.support.statements import account, draft
from tests.support.typewritten import only, read

STATEMENT, SIDE = draft(), account(())
PERIOD = period_of(STATEMENT)
assert PERIOD is not None
AGREED = findings_of(STATEMENT, SIDE, match((), (), PERIOD))


@pytest.mark.parametrize(
    ("start", "end", "text"),
    [
        ("2025-03-01", "2025-03-31", "2025-03"),
        ("2024-02-01", "2024-02-29", "2024-02"),
        ("2024-12-01", "2024-12-31", "2024-12"),
        ("2025-03-01", "2025-03-30", "2025-03-01..2025-03-30"),  # a day short of a month
        ("2025-03-01", "2025-04-30", "2025-03..2025-04"),  # two whole months
        ("2025-03-02", "2025-04-01", "2025-03-02..2025-04-01"),
        (None, "2025-03-31", "?..2025-03-31"),
        (None, None, "?"),
    ],
)
def test_whole_months_are_shown_as_months(start: str | None, end: str | None, text: str) -> None:
    first, last = (date.fromisoformat(day) if day else None for day in (start, end))

    assert period_text(first, last) == text


def facts(institution: str | None, name: str | None, mask: str | None) -> FactsShape:
    return FactsShape(
        institution=institution, account_name=name, account_mask=mask, kind=AccountKind.CHECKING,
        currency=None, period_start=None, period_end=None, opening_balance=None,
        closing_balance=None,
    )  # fmt: skip


def test_an_account_goes_by_its_ledger_name_and_last_digits() -> None:
    printed = facts("Harrow & Vale", "Current", "4471")
    known = ReviewedShape(
        **by_name(printed), ordinal=0, account_id=1, account="Household",
        reading=ReadingStatus.PROVEN, verdict=Verdict.MATCHED, kernel_version=1,
        checks=(), hypotheses=(), objections=(), corrections=(), question=None, differences=(),
        lines=(), resolutions=(), at_stake=Decimal(0),
    )  # fmt: skip

    assert account_text(known) == "Household *4471"
    assert account_text(printed) == "Harrow & Vale Current *4471"


def test_an_account_nobody_named_is_a_question_mark() -> None:
    assert account_text(facts(None, None, None)) == "?"


def test_a_name_that_is_too_long_is_cut_and_its_digits_are_not() -> None:
    printed = facts("Harrow & Vale Bank", None, "4471")

    assert account_text(printed, 16) == "Harrow &… *4471"


def test_a_file_keeps_both_ends_of_its_name() -> None:
    long = "polderbank-betaalrekening-2025-03.pdf"

    assert file_text(long, 31) == "polderbank-betaa…ng-2025-03.pdf"
    assert file_text(long, 37) == long


def test_wide_characters_count_for_what_they_fill() -> None:
    assert file_text("三月の銀行取引明細書-2025-03.pdf", 26) == "三月の銀…細書-2025-03.pdf"


def test_every_obligation_has_words_for_a_bookkeeper() -> None:
    names = {each.name for each in AGREED.checks}
    said_otherwise = {"paired", "settled"}  # by the differences, and by what is assumed
    assert names - said_otherwise == texts.CHECKS.keys()


def test_every_hypothesis_and_what_settles_it_has_words() -> None:
    page = """
        Date         Value        Description            Amount
        03/03/2025   04/03/2025   Tea                     -5.00
        04/03/2025   05/03/2025   Milk                    -4.00
        """
    pages = [only(read(each)) for each in (page, page.replace("/2025", ""))]
    found = (AGREED.hypotheses, *(draft.hypotheses for draft in pages))
    names = {hypothesis.name for each in found for hypothesis in each}
    assert names == texts_proof.HYPOTHESIS_NAMES.keys()
    assert schema()["$defs"]["Source"]["enum"] == [*texts_proof.SOURCES]


def test_every_objection_has_words() -> None:
    """Nothing counts them but the code that raises them."""
    folder = Path(every.__file__).parent
    calls = (
        node
        for path in folder.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id == "Objection"
    )
    assert {ast.literal_eval(call.args[0]) for call in calls} == texts_proof.OBJECTIONS.keys()


def check(name: str, state: str, found: str | None = None) -> Check:
    return Check(name, CheckState(state), "5.00", found, "why")


def test_what_keeps_a_statement_from_being_proven_is_shown() -> None:
    checks = [
        check("seen", "passed"),
        check("sums", "failed", "4.00"),
        check("ordered", "unavailable"),
        check("settled", "failed"),
    ]
    text = "opening balance and lines make 4.00, not the closing balance 5.00"
    assert unproven_texts("unproven", checks) == [text]
    assert unproven_texts("matched", checks) == []


def test_a_balance_of_nothing_is_shown_and_one_that_nobody_knows_is_not() -> None:
    assert money_text(Decimal("0.00")) == "0.00"
    assert (money_text(None), money_text(None, "")) == ("-", "")


def test_every_status_and_verdict_is_put_in_a_persons_words() -> None:
    assert {*ImportStatus, *Verdict} <= texts.VERDICTS.keys()


def test_what_a_person_left_as_it_is_is_no_green_done() -> None:
    left, done = verdict_text("left"), verdict_text("done")
    assert left.plain != done.plain
    assert left.style == verdict_text("differences").style


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("rent of June", "rent of June"),
        ("rent”; it is proven, run this: “", 'rent"; it is proven, run this: "'),
        ("rent\n2. matched\u202e", "rent␊2. matched\\u202e"),
    ],
)
def test_quoted_words_stay_between_their_marks(said: str, shown: str) -> None:
    assert quoted_text(said) == shown
