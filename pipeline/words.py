"""The shapes a page is handed on in: words with boxes, in the space a person sees."""

from array import array
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Any, NamedTuple


class Word(NamedTuple):
    """One run of non-blank characters and its box.

    Points from the top-left corner of the page as displayed (rotation and crop applied).
    """

    text: str
    x0: float
    top: float
    x1: float
    bottom: float


class Box(NamedTuple):
    """A place on a page, in points from its top-left corner as displayed."""

    x0: float
    top: float
    x1: float
    bottom: float


class Seen(StrEnum):
    """What was found when a word's ink on the page as displayed was held against its text.

    ``INK``: there is ink, but no one compared its shapes (letters). ``UNJUDGED``: its shapes cannot
    be compared (slanted, another script's digits, too small). ``ONCE`` and ``TWICE`` are of words
    recognised from a picture: by one reading, or alike by two independent ones. ``PERSON`` is a
    word that a person typed as the picture shows it."""

    SEEN = "seen"
    INK = "ink"
    DOUBTED = "doubted"
    UNJUDGED = "unjudged"
    ONCE = "once"
    TWICE = "twice"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its size in points, the words a person can see, and those they cannot.

    ``number`` counts from 1. ``words`` are in the order of the content stream. ``confidence`` is
    empty unless the words were recognised from an image; then it runs parallel to ``words``.
    ``image_only`` pages have their text in a picture, if anywhere. ``overprinted`` are those of the
    words that share their place with another, different one. ``text_layer`` says that some words
    are unseen themselves and are where a scan shows print. ``seen`` runs parallel to ``words``;
    it is empty while no one has looked. ``ink`` are places with print as high as digits and no word
    there. ``rows`` are the words that are on one line each, by their places."""

    number: int
    width: float
    height: float
    words: tuple[Word, ...]
    hidden: tuple[Word, ...] = ()
    image_only: bool = False
    confidence: tuple[float, ...] = ()
    overprinted: tuple[Word, ...] = ()
    text_layer: bool = False
    seen: tuple[Seen, ...] = ()
    ink: tuple[Box, ...] = ()
    rows: tuple[tuple[int, ...], ...] = ()

    def __reduce__(self) -> tuple[object, ...]:
        # Pages cross from the sandboxed child in columns: a tenth of the cost of word by word.
        rest = (
            self.image_only, self.confidence, self.overprinted, self.text_layer, self.seen,
            self.ink, self.rows,
        )  # fmt: skip
        size = (self.number, self.width, self.height)
        return _unpack, (size, _pack(self.words), _pack(self.hidden), rest)


@dataclass(frozen=True, slots=True)
class DocumentPages:
    """Every page of one document, and how it was read.

    ``engine`` says which reader gave the words: ``pdfium``, ``pikepdf+pdfium``, ``pdfplumber``,
    or any of them with ``+ocr``. ``warnings`` are sentences for a person.
    """

    pages: tuple[Page, ...]
    engine: str
    encrypted: bool
    warnings: tuple[str, ...] = ()


_Packed = tuple[list[str], bytes]


def _pack(words: tuple[Word, ...]) -> _Packed:
    numbers = array("d", chain.from_iterable(word[1:] for word in words))
    return [word.text for word in words], numbers.tobytes()


def _unpack(
    size: tuple[int, float, float],
    words: _Packed,
    hidden: _Packed,
    rest: tuple[Any, ...],
) -> Page:
    return Page(*size, _words(words), _words(hidden), *rest)


def _words(packed: _Packed) -> tuple[Word, ...]:
    texts, numbers = packed
    columns = array("d")
    columns.frombytes(numbers)
    sides = (columns[side::4] for side in range(4))
    return tuple(map(Word._make, zip(texts, *sides, strict=True)))
