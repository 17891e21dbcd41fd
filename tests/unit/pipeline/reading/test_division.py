"""A document is divided from top to bottom: what proves is taken, whatever stands around it."""

from dataclasses import replace

import pytest

from db.words import ReadingStatus
from pipeline.drafts import ReadStatements
from pipeline.pages.rows import with_rows
from pipeline.reading import read_statements
from pipeline.words import DocumentPages, Page, Seen, Word
from tests.support.typewritten import document, faults, printed, read

PRINTED = printed("division")

MONTH = PRINTED["month"]


def month(place: int, number: str = "40118832", wrong: int = 0) -> str:
    start, came, went = 100 + 150 * (place - 1), 200 + place, 50 + place
    return str(MONTH).format(
        number=number,
        month=f"{place:02}",
        start=start,
        came=came,
        middle=start + came,
        went=went,
        end=start + 150 + wrong,
    )


def statuses(reading: ReadStatements) -> list[str]:
    return [str(draft.status) for draft in reading.statements]


def test_more_months_than_anybody_sends() -> None:
    assert statuses(read(*map(month, range(1, 13)))) == ["proven"] * 12


@pytest.mark.parametrize(("accounts", "ends", "told"), [
    ("whose ends have no label",
     [(120_408, 126_844), (521_000, 525_249)], "unproven None, unproven None"),
    ("whose balance before has words that no one knows",
     [(5_008_515, 4_909_825), (128_225, 188_930)], "proven None, proven None"),
    ("of which one is emptied into the other",
     [(241_760, 0), (0, 275_095)], "proven EUR, proven EUR"),
    ("of which the second opens where the first closes",
     [(241_760, 347_815), (347_815, 275_415)], "proven EUR, proven USD"),
])  # fmt: skip
def test_two_accounts_on_a_page(accounts: str, ends: list[tuple[int, int]], told: str) -> None:
    found = read(PRINTED[f"two accounts {accounts}"])
    assert [(draft.opening_balance, draft.closing_balance) for draft in found.statements] == ends
    assert ", ".join(f"{each.status} {each.currency}" for each in found.statements) == told


def test_many_accounts_in_one_file() -> None:
    texts = [month(1, number=f"4011{place:04}") for place in range(40)]
    found = read(*texts)
    assert statuses(found) == ["proven"] * 40
    assert [draft.account_mask for draft in found.statements] == [f"{n:04}" for n in range(40)]


@pytest.mark.parametrize("place", [1, 4, 7])
def test_a_month_that_does_not_add_up_leaves_the_others_proven(place: int) -> None:
    texts = [month(each, wrong=7 * (each == place)) for each in range(1, 8)]
    expected = ["unproven" if each == place else "proven" for each in range(1, 8)]
    assert statuses(read(*texts)) == expected


def test_words_in_front_belong_to_the_first_statement() -> None:
    assert statuses(read("Dear customer,\nhere are your statements.", month(1), month(2))) == [
        "proven",
        "proven",
    ]


def test_many_headings_without_sums_are_tried_in_bounds() -> None:
    heading = "Account number {}\nOpening balance  {}.00\n01/03/2025   Shop   7.00\n"
    text = "\n".join(heading.format(10_000_000 + 977 * n, n + 1) for n in range(60))
    found = read_statements(document(text))
    assert "proven" not in statuses(found)
    assert found.readings_tried < 60 * 400


def test_a_list_of_accounts_before_the_statements_is_none() -> None:
    listed = PRINTED["a list of accounts before the statements"]
    found = read(listed, month(1), month(2, number="40110002"))
    assert statuses(found) == ["proven", "proven"]


ROWS = (
    ("Opening balance", None, "100.00"),
    ("13/03/2025 Baker", "10.00", "90.00"),
    ("14/03/2025 Butcher", "25.50", "64.50"),
    ("17/03/2025 Grocer", "31.25", "33.25"),
    ("Closing balance", None, "33.25"),
)


def scanned(
    changes: dict[str, str], confidence: float, read_by: Seen = Seen.TWICE
) -> DocumentPages:
    """A recognised page; figures named in ``changes`` are misread, with that confidence."""
    words: list[Word] = []
    sure: list[float] = []
    looks: list[Seen] = []

    def add(text: str, x: float, y: float) -> None:
        read = changes.get(text, text)
        words.append(Word(read, x, y, x + 5.5 * len(read), y + 10))
        sure.append(confidence if text in changes else 0.999)
        looks.append(Seen.ONCE if text in changes else read_by)

    for x, text in ((40, "Date"), (120, "Description"), (300, "Debit"), (400, "Balance")):
        add(text, x, 60)
    for number, (text, amount, balance) in enumerate(ROWS):
        y = 80 + 16 * number
        for place, word in enumerate(text.split()):
            add(word, 40 + 80 * place, y)
        for figure, right in ((amount, 330), (balance, 440)):
            if figure:
                add(figure, right - 5.5 * len(changes.get(figure, figure)), y)
    page = Page(
        1, 595, 842, tuple(words), image_only=True, confidence=tuple(sure), seen=tuple(looks)
    )
    return DocumentPages((with_rows(page),), engine="pdfium+ocr", encrypted=False)


def test_what_was_recognised_only_once_is_not_proven_though_it_adds_up() -> None:
    """Arithmetic binds the figures, but not the dates."""
    statement = read_statements(scanned({}, 0.999, Seen.ONCE)).statements[0]
    assert (statement.status, faults(statement)) == (ReadingStatus.UNPROVEN, {"seen"})


def test_a_clean_scan_is_proven_and_says_who_read_it() -> None:
    statement = read_statements(scanned({}, 0.999)).statements[0]
    assert statement.status is ReadingStatus.PROVEN
    assert {line.method for line in statement.lines} == {"ocr"}


def test_the_only_mending_that_proves_the_page_is_made_and_said() -> None:
    reading = read_statements(scanned({"25.50": "26.50"}, 0.8))
    assert reading.statements[0].status is ReadingStatus.PROVEN
    assert [line.amount for line in reading.statements[0].lines] == [-1000, -2550, -3125]
    assert any("26.50" in warning and "25.50" in warning for warning in reading.warnings)


@pytest.mark.parametrize("confidence", [0.98, 0.999])
def test_a_digit_that_ocr_is_sure_of_is_left_alone(confidence: float) -> None:
    reading = read_statements(scanned({"25.50": "26.50"}, confidence))
    assert reading.statements[0].status is ReadingStatus.UNPROVEN


def test_what_two_readings_gave_is_left_alone_where_the_page_contradicts_itself() -> None:
    document = scanned({"25.50": "26.50"}, 0.8)
    page = document.pages[0]
    printed = replace(document, pages=(replace(page, seen=(Seen.TWICE,) * len(page.words)),))
    assert read_statements(printed).statements[0].status is ReadingStatus.UNPROVEN


def test_text_of_a_text_layer_is_never_mended() -> None:
    document = scanned({"25.50": "26.50"}, 0.8)
    printed = replace(document, pages=(replace(document.pages[0], confidence=()),))
    assert read_statements(printed).statements[0].status is ReadingStatus.UNPROVEN


def test_two_misread_digits_stay_unproven() -> None:
    reading = read_statements(scanned({"25.50": "26.50", "31.25": "37.25"}, 0.8))
    assert reading.statements[0].status is ReadingStatus.UNPROVEN
