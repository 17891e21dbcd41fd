"""A model that lies beside a ledger that lies the same way: where the page, the account's kind or a
layout contradicts, nothing is *matched*.

What a lie changes is the witness: which words are what. The ledger is made from the lie, row by
row, as if somebody had kept it so.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from typing import Any, Final, Literal, TypeAlias

import pytest

from db.ledger.views import NewEntry
from db.models import ConfirmedLayout
from db.session import unit_of_work
from db.words import AccountKind, Origin
from evals.typeset import Entry, Sheet, draft_of
from jobs.options import ImportOptions
from pipeline.account.readings import LAYOUT
from pipeline.drafts import ReadStatements, StatementDraft
from pipeline.proof import Column, Convention, End, Layout, Witness
from tests.support.books import LINES
from tests.support.model_server import Reply, Step, completion, model_server
from tests.support.statements import copied
from tests.support.two_books import (
    Book,
    Ledgers,
    as_read,
    book_of,
    bring,
    draft_in,
    read_of,
    said,
    strangers,
)
from tools.loop.loop import ToolLoop
from tools.providers.openai import OpenAIProvider

Side: TypeAlias = Literal["money", "debt"]

#: Pages of strangers, of a country and a layout each, that a true ledger is matched to.
PAGES: Final = (
    "ch_kontostand_post", "us_brackets_money_market", "sg_brought_and_carried_forward",
    "fi_saldo_edellisesta", "lt_likutis_pradzioje", "gb_brought_forward_overdrawn",
    "ca_fr_solde_reporte", "ca_card_cash_advance_interest", "au_saver_newest_first",
    "number_own_iban_and_footer", "ro_sold_anterior_zile", "bg_nachalno_krayno_saldo",
    "cz_pocatecni_konecny_zustatek", "fr_solde_precedent_printout", "sn_francs_cfa",
    "ru_vkhodyashchiy_iskhodyashchiy", "id_dana_masuk_keluar", "it_uscite_entrate_scalare",
    "nl_vorig_nieuw_saldo", "odd_day_end_lines_hu",
)  # fmt: skip
Rows: TypeAlias = Sequence[tuple[date, int]]


@dataclass(frozen=True)
class Truth:
    """A page as it is read right, and the account that is true of it."""

    draft: StatementDraft
    book: Book

    @property
    def witness(self) -> Witness:
        assert self.draft.witness is not None
        return self.draft.witness

    @property
    def rows(self) -> Rows:
        """The days and amounts of its lines."""
        return [(line.date, line.amount) for line in self.draft.lines if line.date]

    @property
    def moved(self) -> int:
        """What all rows come to."""
        return sum(amount for _, amount in self.rows)


@dataclass(frozen=True)
class Lie:
    """What a model cites, and the account that somebody keeps in the same way. ``layouts`` are the
    account's, as a person confirmed them."""

    witness: Witness
    book: Book
    layouts: tuple[Layout, ...] = ()


Liar: TypeAlias = Callable[[Truth], Lie | None]
"""Makes a lie of a page; None where the page cannot be lied about so."""


def kept(truth: Truth, rows: Rows, opening: int | None = None) -> Book:
    """The account with these rows, and with this balance before them."""
    entries = tuple(NewEntry(day, amount, "Lie", origin=Origin.SOURCE) for day, amount in rows)
    before = truth.book.opening if opening is None else opening
    return replace(truth.book, entries=entries, opening=before)


def other_way(convention: Convention) -> Convention:
    """The convention with every column and mark turned."""
    columns = tuple(Column(_opposite(each.moves), each.head) for each in convention.columns)
    marks: tuple[tuple[str, Literal[-1, 1]], ...] = tuple(
        (mark, 1 if way == -1 else -1) for mark, way in convention.marks
    )
    return replace(convention, columns=columns, marks=marks)


def _opposite(moves: int) -> Literal[-1, 0, 1]:
    return 0 if not moves else -1 if moves == 1 else 1


def turned_signs(truth: Truth) -> Lie:
    """What came in went out; the ledger opens as the page does."""
    witness = replace(truth.witness, convention=other_way(truth.witness.convention))
    return Lie(witness, kept(truth, [(day, -amount) for day, amount in truth.rows]))


def turned_signs_to_the_closing(truth: Truth) -> Lie:
    """The same, and the ledger closes as the page does."""
    lie = turned_signs(truth)
    opening = truth.book.opening + 2 * truth.moved
    return replace(lie, book=replace(lie.book, opening=opening))


def turned_side(truth: Truth) -> Lie:
    """What is had is owed, and every row with it; the account's kind says otherwise."""
    convention = truth.witness.convention
    side: Side = "debt" if convention.side == "money" else "money"
    rows = [(day, -amount) for day, amount in truth.rows]
    book = kept(truth, rows, -truth.book.opening)
    return Lie(replace(truth.witness, convention=replace(convention, side=side)), book)


def turned_side_and_kind(truth: Truth) -> Lie | None:
    """The same, and the account's kind lies too; a layout that a person confirmed does not."""
    layout = truth.draft.proof.layout if truth.draft.proof else None
    return replace(out_of_reach(truth), layouts=(layout,)) if layout else None


def out_of_reach(truth: Truth) -> Lie:
    """Page, ledger and kind all tell the same lie."""
    lie = turned_side(truth)
    is_money = lie.witness.convention.side == "money"
    kind = AccountKind.CHECKING if is_money else AccountKind.CARD
    return replace(lie, book=replace(lie.book, kind=kind))


def exchanged(truth: Truth) -> tuple[int, int] | None:
    """Two lines of different days and amounts."""
    rows = truth.rows
    first = rows[0]
    other = (at for at, row in enumerate(rows) if row[0] != first[0] and row[1] != first[1])
    found = next(other, None)
    return None if found is None else (0, found)


def moved_amounts(truth: Truth) -> Lie | None:
    """Two rows have each other's amounts."""
    both = exchanged(truth)
    if both is None:
        return None
    lines, rows = list(truth.witness.lines), list(truth.rows)
    for at, other in (both, both[::-1]):
        mine, theirs = truth.witness.lines[at], truth.witness.lines[other]
        lines[at] = replace(mine, amount=theirs.amount, column=theirs.column, mark=theirs.mark)
        rows[at] = (truth.rows[at][0], truth.rows[other][1])
    return Lie(replace(truth.witness, lines=tuple(lines)), kept(truth, rows))


def moved_days(truth: Truth) -> Lie | None:
    """Two rows have each other's days."""
    both = exchanged(truth)
    if both is None or not all(truth.witness.lines[at].day for at in both):
        return None
    lines, rows = list(truth.witness.lines), list(truth.rows)
    for at, other in (both, both[::-1]):
        lines[at] = replace(truth.witness.lines[at], day=truth.witness.lines[other].day)
        rows[at] = (truth.rows[other][0], truth.rows[at][1])
    return Lie(replace(truth.witness, lines=tuple(lines)), kept(truth, rows))


def dropped_row(truth: Truth) -> Lie:
    """One row is left out, here and there."""
    lines = truth.witness.lines
    return Lie(replace(truth.witness, lines=lines[1:]), kept(truth, truth.rows[1:]))


def row_cited_twice(truth: Truth) -> Lie:
    """One row is two, here and there."""
    lines = truth.witness.lines
    witness = replace(truth.witness, lines=(lines[0], *lines))
    return Lie(witness, kept(truth, (truth.rows[0], *truth.rows)))


def turned_to_other_ends(truth: Truth) -> Lie | None:
    """What came in went out, from the closing balance to the opening one; the balances beside the
    rows say otherwise."""
    has_balances = all(line.balance for line in truth.witness.lines)
    return back_in_time(truth) if has_balances else None


def back_in_time(truth: Truth) -> Lie:
    """The month as it would be if time ran the other way."""
    lie = turned_signs(truth)
    ends = {"opening": truth.witness.closing, "closing": truth.witness.opening}
    book = replace(lie.book, opening=truth.book.opening + truth.moved)
    return Lie(replace(lie.witness, **ends), book)  # type: ignore[arg-type]


def other_ends(truth: Truth) -> Lie:
    """The closing balance is the opening one, and the other way round."""
    opening, closing = truth.witness.closing, truth.witness.opening
    witness = replace(truth.witness, opening=opening, closing=closing)
    return Lie(witness, kept(truth, truth.rows, truth.book.opening + truth.moved))


def an_amount_as_opening(truth: Truth) -> Lie:
    """The first row's amount is what the page opens with, and no row."""
    first, *rest = truth.witness.lines
    opening = End(first.amount, column=first.column)
    witness = replace(truth.witness, opening=opening, lines=tuple(rest))
    return Lie(witness, kept(truth, truth.rows[1:], truth.rows[0][1]))


def balances_as_amounts(truth: Truth) -> Lie | None:
    """The column of balances is that of the amounts."""
    cited = [
        replace(line, amount=line.balance, balance=None)
        for line in truth.witness.lines
        if line.balance
    ]
    if len(cited) < len(truth.rows):
        return None
    told = [(line.date, line.balance) for line in truth.draft.lines if line.date]
    rows = [(day, balance or 0) for day, balance in told]
    return Lie(replace(truth.witness, lines=tuple(cited)), kept(truth, rows))


def figures_without_decimals(truth: Truth) -> Lie | None:
    """Cents are whole units, here and there."""
    convention = truth.witness.convention
    if convention.digits != 2 or convention.decimal not in (".", ","):
        return None
    how = replace(convention, decimal="", group=convention.decimal, digits=0)
    book = kept(truth, [(day, 100 * amount) for day, amount in truth.rows])
    whole = replace(book, opening=100 * book.opening)
    return Lie(replace(truth.witness, convention=how), whole)


LIARS: Final[tuple[Liar, ...]] = (
    turned_signs, turned_signs_to_the_closing, turned_side, turned_side_and_kind,
    turned_to_other_ends, moved_amounts, moved_days, dropped_row, row_cited_twice, other_ends,
    an_amount_as_opening, balances_as_amounts, figures_without_decimals,
)  # fmt: skip


@cache
def truth_of(name: str) -> Truth:
    page = strangers()[name]
    return Truth(draft_in(page.pdf), book_of(page.accounts[0]))


def told(ledgers: Ledgers, name: str, lie: Lie) -> tuple[str, int]:
    """The verdict on a page of which a model cites just this, and how many locks there are."""
    with ledgers.fresh() as engine:
        number = lie.book.keep(engine)
        with unit_of_work(engine) as session:
            for layout in lie.layouts:
                plain = LAYOUT.dump_python(replace(layout, source="person"), mode="json")
                session.add(ConfirmedLayout(account_id=number, layout=plain, actor="Anna"))
        draft = replace(truth_of(name).draft, witnesses=(lie.witness,), proof=None)
        reading = ReadStatements((draft,))
        read = read_of(strangers()[name].pdf)._replace(reading=reading)
        bring(engine, read, options=ImportOptions(named_account=number))
        (found,) = said(engine)
        return found.verdict, len(found.locked)


def honest(truth: Truth) -> Lie:
    return Lie(truth.witness, truth.book)


@pytest.mark.parametrize("name", PAGES)
def test_who_tells_the_truth_is_believed(ledgers: Ledgers, name: str) -> None:
    """Without this the lies below would tell nothing."""
    assert told(ledgers, name, honest(truth_of(name)))[0] == "matched"


def test_without_the_kind_or_a_layout_a_turned_page_is_out_of_reach(ledgers: Ledgers) -> None:
    """So it is the kind, and the layout, that the lies below fail on."""
    found = [told(ledgers, name, out_of_reach(truth_of(name)))[0] for name in PAGES]
    assert found.count("matched") >= 15


@pytest.mark.parametrize("liar", LIARS, ids=lambda each: each.__name__)
def test_a_lie_that_something_contradicts_is_never_matched(ledgers: Ledgers, liar: Liar) -> None:
    found = {name: told(ledgers, name, lie) for name, lie in lies_of(liar)}
    assert {name: each for name, each in found.items() if each[0] == "matched" or each[1]} == {}


@pytest.mark.parametrize("name", ["nl_vorig_nieuw_saldo", "ru_vkhodyashchiy_iskhodyashchiy"])
def test_an_end_that_the_page_calls_the_other_one_is_never_matched(
    ledgers: Ledgers, name: str
) -> None:
    assert told(ledgers, name, back_in_time(truth_of(name)))[0] != "matched"


def lies_of(liar: Liar) -> list[tuple[str, Lie]]:
    """The lies of one kind that the pages can be lied about with."""
    every = ((name, liar(truth_of(name))) for name in PAGES)
    return [(name, lie) for name, lie in every if lie is not None]


def test_there_are_lies_enough_of_each_kind() -> None:
    counted = {liar.__name__: len(lies_of(liar)) for liar in LIARS}
    assert min(counted.values()) >= 10, counted
    assert sum(counted.values()) >= 200, counted


# A model behind a real server, of a page in which the reader finds nothing

ROWS: Final = ((3, "Coffee", -350), (10, "Salary", 250_000), (28, "Rent", -80_000))
JUNE: Final = Sheet(
    tuple(Entry(date(2026, 6, day), text, amount) for day, text, amount in ROWS),
    100_000,
    start=date(2026, 6, 1),
    end=date(2026, 6, 30),
)
#: The lines of the page that the opening and the closing balance are on.
OPENING, CLOSING = 6, 11

Copied: TypeAlias = list[list[str]]


ENDS: Final = [
    ["opening_balance", str(OPENING), "1,000.00"],
    ["closing_balance", str(CLOSING), "2,696.50"],
]
OTHER_ENDS: Final = [
    ["opening_balance", str(CLOSING), "2,696.50"],
    ["closing_balance", str(OPENING), "1,000.00"],
]


def copying(rows: Copied, facts: Copied) -> Step:
    """Answers whatever it is asked: with these rows and facts where it is to copy."""

    def reply(request: dict[str, Any]) -> Reply:
        is_copying = "copy a bank statement" in json.dumps(request["messages"])
        claim = {"document_type": "statement", "account_id": 1, "verdict": "matched"}
        said = {"rows": rows, "facts": facts} if is_copying else claim
        step = completion(json.dumps(said))
        assert callable(step)
        return step(request)

    return reply


@contextmanager
def model(rows: Copied, facts: Copied) -> Iterator[ToolLoop]:
    """A model behind a real server, which is asked at least once."""
    with model_server(*[copying(rows, facts)] * 30) as server:
        yield ToolLoop(OpenAIProvider("m", base_url=server.base_url))
        assert server.requests


UNREAD: Final = as_read(draft_of(JUNE))._replace(reading=ReadStatements(()))


def over_the_wire(
    ledgers: Ledgers, book: Book, rows: Copied, facts: Copied
) -> tuple[str, list[tuple[int, int]]]:
    """The verdict on June's page as a model copies it, and its lines' days and amounts."""
    with ledgers.fresh() as engine, model(rows, facts) as mind:
        options = ImportOptions(language_model=mind, named_account=book.keep(engine))
        outcome = bring(engine, UNREAD, options=options)
        assert outcome.document is not None
        (statement,) = outcome.document.statements
        (found,) = said(engine)
        lines = statement.draft.lines
        return found.verdict, [(line.date.day, line.amount) for line in lines if line.date]


def in_june(sign: int = 1, opening: int = 100_000, moved: int = 0) -> Book:
    """The account with the rows as the model copies them."""
    rows = [
        NewEntry(
            date(2026, 6, ROWS[(at + moved) % len(ROWS)][0]), sign * row[2], row[1],
            origin=Origin.SOURCE,
        )
        for at, row in enumerate(ROWS)
    ]  # fmt: skip
    return Book(opening=opening, entries=tuple(rows), mask="1234", bank="Northgate Bank")


def test_a_model_that_copies_what_is_printed_is_believed(ledgers: Ledgers) -> None:
    verdict, lines = over_the_wire(ledgers, in_june(), copied(LINES), ENDS)
    assert (verdict, lines) == ("matched", [(day, amount) for day, _, amount in ROWS])


@pytest.mark.parametrize(
    ("book", "rows", "facts"),
    [
        pytest.param(in_june(-1), copied(LINES, -1), ENDS, id="turned signs"),
        pytest.param(in_june(-1, -100_000), copied(LINES, -1), ENDS, id="turned side"),
        pytest.param(in_june(-1, 269_650), copied(LINES, -1), OTHER_ENDS, id="turned, other ends"),
        pytest.param(in_june(1, 269_650), copied(LINES), OTHER_ENDS, id="other ends"),
        pytest.param(in_june(), copied(LINES)[:2], ENDS, id="a row left out there alone"),
    ],
)
def test_a_model_that_lies_over_the_wire_is_not_believed(
    ledgers: Ledgers, book: Book, rows: Copied, facts: Copied
) -> None:
    assert over_the_wire(ledgers, book, rows, facts)[0] != "matched"


def test_rows_that_do_not_stand_where_a_model_says_are_no_statement(ledgers: Ledgers) -> None:
    with ledgers.fresh() as engine, model(copied(LINES, moved=1), ENDS) as mind:
        number = in_june(moved=1).keep(engine)
        options = ImportOptions(language_model=mind, named_account=number)
        bring(engine, UNREAD, options=options, fails=True)
        assert said(engine) == []
