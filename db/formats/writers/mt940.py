"""Writes MT940, whose lines may begin with no mark of the form, and have 65 letters at most."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Final

from db.formats.writers.statement import AmountTooLong, WrittenStatement, plain

_LINE, _LINES, _REFERENCE, _NUMBER = 65, 6, 16, 35
#: What begins like this is read as a list of parts.
_LIKE_PARTS: Final = re.compile(r"^(\d{3})\?")
_MARKS: Final = ":-{"
#: The year of the booking day is not written: it is the one nearest to the day of value.
_NEAR: Final = timedelta(days=150)
_LONGEST: Final = 15


def mt940(statements: Sequence[WrittenStatement]) -> str:
    """A file of MT940 with all of them. Raises ``AmountTooLong``."""
    lines = [line for number, each in enumerate(statements, 1) for line in _statement(each, number)]
    return "".join(f"{line}\n" for line in lines)


def _statement(each: WrittenStatement, number: int) -> Iterator[str]:
    yield f":20:{each.reference[:_REFERENCE]}"
    yield f":25:{plain(each.number, _NUMBER)}"
    yield f":28C:{number}/1"
    yield f":60F:{_balance(each, each.opening_minor, each.first)}"
    for row in each.rows:
        value = row.value_on
        if value is None or abs(value - row.booked_on) > _NEAR:
            value = row.booked_on
        mark = "D" if row.amount_minor < 0 else "C"
        amount = _amount(each, row.amount_minor)
        reference = row.reference[:_REFERENCE]
        yield f":61:{value:%y%m%d}{row.booked_on:%m%d}{mark}{amount}NMSCNONREF//{reference}"
        if text := plain(row.description):
            yield from _folded(_LIKE_PARTS.sub(r"\1 ?", text))
    yield f":62F:{_balance(each, each.closing_minor, each.last)}"
    yield "-"


def _balance(statement: WrittenStatement, minor: int, day: date) -> str:
    amount = _amount(statement, minor)
    return f"{'D' if minor < 0 else 'C'}{day:%y%m%d}{statement.currency}{amount}"


def _amount(statement: WrittenStatement, minor: int) -> str:
    text = statement.decimal(abs(minor)).replace(".", ",")
    text = text if "," in text else f"{text},"
    if len(text) > _LONGEST:
        raise AmountTooLong(amount=text)
    return text


def _folded(text: str) -> Iterator[str]:
    """The text in lines: a full one goes on in the next without a blank, others with one."""
    tag = ":86:"
    for _ in range(_LINES):
        end = _end(text)
        yield f"{tag}{text[:end].rstrip()}"
        text, tag = text[end:].lstrip(), ""
        if not text:
            return
        if text[0] in _MARKS:
            text = f".{text}"


def _end(text: str) -> int:
    """Where the line may end so that the next begins with no mark of the form: full, at a blank, or
    else within a word, which gets a blank there."""
    if len(text) <= _LINE:
        return len(text)
    if text[_LINE] not in f"{_MARKS} " and text[_LINE - 1] != " ":
        return _LINE
    ends = range(_LINE - 1, 0, -1)
    blanks = (end for end in ends if text[end] == " " and text[end + 1] not in _MARKS)
    words = (end for end in ends if text[end] not in f"{_MARKS} " and text[end - 1] != " ")
    return next(blanks, None) or next(words, _LINE - 1)
