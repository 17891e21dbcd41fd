"""Scans and photographs of statements: proven as they are, and not once one thing was done."""

import io

import pytest
from PIL import Image

from db.words import ReadingStatus
from fixtures.catalogue import Fixture, catalogue
from fixtures.photographs import CONDITIONS
from pipeline.drafts import StatementDraft
from pipeline.pages import ocr
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS
from pipeline.reading.from_bytes import ReadDocument, proven_here, read_scanned_document
from tests.support.damaged_pictures import DAMAGES, damaged, pictures
from tests.support.judging import same_rows

pytestmark = [
    pytest.mark.skipif(not ocr.is_installed(), reason="the ocr extra is not installed"),
    pytest.mark.timeout(600),
]
slow = pytest.mark.slow
#: Tables without lines, of one page each, a country each.
SAMPLES = ("uk_loan", "in_savings", "my_akaun")


def sample(name: str) -> Fixture:
    return next(each for each in catalogue() if each.name == name)


def kept(pages: list[Image.Image], kind: str, dpi: int) -> bytes:
    """The pages in one file."""
    out = io.BytesIO()
    more = {"save_all": True, "append_images": pages[1:]} if kind == "TIFF" else {}
    pages[0].save(out, kind, dpi=(dpi, dpi), **more)
    return out.getvalue()


def read(pages: list[Image.Image], kind: str, dpi: int = 200) -> ReadDocument:
    return proven_here(read_scanned_document(kept(pages, kind, dpi), (), DEFAULT_LIMITS))


def proven(document: ReadDocument) -> list[StatementDraft]:
    return [d for d in document.reading.statements if d.status is ReadingStatus.PROVEN]


@pytest.mark.parametrize(
    ("name", "condition", "kind"),
    [
        ("uk_loan", "200 dpi", "PNG"),
        *(
            pytest.param(name, condition, kind, marks=slow)
            for name in SAMPLES
            for condition, kind in (("skew", "TIFF"), ("photo", "JPEG"), ("shadow", "PNG"))
        ),
    ],
)
def test_a_scan_is_never_proven_wrongly(name: str, condition: str, kind: str) -> None:
    damage, dpi = CONDITIONS[condition]
    document = read([damage(page) for page in pictures(sample(name).pdf, dpi)], kind, dpi)

    found = proven(document)
    assert all(same_rows(each, sample(name).statements[0]) for each in found)
    assert found, [c for d in document.reading.statements for c in d.checks if c.state != "passed"]


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("uk_loan", "a digit is another"),
        *(
            pytest.param(name, damage, marks=slow)
            for name in SAMPLES
            for damage in DAMAGES
            if (name, damage) != ("uk_loan", "a digit is another")
        ),
    ],
)
def test_a_scan_on_which_something_was_done_to_an_amount_is_unproven(
    name: str, damage: str
) -> None:
    found = proven(read(damaged(sample(name).pdf, damage), "PNG"))
    # A balance that is blotted may be passed over, where all other figures prove the same rows.
    blotted = damage == "a digit is blotted"
    assert [
        each for each in found if not blotted or not same_rows(each, sample(name).statements[0])
    ] == []


@slow
def test_a_page_that_cannot_be_read_costs_that_page_alone() -> None:
    """Grey from edge to edge in place of the second page, which has rows: it is named."""
    pages = pictures(sample("de_giro").pdf)
    document = read([pages[0], Image.new("L", pages[1].size, 120)], "TIFF")

    assert document.pages.pages[0].confidence
    assert not document.pages.pages[1].words
    assert proven(document) == []
    assert any("page 2" in each for each in document.reading.warnings)
