"""Page 1 of several beside a ledger that ends where the page does: no day is locked that the next
page may still say something of, and what the ledger lacks comes in.
"""

from dataclasses import replace
from datetime import date
from typing import Final

import pytest
from sqlalchemy import Engine, select

from db.ledger.views import NewEntry
from db.models import Proposal
from db.session import unit_of_work
from db.words import Origin, ProposalStatus
from evals.typeset import Entry, Sheet, draft_of
from pipeline.record.settling import settle
from pipeline.review.deciding import accept
from tests.support.living import untrue
from tests.support.sources import source_says
from tests.support.two_books import Book, Ledgers, as_read, book_of, bring, read_of, said, strangers

TOPICS: Final = ("A4 one page of several", "A11 a part of the list")
#: Pages of which the ledger has every row, and more behind them.
FIRST: Final = [
    name
    for name, page in strangers().items()
    if page.topic in TOPICS
    for truth in page.accounts[:1]
    if [(row.date, row.amount) for row in truth.rows]
    == [(entry.date, entry.amount) for entry in truth.true_ledger()[: len(truth.rows)]]
]


def test_there_are_first_pages_that_agree_with_a_ledger_that_lags(ledgers: Ledgers) -> None:
    """Without these the next test would tell nothing."""
    assert len(FIRST) >= 40
    with ledgers.fresh() as engine:
        assert beside_its_rows(engine, "part_please_turn_over")[1] == [
            (date(2025, 3, 2), date(2025, 3, 14))
        ]


def beside_its_rows(engine: Engine, name: str) -> tuple[int, list[tuple[date, date]]]:
    """The account that has the rows of the page alone, and the days that are locked."""
    page = strangers()[name]
    truth = page.accounts[0]
    book = book_of(truth)
    number = replace(book, entries=book.entries[: len(truth.rows)]).keep(engine)
    bring(engine, read_of(page.pdf))
    return number, [days for each in said(engine) for days in each.locked]


@pytest.mark.parametrize("name", FIRST)
def test_the_true_later_entries_come_in(ledgers: Ledgers, name: str) -> None:
    truth = strangers()[name].accounts[0]
    later = book_of(truth).entries[len(truth.rows) :]
    assert later
    with ledgers.fresh() as engine:
        number, locked = beside_its_rows(engine, name)
        last = date.fromisoformat(truth.rows[-1].date)
        assert all(end < last for _, end in locked)
        with unit_of_work(engine) as session:
            merged = source_says(session, number, later)
            settle(session)
        assert (merged.added, merged.refused) == (len(later), 0)
        assert [each.proposals for each in said(engine)] == [0]
        assert untrue(engine) is None


@pytest.mark.parametrize("second", [16, 15], ids=["a day later", "on the day that both have"])
def test_what_the_next_page_adds_is_accepted_and_both_are_matched(
    ledgers: Ledgers, second: int
) -> None:
    rows = (
        (3, "Coffee", -350), (10, "Salary", 250_000), (15, "Fuel", -4_210),
        (second, "Books", -1_999), (20, "Rent", -80_000), (28, "Gym", -2_990),
    )  # fmt: skip
    printed = tuple(Entry(date(2026, 6, day), text, amount) for day, text, amount in rows)
    halfway = 100_000 + sum(amount for _, _, amount in rows[:3])
    entries = tuple(
        NewEntry(date(2026, 6, day), amount, text, origin=Origin.SOURCE)
        for day, text, amount in rows[:3]
    )
    with ledgers.fresh() as engine:
        Book(entries=entries, mask="1234", bank="Northgate Bank").keep(engine)
        bring(engine, as_read(draft_of(Sheet(printed[:3], 100_000))), "1.pdf")
        (alone,) = said(engine)
        days = (date(2026, 6, 3), date(2026, 6, 14))
        assert (alone.verdict, alone.locked) == ("matched", [days])
        bring(engine, as_read(draft_of(Sheet(printed[3:], halfway))), "2.pdf")
        accept_what_waits(engine)
        assert [each.verdict for each in said(engine)] == ["matched", "matched"]
        assert untrue(engine) is None


def accept_what_waits(engine: Engine) -> None:
    with unit_of_work(engine) as session:
        pending = Proposal.status == ProposalStatus.PENDING
        for proposal in session.scalars(select(Proposal.id).where(pending)).all():
            accept(session, proposal, "Anna")


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["as printed", "the second first"])
@pytest.mark.parametrize(
    "missing", [None, 2, 3], ids=["all there", "of the first", "of the second"]
)
def test_two_statements_divide_the_day_that_both_have(
    ledgers: Ledgers, order: tuple[int, int], missing: int | None
) -> None:
    amounts, days = (-350, 250_000, -4_210, -4_210, -1_999, -80_000), (3, 10, 15, 15, 15, 20)
    printed = tuple(Entry(date(2026, 6, d), "Shop", a) for d, a in zip(days, amounts, strict=True))
    entries = [
        NewEntry(date(2026, 6, day), amount, "Shop", origin=Origin.SOURCE)
        for day, amount in zip(days, amounts, strict=True)
    ]
    halfway = 100_000 + sum(amounts[:3])
    sheets = Sheet(printed[:3], 100_000), Sheet(printed[3:], halfway)
    with ledgers.fresh() as engine:
        kept = tuple(entry for n, entry in enumerate(entries) if n != missing)
        Book(entries=kept, mask="1234", bank="Northgate Bank").keep(engine)
        for n in order:
            bring(engine, as_read(draft_of(sheets[n])), f"{n}.pdf")
        both = all(each.verdict == "matched" for each in said(engine))
        assert both == (missing is None)
        assert untrue(engine) is None
