"""Where the characters of words are in a picture, their prints, and shapes to compare with."""

import ctypes
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from itertools import pairwise, repeat
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.drawing import Image, scale_of
from pipeline.pages.pdfium_words import LoadedText
from pipeline.words import Seen

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Ints = NDArray[np.int_]
Bools = NDArray[np.bool_]
Level = TypeVar("Level", np.uint8, np.int16)

ROWS, COLUMNS = 16, 10
BEYOND = 1  # rows above and below the box: a bare "1" has no ends without them
SAMPLES = (ROWS + 2 * BEYOND) * COLUMNS
_FLAT = 1e-6
UNSHIFTED = np.zeros((1, 1, 2))


def taps(low: Doubles, high: Doubles, count: int, beyond: int, sizes: Ints) -> Floats:
    """What each pixel of lines adds to each sample between ``low`` and ``high``, of lines that are
    so many pixels long."""
    step = (high - low) / count
    at = low[..., None] + step[..., None] * (np.arange(-beyond, count + beyond) + 0.5) - 0.5
    at = np.minimum(at.clip(0), sizes[..., None] - 1)
    pixels = np.arange(sizes.max(), dtype=np.float32)
    return np.asarray((1 - np.abs(at.astype(np.float32)[..., None] - pixels)).clip(0))


def sampled(inks: Sequence[Floats | Image], boxes: Doubles, shifts: Doubles = UNSHIFTED) -> Floats:
    """The samples of each ink over its box in it (left, top, right, bottom, in pixels), moved by
    each of its shifts (across, down): inks, shifts, samples."""
    sizes = np.array([ink.shape for ink in inks])
    padded = np.zeros((len(inks), 1, *sizes.max(0).tolist()), np.float32)
    for at, (height, width) in enumerate(sizes.tolist()):
        padded[at, 0, :height, :width] = inks[at]
    left, top, right, bottom = boxes.T[..., None]
    across, down = np.moveaxis(shifts, -1, 0)
    rows = taps(top + down, bottom + down, ROWS, BEYOND, sizes[:, :1])
    columns = taps(left + across, right + across, COLUMNS, 0, sizes[:, 1:])
    samples = rows @ padded @ columns.swapaxes(2, 3)
    return np.asarray(samples.reshape(*samples.shape[:2], SAMPLES), np.float32)


def windows(
    image: NDArray[Level], tops: NDArray[np.int_], lefts: NDArray[np.int_], size: tuple[int, int]
) -> NDArray[Level]:
    """Parts of a picture of one size (rows, columns); beyond its edge it goes on as it ends."""
    (high, wide), (height, width) = image.shape, size
    if (
        len(tops) and tops.min() >= 0 and lefts.min() >= 0
        and tops.max() + height <= high and lefts.max() + width <= wide
    ):  # fmt: skip
        # numpy's sliding_window_view, whose checks cost more than what is cut out of it.
        whole = np.ascontiguousarray(image)
        shape = (high - height + 1, wide - width + 1, height, width)
        every = np.ndarray(shape, image.dtype, whole, strides=whole.strides * 2)
        return np.asarray(every[tops, lefts])
    rows = (tops[:, None] + np.arange(height)).clip(0, high - 1)
    columns = (lefts[:, None] + np.arange(width)).clip(0, wide - 1)
    return np.asarray(image.ravel().take(rows[:, :, None] * wide + columns[:, None, :]))


def unit(vectors: Floats) -> Floats:
    """Each vector less its mean and of length one; a flat one becomes nothing. These are changed
    themselves."""
    vectors -= np.add.reduce(vectors, -1, keepdims=True) / vectors.shape[-1]
    vectors /= np.maximum(np.sqrt(np.einsum("...i,...i", vectors, vectors)), _FLAT)[..., None]
    return vectors


def middle(values: NDArray[np.generic], axis: int = -1) -> NDArray[np.float64]:
    """The upper median; numpy's own loads a package of 60 ms for it."""
    half = values.shape[axis] // 2
    return np.asarray(np.take(np.partition(values, half, axis=axis), half, axis=axis), float)


Values = TypeVar("Values", bound=np.generic)


def cut(values: NDArray[Values], places: NDArray[np.int_]) -> list[NDArray[Values]]:
    """The values between these places; numpy's own split takes ten times as long."""
    edges = pairwise([0, *places.tolist(), len(values)])
    return [values[start:stop] for start, stop in edges]


def among(codes: NDArray[np.int_], few: Sequence[int]) -> NDArray[np.bool_]:
    """Which are one of a few; so does numpy's own isin."""
    return np.asarray(np.logical_or.reduce([codes == each for each in few]), bool)


FILE, NATIVE_FILE = "references.npz", "native_digits.npz"
#: Digits of other scripts whose shapes are known: Arabic, Persian, Devanagari, Bengali, Thai.
NATIVE = tuple(
    "".join(chr(zero + at) for at in range(10)) for zero in (0x660, 0x6F0, 0x966, 0x9E6, 0xE50)
)
LEVELS = 15  # of ink in a sample: two samples share a byte
_ONE_THREAD = 1 << 18  # multiplications
_COLUMNS = 32  # samples that are multiplied with all shapes at once
_ASPECT = np.float32(0.12)  # what a print loses for each natural logarithm that its aspect is off


class References(NamedTuple):
    """``characters`` in order; ``starts`` says where the shapes of each begin."""

    characters: str
    starts: NDArray[np.int_]
    shapes: Floats
    aspects: Floats

    def likeness(self, prints: Floats, aspects: Floats) -> Floats:
        """How like each print (prints, shifts, samples) is to each character, at the best of its
        shifts: the likeness of the best of its shapes."""
        count = max(1, _COLUMNS // prints.shape[1])
        some = [slice(start, start + count) for start in range(0, len(prints), count)]
        found = [self._likeness(prints[each], aspects[each]) for each in some]
        return np.concatenate(found, axis=1).T

    def _likeness(self, prints: Floats, aspects: Floats) -> Floats:
        columns = np.ascontiguousarray(prints.reshape(-1, SAMPLES).T)
        products = np.empty((len(self.shapes), columns.shape[1]), np.float32)
        # A product at a time that BLAS does in one thread: two cost twice the time of one.
        step = max(1, _ONE_THREAD // columns.size)
        for start in range(0, len(self.shapes), step):
            part = slice(start, start + step)
            np.matmul(self.shapes[part], columns, out=products[part])
        best = products.reshape(len(self.shapes), len(prints), -1).max(2)
        best -= _ASPECT * np.abs(self.aspects[:, None] - aspects[None, :])
        return np.asarray(np.maximum.reduceat(best, self.starts, axis=0))


@cache
def references(file: str = FILE) -> References:
    """What a file holds, ready to be compared with."""
    packed = Path(__file__).with_name(file).read_bytes()
    with np.load(BytesIO(packed)) as held:
        shapes = unit(unpacked(held["shapes"]).astype(np.float32))
        return References(
            str(held["characters"]),
            held["starts"].astype(int),
            shapes,
            held["aspects"].astype(np.float32),
        )


def packed(samples: Floats) -> NDArray[np.uint8]:
    """Samples of ink between 0 and 1, two to a byte."""
    levels = (samples.clip(0, 1) * LEVELS).round().astype(np.uint8)
    return np.asarray(levels[:, ::2] << 4 | levels[:, 1::2], np.uint8)


def unpacked(held: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The levels that were packed, a row for each shape."""
    levels = np.empty((len(held), SAMPLES), np.uint8)
    levels[:, ::2], levels[:, 1::2] = held >> 4, held & LEVELS
    return levels


POINTS_PER_INCH = 72


class Space(NamedTuple):
    """Where a page's points lie in its picture: turned, cropped, y downwards, so many a point."""

    bounds: tuple[float, float, float, float]
    quarter_turns: int
    width: int
    height: int
    scale: tuple[float, float]

    def points(self, x: Doubles, y: Doubles) -> tuple[Doubles, Doubles]:
        """Places in the page's space, in pixels from the top-left corner of the picture."""
        left, top, right, bottom = self.bounds
        across, down = (
            (x - left, top - y),
            (y - bottom, x - left),
            (right - x, y - bottom),
            (top - y, right - x),
        )[self.quarter_turns]
        return across * self.scale[0], down * self.scale[1]

    def boxes(self, sides: Doubles) -> Doubles:
        """Rows of left, right, bottom, top become rows of left, top, right, bottom in pixels."""
        x = np.stack(self.points(sides[:, 0], sides[:, 2]))
        y = np.stack(self.points(sides[:, 1], sides[:, 3]))
        low, high = np.minimum(x, y), np.maximum(x, y)
        return np.column_stack([low[0], low[1], high[0], high[1]])


def space_of(text: LoadedText, dots_per_inch: int) -> Space:
    """The space of a page drawn so finely, or as finely as a large page may be."""
    scale = scale_of(dots_per_inch / POINTS_PER_INCH, (text.width, text.height))
    width, height = max(1, round(text.width * scale)), max(1, round(text.height * scale))
    scales = (width / max(text.width, 1e-3), height / max(text.height, 1e-3))
    return Space(text.bounds, text.quarter_turns, width, height, scales)


_ADVANCE = 0.08  # of a word's height: characters nearer than this lie on each other
_POINTS = [ord(point) for point in ".·…_-"]  # leaders may be set as tight as they like
_LEAN, _STEP = 0.06, 0.12  # how far a base line may climb: of the way, and of the height
_VALUES = 6  # of a character: four sides of its box and where the pen stood


class Characters(NamedTuple):
    """Those of the words asked about, word by word.

    ``word`` counts the words asked about; ``firsts`` are the places of their first characters.
    ``sides`` and ``pens`` are in the page's space.
    """

    codes: Ints
    word: Ints
    firsts: Ints
    sides: Doubles
    pens: Doubles

    def placed(self, space: Space) -> tuple[Doubles, Doubles]:
        """Boxes (left, top, right, bottom) and pens in the pixels of a picture."""
        pens = np.column_stack(space.points(self.pens[:, 0], self.pens[:, 1]))
        return space.boxes(self.sides), pens


class _Slots:
    """Six doubles for each of many characters, for PDFium to write into."""

    def __init__(self) -> None:
        self._grow(1024)  # a page of figures; a longer one makes more

    def _grow(self, rows: int) -> None:
        self.values = np.zeros((rows, _VALUES))
        first, step = self.values.ctypes.data, self.values.itemsize
        self.columns = [
            [ctypes.c_void_p(first + step * (_VALUES * row + column)) for row in range(rows)]
            for column in range(_VALUES)
        ]

    def cleared(self, count: int) -> Doubles:
        if count > len(self.values):
            self._grow(2 * count)
        self.values[:count] = 0
        return self.values[:count]


_slots = _Slots()


def characters_of(text_page: int, text: LoadedText, words: Sequence[int]) -> Characters:
    """The characters of these words of a page."""
    chosen = np.asarray(words, int)
    starts, counts = text.starts[chosen], text.ends[chosen] - text.starts[chosen] + 1
    firsts = np.cumsum(counts) - counts
    word = np.repeat(np.arange(len(chosen)), counts)
    places = (np.arange(counts.sum()) - firsts[word] + starts[word]).tolist()
    values = _slots.cleared(len(places))
    whole, columns = ctypes.c_void_p(text_page), _slots.columns
    for _ in map(pdfium.get_tight_box, repeat(whole), places, *columns[:4]):
        pass
    for _ in map(pdfium.get_origin, repeat(whole), places, *columns[4:]):
        pass
    codes = _codes(text_page, text, words, counts.tolist(), places)
    return Characters(codes, word, firsts, values[:, :4].copy(), values[:, 4:].copy())


def _codes(
    text_page: int, text: LoadedText, words: Sequence[int], counts: list[int], places: list[int]
) -> Ints:
    joined = "".join(text.texts[word] for word in words)
    if len(joined) == len(places) and all(
        len(text.texts[word]) == count for word, count in zip(words, counts, strict=True)
    ):
        return np.array(list(map(ord, joined)), int)
    return np.array([pdfium.get_unicode(text_page, place) for place in places], int)


def stance(characters: Characters, boxes: Doubles, pens: Doubles, space: Space) -> list[Seen]:
    """For each word: UNJUDGED if it leans, DOUBTED if its characters are not side by side
    in their order within the page, else SEEN."""
    heights = np.maximum.reduceat(boxes[:, 3] - boxes[:, 1], characters.firsts)
    solid = (~among(characters.codes, _POINTS)).nonzero()[0]
    word = characters.word[solid]
    same, height = word[1:] == word[:-1], np.maximum(heights, 1.0)[word[1:]]
    across, down = np.diff(pens[solid], axis=0).T
    crowded = same & (across < _ADVANCE * height)
    climbs = same & (np.abs(down) > _LEAN * np.abs(across) + _STEP * height)
    crowded_words = np.bincount(word[1:][crowded], minlength=len(heights)) > 0
    climbing = np.bincount(word[1:][climbs], minlength=len(heights)) > 0
    outside = (boxes[:, :2] < -1).any(1) | (boxes[:, 2:] > [space.width + 1, space.height + 1]).any(
        1
    )
    outside_words = np.bincount(characters.word[outside], minlength=len(heights)) > 0
    return [
        Seen.UNJUDGED if climbs_ else Seen.DOUBTED if wrong else Seen.SEEN
        for climbs_, wrong in zip(climbing, crowded_words | outside_words, strict=True)
    ]


MARGIN = 2  # pixels about a print's box, so that it can be shifted
_FINE = 8  # parts of a pixel by which boxes are distinguished
_LARGEST = 400  # pixels: larger print is no figure

Key = tuple[int, ...]
"""A character, and its box about the pen in parts of a pixel."""


class PrintGroup(NamedTuple):
    """Prints of one character in one font and size.

    ``ink`` is how far each window's pixels stand out of the ground; ``box`` is the character's
    outline in the windows; ``places`` are the prints' places among the characters, ``off`` how
    far their pens are from whole pixels. Most prints have the same pixels: ``firsts`` are the
    first prints of each kind, and ``kinds`` says of which kind each print is.
    """

    key: Key
    places: Ints
    ink: Image
    box: tuple[float, float, float, float]
    off: Doubles
    firsts: Ints
    kinds: Ints

    @property
    def character(self) -> str:
        """What the text says that these are."""
        return chr(self.key[0])

    def contrasts(self) -> Ints:
        """The contrast of each print."""
        each = _core(self.ink[self.firsts]).max((1, 2))
        return np.asarray(each.astype(int)[self.kinds])

    def vectors(self) -> Floats:
        """The cores of all kinds, each as one vector of length one."""
        return _vectors(_core(self.ink[self.firsts]))

    def vectors_beside(self, chosen: Sequence[int]) -> Floats:
        """The same of some prints and of what lies up to a pixel beside each, shift by shift."""
        some = self.ink[chosen]
        return _vectors(np.concatenate([_core(some, x, y) for x in _NEAR for y in _NEAR]))


_NEAR = (-1, 0, 1)


def _core(ink: Image, across: int = 0, down: int = 0) -> Image:
    """The windows without the margin at the sides, one row of it above and below."""
    _, height, width = ink.shape
    rows = slice(MARGIN - 1 + down, height + 1 - MARGIN + down)
    return ink[:, rows, MARGIN + across : width - MARGIN + across]


def _vectors(cores: Image) -> Floats:
    return unit(cores.reshape(len(cores), -1).astype(np.float32))


def groups_of(
    image: Image, codes: Ints, boxes: Doubles, pens: Doubles, grounds: Doubles
) -> Iterator[PrintGroup]:
    """The prints of these characters; ``grounds`` is the brightness about each."""
    about = boxes - np.tile(pens, 2)
    fine = np.rint(about * _FINE).astype(int)
    whole = np.rint(pens)
    corners, off, levels = whole.astype(int), pens - whole, grounds.astype(np.uint8)
    keys = np.column_stack([codes, fine])
    order = np.lexsort(keys.T)
    keys = keys[order]
    cuts = (keys[1:] != keys[:-1]).any(1).nonzero()[0] + 1
    for places in cut(order, cuts):
        first = int(places[0])
        left, top, right, bottom = fine[first].tolist()
        left, top = left // _FINE - MARGIN, top // _FINE - MARGIN
        right, bottom = -(-right // _FINE) + MARGIN, -(-bottom // _FINE) + MARGIN
        if not (0 < right - left < _LARGEST and 0 < bottom - top < _LARGEST):
            continue
        x, y = corners[places].T
        pixels = windows(image, y + top, x + left, (bottom - top, right - left))
        level = levels[places, None, None]
        ink = np.maximum(pixels, level) - np.minimum(pixels, level)
        box = tuple((about[first] - [left, top, left, top]).tolist())
        key = (int(codes[first]), *fine[first].tolist())
        yield PrintGroup(key, places, ink, box, off[places], *alike(_core(ink)))


def alike(prints: Image) -> tuple[Ints, Ints]:
    """The first of each kind of equal prints, and the kind of each print."""
    pixels, size = prints.tobytes(), prints[0].size
    firsts: dict[bytes, int] = {}
    same = [firsts.setdefault(pixels[at * size : (at + 1) * size], at) for at in range(len(prints))]
    chosen = np.array(list(firsts.values()))
    return chosen, np.searchsorted(chosen, same)
