"""Pages that are pictures, read by OCR: rapidocr, whose models come inside its package.

It needs seconds and much memory a page, so it runs under limits of its own, in a child process,
and only for the pages that need it.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.pages import pages_done
from pipeline.pages.drawing import Image, gray, loaded, scale_of
from pipeline.pages.errors import OcrNotInstalled
from pipeline.pages.limits import GIBIBYTE, Limits
from pipeline.pages.words import DocumentPages, Page, Word

_POINTS_PER_INCH = 72
_DPI = 200  # more buys no accuracy, less loses digits
_SECONDS_A_PAGE = 60
_MEMORY = 4 * GIBIBYTE  # address space, of which the models touch about a quarter
_LEANS = np.linspace(-0.05, 0.05, 201)  # the slopes tried: up to three degrees either way


@dataclass(frozen=True, slots=True)
class _Recognised:
    """One word: its text, the corners of its box in pixels (four of x, y), and how sure OCR is."""

    text: str
    corners: NDArray[np.float64]
    score: float


def is_installed() -> bool:
    """Whether the ``ocr`` extra is there."""
    return all(importlib.util.find_spec(name) for name in ("rapidocr", "onnxruntime"))


def ocr_limits(limits: Limits, pictures: int) -> Limits:
    """Room for the models, and time for that many pages, beyond what reading alone may take."""
    seconds = _SECONDS_A_PAGE * (pictures + 1)
    return replace(
        limits,
        memory_bytes=max(limits.memory_bytes, _MEMORY),
        cpu_seconds=limits.cpu_seconds + 2 * seconds,  # it works on several processors
        wall_seconds=limits.wall_seconds + seconds,
    )


def recognised(document: int, pages: DocumentPages) -> DocumentPages:
    """The same pages with the words of the picture-only ones recognised.

    ``document`` is an open PDFium document. Raises OcrNotInstalled.
    """
    if not is_installed():
        raise OcrNotInstalled()
    engine = _engine()
    read = []
    for page in pages.pages:
        read.append(_recognise(engine, document, page) if page.image_only else page)
        pages_done.tell(page.number, len(pages.pages))
    numbers = [str(page.number) for page in pages.pages if page.image_only]
    warning = (
        f"Read by OCR from pictures: page {', '.join(numbers)}. Compare figures with the picture."
    )
    return replace(
        pages, pages=tuple(read), engine=f"{pages.engine}+ocr", warnings=(*pages.warnings, warning)
    )


def _engine() -> Any:
    rapidocr = importlib.import_module("rapidocr")
    return rapidocr.RapidOCR(params={"Global.log_level": "critical", "Global.use_cls": False})


def _recognise(engine: Any, document: int, page: Page) -> Page:
    scale = scale_of(_DPI / _POINTS_PER_INCH, (page.width, page.height))
    found = list(_found(engine(_picture(document, page, scale), return_word_box=True)))
    if not found:
        return page
    centre = np.array([page.width, page.height]) / 2
    slope = _slope([line for line, _ in found])
    words = [word for _, line in found for word in line]
    corners = [_upright(word.corners / scale, centre, slope) for word in words]
    return replace(
        page,
        words=tuple(
            Word(word.text, *low, *high)
            for word, (low, high) in zip(words, map(_sides, corners), strict=True)
        ),
        confidence=tuple(word.score for word in words),
        hidden=(),
        overprinted=(),
    )


def _picture(document: int, page: Page, scale: float) -> Image:
    with loaded(document, page.number - 1) as handle:
        return gray(handle, round(page.width * scale), round(page.height * scale))


def _found(result: Any) -> Iterator[tuple[NDArray[np.float64], list[_Recognised]]]:
    """Each line's box, as four corners from the top left clockwise, with the words in it."""
    for line, words in zip(_or_none(result.boxes), _or_none(result.word_results), strict=True):
        yield (
            np.asarray(line, float),
            [
                _Recognised(text, np.asarray(corners, float), float(score))
                for text, score, corners in words
                if text.strip()
            ],
        )


def _or_none(values: Sequence[Any] | None) -> Sequence[Any]:
    return () if values is None else values


def _slope(lines: Sequence[NDArray[np.float64]]) -> float:
    """How far the scan leans, in pixels down for each pixel right.

    Of all slopes tried it is the one under which the ends of the boxes gather in the fewest rows,
    and the smallest of those that do so equally.
    """
    boxes = np.array(lines)
    lefts, rights = boxes[:, [0, 3]].mean(1), boxes[:, [1, 2]].mean(1)
    ends = np.concatenate([lefts, rights])
    row = (boxes[:, 3, 1] - boxes[:, 0, 1]).mean() / 3
    gathered = [_gathering(ends[:, 1] - slope * ends[:, 0], row) for slope in _LEANS]
    best = _LEANS[np.array(gathered) == max(gathered)]
    return float(best[np.abs(best).argmin()])


def _gathering(heights: NDArray[np.float64], row: float) -> int:
    """High if many of the heights share few rows; rows are counted from two starts."""
    counts = [
        np.unique((heights / row + start).round(), return_counts=True)[1] for start in (0, 0.5)
    ]
    return sum(int((count**2).sum()) for count in counts)


def _upright(
    corners: NDArray[np.float64], centre: NDArray[np.float64], slope: float
) -> NDArray[np.float64]:
    """The corners turned back about the page's centre by a small slope."""
    x, y = (corners - centre).T
    return np.stack([x + slope * y, y - slope * x], 1) + centre


def _sides(corners: NDArray[np.float64]) -> tuple[list[float], list[float]]:
    low: list[float] = corners.min(0).tolist()
    high: list[float] = corners.max(0).tolist()
    return low, high
