"""Pages that tempt to prove rows or a period that are not so."""

import re
from collections.abc import Sequence
from datetime import date

import pytest
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from pipeline.drafts import StatementDraft
from pipeline.reading.from_bytes import read_bytes
from tests.support.pdfs import Draw, pdf
from tests.support.two_records import account, beside, locked, mirror
from tests.support.typewritten import faults, hypothesis, in_short, only, printed, read

PRINTED = printed("false_rows")

TABLE = PRINTED["table"]
LINES = ["2025-03-03 33000", "2025-03-10 -2000", "2025-03-19 -750"]
RETURNED = """
    05/03/2025   Gas works                -60.00
    06/03/2025   Gas works returned        60.00
    """
PAYEE_FIRST = """
    Gas works                05/03/2025     -60.00
    Gas works returned       06/03/2025      60.00
    """


# A8: a payment and its return, somewhere else than in the table.


def of_table(drafts: Sequence[StatementDraft]) -> StatementDraft:
    """The statement whose rows are the table's."""
    (draft,) = (each for each in drafts if [in_short(line) for line in each.lines] == LINES)
    return draft


def assert_not_covered(draft: StatementDraft) -> None:
    """The page is not proven without the two rows, nor matched where the ledger lacks them too."""
    assert (draft.status, faults(draft)) == ("unproven", {"covered"})
    assert beside(draft, account(*LINES, opening=10_000)).verdict == "unproven"


BOXES = pytest.mark.parametrize(
    "box", [RETURNED, PAYEE_FIRST], ids=["a day first", "a payee first"]
)


@BOXES
def test_rows_in_a_box_above_the_table_are_not_passed_over(box: str) -> None:
    assert_not_covered(of_table(read(f"\n    Returned{box}{TABLE}").statements))


@BOXES
def test_rows_below_the_table_do_not_match_a_ledger_that_lacks_them(box: str) -> None:
    draft = only(read(f"{TABLE}\n    Returned{box}"))
    assert beside(draft, account(*LINES, opening=10_000)).verdict != "matched"


def test_a_line_whose_day_is_in_another_column_does_not_get_the_day_above() -> None:
    draft = only(read(f"{TABLE}\n    Returned{PAYEE_FIRST}"))
    assert draft.status == "unproven" or {line.date for line in draft.lines[3:]} == {
        date(2025, 3, 5),
        date(2025, 3, 6),
    }


def test_rows_that_begin_with_the_payee_are_read_in_the_table_itself() -> None:
    page = PRINTED["rows that begin with the payee are"]
    draft = only(read(page))
    assert len(draft.lines) == 5
    assert beside(draft, account(*LINES, opening=10_000)).verdict == "differences"


def typed(canvas: Canvas, text: str, x: float, y: float, size: float = 7) -> None:
    """These lines in a typewriter's letters, from a place on."""
    canvas.setFont("Courier", size)
    for place, line in enumerate(text.strip("\n").split("\n")):
        for word in re.finditer(r"\S+", line):
            canvas.drawString(x + 0.6 * size * word.start(), y - 2 * size * place, word.group())


def table(canvas: Canvas) -> None:
    typed(canvas, TABLE, 0, 560)


def turned(canvas: Canvas) -> None:
    table(canvas)
    canvas.translate(380, 100)
    canvas.rotate(90)
    typed(canvas, RETURNED, 0, 0)


def tiny(canvas: Canvas) -> None:
    table(canvas)
    typed(canvas, RETURNED, 20, 300, size=1)


def picture(canvas: Canvas) -> None:
    image = Image.new("L", (1200, 200), 255)
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(size=28)
    for place, line in enumerate(RETURNED.strip().split("\n")):
        pen.text((20, 20 + 60 * place), line, fill=0, font=font)
    canvas.drawImage(ImageReader(image), 20, 300, width=360, height=60)


def test_the_table_alone_is_proven_and_matched() -> None:
    draft = only(read_bytes(pdf(table)).reading)
    assert draft.status == "proven"
    assert beside(draft, account(*LINES, opening=10_000)).verdict == "matched"


@pytest.mark.parametrize(
    "pages", [[turned], [tiny], [table, picture]], ids=["turned", "at 1 point", "in a picture"]
)
def test_rows_that_are_printed_otherwise_are_not_passed_over(pages: list[Draw]) -> None:
    assert_not_covered(of_table(read_bytes(pdf(*pages)).reading.statements))


# A9: rows that the bank itself does not count, and that come to zero.


def test_rows_that_say_that_they_were_declined_are_no_lines() -> None:
    page = PRINTED["rows that say that they were declined"]
    draft = only(read(page))
    assert (draft.status, len(draft.lines)) == ("unproven", 2)
    booked = account("2025-03-03 33000", "2025-03-10 -2000", opening=10_000)
    assert beside(draft, booked).verdict != "matched"


UNDER_A_HEADING = PRINTED["under a heading"]


@pytest.mark.parametrize(
    "heading",
    ["Not included in balance", "Declined transactions", "Savings pot"],
)
def test_rows_under_a_heading_without_a_gap_are_not_proven_to_be_the_accounts(heading: str) -> None:
    draft = only(read(UNDER_A_HEADING.format(heading=heading)))
    assert draft.status == "unproven"
    assert beside(draft, account(*LINES, opening=10_000)).verdict != "matched"


# A11: columns of something else than money, other units, and rows that are not all here.


@pytest.mark.parametrize("unit", ["points", "BTC", "kWh", "miles", "x1000", "in thousands"])
def test_figures_of_no_currency_are_no_proven_money(unit: str) -> None:
    text = TABLE.replace("Amount  ", f"{unit:8}").replace("    Date", f"    {unit}\n    Date")
    draft = only(read(text))
    assert hypothesis(draft, "currency")[1] == "assumed"
    assert beside(draft, account(opening=10_000)).verdict == "unproven"


@pytest.mark.parametrize(
    "words",
    ["x1000 EUR", "EUR '000", "EUR 000s", "x 1,000", "Angaben in Tausend Euro"]
    + [f"Amounts in thousands of {unit}" for unit in ("EUR", "dollars")],
)
def test_amounts_in_thousands_are_not_proven(words: str) -> None:
    text = TABLE.replace("    Date", f"    {words}\n    Date").replace("100.00", "EUR 100.00")
    draft = only(read(text))
    assert [each.code for each in draft.objections] == ["multiple"]
    assert draft.status == "unproven"


@pytest.mark.parametrize(
    "words",
    [
        "Transactions: 12",
        "Number of transactions: 12",
        "12 transactions",
        "Showing 3 of 12",
        "3 of 12 transactions",
        "Rounded to thousands",
    ],
)
def test_a_page_that_counts_other_rows_is_not_proven(words: str) -> None:
    draft = only(read(TABLE.replace("    Date", f"    {words}\n    Date")))
    assert draft.status == "unproven"


FIRST_OF_THREE = PRINTED["first of three"]
WHOLE = PRINTED["whole"]
OWN_DAYS = "2025-03-03 to 2025-03-19"
BEFORE_THE_LAST = "2025-03-03 to 2025-03-18"
MARCH = ("2025-03-03 33000", "2025-03-10 -2000", "2025-03-19 -750")

COUNTED = [
    "Page No. 1 of 3",
    "Page 1 of 3",
    "Page: 1 / 3",
    "Page 1/3",
    "Sheet 1 of 3",
    "Seite 1 von 3",
    "Page 1 sur 3",
    "Pagina 1 di 3",
    "Página 1 de 3",
]
GOING_ON = ["Continued", "Continued on next page", "Continued overleaf"]
UNKNOWN = ["1 of 3", "1/3", "Pages: 3", "P.T.O.", "Blatt 1", "Folio 1 of 3"]


@pytest.mark.parametrize(
    ("top", "foot", "objection"),
    [*((top, "", "pages") for top in COUNTED), *(("", foot, "carried") for foot in GOING_ON)],
)
def test_a_page_that_counts_others_or_goes_on_is_not_proven_and_locks_no_day(
    top: str, foot: str, objection: str
) -> None:
    draft = only(read(FIRST_OF_THREE.format(top=top, foot=foot)))
    assert draft.status == "unproven"
    assert [each.code for each in draft.objections] == [objection]
    found = beside(draft, mirror(draft))
    assert (found.verdict, locked(found)) == ("matched", None)


@pytest.mark.parametrize("top", UNKNOWN)
def test_one_that_says_so_in_other_words_is_about_the_days_of_its_rows(top: str) -> None:
    draft = only(read(FIRST_OF_THREE.format(top=top, foot="")))
    assert hypothesis(draft, "period") == (OWN_DAYS, "rows")
    found = beside(draft, mirror(draft))
    assert (found.verdict, locked(found)) == ("matched", BEFORE_THE_LAST)


def test_the_true_entry_of_the_last_day_can_still_come_in() -> None:
    """The ledger lags: it has the rows of the first page. What the second has is not locked out."""
    draft = only(read(FIRST_OF_THREE.format(top="1 of 3", foot="")))
    lagging = account(*MARCH, opening=10_000)
    assert locked(beside(draft, lagging)) == BEFORE_THE_LAST
    later = account(*MARCH, "2025-03-19 -1200", "2025-03-24 -3000", opening=10_000)
    found = beside(draft, later)
    assert (found.verdict, locked(found)) == ("differences", None)


def test_nor_does_a_printed_month_lock_more_of_a_page_that_is_one_of_three() -> None:
    month = "1 of 3\n    Statement period: 01/03/2025 to 31/03/2025"
    draft = only(read(FIRST_OF_THREE.format(top=month, foot="")))
    assert hypothesis(draft, "period") == ("2025-03-01 to 2025-03-31", "label")
    found = beside(draft, account(*MARCH, opening=10_000))
    assert (found.verdict, locked(found)) == ("matched", BEFORE_THE_LAST)


@pytest.mark.parametrize(
    "what",
    [
        "Overdraft agreed",
        "Insurance cover",
        "Fee agreement",
        "Mandate",
        "Safe deposit box",
        "Arranged limit",
        "Interest rate fixed",
        "",
    ],
)
@pytest.mark.parametrize("place", ["above", "below"])
def test_the_term_of_something_else_is_not_the_period(what: str, place: str) -> None:
    texts = {"above": "", "below": "", place: f"{what}   1 Jan 2025 - 31 Dec 2025"}
    draft = only(read(WHOLE.format(**texts)))
    assert hypothesis(draft, "period") == (OWN_DAYS, "rows")
    found = beside(draft, mirror(draft))
    assert (found.verdict, locked(found)) == ("matched", BEFORE_THE_LAST)


@pytest.mark.parametrize("term", ["01/01/2025 to 31/12/2025", "01.01.2025 - 31.12.2025"])
def test_nor_is_a_term_in_numbers(term: str) -> None:
    draft = only(read(WHOLE.format(above=f"Overdraft agreed   {term}", below="")))
    assert hypothesis(draft, "period") == (OWN_DAYS, "rows")
    assert locked(beside(draft, mirror(draft))) == BEFORE_THE_LAST


def test_a_period_that_is_labelled_is() -> None:
    labelled = "Statement period: 01/03/2025 to 31/03/2025"
    draft = only(read(WHOLE.format(above=labelled, below="")))
    assert hypothesis(draft, "period") == ("2025-03-01 to 2025-03-31", "label")
