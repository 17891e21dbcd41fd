"""The account: the last digits of its number, its product name and its kind."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.drafts import StatementKind
from pipeline.reading.identity.cells import cells_of
from pipeline.reading.rows import Row

_MASKED = re.compile(r"(?:[*•#●∙]{2,}|[Xx]{3,})[\s\-*•#●∙Xx]*((?:\d[\s\-]?){2,6})(?!\d)")
_NUMBER = re.compile(r"(?<![\d/.,])\d(?:[\s\-]?[\dXx*•#]){3,}(?![\d/.,]*\d)")
_ENDING = re.compile(r"ending (?:in|with)\s*(\d{3,5})", re.IGNORECASE)
_LETTERED = re.compile(r"\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9*]{2,4}){2,8}")
_SAVINGS_ONLY = frozenset({"savings"})
_PRODUCT = re.compile(
    r"account|banking|checking|chequing|savings?|saver|girokonto|konto\b|compte|livret|cuenta|"
    r"conta corrente|conto corrente|rekening|текущий|akaun|账户|賬戶|储蓄|mastercard|visa|loan|"
    r"mortgage|darlehen|pr[êe]t\b|card",
    re.IGNORECASE,
)
_CUT = re.compile(r"[\s:\-]*(?:[*•#]{2,}|[Xx]{3,}|\d{4,}|[A-Z]{2}\*\*).*$|\s*:\s.*$")


def account_mask(rows: Sequence[Row], first_entry: int | None = None) -> str | None:
    """The account number's last digits, four at most: the mention nearest above the entries."""
    stop = len(rows) if first_entry is None else first_entry
    above = [mask for row in rows[:stop] if (mask := mask_of(row))]
    if above:
        return above[-1]
    return next((mask for row in rows[stop:] if (mask := mask_of(row))), None)


def mask_of(row: Row) -> str | None:
    """Last digits of an account number in this row: after a label, or behind a mask."""
    text = row.text
    if found := _ENDING.search(text):
        return found[1][-4:]
    for hit in row.hits:
        if hit.group == "labels" and hit.meaning == "account_number":
            after = " ".join(word.text for word in row.words[hit.last + 1 : hit.last + 9])
            if digits := _digits(after):
                return digits
    if found := _MASKED.search(text):
        return re.sub(r"\D", "", found[1])[-4:]
    return None


def _digits(text: str) -> str | None:
    for pattern in (_MASKED, _LETTERED, _NUMBER):
        if found := pattern.search(text):
            digits = re.sub(r"\D", "", found.group())
            if len(digits) >= 3:
                return digits[-4:]
    return None


def account_name(rows: Sequence[Row], first_entry: int) -> str | None:
    """The product's name, such as "Classic Savings Account": the mention nearest above the rows."""
    best: str | None = None
    for cell in cells_of(rows[:first_entry]):
        name = _CUT.sub("", cell.text).strip(" :,-–")
        if 5 <= len(name) <= 48 and _PRODUCT.search(name) and not _generic(name):
            best = name if best is None or cell.size >= 8 else best
    return best


def _generic(name: str) -> bool:
    words = re.findall(r"[^\W\d_]+", name.casefold())
    return (len(words) < 2 and words not in (["girokonto"], ["betaalrekening"])) or bool(
        _GENERIC.search(name)
    )


_GENERIC = re.compile(
    r"statement|number|summary|details?\b|holder|opening|closing|activity|balance|charges|your |"
    r"num[ée]ro|relev[ée]|extra[ck]t|extrait|kontoauszug|afschrift|выписка|penyata|kontonummer|"
    r"[.!?]$|if you|customer|payment|interest|transaction|services|please|total|account n|"
    r"ending|www\\.|op[ée]rations|name\\b",
    re.IGNORECASE,
)


def kind_of(
    rows: Sequence[Row], skip: frozenset[int] = frozenset(), name: str | None = None
) -> tuple[StatementKind, int]:
    """The kind, and how many different words outside the entries say so.

    ``skip`` are the rows of entries; ``name`` is the product, which settles savings.
    """
    found: dict[str, set[str]] = {"card": set(), "loan": set(), "savings": set(), "current": set()}
    for index, row in enumerate(rows):
        if index in skip:
            continue
        for hit in row.hits:
            if hit.group == "kinds" and not (hit.meaning == "current" and len(row.words) > 10):
                words = row.words[hit.first : hit.last + 1]
                found[hit.meaning].add(" ".join(word.text.casefold() for word in words))
                if _titled(row, index):
                    found[hit.meaning].add("a title")
    card, loan, savings = (len(found[kind]) for kind in ("card", "loan", "savings"))
    if card >= 2 and card >= loan:
        return StatementKind.CARD, 1 if found["current"] else card
    if loan and loan >= savings and loan > card:
        return StatementKind.LOAN, loan
    if savings and not (name and _CURRENT.search(name)):
        return StatementKind.SAVINGS, savings
    if card:
        return StatementKind.CARD, card
    return StatementKind.CHECKING, len(found["current"])


def _titled(row: Row, index: int) -> bool:
    """Whether the row is a title: few words, no figures, near the top of the first page."""
    return index < 12 and row.page == 1 and len(row.words) <= 6 and not row.figures


def is_current(name: str) -> bool:
    """Whether a product's name is that of a current account."""
    return bool(_CURRENT.search(name))


_CURRENT = re.compile(r"checking|chequing|current|giro|courant|ch[èe]ques|corriente|corrente", re.I)
