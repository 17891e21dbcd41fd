"""Each obligation, with a whole statement that fails for it alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from db.words import Verdict
from evals.typeset import Entry as Printed
from evals.typeset import Sheet, proof_of
from pipeline.matching.shapes import Pair
from pipeline.proof import ledger as ledger_kernel
from pipeline.proof import page as page_kernel
from pipeline.proof.checks import Check, CheckState
from pipeline.proof.ledger import LedgerProof, prove_ledger
from pipeline.proof.ledger_side import (
    ByHand,
    LedgerSide,
    Outstanding,
    PairedElsewhere,
    Pairing,
    Previous,
)
from pipeline.proof.lexed import LexedPages
from pipeline.proof.page import PageProof, prove_page
from pipeline.reading.offer import with_excuses
from pipeline.words import Box, Page, Seen, Word
from tests.support.statements import Entry, day
from tests.support.typewritten import document, only, read

PASSED, FAILED, UNAVAILABLE = CheckState.PASSED, CheckState.FAILED, CheckState.UNAVAILABLE

OF_THE_PAGE = {
    "section",
    "seen",
    "grounded",
    "opening",
    "closing",
    "sums",
    "no_contradiction",
    "nothing_passed_over",
    "signs",
    "scale",
    "day_order",
    "dates",
    "lines_or_none_said",
}
MAY_BE_ABSENT = {"complete", "balances", "period", "currency"}

GOOD = """
    Northgate Bank
    Current account statement
    Account number ****1234
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                    100.00

    Date         Description           Amount(EUR)      Balance
    01/03/2025   Acme Ltd                2,000.00     2,100.00
    17/03/2025   J Smith                  -950.00     1,150.00
                 order of books
    31/03/2025   Corner shop                -5.00     1,145.00

    Closing balance                                  1,145.00
    New balance                                      1,145.00

    There was some activity
    Period covered 01/03/2025 to 31/03/2025
    Ask us about a credit card or a personal loan today.

    Page 1 of 1
    """
(PAGE,) = document(GOOD).pages
_READ = only(read(GOOD)).witness
assert _READ is not None
WITNESS = replace(_READ, excused=())


def proof(page: Page) -> PageProof:
    """The very same witness, held to another page with as many words."""
    lexed = LexedPages([page])
    return prove_page(lexed, with_excuses(WITNESS, lexed))


def printed(*changes: tuple[str, str], add: Word | None = None) -> Page:
    """The page with some of its lines' words changed for as many others."""
    text = GOOD
    for old, new in changes:
        assert old in text
        assert len(old.split()) == len(new.split())
        text = text.replace(old, new.ljust(len(old)))
    (page,) = document(text).pages
    if add is not None:
        page = replace(page, words=(*page.words, add), seen=(*page.seen, Seen.SEEN))
    return page


def looked(text: str, look: Seen) -> Page:
    """The page, of which the word looks so."""
    (place,) = [n for n, word in enumerate(PAGE.words) if word.text == text]
    return replace(PAGE, seen=(*PAGE.seen[:place], look, *PAGE.seen[place + 1 :]))


def with_ink(box: Box) -> Page:
    """The page with print, and no word, in a place."""
    return replace(PAGE, ink=(box,))


def missed(checks: tuple[Check, ...]) -> dict[str, CheckState]:
    """All that did not pass."""
    return {check.name: check.state for check in checks if check.state is not PASSED}


def beside(text: str, row: str, gap: float) -> Word:
    """A word so far behind the right edge of another on the page."""
    found = next(word for word in PAGE.words if word.text == row)
    x0 = found.x1 + gap
    return Word(text, x0, found.top, x0 + 4 * len(text), found.bottom)


AMOUNTS = next(word for word in PAGE.words if word.text == "-950.00")
BELOW = next(word for word in PAGE.words if word.text == "order")


def test_the_page_is_proven() -> None:
    assert missed(proof(PAGE).checks) == {}
    assert proof(PAGE).proven


CASES: list[tuple[str, str, Page, CheckState]] = [
    ("seen", "a figure that looks otherwise", looked("-950.00", Seen.DOUBTED), FAILED),
    ("seen", "a date that looks otherwise", looked("17/03/2025", Seen.UNJUDGED), FAILED),
    ("seen", "ink that nobody compared", looked("100.00", Seen.INK), UNAVAILABLE),
    ("seen", "nobody looked", replace(PAGE, seen=()), UNAVAILABLE),
    ("opening", "no label", printed(("Opening balance", "Amount held")), FAILED),
    ("closing", "no label", printed(("Closing balance", "Amount held")), FAILED),
    (
        "sums",
        "another closing balance",
        printed(("1,145.00\n    New balance", "1,146.00\n    Sums held  ")),
        FAILED,
    ),
    ("no_contradiction", "another closing balance", printed(
        ("New balance                                      1,145.00",
         "New balance                                      1,146.00")), FAILED),
    ("nothing_passed_over", "a damaged amount on a row of its own", printed(
        add=Word("4?.05", AMOUNTS.x0, BELOW.top, AMOUNTS.x1, BELOW.bottom)), FAILED),
    ("nothing_passed_over", "another amount in the column", printed(
        add=Word("4.05", AMOUNTS.x1 - 16, BELOW.top, AMOUNTS.x1, BELOW.bottom)), FAILED),
    ("nothing_passed_over", "print without text in the column of amounts",
     with_ink(Box(AMOUNTS.x0, BELOW.top, AMOUNTS.x1, BELOW.bottom)), FAILED),
    ("signs", "no word names the kind", printed(("Current account", "Customer account")),
     UNAVAILABLE),
    ("scale", "a currency without minor units", printed(("Amount(EUR)", "Amount(JPY)")), FAILED),
    ("day_order", "no day above twelve", printed(
        ("Statement period 01/03/2025 to 31/03/2025", "Statement period 01/03/2025 to 09/03/2025"),
        ("Period covered 01/03/2025 to 31/03/2025", "Period covered 01/03/2025 to 09/03/2025"),
        ("17/03/2025", "04/03/2025"), ("31/03/2025   Corner", "09/03/2025   Corner")),
     UNAVAILABLE),
    ("dates", "out of order", printed(("01/03/2025   Acme", "20/03/2025   Acme")), FAILED),
    ("dates", "outside of the period", printed(("31/03/2025   Corner", "31/05/2025   Corner")),
     FAILED),
    ("lines_or_none_said", "rows, and a word that there are none",
     printed(("There was some activity", "There were no transactions")), FAILED),
    ("complete", "a page is missing", printed(("Page 1 of 1", "Page 1 of 2")), FAILED),
    ("balances", "one is wrong", printed(("1,150.00", "1,151.00")), FAILED),
    ("period", "two that differ", printed(
        ("Period covered 01/03/2025", "Period covered 02/03/2025")), FAILED),
    ("currency", "figures in another than the heading", printed(("  100.00", " £100.00")), FAILED),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "page", "state"),
    [(name, page, state) for name, _, page, state in CASES],
    ids=[f"{name}: {what}" for name, what, _, _ in CASES],
)
def test_a_page_that_fails_for_one_obligation_alone(
    name: str, page: Page, state: CheckState
) -> None:
    found = proof(page)
    absent = {"period"} if name == "day_order" else set()  # its days are in doubt as well
    wrong = {k: v for k, v in missed(found.checks).items() if k not in absent}
    assert wrong == {name: state}
    assert not found.proven
    assert (found.rows, found.facts) == ((), None)


ABSENT: list[tuple[str, Page]] = [
    ("complete", printed(("Page 1 of 1", "Thank you very much"))),
    ("currency", printed(("Amount(EUR)", "Amount"))),
    (
        "period",
        printed(
            ("Statement period 01/03/2025 to 31/03/2025", "Statement made for you today"),
            ("Period covered 01/03/2025 to 31/03/2025", "We are here for you"),
        ),
    ),
]


@pytest.mark.parametrize(("name", "page"), ABSENT, ids=[name for name, _ in ABSENT])
def test_what_a_page_need_not_print_may_be_absent(name: str, page: Page) -> None:
    found = proof(page)
    assert missed(found.checks) == {name: UNAVAILABLE}
    assert found.proven


def test_a_page_need_not_print_running_balances() -> None:
    rows = (Printed(day(13), "Coffee", -350), Printed(day(20), "Salary", 250_000))
    found = proof_of(Sheet(rows, opening=100_000))
    assert found.proven
    assert [row.balance for row in found.rows] == [None, None]


def test_every_obligation_of_the_page_has_a_case() -> None:
    """Words that are not read as they are cited are refused outright: see test_refused. Where a
    statement begins and ends is tried on whole documents: see test_sections."""
    assert set(page_kernel.MANDATORY) == OF_THE_PAGE
    assert set(page_kernel.MUST_NOT_FAIL) == MAY_BE_ABSENT
    assert {name for name, _, _, _ in CASES} | {
        "grounded",
        "section",
    } == OF_THE_PAGE | MAY_BE_ABSENT
    assert {check.name for check in proof(PAGE).checks} == OF_THE_PAGE | MAY_BE_ABSENT


# The ledger

OF_THE_LEDGER = {
    "account_known",
    "period",
    "opening_balance_in_ledger",
    "closing_balance_in_ledger",
    "every_line_in_ledger",
    "every_entry_on_statement",
    "pairs_are_exact",
    "pairs_are_near",
    "sum_of_lines_in_ledger",
    "nothing_left_open",
}
MAY_BE_UNKNOWN = {
    "same_currency",
    "same_account_number",
    "follows_previous_statement",
    "outstanding_items",
}

SHEET = Sheet(
    (
        Printed(day(3), "Coffee", -350),
        Printed(day(10), "Salary", 250_000),
        Printed(day(17), "Nothing to pay", 0),
        Printed(day(28), "Rent", -80_000),
    ),
    opening=100_000,
    start=day(1),
    end=day(30),
)
STATEMENT = proof_of(SHEET)
ENTRIES = tuple(
    Entry(100 + n, row.date or day(1), row.amount, row.description)
    for n, row in enumerate(SHEET.rows, start=1)
)
LEDGER = LedgerSide(
    account_id=1,
    account_name="Everyday",
    currency="EUR",
    opening=100_000,
    closing=269_650,
    entries=ENTRIES,
    mask="1234",
    previous=Previous(day(31, 5), 100_000),
)


def paired(*pairs: tuple[int, int], days: int = 3, named: int = 0) -> Pairing:
    """These lines with these entries, else each with its own."""
    chosen = pairs or tuple((n, 100 + n) for n in range(1, 5))
    return Pairing(tuple(Pair(line, entry, 0, 100) for line, entry in chosen), days, named)


def entries(*changes: Entry, without: int = 0) -> tuple[Entry, ...]:
    """The ledger's, some of them changed or added."""
    by_id = {each.id: each for each in (*ENTRIES, *changes) if each.id != without}
    return tuple(by_id.values())


def moved(entry: Entry, to: date) -> Entry:
    return replace(entry, booked_on=to)


def judged(side: LedgerSide, pairing: Pairing) -> LedgerProof:
    return prove_ledger(STATEMENT, side, pairing)


NOT_SAID = {"complete": UNAVAILABLE, "outstanding_items": UNAVAILABLE}


def test_the_statement_is_matched() -> None:
    found = judged(LEDGER, paired())
    assert missed(found.checks) == NOT_SAID
    assert found.verdict is Verdict.MATCHED


LEDGERS: list[tuple[str, str, LedgerSide, Pairing]] = [
    ("opening_balance_in_ledger", "a cent off", replace(LEDGER, opening=100_001), paired()),
    ("closing_balance_in_ledger", "a cent off", replace(LEDGER, closing=269_649), paired()),
    (
        "every_line_in_ledger",
        "a row of nothing is not there",
        replace(LEDGER, entries=entries(without=103)),
        paired((1, 101), (2, 102), (4, 104)),
    ),
    (
        "every_entry_on_statement",
        "an entry of nothing is not on it",
        replace(LEDGER, entries=entries(Entry(105, day(5), 0, "Void"))),
        paired(),
    ),
    (
        "pairs_are_exact",
        "two pairs crossed",
        LEDGER,
        paired((1, 102), (2, 101), (3, 103), (4, 104), days=15),
    ),
    (
        "pairs_are_near",
        "an entry a day further than is said",
        replace(LEDGER, entries=entries(moved(ENTRIES[0], day(7)))),
        paired(),
    ),
    (
        "pairs_are_near",
        "whatever a pairing says, half a month is the most",
        replace(LEDGER, entries=entries(moved(ENTRIES[0], day(19)))),
        paired(days=400),
    ),
    ("nothing_left_open", "something is named", LEDGER, paired(named=1)),
    ("same_currency", "another", replace(LEDGER, currency="USD"), paired()),
    ("same_currency", "one of other minor units", replace(LEDGER, currency="JPY"), paired()),
    ("same_account_number", "another", replace(LEDGER, mask="9999"), paired()),
    (
        "follows_previous_statement",
        "that ended with another balance",
        replace(LEDGER, previous=Previous(day(31, 5), 99_999)),
        paired(),
    ),
    (
        "outstanding_items",
        "one that is on the statement",
        replace(LEDGER, outstanding=(Outstanding(101, day(3), -350, "Ann"),)),
        paired(),
    ),
]


@pytest.mark.parametrize(
    ("name", "side", "pairing"),
    [(name, side, pairing) for name, _, side, pairing in LEDGERS],
    ids=[f"{name}: {what}" for name, what, _, _ in LEDGERS],
)
def test_a_ledger_that_fails_for_one_obligation_alone(
    name: str, side: LedgerSide, pairing: Pairing
) -> None:
    found = judged(side, pairing)
    assert missed(found.checks) == {**NOT_SAID, name: FAILED}
    assert found.verdict is Verdict.DIFFERENCES


def test_an_unknown_balance_of_the_ledger_proves_nothing() -> None:
    for side in (replace(LEDGER, opening=None), replace(LEDGER, closing=None)):
        assert judged(side, paired()).verdict is Verdict.UNPROVEN


def test_what_a_ledger_need_not_know_may_be_unknown() -> None:
    found = judged(replace(LEDGER, mask=None, previous=None), paired())
    assert {"same_account_number", "follows_previous_statement"} <= missed(found.checks).keys()
    assert found.verdict is Verdict.MATCHED
    far = replace(LEDGER, previous=Previous(day(20, 5), 7))
    assert judged(far, paired()).verdict is Verdict.MATCHED


def test_without_an_account_nothing_is_matched() -> None:
    found = prove_ledger(STATEMENT, None, None)
    assert found.state("account_known") is UNAVAILABLE
    assert found.verdict is Verdict.UNPROVEN


def test_without_a_pairing_nothing_is_matched() -> None:
    assert prove_ledger(STATEMENT, LEDGER, None).verdict is Verdict.UNPROVEN


def test_without_a_page_nothing_is_matched() -> None:
    assert prove_ledger(None, LEDGER, paired()).verdict is Verdict.UNPROVEN


def test_without_a_period_nothing_is_matched() -> None:
    page = proof_of(replace(SHEET, start=None, end=None))
    assert page.proven
    found = prove_ledger(page, LEDGER, paired())
    assert found.state("period") is UNAVAILABLE
    assert found.verdict is Verdict.UNPROVEN


def test_the_sum_of_the_rows_is_weighed_besides_the_pairs() -> None:
    """It never fails alone: equal pairs, one for each row, come to the same sum."""
    found = judged(
        replace(LEDGER, entries=entries(replace(ENTRIES[0], amount_minor=-351))), paired()
    )
    assert found.state("sum_of_lines_in_ledger") is FAILED
    assert found.state("pairs_are_exact") is FAILED
    assert found.verdict is Verdict.DIFFERENCES


@pytest.mark.parametrize(
    "pairs",
    [
        ((1, 101), (2, 102), (3, 103), (4, 104), (4, 104)),
        ((1, 101), (2, 102), (3, 103), (4, 999)),
        ((1, 101), (2, 102), (3, 103), (9, 104)),
        ((0, 101), (1, 102), (2, 103), (3, 104)),
        ((1, 101), (1, 102), (1, 103), (1, 104)),
        ((1, 101), (2, 101), (3, 101), (4, 101)),
    ],
    ids=["twice", "no such entry", "no such row", "one off", "one row", "one entry"],
)
def test_a_pairing_that_does_not_fit_is_no_match(pairs: tuple[tuple[int, int], ...]) -> None:
    assert judged(LEDGER, paired(*pairs)).verdict is Verdict.DIFFERENCES


def test_an_entry_that_another_statement_claims_is_counted_where_the_bank_counts_it() -> None:
    early = PairedElsewhere(entry=55, date=day(1), amount=-1_200, earlier=True)
    side = replace(LEDGER, opening=101_200, elsewhere=(early,))
    assert judged(side, paired()).verdict is Verdict.MATCHED
    assert judged(replace(side, elsewhere=()), paired()).verdict is Verdict.DIFFERENCES


def test_what_a_person_says_is_outstanding_is_counted_where_the_bank_will() -> None:
    books = Entry(105, day(29), -4_200, "Books")
    side = replace(LEDGER, entries=entries(books), closing=265_450)
    assert judged(side, paired()).verdict is Verdict.DIFFERENCES
    word = Outstanding(105, day(29), -4_200, "Ann")
    assert judged(replace(side, outstanding=(word,)), paired()).verdict is Verdict.MATCHED
    less = replace(word, amount=-4_199)
    assert judged(replace(side, outstanding=(less,)), paired()).verdict is Verdict.DIFFERENCES
    without = replace(side, entries=ENTRIES, outstanding=(word,))
    assert judged(without, paired()).verdict is Verdict.MATCHED
    assert judged(replace(without, closing=269_650), paired()).verdict is Verdict.DIFFERENCES


def test_what_was_outstanding_ticks_itself_off_on_a_later_statement() -> None:
    waited = Entry(101, day(28, 2), -350, "Coffee")
    side = replace(LEDGER, opening=99_650, entries=entries(waited), expected=frozenset({101}))
    assert judged(side, paired()).verdict is Verdict.MATCHED
    assert judged(replace(side, expected=frozenset()), paired()).verdict is Verdict.DIFFERENCES


def test_one_line_is_several_entries_by_a_persons_word() -> None:
    rent = (Entry(104, day(1), -50_000, "Rent"), Entry(105, day(20), -30_000, "Heating"))
    side = replace(LEDGER, entries=entries(*rent))
    three = paired((1, 101), (2, 102), (3, 103))
    assert judged(side, three).verdict is Verdict.DIFFERENCES
    word = replace(three, by_hand=(ByHand((4,), (104, 105)),))
    assert judged(side, word).verdict is Verdict.MATCHED
    short = replace(three, by_hand=(ByHand((4,), (104,)),))
    assert judged(side, short).verdict is Verdict.DIFFERENCES


def test_every_obligation_of_the_ledger_has_a_case() -> None:
    assert set(ledger_kernel.MANDATORY) == OF_THE_PAGE | OF_THE_LEDGER
    assert set(ledger_kernel.MUST_NOT_FAIL) == (MAY_BE_ABSENT - {"period"}) | MAY_BE_UNKNOWN
    tried = {name for name, _, _, _ in LEDGERS}
    assert tried | {"account_known", "period", "sum_of_lines_in_ledger"} == (
        OF_THE_LEDGER | MAY_BE_UNKNOWN
    )
