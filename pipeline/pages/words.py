"""The shapes a page is handed on in: words with boxes, in the space a person sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


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


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its size in points, the words a person can see, and those they cannot.

    ``number`` counts from 1. ``words`` are in the order of the content stream. ``confidence`` is
    empty unless the words were recognised from an image; then it runs parallel to ``words``.
    """

    number: int
    width: float
    height: float
    words: tuple[Word, ...]
    hidden: tuple[Word, ...] = ()
    image_only: bool = False
    confidence: tuple[float, ...] = ()


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
