"""Font families by short name, and which letters they can draw."""

from functools import cache
from pathlib import Path

import reportlab
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont, TTFontFile

_DEJAVU_FOLDERS = (
    Path("/usr/share/fonts/truetype/dejavu"),
    Path("/usr/share/fonts/dejavu"),
    Path("/usr/share/fonts/TTF"),
    Path("/usr/local/share/fonts"),
)
_BUILT_IN = {
    "helvetica": ("Helvetica", "Helvetica-Bold"),
    "times": ("Times-Roman", "Times-Bold"),
    "courier": ("Courier", "Courier-Bold"),
}
_FILES = {
    "vera": ("Vera", "VeraBd"),
    "deja": ("DejaVuSans", "DejaVuSans-Bold"),
    "condensed": ("DejaVuSansCondensed", "DejaVuSansCondensed-Bold"),
    "slab": ("DejaVuSerif", "DejaVuSerif-Bold"),
    "slab-condensed": ("DejaVuSerifCondensed", "DejaVuSerifCondensed-Bold"),
    "deja-mono": ("DejaVuSansMono", "DejaVuSansMono-Bold"),
}


class UndrawableText(ValueError):
    """A text has letters that its font lacks."""


def _file_of(name: str) -> Path | None:
    folders = (Path(reportlab.__file__).parent / "fonts", *_DEJAVU_FOLDERS)
    return next((at / f"{name}.ttf" for at in folders if (at / f"{name}.ttf").exists()), None)


def _only_dejavu_at_hand() -> Path:
    """The one DejaVu face that comes with a package of the development environment."""
    import ziafont

    return Path(ziafont.__file__).parent / "fonts" / "DejaVuSans.ttf"


@cache
def font_name(family: str, *, bold: bool = False) -> str:
    """The name under which reportlab knows a family's regular or bold face."""
    if family in _BUILT_IN:
        return _BUILT_IN[family][bold]
    name = _FILES[family][bold]
    pdfmetrics.registerFont(TTFont(name, str(_file_of(name) or _only_dejavu_at_hand())))
    return name


def font_file(family: str, *, bold: bool = False) -> Path:
    """The file of a family that has one."""
    return _file_of(_FILES[family][bold]) or _only_dejavu_at_hand()


@cache
def _letters_of(name: str) -> frozenset[int]:
    path = _file_of(name) or _only_dejavu_at_hand()
    return frozenset(TTFontFile(str(path)).charToGlyph)


def check_letters(text: str, family: str, *, bold: bool = False) -> None:
    """Raise `UndrawableText` where the family would print boxes in place of letters."""
    if family in _BUILT_IN:
        try:
            text.encode("cp1252")
        except UnicodeEncodeError as error:
            raise UndrawableText(f"{family}: {text!r}") from error
        return
    missing = {letter for letter in text if ord(letter) not in _letters_of(_FILES[family][bold])}
    if missing:
        raise UndrawableText(f"{family}: {sorted(missing)} of {text!r}")
