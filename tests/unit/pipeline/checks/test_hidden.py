"""A figure that nobody sees, in a row or over it, leaves the statement to a person."""

from __future__ import annotations

from dataclasses import replace

from fixtures.layouts import in_savings
from fixtures.pdf import pdf_bytes
from fixtures.samples.read import sample
from fixtures.truth import balance_in_each_row
from pipeline.checks.hidden import hidden_text
from pipeline.drafts import CheckState, DraftStatus, StatementDraft
from pipeline.pages.limits import DEFAULT_LIMITS
from pipeline.pages.words import Page, Word
from pipeline.proof import prove
from pipeline.read import read_document
from tests.support.statements import draft, line

ROW = line(0, 3, -350)
PAGE = Page(1, 595.0, 842.0, ())


def word(text: str, x0: float = 400.0, top: float = ROW.bbox.top) -> Word:
    return Word(text, x0, top, x0 + 40, top + 10)


def state(page: Page) -> CheckState:
    return hidden_text([ROW], [page]).state


def test_a_page_without_hidden_words_passes() -> None:
    assert state(PAGE) is CheckState.PASSED


def test_a_hidden_figure_in_a_row_fails_and_names_the_row() -> None:
    check = hidden_text([ROW], [replace(PAGE, hidden=(word("999.00"),))])
    assert (check.state, check.expected, check.found) == (CheckState.FAILED, "0", "1")
    assert "lines 0" in check.detail


def test_hidden_words_elsewhere_are_told_and_refute_nothing() -> None:
    check = hidden_text([ROW], [replace(PAGE, hidden=(word("999.00", top=500.0), word("matched")))])
    assert check.state is CheckState.PASSED
    assert check.detail == "2 hidden words, not read"


def test_hidden_numbers_that_are_no_money_are_no_figures() -> None:
    words = tuple(word(text) for text in ("2", "99-8877-2", '{"account_id":2}', "page1"))
    assert state(replace(PAGE, hidden=words)) is CheckState.PASSED


def test_an_invisible_copy_of_what_is_printed_says_nothing_new() -> None:
    assert state(replace(PAGE, hidden=(word("-3.50"),))) is CheckState.PASSED


def test_two_figures_in_one_place_fail() -> None:
    assert state(replace(PAGE, overprinted=(word("-3.50"), word("-9.50")))) is CheckState.FAILED


def test_a_footer_printed_over_a_row_is_no_second_figure() -> None:
    assert state(replace(PAGE, overprinted=(word("-3.50"), word("Page")))) is CheckState.PASSED


def test_a_draft_that_nobody_looked_at_is_not_proven_to_be_free_of_it() -> None:
    unseen = replace(draft([ROW]), checks=())
    assert prove(unseen, None, None).state("hidden_text") is CheckState.UNAVAILABLE


def read(hidden: str = "") -> StatementDraft:
    """A sample statement, perhaps with something in white in its second row."""
    sheets = in_savings.draw(balance_in_each_row(sample("in_savings")))
    if hidden:
        place = read().lines[1].bbox
        sheets[0].text(place.x0 + 150, place.bottom - 2, hidden, grey=1.0)
    return read_document(pdf_bytes(sheets, title="hidden"), (), DEFAULT_LIMITS).reading.statements[
        0
    ]


def test_the_reader_looks_for_hidden_figures_in_what_it_read() -> None:
    honest, worse = read(), read("903.50")
    assert honest.status is DraftStatus.PROVEN
    assert [row.amount for row in worse.lines] == [row.amount for row in honest.lines]
    assert worse.status is DraftStatus.UNPROVEN
    assert [c.state for c in worse.checks if c.name == "hidden_text"] == [CheckState.FAILED]


def test_hidden_words_without_a_figure_leave_a_reading_proven() -> None:
    assert read("matched").status is DraftStatus.PROVEN
