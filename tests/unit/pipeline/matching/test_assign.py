"""The pairing of a group is the best there is: held against trying every pairing."""

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.ledger.views import Entry
from db.words import ReadingStatus, Verdict
from pipeline.drafts import Line, StatementDraft, prove_draft
from pipeline.matching import candidates
from pipeline.matching.assign import cheapest, replacements, settle, solve
from pipeline.matching.candidates import Group, groups
from pipeline.matching.hints import Pattern, PatternKind, patterns
from pipeline.matching.match import Findings, findings_of, match, period_of
from pipeline.matching.shapes import AccountSide, Matching, Pair
from pipeline.proof import CheckState, Document, KnownAccount, LedgerEntry, Origin
from pipeline.words import Seen
from tests.support.statements import account, day, draft, ledger_entry, line

WORDS = st.sampled_from(["Coffee", "Coffee bar", "NETFLIX.COM", "Netflix", "Direct debit 1"])
ROWS = st.lists(st.tuples(st.integers(1, 9), WORDS), max_size=5)
COSTS = st.lists(st.dictionaries(st.integers(0, 3), st.integers(0, 9)), max_size=4)
UNITS = st.lists(st.integers(1, 3), min_size=4, max_size=4)
APART = 1_000


def rows_of(drawn: Iterable[tuple[int, str]]) -> list[Line]:
    return [line(n, number, -500, words) for n, (number, words) in enumerate(drawn)]


def entries_of(drawn: Iterable[tuple[int, str]]) -> list[Entry]:
    return [ledger_entry(n, day(number), -500, words) for n, (number, words) in enumerate(drawn)]


def every_pairing(rows: int, columns: int) -> Iterator[list[tuple[int, int]]]:
    """Each way of giving some rows a column of their own."""
    nowhere = [None] * rows
    for order in set(permutations([*range(columns), *nowhere], rows)):
        yield [(i, j) for i, j in enumerate(order) if j is not None]


def best_of(group: Group) -> tuple[int, int, int, int]:
    """What the best of all pairings is worth, row by row."""
    rows = [place for place, kind in enumerate(group.lines) for _ in kind]
    columns = [place for place, kind in enumerate(group.entries) for _ in kind]
    tried = (
        [(rows[i], columns[j]) for i, j in pairing]
        for pairing in every_pairing(len(rows), len(columns))
    )
    return min(
        worth(group, pairing) for pairing in tried if all(at in group.edges for at in pairing)
    )


def worth(group: Group, pairs: Sequence[tuple[int, int]]) -> tuple[int, int, int, int]:
    """Its pairs, days, unlikeness, and how far out of order it is; the least is best."""
    edges = [group.edges[at] for at in pairs]
    return (
        -len(pairs),
        sum(edge.days for edge in edges),
        sum(edge.unlike for edge in edges),
        sum((i - j) ** 2 for i, j in pairs),
    )


@given(ROWS, ROWS)
def test_most_pairs_then_fewest_days_then_likest_words_then_rows_in_order(
    lines: list[tuple[int, str]], entries: list[tuple[int, str]]
) -> None:
    for group in groups(rows_of(lines), entries_of(entries), window=3):
        found = [at for at, units in solve(group).pairs.items() for _ in range(units)]
        assert worth(group, found) == best_of(group)


@given(ROWS, ROWS)
def test_a_crowd_is_paired_as_often_and_as_near_as_if_words_were_weighed(
    lines: list[tuple[int, str]], entries: list[tuple[int, str]]
) -> None:
    few = groups(rows_of(lines), entries_of(entries), window=3)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(candidates, "_CROWD", 0)
        many = groups(rows_of(lines), entries_of(entries), window=3)
    assert [group.crowd for group in many] == [True] * len(few)
    for one, other in zip(few, many, strict=True):
        assert best_of(one)[:2] == worth(other, [s.places for s in settle(other, solve(other))])[:2]


@given(ROWS, ROWS, st.booleans())
def test_every_row_is_paired_once_and_no_more(
    lines: list[tuple[int, str]], entries: list[tuple[int, str]], crowd: bool
) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(candidates, "_CROWD", 0 if crowd else 100)
        found = groups(rows_of(lines), entries_of(entries), window=3)
    served = [each.numbers for group in found for each in settle(group, solve(group))]
    assert len({n for n, _ in served}) == len({n for _, n in served}) == len(served)


@given(COSTS, UNITS, UNITS)
def test_what_replaces_a_row_is_the_cheapest_that_could(
    costs: list[dict[int, int]], supply: list[int], room: list[int]
) -> None:
    flow = cheapest(costs, supply[: len(costs)], room, APART)
    total = cost_of(costs, flow.pairs())
    for row in {row for row, _ in flow.pairs()}:
        fewer = [units - flow.left[n] if n == row else units for n, units in enumerate(supply)]
        fewer[row] -= 1
        other = cheapest(costs, fewer[: len(costs)], room, APART)
        if sum(other.pairs().values()) < sum(flow.pairs().values()):
            assert row not in replacements(flow)
        else:
            assert replacements(flow)[row][0] == cost_of(costs, other.pairs()) - total


def test_a_row_with_units_left_over_is_replaced_by_another_and_not_by_itself() -> None:
    flow = cheapest([{0: 1}, {0: 3}], [2, 1], [1], APART)
    assert flow.pairs() == {(0, 0): 1}
    assert replacements(flow) == {0: (2, 1)}


@given(COSTS, UNITS, UNITS)
def test_what_holds_of_rows_holds_of_columns(
    costs: list[dict[int, int]], supply: list[int], room: list[int]
) -> None:
    flow = cheapest(costs, supply[: len(costs)], room, APART)
    turned = flow.transposed()
    assert turned.pairs() == {(j, i): units for (i, j), units in flow.pairs().items()}
    for column, costs_of in enumerate(turned.costs):
        for row, cost in costs_of.items():
            apart = cost + turned.row_prices[column] - turned.column_prices[row]
            assert apart == 0 if (column, row) in turned.pairs() else apart >= 0


def cost_of(costs: Sequence[dict[int, int]], pairs: dict[tuple[int, int], int]) -> int:
    return sum(costs[i][j] * units for (i, j), units in pairs.items())


LINES = (line(1, 3, -350), line(2, 10, 250_000, "Salary"), line(3, 28, -80_000, "Rent"))


def entries(*rows: tuple[int, int]) -> tuple[Entry, ...]:
    """Entries of these days of June and amounts."""
    return tuple(ledger_entry(at, day(on), amount, "x") for at, (on, amount) in enumerate(rows, 1))


def side(*rows: tuple[int, int], **more: Any) -> AccountSide:
    """An account with these entries, all of them in June."""
    return account(entries(*rows), **more)


def found(ledger: AccountSide, lines: tuple[Line, ...] = LINES) -> tuple[Pattern, ...]:
    return patterns(draft(lines), ledger)


AS_IT_IS = ((3, -350), (10, 250_000), (28, -80_000))


TURNED = ((3, 350), (10, -250_000), (28, 80_000))
A_DAY_LATE = tuple((on + 1, amount) for on, amount in AS_IT_IS)
SIGNS = Pattern(PatternKind.SIGNS)
OFF_BY_A_DAY = Pattern(PatternKind.DAYS, days=1)
#: What a ledger is found to do as a whole, by how it is kept.
PATTERNS: dict[str, tuple[AccountSide, tuple[Pattern, ...]]] = {
    "as the bank says": (side(*AS_IT_IS), ()),
    "every sign turned": (side(*TURNED), (SIGNS,)),
    "by other days, and turned": (side((2, 350), (9, -250_000), (27, 80_000)), (SIGNS,)),
    "one sign not turned": (side(*TURNED[:2], AS_IT_IS[2]), ()),
    "late by different numbers of days": (side((4, -350), (12, 250_000), (28, -80_000)), ()),
    "as it is and a day late too": (side(*AS_IT_IS, *A_DAY_LATE), ()),
    "in another currency, turned as well": (
        side(*TURNED, opening=0, currency="JPY"), (Pattern(PatternKind.CURRENCY, currency="EUR"),),
    ),
    "opened with another balance": (
        side(*AS_IT_IS, opening=98_766), (Pattern(PatternKind.OPENING, amount=1_234),),
    ),
    "opened with another balance, and a row short": (side(*AS_IT_IS[:2], opening=98_766), ()),
    "from later on": (side(*AS_IT_IS, opening=None), ()),
    "with two mistakes": (
        side(*A_DAY_LATE, opening=0), (OFF_BY_A_DAY, Pattern(PatternKind.OPENING, amount=100_000)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("kept", PATTERNS)
def test_what_a_ledger_does_as_a_whole_is_named(kept: str) -> None:
    ledger, told = PATTERNS[kept]
    assert found(ledger) == told


def test_a_transfer_out_and_in_again_is_its_own_mirror() -> None:
    lines = (line(1, 3, -500), line(2, 4, 500))
    assert found(side((3, -500), (4, 500)), lines) == ()


@pytest.mark.parametrize("by", [-2, -1, 1, 2])
def test_every_entry_is_as_many_days_off(by: int) -> None:
    shifted = [(on + by, amount) for on, amount in AS_IT_IS]
    assert found(side(*shifted)) == (Pattern(PatternKind.DAYS, days=by),)


def test_equal_rows_need_as_many_entries() -> None:
    lines = (line(1, 3, -350), line(2, 3, -350))
    assert found(side((4, -350), (5, -350)), lines) == ()
    assert found(side((4, -350), (4, -350)), lines) == (OFF_BY_A_DAY,)


def test_one_line_says_nothing_of_all() -> None:
    assert found(side((3, 350)), LINES[:1]) == ()
    assert found(side((4, -350)), LINES[:1]) == ()


def test_a_line_without_a_date_is_shifted_by_nothing() -> None:
    lines = (replace(LINES[0], date=None), *LINES[1:])
    assert found(side(*A_DAY_LATE), lines) == ()


PASSED, FAILED, UNAVAILABLE = CheckState.PASSED, CheckState.FAILED, CheckState.UNAVAILABLE


def booked(lines: Iterable[Line]) -> tuple[Entry, ...]:
    return tuple(
        ledger_entry(100 + row.ordinal, row.date, row.amount, row.description)
        for row in lines
        if row.date is not None
    )


def proof_of(statement: StatementDraft, side: AccountSide) -> Findings:
    period = period_of(statement)
    return findings_of(
        statement, side, match(statement.lines, side.entries, period) if period else None
    )


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
    assert findings_of(draft(LINES), None, None).verdict is Verdict.UNPROVEN


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
    assert findings_of(statement, side, crossed).state("paired") is FAILED
    doubled = Matching(tuple(Pair(n, 101, 0, 100) for n in (1, 2, 3)), differences=())
    assert findings_of(statement, side, doubled).state("paired") is FAILED


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
