"""Words whose digits lie where another word's digits lie: of two, neither is what a person sees."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from pipeline.pages.display import displayed
from pipeline.pages.seen.characters import Characters, Ints, characters_of
from pipeline.pages.seen.opened import OpenPage

_AT_ONCE = 512  # words compared with all others
_SHARED = 0.3  # of the smaller box, each way


def in_one_place(boxes: NDArray[np.float32], texts: Sequence[str]) -> list[int]:
    """The words that share their line and a good part of their width with a different one."""
    _, names = np.unique(np.array(texts, dtype=object).astype(str), return_inverse=True)
    found: list[int] = []
    left, top, right, bottom = boxes.T
    middle, height, width = (top + bottom) / 2, bottom - top, right - left
    for start in range(0, len(boxes), _AT_ONCE):
        some = slice(start, start + _AT_ONCE)
        low = np.maximum(left[some, None], left[None])
        shared = np.minimum(right[some, None], right[None]) - low
        near = shared > _SHARED * np.minimum(width[some, None], width[None])
        near &= np.abs(middle[some, None] - middle[None]) < height[None] / 2
        near &= (height[some, None] < 2 * height[None]) & (height[None] < 2 * height[some, None])
        near &= names[some, None] != names[None]
        found += (start + near.any(1).nonzero()[0]).tolist()
    return found


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
    among = np.union1d(others, np.asarray(words, int))
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
