"""Printed figures: what a run of words says as money, under one reading of point and comma."""

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from pipeline.reading.lexing.phrases import known_currencies, marks, tables
from pipeline.words import Word

_GROUP = r"[,'’ \u00a0\u202f]"
_SIGNS = "".join(
    sorted(sign for sign in tables()["symbols"] if len(sign) == 1 and not sign.isalpha())
)
#: Symbols in letters, such as "грн", "원", "रु." and "lei"; of ASCII ones the longer.
_LETTERED = "|".join(
    sorted(
        (
            re.escape(sign)
            for sign in {*tables()["symbols"], *known_currencies()["signs"]}
            if not {" ", "("} & set(sign)
            and (not sign.isascii() or (len(sign) > 2 and sign[:3].isalpha()))
        ),
        key=lambda sign: (-len(sign), sign),
    )
)
_SYMBOL = (
    rf"(?:[$¥￥￡元円{_SIGNS}]|[A-Z]{{1,3}}\$|R\$|R(?=\d)|S/\.?|Rs\.?|RM|Rp\.?|[Kk]r\.?|zł|TL|Ft|KM|Kč|"
    rf"Bs\.?|SR|S\.R\.|QR|Tk\.?|р\.|руб\.?|{_LETTERED}|{'|'.join(tables()['codes'])})"
)
_MARK = (
    r"(?:CR|DR|Cr|Dr|cr|dr|DB|Db|OD|KT|DT|Kt|Dt|Wn|Ma|WN|MA|КТ|ДТ|Кт|Дт|[ABCDHSKДК借贷貸入払])\.?"
)
_SIGN = r"[-+]"
_MOST_DIGITS = 64


class NumberStyle(Enum):
    """Which symbol parts the minor units off, and how many there are.

    ``MILLS`` is a point and three digits (Kuwait and others), ``MILLS_COMMA`` a comma and three
    (Tunisia), ``WHOLE`` none at all.
    ``SHORT_POINT`` and ``SHORT_COMMA`` print no more digits than they need: 12.5, 100 and 3.25.
    """

    POINT = "point"
    COMMA = "comma"
    MILLS = "mills"
    MILLS_COMMA = "mills_comma"
    WHOLE = "whole"
    SHORT_POINT = "short_point"
    SHORT_COMMA = "short_comma"

    @property
    def is_short(self) -> bool:
        """Whether zeros at the end of the minor units may be left out."""
        return self in (NumberStyle.SHORT_POINT, NumberStyle.SHORT_COMMA)


class LexedFigure(NamedTuple):
    """One printed amount.

    ``value`` is unsigned, in units of ``10**-decimals``; ``sign`` is the printed one: -1, +1, or 0
    for none. ``mark`` is what a suffix such as ``CR`` or ``S`` says: +1 in, -1 out, 0 nothing.
    ``first`` and ``last`` are the word positions in the row, ``end`` the right edge of the last;
    ``weak`` means no minor units, in a style that prints them.
    """

    value: int
    decimals: int
    sign: int
    mark: int
    x0: float
    x1: float
    first: int
    last: int
    currency: str | None
    weak: bool
    end: float


def _core(group: str, point: str, digits: int = 2) -> str:
    whole = rf"\d{{1,3}}(?:{group}\d{{2,3}})*{group}\d{{3}}|\d+"
    return rf"(?:{whole})(?:{point}\d{{{digits}}})?|{point}\d{{{digits}}}"


def _short_core(group: str, point: str) -> str:
    """One digit behind the point, or two; some before it, for ".5" may be half of "12 .5"."""
    return rf"(?:\d{{1,3}}(?:{group}\d{{2,3}})*{group}\d{{3}}|\d+)(?:{point}\d{{1,2}})?"


_CORES = {
    NumberStyle.POINT: re.compile(_core(_GROUP, r"\.")),
    NumberStyle.COMMA: re.compile(_core(r"[.'’ \u00a0\u202f]", ",")),
    NumberStyle.MILLS: re.compile(_core(_GROUP, r"\.", 3)),
    NumberStyle.MILLS_COMMA: re.compile(_core(r"[.'’ \u00a0\u202f]", ",", 3)),
    NumberStyle.WHOLE: re.compile(r"\d{1,3}(?:[,.'’ \u00a0\u202f]\d{3})+|\d+"),
    NumberStyle.SHORT_POINT: re.compile(_short_core(_GROUP, r"\.")),
    NumberStyle.SHORT_COMMA: re.compile(_short_core(r"[.'’ \u00a0\u202f]", ",")),
}
_WITH_COMMA = (NumberStyle.COMMA, NumberStyle.MILLS_COMMA, NumberStyle.SHORT_COMMA)
#: What is around a number does not depend on its style, and nothing there begins like a part of
#: one. The symbols of all currencies take long to compile, so it is done once.
_WHOLE_TEXT = re.compile(
    rf"^(?P<open>\()?(?P<sign>{_SIGN})?(?P<sym>{_SYMBOL})?(?P<sign2>{_SIGN})?(?P<open2>\()?"
    rf"(?P<num>[\d.,'’ \u00a0\u202f]+)(?P<sym2>{_SYMBOL})?(?P<close>\))?(?P<sign3>{_SIGN})?"
    rf"(?:\((?P<mark2>{_MARK})\)|(?P<mark>{_MARK}))?(?P<close2>\))?(?P<sym3>{_SYMBOL})?[*#]{{0,2}}$"
)
#: A currency's symbol alone, or the first group of a number's digits, perhaps behind a symbol.
_BEGINNING = re.compile(rf"^[(]?[-+]?(?P<symbol>{_SYMBOL})?[-+]?(?:(?P<head>\d{{1,3}})|[)]?)$")
#: Whole words of other scripts that say debit or credit.
_WORDS = "|".join(sorted(re.escape(mark) for mark in marks() if not mark.isascii()))
_MARK_ONLY = re.compile(
    rf"^\(?(?:{_MARK}|Bij|Af|bij|af|BIJ|AF|Soll|Haben|SOLL|HABEN|(?i:{_WORDS}))\)?$"
)
_TAIL = {
    NumberStyle.POINT: re.compile(r"^\d{3}(?:\.\d{2})?(?!\d)"),
    NumberStyle.COMMA: re.compile(r"^\d{3}(?:,\d{2})?(?!\d)"),
    NumberStyle.MILLS: re.compile(r"^\d{3}(?:\.\d{3})?(?!\d)"),
    NumberStyle.MILLS_COMMA: re.compile(r"^\d{3}(?:,\d{3})?(?!\d)"),
    NumberStyle.WHOLE: re.compile(r"^\d{3}(?!\d)"),
    NumberStyle.SHORT_POINT: re.compile(r"^\d{3}(?:\.\d{1,2})?(?!\d)"),
    NumberStyle.SHORT_COMMA: re.compile(r"^\d{3}(?:,\d{1,2})?(?!\d)"),
}
_MIDDLE = _TAIL[NumberStyle.WHOLE]
_GROUP_ALONE = re.compile(r"^[.,'’]\d{3}(?!\d)")
_MINOR_UNITS = re.compile(r"^[.,]\d{2}(?!\d)")
_NUMERIC_END = re.compile(r"[\d.,'’]$")
_NUMERIC_START = re.compile(r"^[\d.,]")


def is_currency(text: str) -> bool:
    """Whether a word is a currency's symbol or code and nothing else."""
    return _beginning(text) == "symbol"


def _beginning(text: str) -> str | None:
    found = _BEGINNING.match(text)
    return found.lastgroup if found else None


@lru_cache(maxsize=16384)
def _parse(text: str, style: NumberStyle) -> tuple[int, int, int, int, str | None, bool] | None:
    found = _WHOLE_TEXT.match(text)
    if not found or not _CORES[style].fullmatch(found["num"]):
        return None
    part = found.groupdict()
    whole, minor = _parted(part["num"], style)
    digits = re.sub(r"\D", "", whole)
    if len(digits) > 1 and digits[0] == "0" and (minor or style.is_short):
        return None  # 02.10 is a date, 007.50 a code
    sign = _sign_of(part)
    mark = marks().get((part["mark"] or part["mark2"] or "").rstrip(".").casefold(), 0)
    symbol = part["sym"] or part["sym2"] or part["sym3"]
    if len(digits) + len(minor) > _MOST_DIGITS:
        return None  # a reference, whatever it looks like; Python converts no more than 4,300
    weak = not minor and not style.is_short
    return int(digits + minor), len(minor), sign, mark, symbol, weak


def _parted(number: str, style: NumberStyle) -> tuple[str, str]:
    """A number's whole and minor units, which are empty where none are printed."""
    point = "," if style in _WITH_COMMA else "."
    whole, found, minor = number.rpartition(point)
    return (whole, minor) if found and style is not NumberStyle.WHOLE else (number, "")


def _sign_of(part: dict[str, str | None]) -> int:
    signs = [part["sign"], part["sign2"], part["sign3"]]
    # The closing bracket may be behind a currency of its own: "(834,26 ₽)".
    bracketed = part["open"] or part["open2"]
    if bracketed or "-" in signs:
        return -1
    return 1 if "+" in signs else 0


def style_votes(texts: Iterable[str]) -> dict[NumberStyle, int]:
    """How many figures of a document can only be read with a point, or only with a comma."""
    votes = {NumberStyle.POINT: 0, NumberStyle.COMMA: 0, NumberStyle.WHOLE: 0}
    for text in texts:
        if text.isalpha() or "%" in text or _DOTTED_DATE.match(text):
            continue
        match = _VOTE.search(text)
        if match:
            votes[NumberStyle.POINT if match.group(1) == "." else NumberStyle.COMMA] += (
                1 if _MAYBE_DATE.match(text) else 4
            )
        elif _GROUPED.search(text):
            votes[NumberStyle.WHOLE] += 1
    return votes


_VOTE = re.compile(
    r"(?:^|[^\d.,/]|(?<=[^\W\d_])\.)(?:\d{1,3}(?:[.,'’]\d{2,3})+|\d+)?([.,])\d{2}(?!\d)(?![.,/]\d)"
)
_GROUPED = re.compile(r"(?:^|[^\d.,])\d{1,3}(?:[.,]\d{3})+(?![\d.,])")
_DOTTED_DATE = re.compile(r"^\d{1,2}\.\d{1,2}\.$|^\d{2}\.\d{2}\.\d{2}\.?$")
_MAYBE_DATE = re.compile(r"^(0?[1-9]|[12]\d|3[01])\.(0[1-9]|1[0-2])\.?$")


def figures(words: Sequence[Word], style: NumberStyle, taken: frozenset[int]) -> list[LexedFigure]:
    """Every figure of a row from left to right; words in ``taken`` (dates) are left alone."""
    found: list[LexedFigure] = []
    index = 0
    while index < len(words):
        figure = None
        if index not in taken and any(map(str.isdigit, words[index].text)):
            used = found[-1].last + 1 if found else 0
            figure = _figure_at(words, index, style, taken | frozenset(range(used)))
        if figure:
            found.append(figure)
            index = figure.last + 1
        else:
            index += 1
    return found


def _figure_at(
    words: Sequence[Word], index: int, style: NumberStyle, taken: frozenset[int]
) -> LexedFigure | None:
    last = _number_end(words, index, style, taken)
    parsed = _parse(_joined(words[index : last + 1]), style)
    while parsed is None and last > index:
        last -= 1
        parsed = _parse(_joined(words[index : last + 1]), style)
    if parsed is None or (last + 1 < len(words) and words[last + 1].text[0] == "%"):
        return None
    if style.is_short and _may_be_torn(words, index, last):
        return None
    value, decimals, sign, mark, currency, weak = parsed
    x0, x1 = words[index].x0, words[last].x1
    first = index
    sign, currency, first = _look_back(words, first, sign, currency, taken)
    sign, mark, currency, last = _look_ahead(words, last, sign, mark, currency, taken)
    end = words[last].x1
    return LexedFigure(value, decimals, sign, mark, x0, x1, first, last, currency, weak, end)


def _may_be_torn(words: Sequence[Word], first: int, last: int) -> bool:
    """Whether more digits are so near beside a number that may end anywhere that they could be
    its own."""
    pairs = ((first - 1, first), (last, last + 1))
    return any(
        left >= 0 and right < len(words) and _are_near(words[left], words[right])
        for left, right in pairs
    )


def _are_near(left: Word, right: Word) -> bool:
    near = right.x0 - left.x1 < 0.75 * (right.bottom - right.top)
    numeric = _NUMERIC_END.search(left.text) and _NUMERIC_START.match(right.text)
    return near and numeric is not None


def _joined(words: Iterable[Word]) -> str:
    return "".join(word.text for word in words)


def _number_end(
    words: Sequence[Word], index: int, style: NumberStyle, taken: frozenset[int]
) -> int:
    """The last word of a number that thin gaps or space-thousands spread over several words."""
    last = index
    while last + 1 < len(words) and last + 1 not in taken:
        left, right = words[last], words[last + 1]
        size = right.bottom - right.top
        gap = right.x0 - left.x1
        kerned = (
            gap < 0.22 * size
            and _NUMERIC_END.search(left.text)
            and _NUMERIC_START.match(right.text)
            and (_parse(left.text, style) is None or _GROUP_ALONE.match(right.text))
        ) or (gap < 0.5 * size and left.text[-1].isdigit() and _MINOR_UNITS.match(right.text))
        thousands = (
            gap < 0.75 * size
            and (_beginning(left.text) == "head" if last == index else _MIDDLE.match(left.text))
            and _TAIL[style].match(right.text)
        )
        if not (kerned or thousands):
            break
        last += 1
    return last


def _look_back(
    words: Sequence[Word], first: int, sign: int, currency: str | None, taken: frozenset[int]
) -> tuple[int, str | None, int]:
    """A sign or a currency printed as a word of its own before the number."""
    for before in range(first - 1, max(first - 3, -1), -1):
        word = words[before]
        gap, size = words[first].x0 - word.x1, word.bottom - word.top
        if before in taken or gap > 3.0 * size:
            break
        if not sign and word.text in "+-" and gap < 1.2 * size:
            sign = _lone_sign(word.text)
        elif not currency and (_is_symbol(word.text) or _is_letter(word.text, gap / size)):
            currency = word.text.strip("+-()")
            sign = sign or _sign_before(word.text)
        else:
            break
        first = before
    return sign, currency, first


def _is_symbol(text: str) -> bool:
    """Whether a word is a currency's sign or code. With a bracket on either side it belongs to the
    label, "Balance (THB)", and the number is not in brackets."""
    return is_currency(text) and not (text[0] == "(" and text[-1] == ")")


def _is_letter(text: str, gap: float) -> bool:
    """Whether one letter, at a gap of so many heights before a number, is a currency's sign: R."""
    return gap < 1 and len(text) == 1 and text in known_currencies()["signs"]


def _sign_before(symbol: str) -> int:
    """The sign of a symbol before its number: "-€", or a bracket that the number closes: "(€"."""
    if "-" in symbol or (symbol.startswith("(") and not symbol.endswith(")")):
        return -1
    return 1 if "+" in symbol else 0


def _lone_sign(text: str) -> int:
    return -1 if text == "-" else 1


def _look_ahead(
    words: Sequence[Word],
    last: int,
    sign: int,
    mark: int,
    currency: str | None,
    taken: frozenset[int],
) -> tuple[int, int, str | None, int]:
    """A currency, a trailing sign or a mark such as ``CR`` printed after the number."""
    for after in range(last + 1, min(last + 4, len(words))):
        word = words[after]
        gap, size = word.x0 - words[last].x1, word.bottom - word.top
        if after in taken or gap > 1.5 * size:
            break
        if not mark and _MARK_ONLY.match(word.text) and not _spells(words, after):
            mark = marks().get(word.text.strip("().").casefold(), 0)
        elif _starts_number(words, after) or _leads_on(words, after):
            break  # a sum, "1,203.44 - 608.75", the symbol of the next figure, or "250.00 - Fees"
        elif not sign and word.text in "+-" and gap < 0.5 * size:
            sign = _lone_sign(word.text)
        elif not currency and _is_symbol(word.text):
            currency = word.text.strip("+-()")
            sign = sign or (-1 if word.text.endswith("-") else 0)
        else:
            break
        last = after
    return sign, mark, currency, last


def _spells(words: Sequence[Word], mark: int) -> bool:
    """Whether a letter is the first of a word whose letters are apart, as of "S A L D O"."""
    letters = [word.text for word in words[mark : mark + 3]]
    return len(letters) > 2 and all(len(text) == 1 and text.isalpha() for text in letters)


def _starts_number(words: Sequence[Word], symbol: int) -> bool:
    """Whether a sign or symbol is at least as near to a number behind it as to the word before
    it."""
    if symbol + 1 == len(words):
        return False
    right = words[symbol + 1]
    gap_left = words[symbol].x0 - words[symbol - 1].x1
    numeric = any(map(str.isdigit, right.text[:2]))
    return numeric and right.x0 - words[symbol].x1 <= gap_left + 1.0


def _leads_on(words: Sequence[Word], sign: int) -> bool:
    """Whether a lone sign is at least as near to a word behind it, which is neither a currency nor
    a mark, as to the word before it."""
    if words[sign].text not in "+-" or sign + 1 == len(words):
        return False
    left, word, right = words[sign - 1 : sign + 2]
    near = right.x0 - word.x1 <= word.x0 - left.x1 + 1.0
    return near and not (is_currency(right.text) or _MARK_ONLY.match(right.text))
