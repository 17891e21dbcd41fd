"""Words that are no part of a statement's own days or number (section 14)."""

from __future__ import annotations

from typing import Final

from tests.second_checker.cells import cell_with, cells_of
from tests.second_checker.date_text import month_of
from tests.second_checker.phrases import Phrase
from tests.second_checker.row import Row
from tests.second_checker.tables import constant, pattern, weekdays
from tests.second_checker.tokens import Token

_LEAST_LETTERS: Final = 3


def is_weekday(token: Token) -> bool:
    """Whether a token is a weekday's name."""
    return token.letters in weekdays()


def is_unknown(row: Row, at: int) -> bool:
    """Whether a word is of no phrase that may stand beside the days of a statement."""
    token = row.tokens[at]
    if any(d.first <= at <= d.last for d in row.dates):
        return False
    if pattern("kind", "_STATEMENT").search(token.text) or is_weekday(token):
        return False
    own = constant("period", "_OWN")
    return not any(
        p.first <= at <= p.last and (p.of("kinds") or p.has("labels", *own)) for p in row.phrases
    )


def is_stranger(row: Row, at: int) -> bool:
    """Whether an unknown word is a long one."""
    return len(row.tokens[at].letters) > constant("period", "_SHORT") and is_unknown(row, at)


def stranger_before(row: Row, at: int) -> bool:
    """Whether a stranger stands before a token in its cell."""
    return any(is_stranger(row, each) for each in range(cell_with(row, at).first, at))


def speaks_otherwise(row: Row) -> bool:
    """Whether a row with a range speaks of something else than the statement."""
    dated = {at for d in row.dates for at in range(d.first, d.last + 1)}
    cells = [range(cell.first, cell.last + 1) for cell in cells_of(row.tokens)]
    own = [at for cell in cells if not dated or dated & set(cell) for at in cell]
    last = max(dated, default=-1)
    return any(
        is_stranger(row, at) if at > last else is_unknown(row, at) and not joins(row.tokens[at])
        for at in own
    )


def begins_text(row: Row) -> bool:
    """Whether a row begins with a date that is of no range, and goes on with a second one or with
    a word that is known for nothing."""
    if not row.begins_with_date or begins_with_range(row):
        return False
    figures = {at for f in row.figures for at in range(f.first, f.last + 1)}
    return len(row.dates) > 1 or any(
        at not in figures and is_unknown(row, at) and not joins(token)
        for at, token in enumerate(row.tokens)
    )


def begins_with_range(row: Row) -> bool:
    """Whether the first two dates share a token, or one token or only joining ones part them."""
    if len(row.dates) < 2:
        return False
    between = row.tokens[row.dates[0].last + 1 : row.dates[1].first]
    told = [token for token in between if not is_weekday(token)]
    joined = len(told) <= constant("period", "_BETWEEN") or all(map(joins, told))
    return row.dates[1].first <= row.dates[0].last or (bool(between) and joined)


def joins(token: Token) -> bool:
    """Whether a token is a month's name, or only joins others."""
    letters = token.letters
    if month_of(token.text) is not None or pattern("period", "_LINK").search(letters):
        return True
    return not letters.isascii() and len(letters) <= constant("period", "_SHORT")


def names_period(label: Phrase) -> bool:
    """Whether a label of the period is more than a small word such as "from"."""
    letters = label.letters
    if len(letters) <= _LEAST_LETTERS:
        return False
    alone = label.first == label.last == 0
    return len(letters) >= constant("period", "_WEAK_LETTERS") or not letters.isascii() or alone


def may_lead(token: Token) -> bool:
    """Whether a word only says whose an account is, or joins others."""
    letters = token.letters
    short = len(letters) <= constant("number_words", "_SHORT") and not letters.isascii()
    statement = pattern("kind", "_STATEMENT").search(token.text)
    code = pattern("codes", "_CODE").fullmatch(token.text)
    return bool(short or pattern("number_words", "_LEADS").match(letters) or statement or code)


def qualified(row: Row, at: int) -> bool:
    """Whether an unknown word that may not lead stands before a token in its cell."""
    labels = {n for phrase in row.of("labels") for n in phrase.places}
    return any(
        is_unknown(row, each) and each not in labels and not may_lead(row.tokens[each])
        for each in range(cell_with(row, at).first, at)
    )
