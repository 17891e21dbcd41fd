"""What no canvas draws: layers, masks, patterns, notes and mapped fonts, put into its file."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import pikepdf

from fixtures.typefaces import WIDE

Note: TypeAlias = tuple[str, tuple[float, float, float, float], str]
"""What kind of note it is, its place, and what it says."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A font and size, and where the column of amounts ends; some print in grey or on bands."""

    font: str
    size: float
    right: float
    ink: float = 0.0
    band: float = 1.0


#: The font that an altered figure is set in, where it needs one besides its page's.
SECOND = {
    "Helvetica": "Helvetica-Bold", "Times-Roman": "Times-Bold", "Courier": "Courier-Bold",
    WIDE.regular: "Helvetica-Oblique",
}  # fmt: skip


def finished(
    data: bytes,
    notes: Sequence[Note],
    layout: Layout,
    *,
    remap: bool,
) -> bytes:
    """The canvas's file with all that its marks speak of; ``remap`` maps the second font's digits
    to others."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as document:
        page = document.pages[0]
        off = document.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name="off"))
        config = pikepdf.Dictionary(OFF=[off])
        document.Root.OCProperties = pikepdf.Dictionary(OCGs=[off], D=config)
        page.Resources.Properties = pikepdf.Dictionary(Off=off)
        page.Resources.Pattern = pikepdf.Dictionary(White=_pattern(document, layout.band))
        states = page.Resources.get("/ExtGState", pikepdf.Dictionary())
        states.Masked = pikepdf.Dictionary(SMask=_mask(document))
        page.Resources.ExtGState = states
        page.Resources.Font["/Blank"] = _blank(document)
        if notes:
            _add_notes(document, notes, layout)
        if remap:
            _remap(document, page, layout)
        document.save(out)
    return out.getvalue()


def _pattern(document: pikepdf.Pdf, gray: float) -> pikepdf.Object:
    return document.make_stream(
        f"{gray} g 0 0 10 10 re f".encode(), Type=pikepdf.Name.Pattern, PatternType=1, PaintType=1,
        TilingType=1, BBox=[0, 0, 10, 10], XStep=10, YStep=10, Resources=pikepdf.Dictionary(),
    )  # fmt: skip


def _blank(document: pikepdf.Pdf) -> pikepdf.Dictionary:
    codes = range(ord(" "), ord("~"))
    names = {code: pikepdf.Name(f"/g{code}") for code in codes}
    glyph = document.make_indirect(document.make_stream(b"500 0 d0"))
    meant = "".join(f"<{code:02X}> <{code:04X}> " for code in range(ord("("), ord(":")))
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange "
        f"<00> <FF> endcodespacerange 18 beginbfchar {meant} endbfchar endcmap end end"
    )
    return pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.Type3,
        FontBBox=[0, 0, 500, 700],
        FontMatrix=[0.001, 0, 0, 0.001, 0, 0],
        CharProcs=pikepdf.Dictionary({str(name): glyph for name in names.values()}),
        Encoding=pikepdf.Dictionary(
            Type=pikepdf.Name.Encoding, Differences=[codes[0], *names.values()]
        ),
        FirstChar=codes[0],
        LastChar=codes[-1],
        Widths=[500] * len(codes),
        Resources=pikepdf.Dictionary(),
        ToUnicode=document.make_stream(cmap.encode()),
    )


def _mask(document: pikepdf.Pdf) -> pikepdf.Dictionary:
    group = document.make_stream(
        b"0 g 0 0 1000 1000 re f", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form,
        BBox=[0, 0, 1000, 1000], Resources=pikepdf.Dictionary(),
        Group=pikepdf.Dictionary(S=pikepdf.Name.Transparency, CS=pikepdf.Name.DeviceGray),
    )  # fmt: skip
    return pikepdf.Dictionary(Type=pikepdf.Name.Mask, S=pikepdf.Name.Luminosity, G=group)


def _add_notes(
    document: pikepdf.Pdf,
    notes: Sequence[Note],
    layout: Layout,
) -> None:
    helvetica = document.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
        )
    )
    fonts = pikepdf.Dictionary(Font=pikepdf.Dictionary(Helv=helvetica))
    made = []
    for at, (kind, (left, bottom, right, top), text) in enumerate(notes):
        look = document.make_stream(
            f"{layout.band} g 0 0 {right - left} {top - bottom} re f 0 g BT /Helv {layout.size} Tf "
            f"1 {0.3 * layout.size} Td ({text}) Tj ET".encode(),
            Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form,
            BBox=[0, 0, right - left, top - bottom], Resources=fonts,
        )  # fmt: skip
        note = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name(f"/{kind}"),
            Rect=[left, bottom, right, top], F=4, AP=pikepdf.Dictionary(N=look), Contents=text,
        )  # fmt: skip
        if kind == "Widget":
            note.FT, note.T, note.V = pikepdf.Name.Tx, f"field{at}", text
            note.DA = f"/Helv {layout.size} Tf 0 g"
        made.append(document.make_indirect(note))
    document.pages[0].Annots = pikepdf.Array(made)
    if notes[0][0] == "Widget":
        document.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array(made), DR=fonts)


def _remap(document: pikepdf.Pdf, page: pikepdf.Page, layout: Layout) -> None:
    swapped = "5634082917"
    pairs = "".join(
        f"<{ord(drawn):02X}> <{ord(meant):04X}> "
        for meant, drawn in zip("0123456789", swapped, strict=True)
    )
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap "
        "1 begincodespacerange <00> <FF> "
        f"endcodespacerange 10 beginbfchar {pairs} endbfchar endcmap end end"
    )
    for font in page.Resources.Font.values():
        if str(font.get("/BaseFont", ""))[1:] == SECOND[layout.font]:
            font.ToUnicode = document.make_stream(cmap.encode())
