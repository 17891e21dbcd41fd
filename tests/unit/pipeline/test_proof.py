"""What a verdict needs, and that nothing else can give one."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from db.words import Verdict
from pipeline.drafts import Check, CheckState, DraftStatus, Line, StatementDraft
from pipeline.ledger_side import Claimed, LedgerSide, Previous
from pipeline.matching.match import match
from pipeline.matching.shapes import Matching, Pair, Period
from pipeline.proof import MANDATORY, MUST_NOT_FAIL, Proof, period_of, prove
from tests.support.statements import Entry, day, draft, line

PASSED, FAILED, UNAVAILABLE = CheckState.PASSED, CheckState.FAILED, CheckState.UNAVAILABLE
LINES = (line(0, 3, -350), line(1, 10, 250_000, "Salary"), line(2, 28, -80_000, "Rent"))


def booked(lines: Iterable[Line]) -> tuple[Entry, ...]:
    return tuple(
        Entry(100 + row.ordinal, row.date, row.amount, row.description)
        for row in lines
        if row.date is not None
    )


def ledger(
    entries: Sequence[Entry], opening: int | None = 100_000, closing: int | None = None
) -> LedgerSide:
    if closing is None and opening is not None:
        closing = opening + sum(e.amount_minor for e in entries if day(1) <= e.booked_on <= day(30))
    return LedgerSide(1, "Current account", "EUR", opening, closing, tuple(entries))


def proof_of(statement: StatementDraft, side: LedgerSide) -> Proof:
    period = period_of(statement)
    return prove(statement, side, match(statement.lines, side.entries, period) if period else None)


def test_a_statement_that_ties_out_in_every_way_is_matched() -> None:
    proof = proof_of(draft(LINES), ledger(booked(LINES)))
    assert proof.verdict is Verdict.MATCHED
    assert all(proof.state(name) is PASSED for name in MANDATORY)


def test_a_line_that_the_ledger_lacks_makes_a_difference() -> None:
    proof = proof_of(draft(LINES), ledger(booked(LINES[:2])))
    assert proof.verdict is Verdict.DIFFERENCES
    assert proof.state("every_line_in_ledger") is FAILED
    assert proof.state("closing_balance_in_ledger") is FAILED


def test_an_entry_that_the_statement_lacks_makes_a_difference() -> None:
    extra = Entry(9, day(15), -999, "Books")
    proof = proof_of(draft(LINES), ledger([*booked(LINES), extra]))
    assert proof.verdict is Verdict.DIFFERENCES
    assert proof.state("every_entry_on_statement") is FAILED


def test_an_unproven_reading_stays_unproven_whatever_the_ledger_says() -> None:
    doubted = draft(LINES, status=DraftStatus.UNPROVEN)
    assert proof_of(doubted, ledger(booked(LINES))).verdict is Verdict.UNPROVEN
    proof = proof_of(doubted, ledger(booked(LINES[:1])))
    assert proof.verdict is Verdict.UNPROVEN
    assert proof.differences


def test_a_readers_word_is_recomputed() -> None:
    lying = draft(LINES, closing=123)
    proof = proof_of(lying, ledger(booked(LINES)))
    assert proof.state("opening_plus_lines_is_closing") is FAILED
    assert proof.verdict is Verdict.UNPROVEN


@pytest.mark.parametrize(
    "statement",
    [
        draft(LINES, opening=None, closing=269_650),
        draft(LINES, start=None),
        draft(LINES, end=None),
    ],
    ids=["no opening balance", "no first day", "no last day"],
)
def test_unavailable_is_not_passed(statement: StatementDraft) -> None:
    assert proof_of(statement, ledger(booked(LINES))).verdict is Verdict.UNPROVEN


@pytest.mark.parametrize("state", [FAILED, UNAVAILABLE])
def test_a_hidden_figure_in_a_row_is_never_matched_though_all_ties_out(state: CheckState) -> None:
    statement = replace(draft(LINES), checks=(Check("hidden_text", state),))
    assert proof_of(statement, ledger(booked(LINES))).verdict is Verdict.UNPROVEN


def test_a_ledger_that_does_not_reach_back_proves_nothing() -> None:
    proof = proof_of(draft(LINES), ledger(booked(LINES), opening=None))
    assert proof.state("opening_balance_in_ledger") is UNAVAILABLE
    assert proof.verdict is Verdict.UNPROVEN


def test_paired_rows_over_a_wrong_balance_are_a_difference_of_the_ledger() -> None:
    proof = proof_of(draft(LINES), ledger(booked(LINES), opening=90_000))
    assert proof.differences == ()
    assert proof.state("opening_balance_in_ledger") is FAILED
    assert proof.verdict is Verdict.DIFFERENCES


def test_without_an_account_nothing_is_matched() -> None:
    proof = prove(draft(LINES), None, None)
    assert proof.state("account_known") is UNAVAILABLE
    assert proof.verdict is Verdict.UNPROVEN


def test_another_currency_is_never_matched() -> None:
    proof = proof_of(draft(LINES, currency="USD"), ledger(booked(LINES)))
    assert proof.state("same_currency") is FAILED
    assert proof.verdict is not Verdict.MATCHED


def test_a_currency_that_the_page_does_not_print_is_the_accounts() -> None:
    proof = proof_of(draft(LINES, currency=None), ledger(booked(LINES)))
    assert proof.state("same_currency") is UNAVAILABLE
    assert proof.verdict is Verdict.MATCHED


def test_another_account_number_is_never_matched_though_every_row_agrees() -> None:
    side = replace(ledger(booked(LINES)), mask="4711")
    other = proof_of(draft(LINES, mask="9999"), side)
    assert other.state("same_account_number") is FAILED
    assert other.verdict is not Verdict.MATCHED
    assert proof_of(draft(LINES, mask="4711"), side).verdict is Verdict.MATCHED


def test_a_shorter_mask_is_compared_by_the_digits_it_has() -> None:
    side = replace(ledger(booked(LINES)), mask="711")
    assert proof_of(draft(LINES, mask="4711"), side).verdict is Verdict.MATCHED


def test_no_lines_prove_nothing_unless_the_page_says_so() -> None:
    assert proof_of(draft(), ledger(())).verdict is Verdict.UNPROVEN
    assert proof_of(draft(says_no_lines=True), ledger(())).verdict is Verdict.MATCHED


def test_a_page_that_says_no_lines_and_has_some_contradicts_itself() -> None:
    proof = proof_of(draft(LINES, says_no_lines=True), ledger(booked(LINES)))
    assert proof.verdict is Verdict.UNPROVEN


def test_a_figure_that_does_not_stand_on_its_row_is_not_believed() -> None:
    invented = replace(LINES[0], raw="03.06.2026 Coffee 3.60")
    proof = proof_of(draft([invented, *LINES[1:]]), ledger(booked(LINES)))
    assert proof.state("figures_stand_on_the_page") is FAILED
    assert proof.verdict is Verdict.UNPROVEN


def test_an_entry_dated_before_the_period_is_counted_where_the_bank_counts_it() -> None:
    first, *rest = LINES
    early = Entry(7, day(31, 5), first.amount, first.description)
    first = replace(first, ordinal=0, date=day(1), raw="01.06.2026 Coffee -3.50")
    side = ledger([early, *booked(rest)], opening=99_650, closing=269_650)
    assert proof_of(draft([first, *rest]), side).verdict is Verdict.MATCHED


def test_an_entry_dated_after_the_period_is_counted_where_the_bank_counts_it() -> None:
    *rest, last = LINES
    late = Entry(7, day(1, 7), last.amount, last.description)
    last = replace(last, date=day(30), raw="30.06.2026 Rent -800.00")
    side = ledger([*booked(rest), late], closing=349_650)
    assert proof_of(draft([*rest, last]), side).verdict is Verdict.MATCHED


def test_an_entry_that_an_earlier_statement_claims_is_out_of_both_balances_question() -> None:
    claimed = Claimed(entry=55, date=day(1), amount=-1_200, earlier=True)
    side = replace(ledger(booked(LINES), opening=101_200, closing=269_650), claimed=(claimed,))
    assert proof_of(draft(LINES), side).verdict is Verdict.MATCHED


def test_a_statement_that_does_not_follow_the_previous_one_is_not_matched() -> None:
    side = replace(ledger(booked(LINES)), previous=Previous(day(31, 5), 77))
    proof = proof_of(draft(LINES), side)
    assert proof.state("follows_previous_statement") is FAILED
    assert proof.verdict is Verdict.DIFFERENCES


def test_a_gap_before_the_statement_is_told_but_refutes_nothing() -> None:
    side = replace(ledger(booked(LINES)), previous=Previous(day(20, 5), 77))
    proof = proof_of(draft(LINES), side)
    assert proof.state("follows_previous_statement") is UNAVAILABLE
    assert proof.verdict is Verdict.MATCHED


def test_pairs_that_someone_made_up_are_weighed_again() -> None:
    statement, side = draft(LINES), ledger(booked(LINES))
    crossed = Matching(
        (Pair(0, 101, 0, 100), Pair(1, 100, 0, 100), Pair(2, 102, 0, 100)), differences=()
    )
    assert prove(statement, side, crossed).verdict is Verdict.DIFFERENCES
    doubled = Matching(tuple(Pair(n, 100, 0, 100) for n in range(3)), differences=())
    assert prove(statement, side, doubled).verdict is Verdict.DIFFERENCES


def test_no_one_else_can_make_a_proof() -> None:
    good = proof_of(draft(LINES), ledger(booked(LINES)))
    with pytest.raises(TypeError):
        Proof(good.checks, (), object())
    with pytest.raises(TypeError):
        replace(good, differences=(), seal=None)


@pytest.mark.parametrize("name", [*MANDATORY, *MUST_NOT_FAIL])
def test_every_check_on_the_list_can_alone_prevent_a_match(name: str) -> None:
    good = proof_of(draft(LINES), ledger(booked(LINES)))
    worse = tuple(replace(c, state=FAILED) if c.name == name else c for c in good.checks)
    assert replace(good, checks=worse).verdict is not Verdict.MATCHED


NAMES = (*MANDATORY, *MUST_NOT_FAIL, "any_other")


@given(st.lists(st.sampled_from(list(CheckState)), min_size=len(NAMES), max_size=len(NAMES)))
@settings(max_examples=300, deadline=None)
def test_matched_is_exactly_the_list(states: list[CheckState]) -> None:
    good = proof_of(draft(LINES), ledger(booked(LINES)))
    told = dict(zip(NAMES, states, strict=True))
    proof = replace(good, checks=tuple(Check(name, state) for name, state in told.items()))
    wanted = all(told[name] is PASSED for name in MANDATORY) and all(
        told[name] is not FAILED for name in MUST_NOT_FAIL
    )
    assert (proof.verdict is Verdict.MATCHED) is wanted
    some = replace(proof, differences=match(LINES, (), Period(day(1), day(30))).differences)
    assert some.verdict is not Verdict.MATCHED


def test_no_other_code_says_matched() -> None:
    """Reading the word is fine; only `pipeline.proof` may return or store it as a result."""
    root = Path(__file__).parents[3]
    places = [
        path.relative_to(root).as_posix()
        for package in ("app", "jobs", "pipeline", "tools")
        for path in sorted((root / package).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if _gives_matched(node)
    ]
    assert places == ["pipeline/proof.py"]


def _gives_matched(node: ast.AST) -> bool:
    """Whether the node returns, assigns or passes on ``Verdict.MATCHED``."""
    values: list[ast.expr | None] = []
    if isinstance(node, ast.Return | ast.Assign | ast.AnnAssign):
        values = [node.value]
    if isinstance(node, ast.Call):
        values = [*node.args, *(keyword.value for keyword in node.keywords)]
    return any(
        isinstance(value, ast.Attribute)
        and value.attr == "MATCHED"
        and isinstance(value.value, ast.Name)
        and value.value.id == "Verdict"
        for value in values
    )
