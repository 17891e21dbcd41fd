"""What a page says of its place among the pages: "Page 2 of 3"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from pipeline.proof.headers import cells_of
from pipeline.proof.rows import Row, text_of

_WORD = (
    r"(?:page|seite|blatt|feuille|folio|hoja|foglio|bladzijde|p[áa]gina|p[áa]g\.?|strona|str\.?|sayfa|страница|стр\.?|лист|muka\s*surat|"
    r"halaman|blad|pagina|sida|side|oldal|strana|第|sheet)"
)
_OF = r"(?:/|of|von|de|sur|di|van|z|ze|из|out\s+of|dari|daripada|av|af|a|ud)"
_LABELLED = re.compile(rf"(?i)(?<!\w){_WORD}\s*:?\s*(\d{{1,3}})\s*{_OF}\s*(\d{{1,3}})(?![\d.,/])")
_NUMBERED = re.compile(rf"(?i)^{_WORD}\s*(?:no\.?|nr\.?|n[°º])?\s*:?\s*(\d{{1,3}})$")
_BARE = re.compile(r"^(\d{1,3}) ?/ ?(\d{1,3})$")
_TURKISH = re.compile(
    r"(?i)(?<!\w)(\d{1,3})\s*(?:页|頁|ページ)?\s*/\s*(\d{1,3})\s*(?:页|頁|ページ)"
)


def page_count(rows: Sequence[Row]) -> tuple[int, int] | None:
    """What a page says of itself: which it is, and of how many (0 where it does not say)."""
    numbered = [row for row in rows if any(map(str.isdigit, row.text))]
    edges = (*rows[:2], *rows[-2:])
    counts = itertools.chain(_labelled(numbered), _bare(edges), _numbered(numbered))
    return next(counts, None)


def _labelled(rows: Sequence[Row]) -> Iterator[tuple[int, int]]:
    """ "Page 2 of 3" anywhere on a row."""
    for row in rows:
        for found in _matches(row.text):
            if int(found[2]):
                yield int(found[1]), int(found[2])


def _matches(text: str) -> Iterator[re.Match[str]]:
    if found := _LABELLED.search(text):
        yield found
    if not text.isascii() and "/" in text and (found := _TURKISH.search(text)):
        yield found


def _bare(rows: Sequence[Row]) -> Iterator[tuple[int, int]]:
    """ "2/3" at the end of a row, where the page is not beyond the last."""
    ends = (text_of(row.words[at:]) for row in rows for at in range(len(row.words)))
    for found in filter(None, map(_BARE.match, ends)):
        if 0 < int(found[1]) <= int(found[2]):
            yield int(found[1]), int(found[2])


def _numbered(rows: Sequence[Row]) -> Iterator[tuple[int, int]]:
    """ "Page 2" alone in its cell, of how many it does not say."""
    cells = (text_of(cell) for row in rows for cell in cells_of(row))
    for found in filter(None, map(_NUMBERED.match, cells)):
        yield int(found[1]), 0


def runs_of(counts: Sequence[tuple[int, int] | None]) -> list[list[int]]:
    """Places of pages that are counted together: a page 1, or another count, begins a run."""
    runs: list[list[int]] = []
    of: int | None = None
    for place, count in enumerate(counts):
        if not runs or (count and (count[0] == 1 or (of is not None and count[1] != of))):
            runs.append([])
        runs[-1].append(place)
        of = count[1] if count else of
    return runs


def counts_pages(row: Row) -> bool:
    """Whether a row says which page it is."""
    return any(_matches(row.text))
