"""What is said of an entry stands on its own rows."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from fixtures.catalogue import catalogue
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS
from pipeline.proof.checks import CheckState
from pipeline.proof.errors import WitnessRefused
from pipeline.proof.lexed import LexedPages
from pipeline.proof.page import prove_page
from pipeline.proof.witness import Side, Witness, WitnessRow
from pipeline.reading import read_statements
from pipeline.reading.from_bytes import read_document
from pipeline.reading.offer import with_excuses
from pipeline.words import DocumentPages
from tests.support.attacks.banks import bank
from tests.support.attacks.books import honest
from tests.support.looking import seen


def pages_of(key: str) -> DocumentPages:
    return seen(honest(bank(key), Random(key)).paper.pages)


@cache
def with_value_dates() -> DocumentPages:
    (fixture,) = (each for each in catalogue() if each.name == "de_giro")
    return read_document(fixture.pdf, (), DEFAULT_LIMITS).pages


def witness_of(pages: DocumentPages) -> Witness:
    (draft,) = read_statements(pages).statements
    assert draft.witness is not None
    assert draft.proof is not None
    assert draft.proof.proven
    return draft.witness


def with_row(witness: Witness, at: int, row: WitnessRow) -> Witness:
    return replace(witness, rows=(*witness.rows[:at], row, *witness.rows[at + 1 :]))


def refused(pages: DocumentPages, witness: Witness) -> str:
    with pytest.raises(WitnessRefused) as error:
        prove_page(pages.pages, witness)
    return error.value.message()


def test_a_balance_of_another_row_is_refused() -> None:
    pages = pages_of("us_card")
    witness = witness_of(pages)
    other = with_row(witness, 3, replace(witness.rows[3], balance=witness.closing))
    assert "stands on another row" in refused(pages, other)


def test_a_description_takes_no_words_of_another_entry() -> None:
    pages = pages_of("uk_each")
    witness = witness_of(pages)
    one, two = witness.rows[2:4]
    bare = with_row(witness, 3, replace(two, text=()))
    other = with_row(bare, 2, replace(one, text=(*one.text, *two.text)))
    assert "beyond another row" in refused(pages, other)


def test_a_second_date_needs_a_first() -> None:
    pages = with_value_dates()
    witness = witness_of(pages)
    other = with_row(witness, 4, replace(witness.rows[4], date=None))
    assert "without a first" in refused(pages, other)


def test_the_date_that_counts_is_not_the_value_date() -> None:
    pages = with_value_dates()
    witness = witness_of(pages)
    rows = tuple(replace(r, date=r.value_date, value_date=r.date) for r in witness.rows)
    lexed = LexedPages(pages.pages)
    proof = prove_page(lexed, with_excuses(replace(witness, rows=rows), lexed))
    assert proof.state("dates") is CheckState.FAILED


def test_a_side_is_given_only_where_columns_tell_it() -> None:
    pages = pages_of("us_signed")
    witness = witness_of(pages)
    rows = tuple(replace(row, side=Side.DEBIT) for row in witness.rows)
    assert "side and the convention" in refused(pages, replace(witness, rows=rows))


def test_where_rows_cancel_the_balances_cannot_be_turned() -> None:
    made = honest(bank("de_giro"), Random("cancel"))
    entries = [replace(e, amount=a) for e, a in zip(made.entries, (-4_100, 4_100), strict=False)]
    book = honest(bank("de_giro"), Random("cancel"), entries=entries, start=made.start)
    pages = seen(book.paper.pages)
    witness = witness_of(pages)
    turned = replace(witness.convention, balance_base=-witness.convention.balance_base)
    lexed = LexedPages(pages.pages)
    proof = prove_page(lexed, with_excuses(replace(witness, convention=turned), lexed))
    assert not proof.proven
