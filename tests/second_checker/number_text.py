"""An account's number as tokens print it: checked, masked or plain (section 15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.second_checker.tables import constant, pattern
from tests.second_checker.years import is_full

_MODULE = "parse.account_numbers"
_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Read:
    """The digits of a number, and of how many tokens it is."""

    digits: str
    tokens: int
    checked: bool = False
    masked: bool = False


def same(one: Read, two: Read) -> bool:
    """Whether both may be one account's number."""
    less, more = (one, two) if len(one.digits) < len(two.digits) else (two, one)
    if more.digits.endswith(less.digits):
        return True
    return more.checked and not less.masked and less.digits.lstrip("0") in more.digits


def read(texts: Sequence[str]) -> Read | None:
    """The number that begins with the first of some texts."""
    return checked(texts) or _written(texts)


def checked(texts: Sequence[str]) -> Read | None:
    """The IBAN that begins there, if its check digits are right."""
    lengths: dict[str, int] = constant(_MODULE, "_LENGTHS")
    for count in range(1, len(texts) + 1):
        iban = "".join(text.strip("(),.;:") for text in texts[:count])
        if not _whole("_IBAN_START", iban):
            return None
        wanted = lengths.get(iban[:2], 0)
        if len(iban) > wanted:
            return None
        if len(iban) == wanted:
            return _if_valid(iban, count)
    return None


def _if_valid(iban: str, count: int) -> Read | None:
    rest = 0
    for char in iban[4:] + iban[:4]:
        value = _ALPHABET.index(char)
        rest = (rest * (100 if value > 9 else 10) + value) % 97
    digits = "".join(char for char in iban[4:] if char.isdigit())
    return Read(digits, count, checked=True) if rest == 1 else None


def _written(texts: Sequence[str]) -> Read | None:
    length = 0
    while length < len(texts) and _goes_on(texts, length):
        length += 1
    while length and texts[length - 1].isalpha():
        length -= 1
    text = pattern(_MODULE, "_BANK").sub("", " ".join(texts[:length]).rstrip(".,;:()"))
    masks: str = constant(_MODULE, "_MASKS")
    if not text or text[-1] in masks or _whole("_YEAR", text) or _more_behind(texts[:length]):
        return None
    ends = [at + 1 for at, char in enumerate(text) if char in masks]
    ends += [at + 2 for at in range(len(text)) if text.startswith("..", at)]
    digits = "".join(char for char in text[max(ends, default=0) :] if char.isdigit())
    least = constant(_MODULE, "_LEAST_MASKED" if ends else "_LEAST")
    return Read(digits, length, masked=bool(ends)) if len(digits) >= least else None


def _goes_on(texts: Sequence[str], at: int) -> bool:
    text, start = texts[at], texts[0][:2]
    if at and start.isalpha() and start.isupper() and _whole("_LETTERS", text):
        return True
    if is_full(text.strip("():;,")) or _whole("_AMOUNT", text):
        return False
    begins = any(c.isdigit() for c in text) and pattern(_MODULE, "_IBAN_START").match(text)
    return bool(begins or _whole("_PART", text))


def _whole(name: str, text: str) -> Any:
    return pattern(_MODULE, name).fullmatch(text)


def _more_behind(texts: Sequence[str]) -> bool:
    """Whether a token with a digit stands behind one that has digits enough."""
    long = False
    for text in texts:
        if long and any(char.isdigit() for char in text):
            return True
        long = long or bool(pattern(_MODULE, "_WHOLE").search(text))
    return False
