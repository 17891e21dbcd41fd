"""Whether a figure stands literally in a row's text, whoever read it from there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import date

from pipeline.drafts import Line

_DIGITS = re.compile(r"\d+")
#: Kerning may part one printed number into this many words ("10,0 08.25").
_MOST_PIECES = 4


def stands_in(amount: int, exponent: int, raw: str) -> bool:
    """Whether ``amount`` (minor units) is printed in ``raw``, whatever its sign and separators.

    A figure without its decimals counts if they are zero ("1,000" for 1000.00).
    """
    return not _spellings(amount, exponent).isdisjoint(_numbers(raw))


def _spellings(amount: int, exponent: int) -> set[str]:
    whole, part = divmod(abs(amount), 10**exponent)
    return {str(abs(amount)), str(whole)} if not part else {str(abs(amount))}


def _numbers(raw: str) -> set[str]:
    """Every number that neighbouring words of the text can be read as, without leading zeros."""
    words = ["".join(_DIGITS.findall(word)) for word in plain_digits(raw).split()]
    return {
        _bare("".join(words[start:end]))
        for start in range(len(words))
        for end in range(start + 1, min(start + _MOST_PIECES, len(words)) + 1)
        if all(words[start:end])
    }


def _bare(digits: str) -> str:
    return digits.lstrip("0") or "0"


def plain_digits(text: str) -> str:
    """The text with every script's decimal digits as 0 to 9."""
    return "".join(
        str(unicodedata.decimal(c)) if c.isdecimal() else c
        for c in unicodedata.normalize("NFKC", text)
    )


def day_stands_in(day: date, raw: str) -> bool:
    """Whether the day of the month is printed in ``raw`` as a number, or the date is in one run."""
    runs = _DIGITS.findall(plain_digits(raw))
    return any(
        run.lstrip("0") == str(day.day) or (len(run) >= 6 and f"{day.day:02d}" in run)
        for run in runs
    )


def ungrounded(lines: Sequence[Line], exponent: int) -> tuple[int, ...]:
    """Ordinals of lines with a figure that their text does not hold.

    A date may stand on an earlier row of the same date, for many banks print it once a day.
    """
    dated: set[date] = set()
    lost: list[int] = []
    for line in lines:
        rest = _without_figures(line, exponent)
        dated |= {day for day in _dates(line) if day_stands_in(day, rest)}
        if not _figures_stand(line, exponent) or not set(_dates(line)) <= dated:
            lost.append(line.ordinal)
    return tuple(lost)


def _dates(line: Line) -> list[date]:
    return [day for day in (line.date, line.value_date) if day is not None]


def _figures(line: Line) -> list[int]:
    return [line.amount] if line.balance is None else [line.amount, line.balance]


def _figures_stand(line: Line, exponent: int) -> bool:
    return all(stands_in(figure, exponent, line.raw) for figure in _figures(line))


def _without_figures(line: Line, exponent: int) -> str:
    """The row's text less its amount and balance, whose digits are no day of the month."""
    figures = {str(abs(figure)).zfill(exponent + 1) for figure in _figures(line)}
    words = plain_digits(line.raw).split()
    return " ".join(word for word in words if "".join(_DIGITS.findall(word)) not in figures)
