"""Scores what a reader says of a document by what is true of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, Final

from benchmarks.support.statement_readers import ReadStatement
from benchmarks.support.statement_sets import Document
from db.words import AccountKind
from fixtures.truth import TrueRow, TrueStatement
from pipeline.drafts import Line, StatementDraft
from pipeline.words import Box
from tests.support.judging import EXCUSES, Rows, judged

#: Decimals in which amounts are compared; no currency has more.
_DECIMALS: Final = 4


@dataclass(slots=True)
class Score:
    """What came of documents, of which so many are ``forged``, and all else is of the others but
    ``seconds``.

    ``right`` are those with every row right and in order, ``unread`` those that gave an error, or
    no row where there are some. Of the ``proven`` ones the reader says so. Of those that are not
    right, ``silent`` ones are given as if they were, and of ``excused`` ones the reader says that
    it only assumed what is wrong. Of the ``rows``, ``rows_right`` were found; ``rows_reversed``
    have the other sign, in ``reversed`` documents; ``rows_missing`` were not found, and
    ``rows_more`` are not on the page. Of the forged ones, ``taken`` were for right, and
    ``forged_excused`` while the altered figure was named as assumed; ``forged_unread`` were not
    read."""

    documents: int = 0
    pages: int = 0
    forged: int = 0
    taken: int = 0
    forged_excused: int = 0
    forged_unread: int = 0
    right: int = 0
    unread: int = 0
    proven: int = 0
    silent: int = 0
    excused: int = 0
    reversed: int = 0
    rows: int = 0
    rows_right: int = 0
    rows_reversed: int = 0
    rows_missing: int = 0
    rows_more: int = 0
    seconds: float = 0.0

    def add(self, other: Score) -> None:
        """Both together."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))


def scored(document: Document, answer: Mapping[str, Any]) -> Score:
    """The score of one document, by the line that the reader's process answered."""
    read = [ReadStatement(**each) for each in answer["statements"]]
    true_rows = [row for each in document.accounts for row in each.rows]
    unread = bool(answer["error"]) or (bool(true_rows) and not any(each.rows for each in read))
    found = Score(documents=1, pages=document.pages, seconds=answer["seconds"])
    if document.forged:
        found.forged, found.forged_unread = 1, unread
        given = [each for each in read if each.rows and each.proven is not False]
        found.taken = any(document.named_as.isdisjoint(each.assumed) for each in given)
        found.forged_excused = bool(given) and not found.taken
        return found
    found.unread, found.rows = unread, len(true_rows)
    found.right = not answer["error"] and _is_right(read, document.accounts)
    found.proven = bool(read) and all(each.proven for each in read)
    if not found.right:
        told = {_told(each, document.accounts) for each in read}
        found.silent = Told.NOTHING in told
        found.excused = Told.ASSUMED in told and not found.silent
    found.add(_of_rows([row for each in read for row in each.rows], true_rows))
    return found


class Told(Enum):
    """What a reader tells of a statement that may be wrong."""

    RIGHT = "it is right"
    DOUBTED = "it is not called right"
    ASSUMED = "what is wrong is named as assumed"
    NOTHING = "it is wrong, and nothing is said"


def _is_right(read: Sequence[ReadStatement], accounts: Sequence[TrueStatement]) -> bool:
    """Whether the rows are those of the accounts, one after the other, or account by account."""
    every = ReadStatement([row for each in read for row in each.rows])
    if _differ(every, _together(accounts)) is Rows.RIGHT:
        return True
    return len(read) == len(accounts) and all(
        _differ(each, account) is Rows.RIGHT for each, account in zip(read, accounts, strict=True)
    )


def _told(read: ReadStatement, accounts: Sequence[TrueStatement]) -> Told:
    """What it tells. Who never says how sure it is doubts nothing."""
    if read.proven is False or not (read.rows or read.proven):
        return Told.DOUBTED
    differ = {_differ(read, truth) for truth in (*accounts, _together(accounts))}
    if Rows.RIGHT in differ:
        return Told.RIGHT
    excused = (
        all(not excuse.isdisjoint(read.assumed) for excuse in EXCUSES[how]) for how in differ
    )
    return Told.ASSUMED if any(excused) else Told.NOTHING


def _differ(read: ReadStatement, truth: TrueStatement) -> Rows:
    return judged(_draft(read.rows, truth.rows), truth).rows


def _together(accounts: Sequence[TrueStatement]) -> TrueStatement:
    """A document of all these rows."""
    rows = tuple(row for each in accounts for row in each.rows)
    return replace(accounts[0], rows=rows)


def _draft(rows: Sequence[tuple[str, str]], truth: Sequence[TrueRow]) -> StatementDraft:
    """The rows in the shape that the judge of all readings takes."""
    lines = tuple(
        Line(
            ordinal=at,
            page=1,
            bbox=Box(0, 0, 0, 0),
            date=_day(text, at, truth),
            value_date=None,
            description="",
            amount=int(Decimal(amount).scaleb(_DECIMALS)),
            balance=None,
            raw="",
        )
        for at, (text, amount) in enumerate(rows)
    )
    return StatementDraft(
        institution=None,
        account_name=None,
        account_mask=None,
        kind=AccountKind.CHECKING,
        currency=None,
        exponent=_DECIMALS,
        period_start=None,
        period_end=None,
        opening_balance=None,
        closing_balance=None,
        lines=lines,
    )


def _day(text: str, at: int, truth: Sequence[TrueRow]) -> date | None:
    """The day that a text means; one that may mean several means that of the same row."""
    near = truth[at : at + 1]
    return next((day for row in (*near, *truth) for day in _days(row) if means(text, day)), None)


def _of_rows(read: Sequence[tuple[str, str]], truth: Sequence[TrueRow]) -> Score:
    """Which rows were found, wherever they are among the others."""
    left = [(text, Decimal(amount)) for text, amount in read]
    missing = _without(truth, left, 1)
    found = Score(rows_right=len(truth) - len(missing))
    still = _without(missing, left, -1)
    found.rows_reversed = len(missing) - len(still)
    found.reversed = found.rows_reversed > 0
    found.rows_missing, found.rows_more = len(still), len(left)
    return found


def _without(truth: Sequence[TrueRow], left: list[tuple[str, Decimal]], sign: int) -> list[TrueRow]:
    """The true rows that are not among these, each of which can be found once."""
    missing = []
    for row in truth:
        same = (
            at
            for at, (text, amount) in enumerate(left)
            if amount == sign * row.amount and any(means(text, day) for day in _days(row))
        )
        at = next(same, None)
        if at is None:
            missing.append(row)
        else:
            del left[at]
    return missing


def _days(row: TrueRow) -> Iterator[date]:
    yield row.date
    if row.alt_date is not None:
        yield row.alt_date


def means(text: str, day: date) -> bool:
    """Whether a text is this day: as an ISO date, or in figures or English as pages print it, with
    or without the year."""
    return _tokens(text) in _printings(day)


def _tokens(text: str) -> tuple[str, ...]:
    found = re.findall(r"\d+|[^\W\d_]+", text.lower())
    return tuple(each.lstrip("0") for each in found)


@cache
def _printings(day: date) -> frozenset[tuple[str, ...]]:
    forms = ["%Y-%m-%d"]
    for month in ("%m", "%b", "%B"):
        for both in (f"%d {month}", f"{month} %d"):
            forms += [both, f"{both} %Y", f"{both} %y"]
    return frozenset(_tokens(day.strftime(form)) for form in forms)
