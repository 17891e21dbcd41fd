"""Pages that are pictures, read by OCR: rapidocr, whose models come inside its package.

It needs seconds and some memory a page, so it runs under limits of its own, in a child process,
and only for the pages that need it. A page that it cannot read stays unread, and the rest goes on.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from pipeline.pages import second_reading
from pipeline.pages.drawing import Image, Recognised, corners_of, gray, loaded, scale_of, softened
from pipeline.pages.errors import OcrNotInstalled, of_pictures
from pipeline.pages.rows import numbered_tokens, rows_of
from pipeline.pages.sandbox import outcome
from pipeline.pages.sandbox.limits import GIBIBYTE, ReadingLimits
from pipeline.pages.straight import projection_of, tightened
from pipeline.words import DocumentPages, Page, Seen, Word

_POINTS_PER_INCH = 72
_DPI = 200  # more buys no accuracy, less loses digits
_SECONDS_A_PAGE = 60
# One thread, one line at a time without padding, and lines looked for in a smaller picture: by
# benchmarks/ocr.py a third of the CPU and half of the memory of the engine's own settings, with
# the same figures right. Boxes are drawn in to their ink afterwards, so they may be rough.
_ENGINE = {
    "Global.log_level": "critical",
    "Global.use_cls": False,
    "Global.max_side_len": 4000,
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
    "Det.limit_side_len": 960,
    "Det.limit_type": "max",
    "Rec.rec_img_shape": [3, 48, 48],
    "Rec.rec_batch_num": 1,
}
_MEMORY = 4 * GIBIBYTE  # address space, of which the models touch about a quarter


def is_installed() -> bool:
    """Whether the ``ocr`` extra is there."""
    return all(importlib.util.find_spec(name) for name in ("rapidocr", "onnxruntime"))


def ocr_limits(limits: ReadingLimits, pictures: int) -> ReadingLimits:
    """Room for the models, and time for that many pages, beyond what reading alone may take."""
    seconds = _SECONDS_A_PAGE * (pictures + 1)
    return replace(
        limits,
        memory_bytes=max(limits.memory_bytes, _MEMORY),
        cpu_seconds=limits.cpu_seconds + seconds,
        wall_seconds=limits.wall_seconds + 4 * seconds,
    )


def recognised(document: int, pages: DocumentPages) -> DocumentPages:
    """The same pages with the words of the picture-only ones recognised.

    ``document`` is an open PDFium document. Raises OcrNotInstalled.
    """
    if not is_installed():
        raise OcrNotInstalled()
    engine = _engine()
    read, failed = [], []
    for page in pages.pages:
        try:
            read.append(_recognise(engine, document, page) if page.image_only else page)
        except Exception:  # noqa: BLE001 - OCR fails in many ways; it costs this page only
            read.append(page)
            failed.append(page.number)
        outcome.report_pages(page.number, len(pages.pages))
    return replace(
        pages,
        pages=tuple(read),
        engine=f"{pages.engine}+ocr",
        warnings=(*pages.warnings, *of_pictures(read, failed)),
    )


def _engine() -> Any:
    rapidocr = importlib.import_module("rapidocr")
    return rapidocr.RapidOCR(params=dict(_ENGINE))


def _recognise(engine: Any, document: int, page: Page) -> Page:
    scale = scale_of(_DPI / _POINTS_PER_INCH, (page.width, page.height))
    image = softened(_picture(document, page, scale), _DPI)
    found = _found(engine(image, return_word_box=True))
    if not found:
        return page
    lines = [tightened(image, line) for line in found]
    straight = projection_of([corners_of(line) for line in lines], (image.shape[1], image.shape[0]))
    words = [word for line in lines for word in line]
    corners = [straight(word.corners) / scale for word in words]
    seen = _seen(engine, document, page, lines, scale)
    read = numbered_tokens(
        Word(word.text, *_sides(four)) for word, four in zip(words, corners, strict=True)
    )
    tokens = tuple(token for token, _ in read)
    return replace(
        page,
        words=tokens,
        rows=rows_of(tokens),
        confidence=tuple(words[place].score for _, place in read),
        seen=tuple(seen[place] for _, place in read),
        hidden=(),
        overprinted=(),
        ink=(),  # all print of a picture was ink without text, before it was read
    )


def _seen(
    engine: Any, document: int, page: Page, lines: Sequence[Sequence[Recognised]], scale: float
) -> list[Seen]:
    """For each word of the lines whether a second, larger drawing gives the same text."""
    larger = scale_of(second_reading.DPI / _POINTS_PER_INCH, (page.width, page.height))
    image = _picture(document, page, larger)
    alike = second_reading.confirmed(engine, lines, image, larger / scale)
    return [Seen.TWICE if same else Seen.ONCE for line in alike for same in line]


def _picture(document: int, page: Page, scale: float) -> Image:
    with loaded(document, page.number - 1) as handle:
        return gray(handle, round(page.width * scale), round(page.height * scale))


def _found(result: Any) -> list[list[Recognised]]:
    """Each line's words. Its lines are not known by their boxes, which it may give for other ones.

    A picture without text has no boxes, and a single word that is not one."""
    if result.boxes is None:
        return []
    lines = [
        [
            Recognised(text, np.asarray(corners, float), float(score))
            for text, score, corners in words
            if text.strip()
        ]
        for words in result.word_results
    ]
    return [line for line in lines if line]


def _sides(corners: Any) -> list[float]:
    """The left, upper, right and lower side of a straightened word, whose edges are all but so."""
    (a, b), (c, d), (e, f), (g, h) = corners.tolist()
    return [(a + g) / 2, (b + d) / 2, (c + e) / 2, (f + h) / 2]
