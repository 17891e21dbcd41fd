"""Puts finished pages together: joined, repeated, left out, out of order."""

from collections.abc import Sequence
from io import BytesIO

from pypdf import PdfReader, PdfWriter


def joined(*parts: bytes) -> bytes:
    """The pages of several documents, one after the other."""
    writer = PdfWriter()
    for part in parts:
        writer.append(PdfReader(BytesIO(part)))
    return _written(writer)


def rearranged(pdf: bytes, order: Sequence[int]) -> bytes:
    """The pages of a document in another order; a page may be there twice, or not at all."""
    reader = PdfReader(BytesIO(pdf))
    writer = PdfWriter()
    for at in order:
        writer.add_page(reader.pages[at])
    return _written(writer)


def _written(writer: PdfWriter) -> bytes:
    out = BytesIO()
    writer.write(out)
    return out.getvalue()
