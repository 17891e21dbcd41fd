"""Words whose digits lie where another word's digits lie: of two, neither is what a person sees."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pipeline.pages.display import displayed
from pipeline.pages.seen.characters import Characters, Ints, characters_of
from pipeline.pages.seen.opened import OpenPage

_AT_ONCE = 1 << 18  # pairs of words compared
_SHARED = 0.3  # of the smaller box, each way


def in_one_place(boxes: NDArray[np.float32], texts: Sequence[str]) -> list[int]:
    """The words that share their line and a good part of their width with a different one."""
    if not len(boxes):
        return []
    left, top, right, bottom = boxes.T
    middle, height, width = (top + bottom) / 2, bottom - top, right - left
    found: set[int] = set()
    for one, other in _on_a_line(middle, float(height.max()) / 2):
        shared = np.minimum(right[one], right[other]) - np.maximum(left[one], left[other])
        near = shared > _SHARED * np.minimum(width[one], width[other])
        near &= np.abs(middle[one] - middle[other]) < height[other] / 2
        near &= (height[one] < 2 * height[other]) & (height[other] < 2 * height[one])
        pairs = zip(one[near].tolist(), other[near].tolist(), strict=True)
        found |= {at for at, beside in pairs if texts[at] != texts[beside]}
    return sorted(found)


def _on_a_line(middle: NDArray[np.float32], apart: float) -> Iterator[tuple[Ints, Ints]]:
    """All pairs of words whose middles are no further apart than that, each both ways, so many at
    a time."""
    order = middle.argsort(kind="stable")
    held = middle[order].astype(float)
    first = np.searchsorted(held, held - apart)
    counts = np.searchsorted(held, held + apart, "right") - first
    step = max(1, _AT_ONCE // int(counts.max()))
    for start in range(0, len(order), step):
        some = slice(start, start + step)
        one = np.repeat(np.arange(len(order))[some], counts[some])
        before = np.cumsum(counts[some]) - counts[some]
        other = np.arange(len(one)) + np.repeat(first[some] - before, counts[some])
        yield order[one], order[other]


def overlapping(
    page: OpenPage, words: Sequence[int], visible: Collection[int], characters: Characters
) -> set[int]:
    """The places in ``words`` of those with a character under or over another word's.

    The same character twice in one place is bold print; one much larger is a watermark; whether a
    letter over a digit spoils it the shape tells.
    """
    boxes = np.stack(displayed([page.text]), 1)
    others = np.array(sorted(visible), int)
    crossing: set[int] = set()
    among = np.array(sorted({*visible, *words}), int)
    crowded = set(
        among[in_one_place(boxes[among], [page.text.texts[word] for word in among])].tolist()
    )
    if not crowded.intersection(words):
        return crossing
    order = others[boxes[others, 1].argsort()]
    tops = boxes[order, 1]
    tallest = float((boxes[order, 3] - boxes[order, 1]).max())
    for at, word in enumerate(words):
        if word not in crowded:
            continue
        left, top, right, bottom = boxes[word].tolist()
        near = order[np.searchsorted(tops, top - tallest) : np.searchsorted(tops, bottom)]
        low = np.maximum(boxes[near, :2], [left, top])
        shared = np.minimum(boxes[near, 2:], [right, bottom]) - low
        hit = (shared[:, 0] > 0.5) & (shared[:, 1] > _SHARED * (bottom - top)) & (near != word)
        for other in near[hit].tolist():
            if _crosses(characters, at, characters_of(page.text_page, page.text, [other])):
                crossing.add(at)
    return crossing


def _crosses(characters: Characters, at: int, other: Characters) -> bool:
    mine = characters.word == at
    one, two = characters.sides[mine], other.sides
    low = np.maximum(one[:, None, [0, 2]], two[None, :, [0, 2]])
    high = np.minimum(one[:, None, [1, 3]], two[None, :, [1, 3]])
    sizes = np.minimum(
        (one[:, [1, 3]] - one[:, [0, 2]])[:, None], (two[:, [1, 3]] - two[:, [0, 2]])[None]
    )
    shared = ((high - low) > _SHARED * sizes).all(2) & (sizes > 0).all(2)
    heights = one[:, 3] - one[:, 2], two[:, 3] - two[:, 2]
    like = np.abs(np.log(np.maximum(heights[0][:, None], 0.1) / np.maximum(heights[1], 0.1))) < 0.7
    mine_codes, codes = characters.codes[mine][:, None], other.codes[None, :]
    kind = _is_digit(mine_codes) == _is_digit(codes)
    return bool((shared & like & kind & (mine_codes != codes)).any())


def _is_digit(codes: Ints) -> NDArray[np.bool_]:
    return np.asarray((codes >= ord("0")) & (codes <= ord("9")))
