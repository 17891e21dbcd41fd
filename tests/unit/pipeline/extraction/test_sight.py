"""What OCR misread a model may read otherwise: one figure of a row, which the balances bind."""

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from PIL import Image

from db.words import ReadingStatus
from evals.bank_page import Printed, figure, in_columns
from evals.kinds.scans import cases
from evals.page_case import copied
from evals.typewriter import typed
from pipeline.extraction.extract import Extracted, extract
from pipeline.model_choice import PagePictures
from pipeline.reading import read_statements
from pipeline.reading.lexing.lexed import LexedPages
from pipeline.reading.lexing.sheet import all_rows
from pipeline.reading.pointing.offering import without_rows
from pipeline.words import DocumentPages, Page, Seen
from tools.loop.loop import ToolLoop
from tools.providers.base import ModelRequest, ModelResponse
from tools.providers.replay import ScriptedProvider, says

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


def scan(lines: Sequence[str], doubted: Mapping[str, str]) -> DocumentPages:
    """The lines as OCR reads them: sure of all but the words ``doubted``, and what it takes those
    for."""
    document = typed([*HEADING, *lines, in_columns("", "Closing balance", balance="1,500.00")])
    page = document.pages[0]
    bad = [word.text in doubted for word in page.words]
    words = tuple(word._replace(text=doubted.get(word.text, word.text)) for word in page.words)
    read = replace(
        page,
        words=words,
        image_only=True,
        confidence=tuple(0.9 if each else 0.99 for each in bad),
        seen=tuple(Seen.ONCE if each else Seen.TWICE for each in bad),
    )
    return replace(document, pages=(read,))


HEADING = (
    "Northgate Bank      Current account      Account number 44001234",
    "Statement period 01/03/2026 to 31/03/2026      Currency EUR",
    in_columns("", "Opening balance", balance="1,000.00"),
    in_columns("Date", "Description", "Money out", "Money in", "Balance"),
)
BAR = in_columns("03/03/2026", "Corner bar", "100.00", "", "900.00")
RENT = in_columns("07/03/2026", "Rent flat", "250.00", "", "650.00")
GYM = in_columns("09/03/2026", "City gym", "30.00", "", "620.00")
SALARY = in_columns("15/03/2026", "Salary", "", "880.00", "1,500.00")
BAR_ROW = ("03/03/2026", "100.00", "", "900.00")
RENT_ROW = ("07/03/2026", "250.00", "", "650.00")
GYM_ROW = ("09/03/2026", "30.00", "", "620.00")
SALARY_ROW = ("15/03/2026", "", "880.00", "1,500.00")
MORE = in_columns("", "card payment")


def told(
    document: DocumentPages, rows: Sequence[tuple[str, str, str, str]], *, sees: bool = True
) -> Extracted:
    """The scan with a model that tells these rows, each of the line that begins with its date."""
    lines = {row.text.split()[0]: n for n, row in enumerate(all_rows(document.pages), start=1)}
    ends = (("opening_balance", "Opening", "1,000.00"), ("closing_balance", "Closing", "1,500.00"))
    answer = json.dumps(
        {
            "rows": [[str(lines[row[0]]), *row] for row in rows],
            "facts": [[name, str(lines[word]), text] for name, word, text in ends],
        }
    )
    lexed = LexedPages(document.pages)
    unread = without_rows(lexed)
    loop = ToolLoop(ScriptedProvider([says(answer)] * 4), sees=sees)
    return extract(unread, document, loop, pictures=PagePictures(png()))


def test_two_amounts_around_a_misread_balance_are_not_read_to_suit_it() -> None:
    lines = [BAR, RENT, MORE, GYM, MORE, SALARY]
    document = scan(lines, {"250.00": "250.00", "650.00": "660.00", "30.00": "30.00"})
    found = told(
        document,
        [
            BAR_ROW,
            ("07/03/2026", "240.00", "", "660.00"),
            ("09/03/2026", "40.00", "", "620.00"),
            SALARY_ROW,
        ],
    )
    assert found.draft.status is ReadingStatus.UNPROVEN
    assert found.warnings == ()


def test_nor_are_they_with_an_entry_between_that_has_no_balance() -> None:
    gym = in_columns("09/03/2026", "City gym", "30.00")
    document = scan(
        [BAR, RENT, gym, SALARY], {"250.00": "250.00", "650.00": "660.00", "880.00": "880.00"}
    )
    found = told(
        document,
        [
            BAR_ROW,
            ("07/03/2026", "240.00", "", "660.00"),
            ("09/03/2026", "30.00", "", ""),
            ("15/03/2026", "", "870.00", "1,500.00"),
        ],
    )
    assert found.draft.status is ReadingStatus.UNPROVEN


@pytest.mark.parametrize(("sees", "proven"), [(True, True), (False, False)])
def test_a_figure_is_read_otherwise_only_by_a_model_that_saw_it(sees: bool, proven: bool) -> None:
    document = scan([BAR, RENT, GYM, SALARY], {"30.00": "85.00"})
    rows = [BAR_ROW, RENT_ROW, GYM_ROW, SALARY_ROW]
    found = told(document, rows, sees=sees)
    assert (found.draft.status is ReadingStatus.PROVEN) is proven


def test_a_figure_that_two_readings_found_is_never_read_otherwise() -> None:
    wrong = GYM.replace(" 30.00", " 45.00")
    document = scan([BAR, RENT, wrong, SALARY], {"45.00": "45.00"})
    page = document.pages[0]
    twice = replace(page, seen=(Seen.TWICE,) * len(page.words))
    rows = [BAR_ROW, RENT_ROW, GYM_ROW, SALARY_ROW]
    found = told(replace(document, pages=(twice,)), rows)
    assert found.draft.status is ReadingStatus.UNPROVEN


@pytest.mark.parametrize("text", ["$30.00", "USD30.00", "30.00\u202e", "30.00 x"])
def test_a_model_puts_nothing_on_the_page_but_an_amount(text: str) -> None:
    document = scan([BAR, RENT, GYM, SALARY], {"30.00": "3O.00"})
    gym = ("09/03/2026", text, "", "620.00")
    found = told(document, [BAR_ROW, RENT_ROW, gym, SALARY_ROW])
    assert found.draft.status is ReadingStatus.UNPROVEN
    assert found.warnings == ()


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
    unread = replace(draft, proof=None, witnesses=())
    extract(unread, document, loop, pictures=PagePictures(png()))
    sent = provider.requests[0].messages[-1].images
    assert [image.data[:4] for image in sent] == [b"\x89PNG"] * images


def test_a_page_that_cannot_be_drawn_is_read_by_its_words() -> None:
    assert PagePictures(b"%PDF-1.7 nothing").of(CASE.pages.pages[0]) is None
