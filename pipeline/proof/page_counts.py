"""What a page says of its place among the pages: "Page 2 of 3"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.proof.headers import cells_of
from pipeline.proof.rows import Row

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
    for row in numbered:
        text = row.text
        for found in (_LABELLED.search(text), _TURKISH.search(text)):
            if found and int(found[2]):
                return int(found[1]), int(found[2])
    for row in (*rows[:2], *rows[-2:]):
        for at in range(len(row.words)):
            text = " ".join(word.text for word in row.words[at:])
            found = _BARE.match(text)
            if found and 0 < int(found[1]) <= int(found[2]):
                return int(found[1]), int(found[2])
    for row in numbered:
        for cell in cells_of(row):
            text = " ".join(word.text for word in cell)
            if found := _NUMBERED.match(text):
                return int(found[1]), 0
    return None


def counts_pages(row: Row) -> bool:
    """Whether a row says which page it is."""
    return bool(_LABELLED.search(row.text) or _TURKISH.search(row.text))
