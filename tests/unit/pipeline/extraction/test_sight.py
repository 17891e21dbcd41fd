"""What OCR misread a model may read otherwise: one figure of a row, which the balances bind."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from db.words import ReadingStatus
from evals.bank_page import Printed, figure
from evals.kinds.scans import cases
from evals.page_case import copied
from pipeline.extraction.extract import Extracted, extract
from pipeline.pages.for_model import Pictures
from pipeline.reading import read_statements
from pipeline.words import DocumentPages, Page, Seen
from tools.loop import ToolLoop
from tools.providers.base import ModelRequest, ModelResponse
from tools.providers.scripted import ScriptedProvider

CASE = cases()[1]
SAID = CASE.truth
THIRD = SAID.rows[2]


def seen(document: DocumentPages, lines: tuple[Printed, ...] = CASE.lines) -> Extracted:
    """The scan with a model that reads the printed page."""

    def model(request: ModelRequest) -> ModelResponse:
        return copied(lines, request)

    (draft,) = read_statements(document).statements
    return extract(draft, document, ToolLoop(ScriptedProvider([model] * 4)))


def with_third(text: str, confidence: float = 0.9) -> DocumentPages:
    """The page on which OCR read the third entry's amount like this, and all else as printed."""
    clean = CASE.clean
    page = clean.pages[0]
    place = next(n for n, w in enumerate(page.words) if w.text == figure(THIRD.amount))
    words = list(page.words)
    words[place] = words[place]._replace(text=text)
    sure = [0.99] * len(words)
    looks = [Seen.TWICE] * len(words)
    sure[place], looks[place] = confidence, Seen.ONCE
    read = replace(
        page, words=tuple(words), image_only=True, confidence=tuple(sure), seen=tuple(looks)
    )
    return replace(clean, pages=(read,))


def test_a_misread_figure_is_read_as_printed_where_the_balances_bear_it_out() -> None:
    text = figure(THIRD.amount)
    found = seen(with_third(f"{text[:-1]}S" if text[-1] != "5" else f"{text[:-1]}B"))
    assert found.draft.status is ReadingStatus.PROVEN
    assert [row.amount for row in found.draft.lines] == [row.amount for row in SAID.rows]
    assert f"a model reads {text}" in found.warnings[0]


def test_a_figure_that_ocr_is_sure_of_is_never_read_otherwise() -> None:
    other = figure(abs(THIRD.amount) + 10_000)
    found = seen(with_third(other, confidence=0.99))
    assert found.draft.status is ReadingStatus.UNPROVEN
    assert found.warnings == ()


def test_what_the_balances_do_not_bear_out_is_not_taken() -> None:
    wrong = figure(abs(THIRD.amount) + 90)
    place = next(n for n, line in enumerate(CASE.lines) if figure(THIRD.amount) in line.text)
    row = CASE.lines[place].row
    assert row is not None
    told = (row[0], wrong if row[1] else "", wrong if row[2] else "", row[3])
    lines = (*CASE.lines[:place], replace(CASE.lines[place], row=told), *CASE.lines[place + 1 :])
    found = seen(with_third("l0.S"), lines)
    assert found.draft.status is ReadingStatus.UNPROVEN


@pytest.mark.parametrize("alone", [True, False])
def test_words_are_read_otherwise_only_where_no_other_statement_stands_on_them(alone: bool) -> None:
    document = CASE.pages

    def model(request: ModelRequest) -> ModelResponse:
        return copied(CASE.lines, request)

    (draft,) = read_statements(document).statements
    loop = ToolLoop(ScriptedProvider([model] * 4))
    found = extract(draft, document, loop, alone=alone)
    assert (found.draft.status is ReadingStatus.PROVEN) is alone


def test_a_page_with_a_text_layer_is_taken_by_its_word() -> None:
    document = with_third("l0.S")
    page: Page = replace(document.pages[0], confidence=(), image_only=False)
    found = seen(replace(document, pages=(page,)))
    assert found.draft.status is ReadingStatus.UNPROVEN


def png() -> bytes:
    drawn = io.BytesIO()
    Image.new("RGB", (60, 80), "white").save(drawn, "PNG")
    return drawn.getvalue()


@pytest.mark.parametrize(
    ("document", "sees", "images"),
    [(CASE.pages, True, 1), (CASE.pages, False, 0), (CASE.clean, True, 0)],
    ids=["a scan", "a scan and a blind model", "a page with its text"],
)
def test_a_model_that_sees_is_shown_the_pages_whose_words_are_in_doubt(
    document: DocumentPages, sees: bool, images: int
) -> None:
    provider = ScriptedProvider([lambda request: copied(CASE.lines, request)] * 4)
    loop = ToolLoop(provider, sees=sees)
    (draft,) = read_statements(document).statements
    unread = replace(draft, proof=None, witness=None)
    extract(unread, document, loop, pictures=Pictures(png()))
    sent = provider.requests[0].messages[-1].images
    assert [image.data[:4] for image in sent] == [b"\x89PNG"] * images


def test_a_page_that_cannot_be_drawn_is_read_by_its_words() -> None:
    assert Pictures(b"%PDF-1.7 nothing").of(CASE.pages.pages[0]) is None
