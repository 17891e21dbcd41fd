"""A ledger with one error is never *matched* to its statement, and the wrong entry is named."""

import json
from collections import Counter
from dataclasses import replace
from datetime import date
from functools import cache
from random import Random
from typing import Final

import pytest
from sqlalchemy import Engine, select

from app.certificates import certificates_recorded
from db.ledger.views import NewAccount, NewEntry
from db.models import Line, Proposal, Transaction
from db.money import exponent_of, to_minor
from db.session import read_only, unit_of_work
from db.words import AccountKind, Origin, ProposalStatus
from evals.typeset import Entry, Sheet, draft_of
from fixtures.catalogue import catalogue
from fixtures.truth import TrueStatement
from pipeline.record.settling import settle
from pipeline.review.deciding import accept
from tests.support.beside import ERRORS, SAID, Books, planted
from tests.support.kept import source_says
from tests.support.living import untrue
from tests.support.two_books import (
    Book,
    Ledgers,
    Said,
    as_read,
    book_of,
    bring,
    draft_in,
    read_of,
    said,
    strangers,
)

#: Pages of strangers beside the program's own samples, of a country and a layout each.
PAGES: Final = (
    "ch_kontostand_post", "hk_bf_and_cf_balance", "ca_starting_balance_printout",
    "period_labelled_beside_en", "es_trimestre_tres_hojas",
    "ua_zalyshok_na_pochatok", "nl_spaarrekening_zijbalk", "odd_amount_below_text_pl",
    "odd_amount_first_en_au",
)  # fmt: skip


#: The errors that keep a match away in any ledger of the account's currency.
NAMED: Final = sorted(ERRORS.keys() - {"currency", SAID})


def sample_book(truth: TrueStatement) -> Book:
    """The account of one of the program's samples, as an honest person keeps it."""
    digits = exponent_of(truth.currency)
    return Book(
        kind=AccountKind(truth.kind),
        currency=truth.currency,
        opening=to_minor(truth.opening, digits),
        entries=tuple(
            NewEntry(row.date, to_minor(row.amount, digits), row.description, origin=Origin.SOURCE)
            for row in truth.rows
        ),
        mask=truth.mask,
        bank=truth.institution,
    )


@cache
def pages() -> dict[str, tuple[bytes, Book]]:
    """Statements, each with the ledger that is true of it; of one sample, a figure that no
    obligation of the page allows for keeps a true ledger from being matched."""
    samples = {
        each.name: (each.pdf, sample_book(each.statements[0]))
        for each in catalogue()
        if len(each.statements) == 1 and each.adds_up and each.statements[0].rows
        if each.name != "us_card"
    }
    return {**samples, **{name: stranger(name) for name in PAGES}}


def stranger(name: str) -> tuple[bytes, Book]:
    """A page that a stranger drew, with the ledger that is true of it."""
    page = strangers()[name]
    return page.pdf, book_of(page.accounts[0])


NAMES: Final = (*(each.name for each in catalogue() if each.name in pages()), *PAGES)


def beside(ledgers: Ledgers, pdf: bytes, *books: Book) -> tuple[Said, Counter[int], Counter[int]]:
    """What is said of the page beside a ledger of these accounts, and the amounts of the lines and
    of the entries that are named."""
    with ledgers.fresh() as engine:
        for book in books:
            book.keep(engine)
        bring(engine, read_of(pdf))
        (found,) = said(engine)
        with read_only(engine) as session:
            lines = {row.ordinal: row.amount_minor for row in session.scalars(select(Line))}
            entries = {row.id: row.amount_minor for row in session.scalars(select(Transaction))}
    named = Counter(lines[each] for each in found.lines)
    return found, named, Counter(entries[each] for each in found.entries)


def far_day(book: Book, at: int) -> tuple[Book, ...]:
    """The other end of the days covered: of an entry beyond them the page says nothing."""
    entries = list(book.entries)
    ends = (end(each.booked_on for each in entries) for end in (min, max))
    there = max(ends, key=lambda day: abs(day - entries[at].booked_on))
    entries[at] = replace(entries[at], booked_on=there)
    return (replace(book, entries=tuple(entries)),)


def hit(name: str, error: str, book: Book) -> tuple[Book, ...]:
    """The account with the error in it, and the other one if it is in two; which entry is hit
    depends on the names alone."""
    random = Random(name + error)
    if error == "day":
        return far_day(book, random.randrange(len(book.entries)))
    account = NewAccount(name=book.name, kind=book.kind, currency=book.currency)
    wrong = None
    while wrong is None:
        wrong = planted(error, Books(account, book.entries), random)
    kept, elsewhere = wrong.books.entries, wrong.books.elsewhere
    other = replace(book, name="Another", mask=None, entries=elsewhere, opening=0)
    return (replace(book, entries=kept), other)[: 2 if elsewhere else 1]


def beyond(one: Book, other: Book) -> Counter[int]:
    """The amounts of the entries that one account has and the other has not."""
    left, right = (
        Counter((e.booked_on, e.amount_minor) for e in each.entries) for each in (one, other)
    )
    return Counter(amount for _, amount in (left - right).elements())


@pytest.mark.parametrize("name", NAMES)
def test_a_true_ledger_is_matched(ledgers: Ledgers, name: str) -> None:
    """Without this the next test would tell nothing."""
    pdf, book = pages()[name]
    found, _, _ = beside(ledgers, pdf, book)
    assert (found.verdict, found.differences) == ("matched", [])


@pytest.mark.parametrize("error", NAMED)
@pytest.mark.parametrize("name", NAMES)
def test_a_ledger_with_one_error_is_not_matched_and_the_error_is_named(
    ledgers: Ledgers, name: str, error: str
) -> None:
    pdf, book = pages()[name]
    kept, *others = hit(name, error, book)
    found, lines, entries = beside(ledgers, pdf, kept, *others)
    assert found.verdict != "matched"
    assert not found.locked
    assert lines >= beyond(book, kept)
    assert entries >= beyond(kept, book)


@pytest.mark.parametrize("name", ["de_giro", "uk_loan", "hk_bilingual"])
def test_payees_that_are_exchanged_are_no_part_of_what_is_claimed(
    ledgers: Ledgers, name: str
) -> None:
    pdf, book = pages()[name]
    one, two, *rest = book.entries
    exchanged = (
        replace(one, description=two.description),
        replace(two, description=one.description),
    )
    with ledgers.fresh() as engine:
        replace(book, entries=(*exchanged, *rest)).keep(engine)
        bring(engine, read_of(pdf))
        assert [each.verdict for each in said(engine)] == ["matched"]
        _, (certificate,) = certificates_recorded(engine, 1)
    assert certificate is not None
    agreement = json.loads(certificate.text())["agreement"]
    assert set(agreement["side"]["entries"][0]) == {
        "id", "day", "amount", "origin", "counted", "by",
    }  # fmt: skip
    assert one.description not in json.dumps(agreement, ensure_ascii=False)


def in_dollars(ledgers: Ledgers, pdf: bytes, book: Book) -> str:
    """The verdict beside a ledger that has the very same figures in another currency."""
    assert book.currency != "AUD"
    found, _, _ = beside(ledgers, pdf, replace(book, currency="AUD"))
    return found.verdict


@pytest.mark.parametrize("name", ["de_giro", "hk_bilingual", "ch_kontostand_post"])
def test_a_currency_that_is_cited_contradicts_the_account(ledgers: Ledgers, name: str) -> None:
    pdf, book = pages()[name]
    witness = draft_in(pdf).witness
    assert witness is not None
    assert witness.currency is not None
    assert in_dollars(ledgers, pdf, book) != "matched"


@pytest.mark.parametrize(
    ("name", "printed"),
    [("uk_current", "£"), ("ru_vypiska", "₽"), ("de_app_statement_days", "€")],
)
def test_a_sign_that_only_one_currency_has_contradicts_the_account(
    ledgers: Ledgers, name: str, printed: str
) -> None:
    pdf, book = pages().get(name) or stranger(name)
    assert any(printed in word.text for page in read_of(pdf).pages.pages for word in page.words)
    assert in_dollars(ledgers, pdf, book) != "matched"


@pytest.mark.parametrize("name", ["gh_cedi_statement", "cr_colones_cuenta"])
def test_a_code_in_the_title_contradicts_the_account(ledgers: Ledgers, name: str) -> None:
    assert in_dollars(ledgers, *stranger(name)) != "matched"


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
