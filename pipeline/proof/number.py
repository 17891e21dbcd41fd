"""The end of the account's own number: behind its label or below it, above the entries."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.proof.parse.dates import full_form
from pipeline.proof.period import before, strangers
from pipeline.proof.rows import Row, text_of
from pipeline.proof.tables.phrases import Hit
from pipeline.words import Word

_MASKED = re.compile(r"(?:[*•#●∙]{2,}|[Xx]{3,})[\s\-*•#●∙Xx]*((?:\d[\s\-]?){2,6})(?![\d/]|[.,]\d)")
_NUMBER = re.compile(r"(?<![\d/.,])\d(?:[\s\-]?[\dXx*•#]){3,}(?![\d/.,]*\d)")
_ENDING = re.compile(r"ending (?:in|with)\s*(\d{3,5})", re.IGNORECASE)
# Where an IBAN has 21 characters its last one stands alone.
_IBAN = re.compile(
    r"\b(?:(?:CH|LI|HR|LV)\d{2}(?:\s[A-Z0-9*]{4}){4}\s[A-Z0-9](?!\S)|"
    r"[A-Z]{2}\d{2}(?:\s?[A-Z0-9*]{2,4}){2,8})"
)
_REACH = 9  # words behind a label
_BETWEEN = re.compile(
    r"^(?:[*•#●∙Xx:.\s-]+|(?i:no\.?|nr\.?|n[°º]\.?|num\.?|iban:?|ending|in|with|number:?)|[A-Z]{2,4})$"
)
_YEAR = re.compile(r"^(?:19|20)\d\d$")
_WIDE = 60.0  # points behind a label, beyond which another cell begins
_LEADING = 3  # words of a cell among which its label begins
_DIGITS = 4  # that statements leave of a masked number


def printed_number(rows: Sequence[Row]) -> str | None:
    """Its last digits, four at most; None where the rows name none, or more than one.

    ``rows`` stand above the entries. A number behind its label counts before one that is only
    masked; rows of several accounts with their balances are no heading.
    """
    found = _found(rows)
    return found[0].digits if len({each.digits for each in found}) == 1 else None


def numbered_rows(rows: Sequence[Row]) -> Sequence[Row]:
    """The first row that prints `printed_number`, with the one below if it stands there."""
    found = _found(rows)
    return found[0].rows if len({each.digits for each in found}) == 1 else ()


@dataclass(frozen=True, slots=True)
class _Found:
    """A number's last digits, and the row that gives them, with the one below if it takes both."""

    digits: str
    rows: Sequence[Row]


def _found(rows: Sequence[Row]) -> list[_Found]:
    """All numbers of the strongest sort that there is."""
    for find in (_labelled, _masked):
        for chosen in ([row for row in rows if not row.figures], list(rows)):
            found = [
                _Found(digits, chosen[i : i + (1 if find(chosen[: i + 1], i) else 2)])
                for i in range(len(chosen))
                if (digits := find(chosen, i))
            ]
            if found:
                return found
    return []


def _labelled(rows: Sequence[Row], index: int) -> str | None:
    """The number right behind a label of the account, or right below it."""
    row = rows[index]
    hits = row.phrases("labels", "account_number")
    if not hits or _is_other(row):
        return None
    for hit in hits:
        if not _begins(row, hit):
            continue
        after = row.words[hit.last + 1 : hit.last + _REACH]
        dated = any(day.first == hit.last + 1 for day in row.dates)
        if not after or dated or after[0].x0 - row.words[hit.last].x1 > _WIDE:
            digits = digits_in(_below(rows, index, hit)) or digits_in(_number_text(after))
        else:
            digits = digits_in(_number_text(after))
        if digits:
            return digits
    return None


def _masked(rows: Sequence[Row], index: int) -> str | None:
    row = rows[index]
    if _is_other(row):
        return None
    return digits_after_ending(row.text) or digits_behind_mask(row.text)


def digits_after_ending(text: str) -> str | None:
    """ "Card ending in 1234"."""
    found = _ENDING.search(text)
    return found[1][-_DIGITS:] if found else None


def digits_behind_mask(text: str) -> str | None:
    """ "**** 1234"."""
    found = _MASKED.search(text)
    return re.sub(r"\D", "", found[1])[-_DIGITS:] if found else None


def _is_other(row: Row) -> bool:
    """Whether a row speaks of another account, or warns in a sentence."""
    return bool(row.phrases("labels", "other_account"))


def _begins(row: Row, hit: Hit) -> bool:
    """Whether a label begins its cell, or follows two words at the most, none of a stranger's."""
    before_it = before(row, hit)
    asked = row.words[hit.last].text.endswith("?")
    return len(before_it) < _LEADING and not asked and not list(strangers(row, before_it))


def _number_text(words: Sequence[Word]) -> str:
    """The words of a number that stands at the end of its cell; nothing, if other words come
    before it or behind it in the same breath. A date ("Account 2025-03-31") is no part of it."""
    found: list[str] = []
    for place, word in enumerate(words):
        if place and word.x0 - words[place - 1].x1 > _WIDE / 2:
            break
        if not any(map(str.isdigit, word.text)) and not _BETWEEN.match(word.text):
            return ""
        found.append(word.text)
    text = " ".join(text for text in found if not full_form(text))
    return "" if _YEAR.match(text.strip(" :.")) else text


def _below(rows: Sequence[Row], index: int, hit: Hit) -> str:
    """The words right under a label, as far as they stand below its cell."""
    row = rows[index]
    under = rows[index + 1] if index + 1 < len(rows) else None
    if under is None or under.page != row.page or under.dates:
        return ""
    if under.top - row.bottom > 2.5 * (row.bottom - row.top):
        return ""
    x0 = row.words[hit.first].x0
    after = [word.x0 for word in row.words[hit.last + 1 :]]
    x1 = min([*after, row.words[hit.last].x1 + 120.0])
    return text_of(w for w in under.words if w.x0 >= x0 - 3 and w.x0 < x1)


def digits_in(text: str) -> str | None:
    """The last digits of the first account number in a text, four at most."""
    for pattern in (_MASKED, _IBAN, _NUMBER):
        if found := pattern.search(text):
            digits = re.sub(r"\D", "", found.group())
            if len(digits) >= 3:
                return digits[-_DIGITS:]
    return None
