"""Documents that are read from right to left, turned over (section 3)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tests.second_checker.letters import squeezed
from tests.second_checker.lines import Line, lines_of
from tests.second_checker.model import Page, Word
from tests.second_checker.phrases import known
from tests.second_checker.tables import constant, pattern
from tests.second_checker.tokens import Token


@dataclass(frozen=True, slots=True)
class Writing:
    """Whether pages are turned over, and whether their letters are."""

    leftward: bool = False
    visual: bool = False


def writing_of(pages: Sequence[Page]) -> Writing:
    """How the words of a document are written."""
    lines = [line for page in pages for line in lines_of(page)]
    texts = {token.text for line in lines for token in line}
    own = {text for text in texts if _is_leftward(text)}
    if not own:
        return Writing()
    plain, backward = _named(own), _named(text[::-1] for text in own)
    visual = backward > plain
    votes = sum(_vote(line, visual) for line in lines)
    more = max(plain, backward) > _named(texts - own)
    leftward = votes > 0 or (votes == 0 and more)
    return Writing(leftward, visual and leftward)


def turned_page(page: Page, writing: Writing) -> Page:
    """The page with every word and ink at the other side."""
    if not writing.leftward:
        return page
    words = tuple(_turned(word, page.width, writing) for word in page.words)
    ink = tuple((page.width - x1, top, page.width - x0, low) for x0, top, x1, low in page.ink)
    return replace(page, words=words, ink=ink)


def read_to_the_right(line: Line) -> Line:
    """A turned row whose neighbouring Latin words, and parts of a number, stand as on the page."""
    runs: list[Line] = []
    for token in line:
        if runs and _goes_on(runs[-1][-1], token):
            runs[-1].append(token)
        else:
            runs.append([token])
    return [token for run in runs for token in _as_read(run)]


def _as_read(run: Line) -> Line:
    """A run without Latin words has the parts of its numbers alone turned back."""
    if any(pattern("leftward", "_LATIN").search(token.text) for token in run):
        return _mirrored(run)
    parts: list[Line] = []
    for token in run:
        if parts and pattern("leftward", "_PARTED").search(f"{token.text} {parts[-1][-1].text}"):
            parts[-1].append(token)
        else:
            parts.append([token])
    return [token for part in parts for token in _mirrored(part)]


def _goes_on(left: Token, right: Token) -> bool:
    near = right.x0 - left.x1 < constant("leftward", "_NEAR") * left.height
    return near and not _is_leftward(left.text) and not _is_leftward(right.text)


def _mirrored(run: Line) -> Line:
    ends = run[0].x0 + run[-1].x1
    return [replace(token, x0=ends - token.x1, x1=ends - token.x0) for token in reversed(run)]


def _turned(word: Word, width: float, writing: Writing) -> Word:
    text = word.text
    if writing.visual and _is_leftward(text) and not re.search(r"\d", text):
        text = text[::-1]
    return replace(word, text=text, x0=width - word.x1, x1=width - word.x0)


def _is_leftward(text: str) -> bool:
    return pattern("leftward", "_LETTER").search(text) is not None


def _meanings(text: str) -> set[tuple[str, str]]:
    return set(known().get(squeezed(text), ()))


def _named(texts: Iterable[str]) -> int:
    return sum(any(g in ("columns", "labels") for g, _ in _meanings(text)) for text in texts)


def _vote(line: Line, visual: bool) -> int:
    dates, money = [], []
    for token in line:
        text = token.text[::-1] if visual and _is_leftward(token.text) else token.text
        names = {name for group, name in _meanings(text) if group == "columns"}
        if "date" in names:
            dates.append(token)
        elif names & set(constant("headers", "MONEY")):
            money.append(token)
    if not dates or not money:
        return 0
    if min(t.x0 for t in dates) > max(t.x1 for t in money):
        return 1
    return -1 if max(t.x1 for t in dates) < min(t.x0 for t in money) else 0
