"""A page turned over, as banks print it whose language is written from right to left."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pipeline.words import Page, Word

_LEFTWARD = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_LATIN = re.compile(r"[A-Za-z]")
_DIGIT = re.compile(r"\d")


def turned_over(page: Page, *, visual: bool) -> Page:
    """The page with each word at the other side; a Latin word and what stands behind, and the
    parts of a number, keep their order."""
    words: list[Word] = []
    for run in _runs(page.words):
        left, right = run[0].x0, run[-1].x1
        for word in run:
            x0 = page.width - right + word.x0 - left
            backward = visual and _LEFTWARD.search(word.text) and not _DIGIT.search(word.text)
            text = word.text[::-1] if backward else word.text
            words.append(word._replace(text=text, x0=x0, x1=x0 + word.x1 - word.x0))
    return replace(page, words=tuple(words))


def _runs(words: tuple[Word, ...]) -> Iterator[list[Word]]:
    """Words that keep their order: a Latin one, and what stands right of it on its line; and the
    parts of a number or a date."""
    run: list[Word] = []
    for word in words:
        if run and not _goes_on(run, word):
            yield run
            run = []
        run.append(word)
    if run:
        yield run


def _goes_on(run: list[Word], right: Word) -> bool:
    left = run[-1]
    height = left.bottom - left.top
    near = left.top == right.top and 0 <= right.x0 - left.x1 < 0.5 * height
    latin = any(_LATIN.search(word.text) for word in run)
    number = _DIGIT.search(left.text) and _DIGIT.search(right.text)
    return near and bool(latin or number) and not _LEFTWARD.search(right.text)
