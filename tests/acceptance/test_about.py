"""A document that holds no statement fails as before, and it is said what it is: by whom, too."""

import json
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.support.model_server import Reply, completion, model_server
from tests.support.process import Ran, tieout

ACCOUNT = "DE89370400440532013000"


@pytest.fixture
def invoice(books: Path) -> Path:
    """A page with a heading, a sum and the seller's account."""
    file = books / "invoice.pdf"
    page = Canvas(str(file))
    for row, text in enumerate(("Harbour Tools Ltd", "INVOICE No. 2031", f"Pay to {ACCOUNT}")):
        page.drawString(72, 760 - 20 * row, text)
    page.save()
    return file


def reviewed(books: Path) -> Ran:
    return tieout("review", "1", cwd=books)


def test_without_a_model_its_heading_says_what_it_is(books: Path, invoice: Path) -> None:
    ran = tieout("import", invoice, "--json", cwd=books)
    assert ran.code == 6
    assert ran.json[0]["error_code"] == "no_statement"
    assert ran.json[0]["about"] == {"type": "invoice", "summary": "", "by": None}
    assert "According to its heading: invoice." in reviewed(books).out


def test_a_model_is_asked_and_its_word_is_kept_as_its_word(books: Path, invoice: Path) -> None:
    said = {"type": "invoice", "summary": f"Tools, to be paid to {ACCOUNT}."}
    copied = completion('{"rows":[],"facts":[]}')
    with model_server(copied, completion(json.dumps(said))) as server:
        words = ("--model", "qwen", "--base-url", server.base_url)
        ran = tieout("import", invoice, *words, cwd=books)
    assert ran.code == 6
    asked = server.requests[-1].json["messages"][-1]["content"]
    assert "INVOICE No. 2031" in asked
    assert ACCOUNT not in asked
    shown = "qwen says (no proof): invoice. Tools, to be paid to …3000."
    assert shown in " ".join(ran.out.split())
    assert shown in " ".join(reviewed(books).out.split())


def test_a_model_that_fails_changes_nothing(books: Path, invoice: Path) -> None:
    broken = Reply(b'{"error":{"message":"down"}}', 400)
    with model_server(*[broken] * 6) as server:
        words = ("--model", "qwen", "--base-url", server.base_url)
        ran = tieout("import", invoice, "--json", *words, cwd=books)
    assert (ran.code, ran.json[0]["error_code"]) == (6, "no_statement")
    assert ran.json[0]["about"]["by"] is None
