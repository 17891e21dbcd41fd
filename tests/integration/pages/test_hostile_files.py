"""Any bytes end in a typed error or a reading, within the limits, and the next document goes on."""

import io
import random
import zlib
from collections.abc import Callable
from contextlib import suppress

import pytest

from db.errors import TieoutError
from pipeline.pages.errors import (
    NoPages,
    ReaderCrashed,
    ReaderKilled,
    ReaderOutOfMemory,
    ReaderTimeout,
    TooManyPages,
    UnreadablePdf,
)
from pipeline.pages.open import read_pages
from pipeline.pages.sandbox.fork import run_limited
from pipeline.pages.sandbox.limits import ReadingLimits
from pipeline.words import DocumentPages
from tests.support.pdfs import line, pdf

MEBIBYTE = 1 << 20
TIGHT = ReadingLimits(memory_bytes=256 * MEBIBYTE, cpu_seconds=5)
Broken = (
    UnreadablePdf,
    NoPages,
    TooManyPages,
    ReaderCrashed,
    ReaderKilled,
    ReaderOutOfMemory,
    ReaderTimeout,
)


def read(data: bytes, limits: ReadingLimits = TIGHT) -> DocumentPages:
    return run_limited(read_pages, data, (), limits, limits=limits)


def raw_pdf(*objects: bytes, root: int = 1) -> bytes:
    """A PDF of exactly these objects, numbered from 1, with a proper cross-reference."""
    out = io.BytesIO(b"%PDF-1.7\n")
    out.seek(0, io.SEEK_END)
    places = []
    for number, body in enumerate(objects, 1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    for place in places:
        out.write(b"%010d 00000 n \n" % place)
    out.write(b"trailer\n<< /Size %d /Root %d 0 R >>\n" % (len(objects) + 1, root))
    out.write(b"startxref\n%d\n%%%%EOF\n" % start)
    return out.getvalue()


def stream(data: bytes, extra: bytes = b"") -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(data), extra, data)


CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"
ONE_PAGE = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
PAGE = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources 5 0 R >>"
FONT = b"<< /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"


def page_with(content: bytes, resources: bytes = FONT) -> bytes:
    return raw_pdf(CATALOG, ONE_PAGE, PAGE, content, resources)


def flate_bomb() -> bytes:
    """A content stream of a kilobyte that unfolds twice, to 300 MiB: more than the limit."""
    once = zlib.compress(b" " * (300 * MEBIBYTE), 1)
    return page_with(stream(zlib.compress(once), b"/Filter [/FlateDecode /FlateDecode]"))


def forms_within_forms() -> bytes:
    """Ten forms, each painting the next ten times: ten thousand million paintings."""
    forms = [
        stream(
            b"/X Do " * 10,
            b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] "
            b"/Resources << /XObject << /X %d 0 R >> >>" % (number + 1),
        )
        for number in range(6, 16)
    ]
    last = stream(b"", b"/Type /XObject /Subtype /Form /BBox [0 0 9 9]")
    resources = b"<< /XObject << /X 6 0 R >> >>"
    return raw_pdf(CATALOG, ONE_PAGE, PAGE, stream(b"/X Do"), resources, *forms, last)


def millions_of_letters() -> bytes:
    content = b"BT /F 9 Tf " + b"(a) Tj " * 2_000_000 + b"ET"
    return page_with(stream(zlib.compress(content), b"/Filter /FlateDecode"))


def endless_page_tree() -> bytes:
    """Eight levels of the same ten children: a hundred million pages in a kilobyte."""
    level = b"<< /Type /Pages /Count 100000000 /Kids [" + b"%d 0 R " * 10 + b"] >>"
    levels = [level % ((number + 1,) * 10) for number in range(2, 10)]
    return raw_pdf(CATALOG, *levels, b"<< /Type /Page /MediaBox [0 0 9 9] >>")


def tree_that_contains_itself() -> bytes:
    return raw_pdf(CATALOG, b"<< /Type /Pages /Kids [2 0 R] /Count 1 >>")


def deep_arrays() -> bytes:
    return page_with(stream(b"[" * 500_000))


def no_pages() -> bytes:
    return raw_pdf(CATALOG, b"<< /Type /Pages /Kids [] /Count 0 >>")


def garbage() -> bytes:
    return b"%PDF-1.7\n" + random.Random(1).randbytes(100_000)


HOSTILE = [
    flate_bomb,
    forms_within_forms,
    millions_of_letters,
    endless_page_tree,
    tree_that_contains_itself,
    no_pages,
    garbage,
]


@pytest.mark.parametrize("build", HOSTILE)
def test_a_hostile_file_ends_in_a_typed_error_and_the_next_one_is_read(
    build: Callable[[], bytes],
) -> None:
    data = build()
    with pytest.raises(Broken):
        read(data)
    assert read(pdf(line("next"))).pages[0].words[0].text == "next"


def test_deep_nesting_in_a_page_leaves_it_blank() -> None:
    assert read(deep_arrays()).pages[0].words == ()


def test_a_blank_page_is_no_failure() -> None:
    assert read(page_with(stream(b""))).pages[0].words == ()


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
def test_a_file_cut_short_is_refused_or_recovered_with_a_warning(share: float) -> None:
    data = pdf(*[line(f"page{number}") for number in range(5)])
    try:
        document = read(data[: int(len(data) * share)])
    except Broken:
        return
    assert "damaged or cut short" in document.warnings[0]


@pytest.mark.parametrize("seed", range(12))
def test_damaged_bytes_never_escape_as_anything_but_a_typed_error(seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(pdf(line("one"), line("two")))
    for _ in range(chance.choice([1, 5, 50])):
        data[chance.randrange(20, len(data))] = chance.randrange(256)
    with suppress(TieoutError):
        read(bytes(data))
