"""What a verdict needs, and that nothing else can give one."""

import ast
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest

from db.ledger.views import Entry
from db.words import ReadingStatus, Verdict
from pipeline.drafts import Line, StatementDraft, prove_draft
from pipeline.matching.match import Proof, match, period_of, prove
from pipeline.matching.shapes import AccountSide, Matching, Pair
from pipeline.proof import Before, CheckState, Document, KnownAccount, LedgerEntry, Origin
from pipeline.words import Seen
from tests.support.statements import account, day, draft, ledger_entry, line

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


def test_a_line_that_the_ledger_lacks_makes_a_difference() -> None:
    proof = proof_of(draft(LINES), account(booked(LINES[:2])))
    assert proof.verdict is Verdict.DIFFERENCES
    assert (proof.state("paired"), proof.state("balances")) == (FAILED, FAILED)


def test_an_entry_that_the_statement_lacks_makes_a_difference() -> None:
    extra = ledger_entry(9, day(15), -999, "Books")
    proof = proof_of(draft(LINES), account([*booked(LINES), extra]))
    assert proof.verdict is Verdict.DIFFERENCES
    assert proof.state("paired") is FAILED


def test_a_page_that_nobody_looked_at_stays_unproven_whatever_the_ledger_says() -> None:
    doubted = draft(LINES, proven=False)
    assert verdict_of(doubted, booked(LINES)) is Verdict.UNPROVEN
    proof = proof_of(doubted, account(booked(LINES[:1])))
    assert proof.verdict is Verdict.UNPROVEN
    assert proof.differences


def test_a_page_that_does_not_add_up_is_unproven() -> None:
    proof = proof_of(draft(LINES, closing=123), account(booked(LINES)))
    assert proof.state("sums") is FAILED
    assert proof.verdict is Verdict.UNPROVEN


def test_the_ledger_gives_one_balance_that_the_page_does_not_print_but_not_both() -> None:
    one = draft(LINES, opening=None, closing=269_650)
    assert proof_of(one, account(booked(LINES))).state("sums") is UNAVAILABLE
    assert verdict_of(one, booked(LINES)) is Verdict.MATCHED
    assert verdict_of(draft(LINES, opening=None), booked(LINES)) is Verdict.UNPROVEN


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


def test_a_ledger_that_does_not_reach_back_proves_nothing() -> None:
    proof = proof_of(draft(LINES), account(booked(LINES), opening=None))
    assert proof.state("balances") is UNAVAILABLE
    assert proof.verdict is Verdict.UNPROVEN


def test_paired_rows_over_a_wrong_balance_are_a_difference_of_the_ledger() -> None:
    proof = proof_of(draft(LINES), account(booked(LINES), opening=90_000))
    assert proof.differences == ()
    assert (proof.state("paired"), proof.state("balances")) == (PASSED, FAILED)
    assert proof.verdict is Verdict.DIFFERENCES


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


def test_whose_money_a_balance_is_must_be_known() -> None:
    kinds: tuple[tuple[Literal["money", "debt"] | None, bool], ...] = (
        (None, False), ("debt", False), ("money", True),
    )  # fmt: skip
    for kind, verdict in kinds:
        known = KnownAccount("EUR", kind, number="1234")
        assert (verdict_of(draft(LINES), booked(LINES), known=known) is Verdict.MATCHED) is verdict


def test_what_was_made_from_a_reading_settles_nothing() -> None:
    entries = booked(LINES)
    echo = tuple(LedgerEntry(e.id, e.booked_on, e.amount_minor, Origin.READING) for e in entries)
    unprinted, unnamed = draft(LINES, currency=None), KnownAccount(None, "money", number="1234")
    assert verdict_of(unprinted, entries, entries=echo, known=unnamed) is Verdict.UNPROVEN
    assert verdict_of(unprinted, entries, known=unnamed) is Verdict.MATCHED
    assert verdict_of(draft(LINES), entries, entries=echo) is Verdict.MATCHED


def test_no_lines_are_matched_where_the_ledger_has_none_either() -> None:
    extra = ledger_entry(9, day(15), -999, "Books")
    assert verdict_of(draft(), ()) is Verdict.MATCHED
    assert verdict_of(draft(), (extra,)) is not Verdict.MATCHED


def test_a_line_whose_amount_is_not_printed_is_not_believed() -> None:
    true = draft(LINES)
    invented = (replace(true.lines[0], amount=-360), *true.lines[1:])
    assert verdict_of(replace(true, lines=invented), booked(invented)) is not Verdict.MATCHED


def test_an_entry_dated_before_the_period_is_counted_where_the_bank_counts_it() -> None:
    first, *rest = LINES
    early = ledger_entry(7, day(31, 5), first.amount, first.description)
    first = replace(first, date=day(1))
    entries = [early, *booked(rest)]
    assert verdict_of(draft([first, *rest]), entries, opening=99_650) is Verdict.MATCHED


def test_an_entry_dated_after_the_period_is_counted_where_the_bank_counts_it() -> None:
    *rest, last = LINES
    late = ledger_entry(7, day(1, 7), last.amount, last.description)
    last = replace(last, date=day(30))
    assert verdict_of(draft([*rest, last]), [*booked(rest), late]) is Verdict.MATCHED


def test_an_entry_that_an_earlier_statement_claims_is_out_of_both_balances_question() -> None:
    entries = booked(LINES)
    own = account(entries).ledger.entries
    claimed = LedgerEntry(55, day(1), -1_200, Origin.SOURCE, counted="earlier")
    more = {"opening": 101_200, "entries": (*own, claimed)}
    assert verdict_of(draft(LINES), entries, **more) is Verdict.MATCHED


def test_a_statement_that_does_not_follow_the_one_before_is_not_matched() -> None:
    proof = proof_of(draft(LINES), account(booked(LINES), before=Before(day(31, 5), 77, True)))
    assert proof.state("chain") is FAILED
    assert proof.verdict is Verdict.DIFFERENCES


def test_a_gap_before_the_statement_refutes_nothing() -> None:
    proof = proof_of(draft(LINES), account(booked(LINES), before=Before(day(20, 5), 77, True)))
    assert proof.state("chain") is UNAVAILABLE
    assert proof.verdict is Verdict.MATCHED


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
