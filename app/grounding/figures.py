"""Finds the figures of a sentence and every exact value that each can mean."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Final

_GAP: Final = "[ \u00a0\u2009\u202f]"
_NUMBER: Final = re.compile(
    rf"\d{{1,3}}(?:{_GAP}\d{{3}})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,'’]\d+)*", re.ASCII
)
_SIGN: Final = re.compile(r"(?:^|[\s(\[|:;=*_~≈<>\"“])([-−+])(?:(?:[A-Z]{3}|[^\w\s])\s?)?$")
_LETTERS_BEFORE: Final = re.compile(r"[^\W\d_]+$")
_LETTERS_AFTER: Final = re.compile(r"[^\W\d_]+")
_CURRENCY_BEFORE: Final = re.compile(r"([A-Z]{3}|[€$£¥₹])\s?[-−+]?\s?$")
_CURRENCY_AFTER: Final = re.compile(r"\s?([A-Z]{3}\b|[€$£¥₹])")
_WORD_BEFORE: Final = re.compile(r"[\w/-]*$")
_WORD_AFTER: Final = re.compile(r"[\w/-]*")
_NAMES_A_ROW: Final = re.compile(
    r"(?:#|№|\b(?:id|no|nr|entry|entries|account|import|statement|line|row|page)\.?:?)\s*$", re.I
)
_MASKED_DIGITS: Final = re.compile(r"[….*•x]{1,}\s?$|\b(?:ending|ends)(?: in| with)? $", re.I)
_ORDINALS: Final = frozenset({"st", "nd", "rd", "th", "er", "ère", "re", "e", "º", "ª"})
_LIST_NUMBER: Final = re.compile(r"^(\s*(?:[-*•>]\s*)?)\d{1,3}[.)](?=\s)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure as printed. ``values`` are all that it can mean, without sign; ``sign`` is printed
    before it; ``word`` is the whole word where letters hang on it, as in "B2B".

    ``number`` says that it stands where the number of a row or an account does; ``start`` is its
    place in the text.
    """

    text: str
    values: frozenset[Decimal]
    start: int
    sign: str = ""
    currency: str = ""
    word: str = ""
    percent: bool = False
    ordinal: bool = False
    number: bool = False


def plain(text: str) -> str:
    """The text with every decimal digit of any script as 0 to 9, and list numbers blanked."""
    digits = "".join(_digit(char) for char in text)
    return _LIST_NUMBER.sub(lambda match: " " * len(match[0]), digits)


def figures_in(text: str) -> Iterator[Figure]:
    """Every figure of a text that `plain` made."""
    for match in _NUMBER.finditer(text):
        yield _figure(text, match)


def values_of(printed: str) -> frozenset[Decimal]:
    """What the figure can mean: "1,234" is a thousand and more, or one and a bit."""
    bare = re.sub(rf"{_GAP}|['’]", "", printed)
    marks = [char for char in bare if char in ".,"]
    if not marks:
        return frozenset({Decimal(bare)})
    last = marks[-1]
    whole, _, rest = bare.rpartition(last)
    found = set()
    if marks.count(last) == 1:
        found.add(Decimal(f"{re.sub('[.,]', '', whole)}.{rest}"))
    if len(set(marks)) == 1 and len(rest) == 3:
        found.add(Decimal(re.sub("[.,]", "", bare)))
    return frozenset(found)


def _figure(text: str, match: re.Match[str]) -> Figure:
    before, after = text[: match.start()], text[match.end() :]
    left, right = _LETTERS_BEFORE.search(before), _LETTERS_AFTER.match(after)
    hangs = (left is not None and not _is_currency(left[0])) or (
        right is not None and not _is_currency(right[0])
    )
    ordinal = right is not None and right[0].casefold() in _ORDINALS
    hyphened = re.match(r"-[^\W\d_]", after) is not None
    sign = _SIGN.search(before)
    return Figure(
        text=match[0],
        values=values_of(match[0]),
        start=match.start(),
        sign=sign[1].replace("−", "-") if sign else "",
        currency=_currency(before, after),
        word=_word(before, match[0], after) if (hangs and not ordinal) or hyphened else "",
        percent=re.match(r"\s?[%‰]", after) is not None,
        ordinal=ordinal,
        number=bool(_NAMES_A_ROW.search(before) or _MASKED_DIGITS.search(before)),
    )


def _word(before: str, printed: str, after: str) -> str:
    start, end = _WORD_BEFORE.search(before), _WORD_AFTER.match(after)
    return f"{start[0] if start else ''}{printed}{end[0] if end else ''}"


def _currency(before: str, after: str) -> str:
    match = _CURRENCY_AFTER.match(after) or _CURRENCY_BEFORE.search(before)
    return match[1] if match and (len(match[1]) == 1 or _is_currency(match[1])) else ""


def _is_currency(word: str) -> bool:
    return word in _codes() or word.casefold() in _names()


@cache
def _codes() -> frozenset[str]:
    from pipeline.reading.lexing.languages import currency_names

    return frozenset(currency_names().values())


@cache
def _names() -> frozenset[str]:
    from pipeline.reading.lexing.languages import currency_names

    return frozenset({*currency_names(), "kr", "zł", "fr", "ft", "kč", "lei"})


def _digit(char: str) -> str:
    if char.isascii() or not char.isdecimal():
        return "." if char == "٫" else "," if char == "٬" else char
    return str(unicodedata.decimal(char))
