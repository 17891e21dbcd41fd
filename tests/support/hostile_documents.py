"""Documents that are made to be taken for something else, or to break whoever opens them."""

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping
from typing import Final

from tests.support.pdfs import line, pdf

#: What a browser would run, if it took any of these for a page.
SCRIPT: Final = b"<script>alert(1)</script>"
_HELVETICA: Final = b"/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"
_TEXT: Final = b"BT /F1 10 Tf 50 500 Td (Dear customer) Tj ET"
_FORM: Final = b"/Type/XObject/Subtype/Form/BBox[0 0 600 700]"


def _stream(data: bytes, facts: bytes = b"") -> bytes:
    return b"<<%s/Length %d>>\nstream\n%s\nendstream" % (facts, len(data), data)


def _document(*objects: bytes, root: bytes = b"") -> bytes:
    """A PDF whose first object is its catalog and whose second are its pages."""
    every = [b"<</Type/Catalog/Pages 2 0 R%s>>" % root, *objects]
    out = b"%PDF-1.7\n"
    for number, each in enumerate(every, 1):
        out += b"%d 0 obj %s endobj\n" % (number, each)
    return out + b"trailer <</Root 1 0 R/Size %d>>\n%%%%EOF\n" % (len(every) + 1)


def _page(
    content: bytes,
    *more: bytes,
    resources: bytes = _HELVETICA,
    box: bytes = b"0 0 400 600",
    count: bytes = b"1",
) -> bytes:
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[%s]/Resources<<%s>>/Contents 4 0 R>>"
    pages = b"<</Type/Pages/Kids[3 0 R]/Count %s>>" % count
    return _document(pages, page % (box, resources), content, *more)


def _deflated(unit: bytes, mebibytes: int) -> bytes:
    """Some thousand bytes that become so many mebibytes."""
    packer = zlib.compressobj(9)
    block = unit * (2**20 // len(unit))
    return b"".join(packer.compress(block) for _ in range(mebibytes)) + packer.flush()


def _endless(unit: bytes) -> bytes:
    return _page(_stream(_deflated(unit, 16), b"/Filter/FlateDecode"))


def _forms() -> bytes:
    """Twenty drawings, each of which draws the next ten times."""
    uses = [b"/XObject<</X %d 0 R>>" % number for number in range(5, 26)]
    forms = [_stream(b"/X Do " * 10, _FORM + b"/Resources<<%s>>" % each) for each in uses[1:]]
    last = _stream(_TEXT, _FORM + b"/Resources<<%s>>" % _HELVETICA)
    return _page(_stream(b"/X Do"), *forms, last, resources=uses[0])


def _form_of_itself() -> bytes:
    form = _stream(b"/X Do /X Do", _FORM + b"/Resources<</XObject<</X 5 0 R>>>>")
    return _page(_stream(b"/X Do"), form, resources=b"/XObject<</X 5 0 R>>")


def _picture_in_a_page() -> bytes:
    facts = b"/Type/XObject/Subtype/Image/Width 30000/Height 30000/BitsPerComponent 8"
    picture = _stream(_deflated(b"\0", 16), facts + b"/ColorSpace/DeviceRGB/Filter/FlateDecode")
    drawn = _stream(b"400 0 0 600 0 0 cm /I Do")
    return _page(drawn, picture, resources=b"/XObject<</I 5 0 R>>")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _png(side: int, *chunks: bytes) -> bytes:
    head = _chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
    rows = _chunk(b"IDAT", zlib.compress(b"\0" * 30_100))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(chunks) + rows + _chunk(b"IEND", b"")


def _zip_behind() -> bytes:
    out = io.BytesIO(pdf(line("Dear customer")))
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("index.html", SCRIPT)
    return out.getvalue()


def no_documents() -> Mapping[str, bytes]:
    """What is refused, whatever it is called."""
    return {
        "page.pdf": b"<!doctype html>" + SCRIPT,
        "picture.pdf": b"<svg xmlns='http://www.w3.org/2000/svg'>" + SCRIPT + b"</svg>",
        "xml.pdf": b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>",
        "script.pdf": b"GIF89a=1;alert(1)//" + b"\0" * 50,
        "late.pdf": b"<html>" + b" " * 1024 + pdf(line("Dear customer")),
    }


def taken_for_others() -> Mapping[str, bytes]:
    """PDFs and pictures that are something else as well."""
    plain = pdf(line("Dear customer"))
    script = b"<</S/JavaScript/JS(app.alert(1))>>"
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 600]/AA<</O<</S/Launch/F(/bin/sh)>>>>>>"
    pages = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"
    return {
        "page and PDF": b"<html>" + SCRIPT + b"<!--" + plain,
        "PDF and page": plain + SCRIPT,
        "PDF that runs": _document(pages, page, root=b"/OpenAction" + script),
        "PNG and PDF": _png(100) + plain,
        "PNG and page": _png(100, _chunk(b"tEXt", b"Comment\0" + SCRIPT)),
        "PDF and PNG": plain + _png(100),
        "PDF and archive": _zip_behind(),
    }


def bombs() -> Mapping[str, bytes]:
    """Small files that become large, long or endless."""
    return {
        "a stream of drawing": _endless(b"0 0 m 1 1 l S "),
        "a stream in a stream": _page(
            _stream(zlib.compress(_deflated(b"\0", 128)), b"/Filter[/FlateDecode/FlateDecode]")
        ),
        "a picture of 900 megapixels in a page": _picture_in_a_page(),
        "drawings of drawings": _forms(),
        "a drawing of itself": _form_of_itself(),
        "a thousand million pages": _page(_stream(_TEXT), count=b"1000000000"),
        "fewer pages than none": _page(_stream(_TEXT), count=b"-5"),
        "pages of pages": _document(b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>"),
        "a page as large as the moon": _page(_stream(_TEXT), box=b"0 0 1e12 1e12"),
        "a page like a thread": _page(_stream(_TEXT), box=b"0 0 0.0001 1000000"),
        "a PNG of 10,000 megapixels": _png(100_000),
        "a PNG as large as can be said": _png(2**31 - 1),
        "a PNG with a gibibyte of words": _png(
            100, *[_chunk(b"zTXt", b"a\0\0" + _deflated(b"\0", 64))] * 16
        ),
    }
