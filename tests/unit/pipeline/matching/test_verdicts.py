"""What a verdict needs, and that nothing else can give one."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from db.words import AccountKind, ReadingStatus, Verdict
from pipeline.drafts import Line, StatementDraft, proven
from pipeline.matching.match import match
from pipeline.matching.shapes import Matching, Pair
from pipeline.matching.verdicts import Proof, period_of, prove
from pipeline.proof.checks import CheckState
from pipeline.proof.ledger import MANDATORY
from pipeline.proof.ledger_side import LedgerSide, PairedElsewhere, Previous
from pipeline.proof.page import prove_page
from pipeline.words import Seen
from tests.support.statements import Entry, day, draft, line

PASSED, FAILED, UNAVAILABLE = CheckState.PASSED, CheckState.FAILED, CheckState.UNAVAILABLE
LINES = (line(1, 3, -350), line(2, 10, 250_000, "Salary"), line(3, 28, -80_000, "Rent"))


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
    doubted = draft(LINES, proven=False)
    assert proof_of(doubted, ledger(booked(LINES))).verdict is Verdict.UNPROVEN
    proof = proof_of(doubted, ledger(booked(LINES[:1])))
    assert proof.verdict is Verdict.UNPROVEN
    assert proof.differences


def test_a_page_that_does_not_add_up_is_unproven() -> None:
    proof = proof_of(draft(LINES, closing=123), ledger(booked(LINES)))
    assert proof.state("sums") is FAILED
    assert proof.verdict is Verdict.UNPROVEN


@pytest.mark.parametrize(
    "changed",
    [
        {"opening_balance": 123},
        {"closing_balance": 123},
        {"currency": "USD"},
        {"exponent": 3},
        {"period_start": day(2)},
        {"period_end": day(29)},
        {"account_mask": "9999"},
        {"kind": AccountKind.CARD},
        {"lines": LINES[:2]},
        {"lines": (replace(LINES[0], date=day(4)), *LINES[1:])},
        {"lines": ()},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a_draft_that_says_else_than_was_proven_is_not_proven(changed: dict[str, Any]) -> None:
    lying = replace(draft(LINES), **changed)
    assert lying.status is ReadingStatus.UNPROVEN
    assert prove(lying, ledger(booked(LINES)), None).verdict is Verdict.UNPROVEN
    assert proof_of(lying, ledger(booked(LINES))).verdict is Verdict.UNPROVEN


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


@pytest.mark.parametrize("look", [look for look in Seen if look is not Seen.SEEN])
def test_a_figure_that_looks_otherwise_is_never_matched_though_all_ties_out(look: Seen) -> None:
    true = draft(LINES)
    assert true.proof is not None
    assert true.witness is not None
    (page,) = true.proof.pages.pages
    (word,) = true.witness.rows[0].amount.words
    seen = (*page.seen[:word], look, *page.seen[word + 1 :])
    altered = proven(true, prove_page([replace(page, seen=seen)], true.witness))
    twice = look is Seen.TWICE
    assert altered.status is (ReadingStatus.PROVEN if twice else ReadingStatus.UNPROVEN)
    proof = proof_of(altered, ledger(booked(LINES)))
    assert proof.state("seen") is (PASSED if twice else UNAVAILABLE if look is Seen.INK else FAILED)
    assert proof.verdict is (Verdict.MATCHED if twice else Verdict.UNPROVEN)


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


def test_a_line_whose_amount_is_not_printed_is_not_believed() -> None:
    true = draft(LINES)
    invented = (replace(true.lines[0], amount=-360), *true.lines[1:])
    statement = replace(true, lines=invented)
    assert proof_of(statement, ledger(booked(invented))).verdict is Verdict.UNPROVEN


def test_an_entry_dated_before_the_period_is_counted_where_the_bank_counts_it() -> None:
    first, *rest = LINES
    early = Entry(7, day(31, 5), first.amount, first.description)
    first = replace(first, date=day(1))
    side = ledger([early, *booked(rest)], opening=99_650, closing=269_650)
    assert proof_of(draft([first, *rest]), side).verdict is Verdict.MATCHED


def test_an_entry_dated_after_the_period_is_counted_where_the_bank_counts_it() -> None:
    *rest, last = LINES
    late = Entry(7, day(1, 7), last.amount, last.description)
    last = replace(last, date=day(30))
    side = ledger([*booked(rest), late], closing=349_650)
    assert proof_of(draft([*rest, last]), side).verdict is Verdict.MATCHED


def test_an_entry_that_an_earlier_statement_claims_is_out_of_both_balances_question() -> None:
    elsewhere = PairedElsewhere(entry=55, date=day(1), amount=-1_200, earlier=True)
    side = replace(
        ledger(booked(LINES), opening=101_200, closing=269_650),
        elsewhere=(elsewhere,),
    )
    assert proof_of(draft(LINES), side).verdict is Verdict.MATCHED


def test_a_statement_that_does_not_follow_the_previous_one_is_not_matched() -> None:
    side = replace(ledger(booked(LINES)), previous=Previous(day(31, 5), 77))
    proof = proof_of(draft(LINES), side)
    assert proof.state("follows_previous_statement") is FAILED
    assert proof.verdict is Verdict.DIFFERENCES


def test_a_gap_before_the_statement_is_reported_but_refutes_nothing() -> None:
    side = replace(ledger(booked(LINES)), previous=Previous(day(20, 5), 77))
    proof = proof_of(draft(LINES), side)
    assert proof.state("follows_previous_statement") is UNAVAILABLE
    assert proof.verdict is Verdict.MATCHED


def test_pairs_that_someone_made_up_are_weighed_again() -> None:
    statement, side = draft(LINES), ledger(booked(LINES))
    crossed = Matching(
        (Pair(1, 102, 0, 100), Pair(2, 101, 0, 100), Pair(3, 103, 0, 100)), differences=()
    )
    assert prove(statement, side, crossed).verdict is Verdict.DIFFERENCES
    doubled = Matching(tuple(Pair(n, 101, 0, 100) for n in (1, 2, 3)), differences=())
    assert prove(statement, side, doubled).verdict is Verdict.DIFFERENCES


def test_no_other_code_says_matched() -> None:
    """Reading the word is fine; only `pipeline.proof.ledger` may return or store it as a result."""
    root = Path(__file__).parents[4]
    places = [
        path.relative_to(root).as_posix()
        for package in ("app", "jobs", "pipeline", "tools")
        for path in sorted((root / package).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if _gives_matched(node)
    ]
    assert places == ["pipeline/proof/ledger.py"]


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
