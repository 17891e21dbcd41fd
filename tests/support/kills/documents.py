"""The made-up months of `tests.support.months` as PDF files that any reader can read."""

import io
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from pipeline.words import DocumentPages, Page
from tests.support.books import pages_of
from tests.support.months import World

#: Courier's letters are 0.6 of their size wide; those of `evals.typeset` are 5 points.
_SIZE = 5.0 / 0.6
_BASELINE = 2.0


def write_world(folder: Path, made: World) -> list[Path]:
    """A file for each document, and two that nobody can read; in the order of their names."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, drafts in made.documents.items():
        (folder / name).write_bytes(drawn(pages_of(drafts), name))
    first = min(folder.iterdir()).read_bytes()
    (folder / "zz-cut-short.pdf").write_bytes(first[: len(first) // 2])
    (folder / "zz-no-statement.pdf").write_bytes(_letter())
    return sorted(folder.iterdir())


def drawn(document: DocumentPages, title: str) -> bytes:
    """The document as PDF; the title makes copies of it other bytes."""
    out = io.BytesIO()
    canvas = Canvas(out, invariant=True)
    canvas.setTitle(title)
    for page in document.pages:
        canvas.setPageSize((page.width, page.height))
        _draw(canvas, page)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _draw(canvas: Canvas, page: Page) -> None:
    canvas.setFont("Courier", _SIZE)
    for word in page.words:
        canvas.drawString(word.x0, page.height - word.bottom + _BASELINE, word.text)


def _letter() -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, invariant=True)
    canvas.drawString(72, 700, "Dear customer, our opening hours change in May.")
    canvas.showPage()
    canvas.save()
    return out.getvalue()
