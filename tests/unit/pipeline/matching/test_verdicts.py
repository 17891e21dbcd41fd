"""What a verdict needs, and that nothing else can give one."""

import ast
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from db.ledger.views import Entry
from db.words import ReadingStatus, Verdict
from pipeline.drafts import Line, StatementDraft, prove_draft
from pipeline.matching.match import Proof, match, period_of, prove
from pipeline.matching.shapes import AccountSide, Matching, Pair
from pipeline.proof import CheckState, Document, KnownAccount, LedgerEntry, Origin
from pipeline.words import Seen
from tests.support.statements import account, draft, ledger_entry, line

PASSED, FAILED, UNAVAILABLE = CheckState.PASSED, CheckState.FAILED, CheckState.UNAVAILABLE
LINES = (line(1, 3, -350), line(2, 10, 250_000, "Salary"), line(3, 28, -80_000, "Rent"))


def booked(lines: Iterable[Line]) -> tuple[Entry, ...]:
    return tuple(
        ledger_entry(100 + row.ordinal, row.date, row.amount, row.description)
        for row in lines
        if row.date is not None
    )


def proof_of(statement: StatementDraft, side: AccountSide) -> Proof:
    period = period_of(statement)
    return prove(statement, side, match(statement.lines, side.entries, period) if period else None)


def verdict_of(statement: StatementDraft, rows: Sequence[Entry], **more: Any) -> Verdict:
    return proof_of(statement, account(rows, **more)).verdict


def test_a_statement_that_ties_out_in_every_way_is_matched() -> None:
    proof = proof_of(draft(LINES), account(booked(LINES)))
    assert proof.verdict is Verdict.MATCHED
    assert {check.name for check in proof.checks if check.state is not PASSED} == {"chain"}
    assert not any(each.is_assumed for each in proof.hypotheses)


@pytest.mark.parametrize("look", [look for look in Seen if look is not Seen.SEEN])
def test_a_figure_that_looks_otherwise_is_never_matched_though_all_ties_out(look: Seen) -> None:
    true = draft(LINES)
    assert true.proof is not None
    witness = true.proof.witness
    (page,) = true.proof.document.pages
    (word,) = witness.lines[0].amount.words
    seen = (*page.seen[:word], look, *page.seen[word + 1 :])
    altered = prove_draft(true, Document([replace(page, seen=seen)]))
    sure = look in (Seen.TWICE, Seen.PERSON)
    assert altered.status is (ReadingStatus.PROVEN if sure else ReadingStatus.UNPROVEN)
    proof = proof_of(altered, account(booked(LINES)))
    assert proof.state("seen") is (PASSED if sure else UNAVAILABLE if look is Seen.INK else FAILED)
    assert proof.verdict is (Verdict.MATCHED if sure else Verdict.UNPROVEN)


def test_without_an_account_nothing_is_matched() -> None:
    assert prove(draft(LINES), None, None).verdict is Verdict.UNPROVEN


def test_another_currency_than_the_accounts_is_never_matched() -> None:
    proof = proof_of(draft(LINES, currency="USD"), account(booked(LINES)))
    (currency,) = (each for each in proof.hypotheses if each.name == "currency")
    assert currency.is_assumed
    assert proof.verdict is not Verdict.MATCHED


def test_a_currency_that_the_page_does_not_print_is_the_accounts() -> None:
    proof = proof_of(draft(LINES, currency=None), account(booked(LINES)))
    (currency,) = (each for each in proof.hypotheses if each.name == "currency")
    # A person said whose statement it is, and the account has its currency by a person's word.
    assert (currency.value, currency.source) == ("EUR", "person")
    assert proof.verdict is Verdict.MATCHED


def test_what_was_made_from_a_reading_settles_nothing() -> None:
    entries = booked(LINES)
    echo = tuple(LedgerEntry(e.id, e.booked_on, e.amount_minor, Origin.READING) for e in entries)
    unprinted, unnamed = draft(LINES, currency=None), KnownAccount(None, "money", number="1234")
    assert verdict_of(unprinted, entries, entries=echo, known=unnamed) is Verdict.UNPROVEN
    assert verdict_of(unprinted, entries, known=unnamed) is Verdict.MATCHED
    assert verdict_of(draft(LINES), entries, entries=echo) is Verdict.MATCHED


def test_a_line_whose_amount_is_not_printed_is_not_believed() -> None:
    true = draft(LINES)
    invented = (replace(true.lines[0], amount=-360), *true.lines[1:])
    assert verdict_of(replace(true, lines=invented), booked(invented)) is not Verdict.MATCHED


def test_pairs_that_someone_made_up_are_weighed_again() -> None:
    statement, side = draft(LINES), account(booked(LINES))
    crossed = Matching(
        (Pair(1, 102, 0, 100), Pair(2, 101, 0, 100), Pair(3, 103, 0, 100)), differences=()
    )
    assert prove(statement, side, crossed).state("paired") is FAILED
    doubled = Matching(tuple(Pair(n, 101, 0, 100) for n in (1, 2, 3)), differences=())
    assert prove(statement, side, doubled).state("paired") is FAILED


def test_no_other_code_says_matched() -> None:
    """Reading the word is fine; only the kernel may give it as a result."""
    root = Path(__file__).parents[4]
    places = {
        path.relative_to(root).as_posix()
        for package in ("app", "jobs", "pipeline", "tools")
        for path in sorted((root / package).rglob("*.py"))
        if "matched" in (source := path.read_text(encoding="utf-8")).lower()
        for node in ast.walk(ast.parse(source))
        if _gives_matched(node)
    }
    assert places == {"pipeline/proof/agreement.py"}


def _gives_matched(node: ast.AST) -> bool:
    """Whether the node returns "matched", or returns, assigns or passes on ``Verdict.MATCHED``."""
    values: list[ast.expr | None] = []
    if isinstance(node, ast.Return | ast.Assign | ast.AnnAssign):
        values = [node.value]
    if isinstance(node, ast.Call):
        values = [*node.args, *(keyword.value for keyword in node.keywords)]
    said = node.value if isinstance(node, ast.Return) else None
    return (isinstance(said, ast.Constant) and said.value == "matched") or any(
        isinstance(value, ast.Attribute)
        and value.attr == "MATCHED"
        and isinstance(value.value, ast.Name)
        and value.value.id == "Verdict"
        for value in values
    )
