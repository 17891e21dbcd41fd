"""What tells the account's own number from another that a page prints in the same place."""

from __future__ import annotations

import re
from typing import Final

from pipeline.reading.facts.account_numbers import Number
from pipeline.reading.facts.codes import is_code
from pipeline.reading.facts.kind import is_statement
from pipeline.reading.lexing.phrases import Hit, squeeze
from pipeline.reading.lexing.rows import Row, text_of
from pipeline.reading.lexing.wording import single

_SHORT: Final = 4  # letters of a joining word in another script than ours
_TELEPHONE: Final = re.compile(
    r"^(?:0?[89]0\d|0[38]\d\d|018\d\d?|1[- ]?8\d\d|\(8\d\d\))[ /-][\d /-]{5,10}$"
)
_DAY: Final = re.compile(
    r"^(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|"
    r"(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d)$"
)


def may_lead(row: Row, place: int) -> bool:
    """Whether a word may stand before a label of the account's own number: it says whose account it
    is, or only joins others. Any other may make it another account ("Old account")."""
    text = row.words[place].text
    letters = squeeze(text)
    foreign = not letters.isascii() and len(letters) <= _SHORT
    return (
        not letters or letters in single("lead") or foreign or is_code(text) or is_statement(text)
    )


def is_bare(row: Row, hit: Hit) -> bool:
    """Whether a label only names an account and speaks of no number: "Account 20230405" may be a
    date."""
    return squeeze(text_of(row.words[hit.first : hit.last + 1])) in single("account")


def is_another_sort(number: Number, text: str) -> bool:
    """Whether the digits behind a bare label are rather a telephone's number or a day."""
    return not number.checked and bool(_TELEPHONE.match(text) or _DAY.match(text))


def is_remark(row: Row, place: int) -> bool:
    """Whether a bracket behind a number begins a remark on it: "(see overleaf)", "(closed)"."""
    first = row.words[place].text.lstrip("(")
    return row.words[place].text.startswith("(") and first[:1].islower()
