"""A statement begins and ends where its page says so."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from pipeline.proof.checks import CheckState
from pipeline.proof.lexed import LexedPages
from pipeline.proof.page import PageProof, prove_page
from pipeline.proof.witness import Section, Witness
from pipeline.reading import read_statements
from pipeline.reading.offer import with_excuses
from pipeline.words import DocumentPages
from tests.support.attacks.banks import bank
from tests.support.attacks.books import STARTS, Book, honest
from tests.support.attacks.paper import bound
from tests.support.looking import seen


def book_of(key: str = "uk_each", month: int = 0, number: str = "31926845") -> Book:
    printed = replace(bank(key), number=number)
    return honest(printed, Random(key), rows=13, per_page=5, start=STARTS[month])


def witness_of(pages: DocumentPages) -> Witness:
    (draft,) = read_statements(pages).statements
    assert draft.witness is not None
    return draft.witness


def proof_of(pages: DocumentPages, witness: Witness) -> PageProof:
    lexed = LexedPages(pages.pages)
    return prove_page(lexed, with_excuses(witness, lexed))


def row_of_page(pages: DocumentPages, witness: Witness, page: int) -> int:
    rows = LexedPages(pages.pages).under(witness.convention.style).rows
    return next(index for index, row in enumerate(rows) if row.page == page)


def test_the_whole_document_is_a_section() -> None:
    pages = seen(book_of().paper.pages)
    assert proof_of(pages, witness_of(pages)).proven


def test_the_first_page_alone_is_none_though_it_carries_its_balance_forward() -> None:
    pages = seen(book_of().paper.pages)
    whole = witness_of(pages)
    rows = tuple(row for row in whole.rows if row.amount.page == 1)
    stop = row_of_page(pages, whole, 2)
    half = replace(whole, rows=rows, closing=rows[-1].balance, section=Section(0, stop))
    assert proof_of(pages, half).state("section") is CheckState.FAILED


def test_the_last_page_alone_is_none_though_it_brings_its_balance_forward() -> None:
    pages = seen(book_of().paper.pages)
    whole = witness_of(pages)
    rows = tuple(row for row in whole.rows if row.amount.page == whole.rows[-1].amount.page)
    start = row_of_page(pages, whole, rows[0].amount.page)
    section = Section(start, whole.section.stop)
    opening, closing = rows[0].balance, rows[-1].balance
    half = replace(whole, rows=rows[1:], opening=opening, closing=closing, section=section)
    assert proof_of(pages, half).state("section") is CheckState.FAILED


def test_a_heading_cannot_be_left_out() -> None:
    pages = seen(book_of("de_giro").paper.pages)
    whole = witness_of(pages)
    below = replace(whole, section=Section(2, whole.section.stop))
    assert proof_of(pages, below).state("section") is CheckState.FAILED


def test_two_months_in_one_file_are_two_sections() -> None:
    sheets = [*book_of(month=0).paper.sheets, *book_of(month=1).paper.sheets]
    found = read_statements(seen(bound(sheets))).statements
    assert [draft.proof is not None and draft.proof.proven for draft in found] == [True, True]


def test_two_accounts_in_one_file_are_two_sections() -> None:
    sheets = [*book_of().paper.sheets, *book_of(number="55500912").paper.sheets]
    found = read_statements(seen(bound(sheets))).statements
    assert [draft.account_mask for draft in found] == ["6845", "0912"]
    assert all(draft.proof is not None and draft.proof.proven for draft in found)
