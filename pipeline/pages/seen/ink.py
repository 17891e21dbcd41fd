"""Which words leave ink, which are a scan's hidden text, and where print has no word."""

import ctypes
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.drawing import Image
from pipeline.pages.pdfium_library import Handle
from pipeline.pages.pdfium_words import LoadedText
from pipeline.pages.seen.characters import middle

_SCAN_SHARE = 0.5  # of the page: an image this large is a scan, not a logo
_DEEPEST_FORM = 12
_SHEER = 32  # of 255 levels of opacity: less, and a text does not show by itself
Matrix = NDArray[np.float64]


@dataclass(slots=True)
class _Painting:
    """What was met so far, in painting order: how far the texts lie beneath a page-wide image."""

    page: tuple[float, float, float, float]
    texts: list[Handle] = field(default_factory=list)
    beneath: int = 0
    is_scan: bool = False


def layer_of(page: int, text_page: int, text: LoadedText) -> tuple[bool, frozenset[int]]:
    """Whether an image fills most of the page; if so, the words that it hides or that hide."""
    whole = ctypes.c_void_p(page)
    objects = list(map(pdfium.get_object, repeat(whole), range(pdfium.count_objects(whole))))
    painting = _Painting(text.bounds)
    _walk(objects, None, painting, 0)
    if not painting.is_scan:
        return False, frozenset()
    beneath = {handle.value for handle in painting.texts[: painting.beneath]}
    return True, frozenset(_unseen(text_page, text, beneath))


def _unseen(text_page: int, text: LoadedText, beneath: set[int | None]) -> Iterator[int]:
    known: dict[int | None, bool] = {}
    whole = ctypes.c_void_p(text_page)
    for word, start in enumerate(text.starts.tolist()):
        handle = pdfium.text_object(whole, start)
        if handle.value not in known:
            known[handle.value] = handle.value in beneath or _is_sheer(handle)
        if known[handle.value]:
            yield word


def _is_sheer(text: Handle) -> bool:
    if not text.value:
        return False
    levels = [ctypes.c_uint(255) for _ in range(4)]
    pdfium.object_fill_color(text, *map(ctypes.byref, levels))
    return bool(pdfium.text_render_mode(text) == pdfium.INVISIBLE or levels[3].value < _SHEER)


def _walk(objects: list[Handle], matrix: Matrix | None, met: _Painting, depth: int) -> None:
    for handle, kind in zip(objects, map(pdfium.object_type, objects), strict=True):
        if kind == pdfium.TEXT:
            met.texts.append(handle)
        elif kind == pdfium.IMAGE and _share(handle, matrix, met.page) >= _SCAN_SHARE:
            met.is_scan, met.beneath = True, len(met.texts)
        elif kind == pdfium.FORM and depth < _DEEPEST_FORM:
            count = max(pdfium.count_form_objects(handle), 0)
            inner = list(map(pdfium.get_form_object, repeat(handle), range(count)))
            values = (ctypes.c_float * 6)()
            pdfium.object_matrix(handle, ctypes.byref(values))
            a, b, c, d, e, f = values
            own = np.array([[a, c, e], [b, d, f], [0, 0, 1]])
            _walk(inner, own if matrix is None else matrix @ own, met, depth + 1)


def _share(image: Handle, matrix: Matrix | None, page: tuple[float, float, float, float]) -> float:
    """How much of the page an image fills."""
    sides = [ctypes.c_float() for _ in range(4)]
    pdfium.object_bounds(image, *map(ctypes.byref, sides))
    left, bottom, right, top = (side.value for side in sides)
    corners = np.array([[left, left, right, right], [bottom, top, bottom, top], [1, 1, 1, 1]])
    if matrix is not None:
        corners = matrix @ corners
    low = np.maximum(corners[:2].min(1), [page[0], page[3]])
    high = np.minimum(corners[:2].max(1), [page[2], page[1]])
    whole = (page[2] - page[0]) * (page[1] - page[3])
    return float(np.maximum(high - low, 0).prod() / max(whole, 1.0))


Boxes = NDArray[np.float32]

_VISIBLE = 12  # of 255 levels: a fainter difference is not seen on paper
PRINT = 64  # of 255 levels: what print on a scan stands out by
_ROWS, _COLUMNS = 12, 26  # places looked at first: enough for nearly every word
_MIDDLE_ROWS = np.array([4, 6, 8])
_RIM = 1.0  # pixels of the box, above and below, that a neighbour may have touched
_BESIDE = 1.5  # pixels left and right of the box, where the ground shows beside a dash
_BARS = frozenset("-_–—―−=|‾¯")


def without_ink(image: Image, boxes: Boxes, texts: Sequence[str]) -> list[int]:
    """The places in ``boxes`` (left, top, right, bottom in pixels) of words that leave none."""
    undecided = np.arange(len(boxes))
    for rows in (_MIDDLE_ROWS, np.arange(_ROWS)):  # of most words the middle is enough
        faint = _contrast(image, boxes[undecided], rows) < _VISIBLE
        undecided = undecided[faint]
    return [
        at
        for at in undecided.tolist()
        if _thorough(image, boxes[at], _BARS.issuperset(texts[at])) < _VISIBLE
    ]


def _contrast(image: Image, boxes: Boxes, rows: NDArray[np.int_]) -> NDArray[np.int_]:
    """How far the places on some of the rows that are looked at first differ, at the most."""
    height, width = image.shape
    left, top, right, bottom = boxes.T
    down = _between(top + _RIM, bottom - _RIM, _ROWS)[:, rows]
    across = _between(left, right, _COLUMNS)
    lines = down.astype(np.int32).clip(0, height - 1)
    columns = across.astype(np.int32).clip(0, width - 1)
    looked_at = image.ravel()[lines[:, :, None] * width + columns[:, None, :]]
    return np.asarray(np.ptp(looked_at, axis=2).max(1))


def _between(first: Boxes, last: Boxes, count: int) -> Boxes:
    """So many places from each first to its last one, evenly; numpy's own takes three times as
    long."""
    step = (last - first) / np.float32(count - 1)
    places = np.arange(count, dtype=np.float32) * step[:, None] + first[:, None]
    places[:, -1] = last
    return np.asarray(places, np.float32)


def contrast_in(image: Image, box: Boxes) -> int:
    """How far print differs within one box."""
    return _thorough(image, box, plain=True)


def _thorough(image: Image, box: Boxes, plain: bool) -> int:
    """All pixels of a box; a word of dashes is as even as the rule it looks like."""
    height, width = image.shape
    left, top, right, bottom = box.tolist()
    rows = slice(max(0, int(top + _RIM)), min(height, max(int(bottom - _RIM), int(top + _RIM)) + 1))
    columns = slice(max(0, int(left - _BESIDE)), min(width, int(right + _BESIDE) + 1))
    area = image[rows, columns]
    if not area.size:
        return 0
    return int(np.ptp(area) if plain else np.ptp(area, axis=1).max())


Tiles = NDArray[np.bool_]
Box = tuple[int, int, int, int]  # left, top, right, bottom
Run = tuple[int, int, int]  # row, first column, last column

_TILE = 4  # pixels
_WHITE = 255
_EDGE = 64  # of 255 levels
_MOST = 12000  # tiles: more is a photograph or a scan, not some figures
_LOWEST, _HIGHEST = 2.2, 22.0  # points that a stain of digits is high
_LEAST_SIDE, _MODULE, _DASHES = 16, 3, 7  # pixels of a code's side and dots; runs on a side
_GROWN = 1.0  # pixels about a word's box that are its own
_OFTEN = 1024  # pixels: larger stains are seldom the same


def unread_ink(image: Image, words: Boxes, pixels_a_point: float) -> list[tuple[int, ...]]:
    """Boxes in pixels: left, top, right, bottom. ``words`` are boxes of what leaves ink."""
    edges = _edges(image)
    sides = words / _TILE + np.array([-_GROWN, -_GROWN, _GROWN, _GROWN], np.float32) / _TILE
    sides[:, 2:] = np.ceil(sides[:, 2:])
    for left, top, right, bottom in sides.clip(0).astype(int).tolist():
        edges[top:bottom, left:right] = False
    rows, columns = np.divmod(np.flatnonzero(edges), edges.shape[1])
    if not len(rows) or len(rows) > _MOST:
        return []
    edges &= _uneven(image, rows, columns, edges.shape)
    low, high = _LOWEST * pixels_a_point, _HIGHEST * pixels_a_point
    boxes = (_measured(image, stain) for stain in _stains(edges))
    as_high = [box for box in boxes if low <= box[3] - box[1] <= high and box[2] - box[0] >= 2]
    return [box for box in as_high if not _is_matrix_code(image, box)]


def _is_matrix_code(image: Image, box: tuple[int, ...]) -> bool:
    """Whether a stain is a Data Matrix, which sorts letters: a square of which two sides that meet
    are solid and the two others even dashes."""
    left, top, right, bottom = box
    side = right - left
    if side < _LEAST_SIDE or abs(bottom - top - side) > 1:
        return False
    area = image[top:bottom, left:right]
    dark = area < (int(area.min()) + int(area.max())) / 2
    return any(
        turned[:, :_MODULE].all(0).any()
        and turned[-_MODULE:].all(1).any()
        and any(map(_is_dashed, turned[:_MODULE]))
        and any(map(_is_dashed, turned[:, -_MODULE:].T))
        for turned in (np.rot90(dark, quarter) for quarter in range(4))
    )


def _is_dashed(line: NDArray[np.bool_]) -> bool:
    """Whether dark and light take turns in runs of about one length."""
    runs = np.diff(np.flatnonzero(np.diff(line.astype(np.int8))))
    return len(runs) >= _DASHES and int(runs.max()) <= 2 * float(runs.mean())


def _edges(image: Image) -> Tiles:
    """Which tiles are not of one brightness."""
    height, width = (side // _TILE * _TILE for side in image.shape)
    whole = image[:height, :width]
    busy = whole.min(1, initial=_WHITE).reshape(-1, _TILE).min(1) < _WHITE  # half a page is empty
    low = whole[0::_TILE][busy]
    high = low.copy()
    for row in range(1, _TILE):
        part = whole[row::_TILE][busy]
        np.minimum(low, part, out=low)
        np.maximum(high, part, out=high)
    spread = _of_tiles(high, np.maximum) - _of_tiles(low, np.minimum)
    edges = np.zeros((height // _TILE, width // _TILE), bool)
    edges[busy] = spread >= _EDGE
    return edges


def _of_tiles(lines: Image, best: np.ufunc) -> Image:
    """The best of each tile's columns: of all neighbours, which is faster than of every fourth."""
    pairs = best(lines[:, :-1], lines[:, 1:])
    return np.asarray(best(pairs[:, :-2], pairs[:, 2:])[:, ::_TILE])


def _uneven(
    image: Image, rows: NDArray[np.int_], columns: NDArray[np.int_], shape: tuple[int, ...]
) -> Tiles:
    """Where these tiles have edges both ways within a tile of them; a rule has them one way."""
    reach = np.arange(_TILE + 1)
    down = (rows * _TILE + reach[:, None]).clip(0, image.shape[0] - 1)
    across = (columns * _TILE + reach[:, None]).clip(0, image.shape[1] - 1)
    areas = image.ravel()[(down * image.shape[1])[:, None] + across]  # tiles last: it is faster
    both = np.ones(shape, bool)
    for axis in (0, 1):
        spread = (areas.max(axis) - areas.min(axis)).max(0) >= _EDGE
        near = np.zeros((shape[0] + 2, shape[1] + 2), bool)
        near[rows[spread] + 1, columns[spread] + 1] = True
        near[:, 1:-1] |= near[:, :-2] | near[:, 2:]
        both &= near[:-2, 1:-1] | near[1:-1, 1:-1] | near[2:, 1:-1]
    return both


def _stains(edges: Tiles) -> list[Box]:
    """Tiles that touch, as boxes: left, top, right, bottom in tiles."""
    runs = _runs(edges)
    parent = list(range(len(runs)))
    for one, other in _touching(runs):
        parent[_root(parent, one)] = _root(parent, other)
    boxes: dict[int, Box] = {}
    for at, (row, left, right) in enumerate(runs):
        root, box = _root(parent, at), (left, row, right, row)
        boxes[root] = _around(boxes.get(root, box), box)
    return [(left, top, right + 1, bottom + 1) for left, top, right, bottom in boxes.values()]


def _touching(runs: Sequence[Run]) -> Iterator[tuple[int, int]]:
    """Pairs of runs, by their places, of which one lies right above the other."""
    in_row: dict[int, list[int]] = defaultdict(list)
    for at, (row, left, right) in enumerate(runs):
        in_row[row].append(at)
        for above in in_row.get(row - 1, ()):
            if runs[above][1] <= right and left <= runs[above][2]:
                yield above, at


def _root(parent: list[int], at: int) -> int:
    """The run that represents all that hang together with this one; the way there is shortened."""
    while parent[at] != at:
        parent[at] = parent[parent[at]]
        at = parent[at]
    return at


def _around(one: Box, other: Box) -> Box:
    """The smallest box about two."""
    (left, top, right, bottom), (x0, y0, x1, y1) = one, other
    return min(left, x0), min(top, y0), max(right, x1), max(bottom, y1)


def _runs(edges: Tiles) -> list[Run]:
    """Row, first and last column (one more, so that corners touch) of tiles side by side."""
    inked = np.flatnonzero(edges.any(1))
    padded = np.zeros((len(inked), edges.shape[1] + 2), bool)
    padded[:, 1:-1] = edges[inked]
    at, ends = (padded[:, 1:] != padded[:, :-1]).nonzero()
    rows = inked[at[::2]]
    return list(zip(rows.tolist(), ends[::2].tolist(), ends[1::2].tolist(), strict=True))


def _measured(image: Image, stain: Box) -> tuple[int, ...]:
    """The box of what differs from the ground in a stain, in pixels."""
    left, top, right, bottom = (side * _TILE for side in stain)
    x, y = max(0, left - 1), max(0, top - 1)
    area = image[y : bottom + 1, x : right + 1]
    # Where rules cross, a page has the same stain a hundred times.
    find = _inked if area.size <= _OFTEN else _inked.__wrapped__
    box = find(area.shape, area.tobytes())
    if box is None:
        return (left, top, left, top)
    return (x + box[0], y + box[1], x + box[2], y + box[3])


@lru_cache(maxsize=1024)
def _inked(shape: tuple[int, int], pixels: bytes) -> Box | None:
    """The box of what differs from the ground in a part of a picture."""
    area = np.frombuffer(pixels, np.uint8).reshape(shape).astype(np.int16)
    border = np.concatenate([area[0], area[-1], area[:, 0], area[:, -1]])
    ink = np.abs(area - np.int16(middle(border))) >= _EDGE // 2
    through = ink[0] | ink[-1]  # part of something longer, as where rules cross
    ink[ink[:, 0] | ink[:, -1]] = False
    ink[:, through] = False
    rows, columns = ink.any(1).nonzero()[0], ink.any(0).nonzero()[0]
    if not len(rows):
        return None
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
