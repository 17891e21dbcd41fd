"""The bank's name: the largest run of words near the top that looks like one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.proof.rows import Row
from pipeline.proof.tables.phrases import phrase_book
from pipeline.reading.identity.cells import Cell, cells_of

_BANK = re.compile(
    r"\b(\w*bank|\w*bank(?:as[ıi]|en)?|banque|banco|banca|sparkasse|caisse|cr[ée]dit (?:agricole|"
    r"mutuel)|credit union|building society|raiffeisen|caixa|cooperativ\w+|банк\w*|bancorp|mutual|"
    r"financial|trust|card services|n\.?v\.?|plc|berhad|s\.a\.)(?!\w)|银行|銀行|信用社|ゆうちょ",
    re.IGNORECASE,
)
_NOT_A_NAME = re.compile(r"@|www\.|https?:|\.com\b|\d{3,}|:$|[.!?]\s|^\W*$", re.IGNORECASE)
_LONGEST = 60
_NOT_A_BANK = re.compile(
    r"\b(your|switch|information|details|visit|call|statement|contact)\b|"
    # Labels of an account's number in words that a bank's name has, too.
    r"\bbank (?:account|identif|sort|code|transfer|reference|charges?|fees?)|"
    r"\b(?:iban|bic|swift|code|codice|c[óo]digo|clave|num[ée]ro|guichet)\b",
    re.I,
)


def institution_of(rows: Sequence[Row]) -> str | None:
    """The name, or None where nothing on the first page but its entries looks like one."""
    titles = [row for row in rows if not row.looks_like_entry and row.page == rows[0].page]
    first = cells_of(titles)
    likely = [cell for cell in first if _could_name(cell)]
    named = [cell for cell in likely if _BANK.search(cell.text)]
    if named:
        return _clean(max(named, key=lambda cell: (round(cell.size), -cell.top)).text)
    top = [cell for cell in likely if cell.top < 150 and cell.size > 1.25 * _usual(first)]
    top = [cell for cell in top if not _is_phrase(cell.text)]
    return _clean(max(top, key=lambda cell: (round(cell.size), -cell.top)).text) if top else None


def _could_name(cell: Cell) -> bool:
    text = cell.text
    if not 3 <= len(text) <= _LONGEST or not text[0].isalnum():
        return False
    return not (_NOT_A_NAME.search(text) or _NOT_A_BANK.search(text))


def _usual(cells: Sequence[Cell]) -> float:
    sizes = sorted(cell.size for cell in cells)
    return sizes[len(sizes) // 2]


def _is_phrase(text: str) -> bool:
    """Whether the words are a statement's own, such as "Account summary"."""
    words = text.split()
    covered = {i for hit in phrase_book().find(words) for i in range(hit.first, hit.last + 1)}
    return len(covered) * 2 >= len(words) or "statement" in text.casefold()


def _clean(text: str) -> str:
    return text.strip(" :|,-")
