"""One page as it is printed, what a person sees on it, and what of it is proven wrongly."""

import datetime
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from random import Random
from typing import TypeAlias

from fixtures.truth import TrueRow, TrueStatement
from pipeline.drafts import StatementDraft
from pipeline.reading import read_statements
from pipeline.words import DocumentPages
from tests.support.judging import judged
from tests.support.looking import seen


@dataclass(frozen=True, slots=True)
class Row:
    """A row as a person reads it: minor units in the holder's sign.

    ``other`` is the second printed date. A ``date`` or an ``amount`` of None is one that nobody
    can read, so that no value is right.
    """

    date: datetime.date | None
    amount: int | None
    other: datetime.date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """The rows that a person sees of one statement."""

    rows: tuple[Row, ...]
    exponent: int = 2


@dataclass(frozen=True, slots=True)
class Case:
    """Pages, and what a person sees on them.

    ``provable`` is true of honest pages with enough on them, false of those that no reader may
    prove, None of those that may be proven rightly or not at all. ``others`` are further
    statements in the same document.
    """

    family: str
    name: str
    pages: DocumentPages
    truth: Truth
    provable: bool | None = None
    others: tuple[Truth, ...] = ()


Family: TypeAlias = Callable[[Random], Iterator[Case]]
"""Yields the cases of one round, which differs with the random numbers alone."""


def outcomes(cases: Iterable[Case]) -> tuple[Counter[str], list[str]]:
    """How many cases are honest, and proven with all their statements; and the names of those of
    which other rows are proven than a person sees."""
    counts, wrong = Counter[str](), []
    for case in cases:
        truths = [true for each in (case.truth, *case.others) if (true := truth_of(each))]
        drafts = read_statements(seen(case.pages)).statements
        faults = [_wrong_rows(draft, truths) for draft in drafts]
        proven = [draft.status == "proven" for draft in drafts]
        if truths and any(faults):
            wrong.append(case.name)
        if case.provable:
            counts["honest"] += 1
            counts["proven"] += sum(proven) >= len(truths) and not any(faults)
    return counts, wrong


def truth_of(truth: Truth) -> TrueStatement | None:
    """The rows that a person sees, in the shape of all truths; None if some cannot be read."""
    rows = []
    for row in truth.rows:
        if row.date is None or row.amount is None:
            return None
        amount = Decimal(row.amount).scaleb(-truth.exponent)
        rows.append(TrueRow(row.date, ("",), amount, alt_date=row.other))
    days = [row.date for row in rows] or [date(2000, 1, 1)]
    ends = (min(days), max(days))
    return TrueStatement("", "", "", "checking", "", *ends, Decimal(0), tuple(rows))


def _wrong_rows(draft: StatementDraft, truths: list[TrueStatement]) -> bool:
    """Whether it is proven with other rows than any of the truths has; facts are not judged."""
    found = [judged(draft, truth).wrong for truth in truths]
    return bool(found) and all(any(w.startswith("rows") for w in wrong) for wrong in found)
