"""Documents that are made to do harm, handed in in every way: nothing of them reaches a browser but
pictures of their pages, and neither memory nor time goes with them."""

import resource
import time
from collections.abc import Iterator, Mapping
from itertools import cycle

import httpx2
import pytest

from app.web import pictures
from app.web.pictures import Pictures
from pipeline.pages.sandbox import limits
from tests.support.handing_in import hand_in
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
    visitor: httpx2.Client, shop: httpx2.Client, documents: Mapping[str, bytes]
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


def served_of(
    visitor: httpx2.Client, shop: httpx2.Client, number: int
) -> Iterator[httpx2.Response]:
    """Everything that a browser or a program can be given of an import."""
    for path in ("", "/panes", "/lines", "/pages/1.png", "/pages/1.png?scale=4", "/lines/1/1.png"):
        yield visitor.get(f"/imports/{number}{path}")
    yield visitor.get("/work")
    for path in ("", "/review", "/differences", "/certificates/1", "/rows", "/rows?to=csv"):
        yield shop.get(f"/imports/{number}{path}")


def is_harmless(answer: httpx2.Response) -> bool:
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
    visitor: httpx2.Client, shop: httpx2.Client
) -> None:
    found = handed_in(visitor, shop, no_documents())
    assert set(found.values()) == {(415, None)}


def test_of_what_is_two_things_at_once_nothing_is_shown_but_pictures(
    visitor: httpx2.Client, shop: httpx2.Client, monkeypatch: pytest.MonkeyPatch
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
    visitor: httpx2.Client, shop: httpx2.Client
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
