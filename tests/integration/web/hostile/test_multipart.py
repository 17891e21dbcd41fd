"""Forms with documents that no browser writes, sent to the page and to the API alike."""

import re
from collections.abc import Callable
from itertools import count
from pathlib import Path

import httpx2
import pytest

from app.web.desk import Desk
from tests.support.handing_in import letter

PDF = letter()
NUMBERS = count()
END = b"--b--\r\n"
USUAL = "multipart/form-data; boundary=b"
#: What a field of a page and of the API is called.
FIELDS = ("documents", "file")
#: A form of one document in the field of that name.
Make = Callable[[str], bytes]


def part(head: str, data: bytes | None = None, more: bytes = b"") -> bytes:
    """One part; each document is another one."""
    held = PDF + b"%%%d" % next(NUMBERS) if data is None else data
    shown = head.encode("utf-8", "surrogateescape")
    between = b"\r\nContent-Disposition: form-data; " + shown + b"\r\n" + more + b"\r\n"
    return b"--b" + between + held + b"\r\n"


def plain(field: str) -> bytes:
    return part(f'name="{field}"; filename="a.pdf"') + END


def with_fields(number: int) -> Make:
    fields = b"".join(part(f'name="f{each}"', b"x") for each in range(number))
    return lambda field: plain(field).removesuffix(END) + fields + END


def kept_as_hashes(desk: Desk) -> bool:
    """Whether documents are kept by their bytes alone, whatever they are called."""
    folder = Path(desk.engine.url.database or "").with_name("kept")
    names = {each.name for each in folder.rglob("*") if each.is_file()} - {"tieout-documents"}
    return bool(names) and all(re.fullmatch(r"[0-9a-f]{64}", each) for each in names)


def files(shop: httpx2.Client) -> list[str]:
    """The names of what was handed in, the newest first."""
    return [each["file"] for each in shop.get("/imports").json()["items"]]


def send(
    visitor: httpx2.Client, shop: httpx2.Client, kind: str, make: Make
) -> tuple[httpx2.Response, httpx2.Response]:
    """What the page and the API say to it."""
    headers = {"Content-Type": kind, "Accept": "application/json"}
    page = visitor.post("/upload", content=make("documents"), headers=headers)
    return page, shop.post("/imports", content=make("file"), headers=headers)


@pytest.mark.parametrize(
    ("kind", "make", "statuses"),
    [
        ("multipart/form-data", plain, (400, 422)),
        ("multipart/form-data; boundary=", plain, (400, 422)),
        pytest.param(f"multipart/form-data; boundary={'b' * 3000}", plain, (400, 422), id="long"),
        (f"{USUAL}; boundary=c", plain, (400, 422)),
        (USUAL, lambda _: b"", (400, 422)),
        (USUAL, lambda field: b"junk\r\n" + plain(field), (400, 422)),
        (USUAL, lambda field: plain(field).replace(b"\r\n", b"\n"), (400, 422)),
        (USUAL, with_fields(10_000), (400, 422)),
        (USUAL, lambda field: plain(field).removesuffix(END) * 1000 + END, (413, 422)),
        (USUAL, lambda _: part('filename="a.pdf"') + END, (400, 422)),
        (USUAL, lambda field: part(f'name="{field}"; filename="a"', more=b"X: y\r\n" * 999) + END,
         (400, 422)),
        (USUAL, lambda field: part(f'name="{field}"; filename="{"a" * 9_000_000}"') + END,
         (400, 422)),
        # Base64 is not undone: what comes is what is taken.
        (USUAL, lambda field: part(f'name="{field}"; filename="a.pdf"', b"JVBERi0xLjc=",
                                   b"Content-Transfer-Encoding: base64\r\n") + END, (200, 415)),
        # A form in a form is one field that is no document.
        (USUAL, lambda field: part(f'name="{field}"', b"--c\r\n\r\n%PDF-\r\n--c--",
                                   b"Content-Type: multipart/mixed; boundary=c\r\n") + END,
         (200, 422)),
        # Codecs that raise what nobody expects, and that take minutes.
        (f"{USUAL}; charset=punycode", plain, (415, 415)),
        (f"{USUAL}; charset*=utf-8''idna", plain, (415, 415)),
        (f'{USUAL}; charset=utf-8; charset="punycode"', plain, (415, 415)),
    ],
)  # fmt: skip
def test_what_no_browser_writes_hands_nothing_in(
    visitor: httpx2.Client, shop: httpx2.Client, kind: str, make: Make, statuses: tuple[int, int]
) -> None:
    before = files(shop)
    page, program = send(visitor, shop, kind, make)
    assert (page.status_code, program.status_code) == statuses
    assert files(shop) == before


@pytest.mark.parametrize(
    ("kind", "make"),
    [
        ('multipart/form-data; boundary="b"; charset="UTF-8"', plain),
        (USUAL, lambda field: plain(field) + b"junk" * 1000),
        # What follows the end of a form is none of it.
        (USUAL, lambda field: plain(field) + plain(field)),
        # Of two dispositions the last is taken, by every reader of this house.
        (USUAL, lambda field: part('name="other"', more=b"Content-Disposition: form-data;"
                                   b' name="%s"; filename="a.pdf"\r\n' % field.encode()) + END),
    ],
)  # fmt: skip
def test_what_is_odd_and_well_formed_is_one_document(
    visitor: httpx2.Client, shop: httpx2.Client, kind: str, make: Make
) -> None:
    before = files(shop)
    page, program = send(visitor, shop, kind, make)
    assert (page.status_code, program.status_code) == (200, 202)
    assert files(shop) == ["a.pdf", "a.pdf", *before]


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("../../../../etc/passwd", "passwd"),
        ("..\\..\\x.pdf", "x.pdf"),
        ("a\nSet-Cookie: b=c.pdf", "a\nSet-Cookie: b=c.pdf"),
        ("a\0b.pdf", "a\ufffdb.pdf"),
        ("\u202egnp.fdp", "\u202egnp.fdp"),
        ("\udcff\udcfe.pdf", "\xff\xfe.pdf"),
        ("a" * 3000, "a" * 200),
        ("/", "document"),
        (" ", "document"),
    ],
)
def test_a_name_is_the_files_own_and_acts_nowhere(
    visitor: httpx2.Client, shop: httpx2.Client, desk: Desk, sent: str, kept: str
) -> None:
    page, program = send(
        visitor, shop, USUAL, lambda field: part(f'name="{field}"; filename="{sent}"') + END
    )
    assert (page.status_code, program.json()["file"]) == (200, kept)
    assert "set-cookie" not in program.headers
    listed = visitor.get("/upload").text
    assert "\u202e" not in listed
    assert "\0" not in listed
    assert kept_as_hashes(desk)


def test_a_codec_is_taken_in_no_other_form_either(visitor: httpx2.Client) -> None:
    body = part('name="name"', b"sam") + END
    for path in ("/sign-in", "/keys", "/language", "/accounts/new"):
        headers = {"Content-Type": f"{USUAL}; charset=punycode"}
        assert visitor.post(path, content=body, headers=headers).status_code == 415
