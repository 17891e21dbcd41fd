"""Documents that are made to do harm, handed in in every way: nothing of them reaches a browser but
pictures of their pages, and neither memory nor time goes with them."""

import re
import resource
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import count, cycle
from pathlib import Path

import pytest
from httpx2 import Client, Response

from app.web import pictures
from app.web.desk import Desk
from app.web.pictures import Pictures
from pipeline.pages.sandbox import limits
from tests.support.handing_in import hand_in, letter
from tests.support.hostile_documents import SCRIPT, bombs, no_documents, taken_for_others

KINDS = ("text/html", "image/png", "application/json", "application/problem+json", "text/csv")
#: What the server itself may grow by, whatever its children are made to hold.
GROWS_BY = 200 * 2**20


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers may have little, so that what uses up all has soon done so."""
    monkeypatch.setenv(limits.SECONDS, "1")
    monkeypatch.setenv(limits.MEMORY, "96")
    monkeypatch.setattr(pictures, "PICTURES", Pictures())


def handed_in(
    visitor: Client, shop: Client, documents: Mapping[str, bytes]
) -> dict[str, tuple[int, int | None]]:
    """What came of each, and the number of its import; by turns with the page, and by a program
    with a form and as it is."""
    found: dict[str, tuple[int, int | None]] = {}
    for (name, data), way in zip(documents.items(), cycle(("page", "form", "raw")), strict=False):
        if way == "page":
            (told,) = hand_in(visitor, (name, data), json=True).json()["documents"]
            found[name] = 202 if told["import_id"] else 415, told["import_id"]
            continue
        kind = {"Content-Type": "image/png" if data.startswith(b"\x89PNG") else "application/pdf"}
        sent = {"files": {"file": (name, data)}} if way == "form" else {"content": data}
        headers = {} if way == "form" else kind
        answer = shop.post("/imports", params={"name": name}, headers=headers, **sent)
        found[name] = answer.status_code, answer.json().get("import_id")
    return found


def served_of(visitor: Client, shop: Client, number: int) -> Iterator[Response]:
    """Everything that a browser or a program can be given of an import."""
    for path in ("", "/panes", "/lines", "/pages/1.png", "/pages/1.png?scale=4", "/lines/1/1.png"):
        yield visitor.get(f"/imports/{number}{path}")
    yield visitor.get("/work")
    for path in ("", "/review", "/differences", "/certificates/1", "/rows", "/rows?to=csv"):
        yield shop.get(f"/imports/{number}{path}")


def is_harmless(answer: Response) -> bool:
    """Whether no browser takes it for another thing than it is said to be, or runs any of it."""
    kind = answer.headers["content-type"].partition(";")[0]
    return (
        kind in KINDS
        and answer.headers["x-content-type-options"] == "nosniff"
        and "default-src 'none'" in answer.headers["content-security-policy"]
        and "unsafe" not in answer.headers["content-security-policy"]
        and SCRIPT not in answer.content
        and (kind != "image/png" or answer.content.startswith(b"\x89PNG"))
        and answer.status_code < 500
    )


def test_what_is_no_document_is_not_taken_whatever_it_is_called(
    visitor: Client, shop: Client
) -> None:
    found = handed_in(visitor, shop, no_documents())
    assert set(found.values()) == {(415, None)}


def test_of_what_is_two_things_at_once_nothing_is_shown_but_pictures(
    visitor: Client, shop: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    # None of them takes long but on a slow machine.
    monkeypatch.delenv(limits.SECONDS)
    for name, (status, number) in handed_in(visitor, shop, taken_for_others()).items():
        assert (status, number is not None) == (202, True), name
        assert number is not None
        for answer in served_of(visitor, shop, number):
            assert is_harmless(answer), (name, answer.url, answer.headers)
        picture = visitor.get(f"/imports/{number}/pages/1.png")
        assert picture.headers["content-type"] == "image/png"


def test_what_becomes_large_long_or_endless_costs_little_and_breaks_nothing(
    visitor: Client, shop: Client
) -> None:
    documents = bombs()
    assert max(map(len, documents.values())) < 3 * 2**20
    held, began = _most_held(), time.process_time()
    for name, (status, number) in handed_in(visitor, shop, documents).items():
        assert (status, number is not None) == (202, True), name
        assert number is not None
        for path in ("", "/pages/1.png"):
            answer = visitor.get(f"/imports/{number}{path}")
            assert is_harmless(answer), (name, answer.url, answer.status_code, answer.text[:200])
    assert _most_held() - held < GROWS_BY
    # The server's own: what children use up is bounded for each.
    assert time.process_time() - began < 20


def _most_held() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


PDF = letter()
NUMBERS = count()
END = b"--b--\r\n"
USUAL = "multipart/form-data; boundary=b"
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


def files(shop: Client) -> list[str]:
    """The names of what was handed in, the newest first."""
    return [each["file"] for each in shop.get("/imports").json()["items"]]


def send(visitor: Client, shop: Client, kind: str, make: Make) -> tuple[Response, Response]:
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
    visitor: Client, shop: Client, kind: str, make: Make, statuses: tuple[int, int]
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
    visitor: Client, shop: Client, kind: str, make: Make
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
    visitor: Client, shop: Client, desk: Desk, sent: str, kept: str
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


def test_a_codec_is_taken_in_no_other_form_either(visitor: Client) -> None:
    body = part('name="name"', b"sam") + END
    for path in ("/sign-in", "/keys", "/language", "/accounts/new"):
        headers = {"Content-Type": f"{USUAL}; charset=punycode"}
        assert visitor.post(path, content=body, headers=headers).status_code == 415
