"""Whether a document's parts can all be statements, or a page is missing or there twice."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from datetime import date
from typing import Final

from pipeline.drafts import StatementDraft, adds_up
from pipeline.proof import Objection
from pipeline.reading.lexing.labelled import Fact
from pipeline.reading.lexing.rows import Row
from pipeline.reading.objections.part import Part
from pipeline.reading.periods import has_period, statement_date

_ALIKE = 8  # parts that print one row to the word: of more it tells nothing


TWICE: Final = Objection("twice", incomplete=True)
TORN: Final = Objection("torn", incomplete=True)


def of_cuts(
    drafts: Sequence[StatementDraft], rows: Sequence[Sequence[Row]]
) -> list[tuple[Objection, ...]]:
    """What to object to each statement because the document could be cut into them otherwise;
    ``rows`` are those of each.

    A part that prints another's rows again, or that goes on for the same account with another
    balance and no period of its own, comes from a page that is there twice or missing. One that
    goes on with the same balance, and does not add up, has lines of the part above.
    """
    twice = {place for pair in _repeated(drafts) for place in pair}
    torn = {place for pair in _torn(drafts, rows) for place in pair}
    return [
        (*([TWICE] if place in twice else []), *([TORN] if place in torn else []))
        for place in range(len(drafts))
    ]


def of_rest(part: Part, rest: Sequence[Fact]) -> tuple[Objection, ...]:
    """What to object because of the balances below a statement that no other one has: where its
    closing balance is brought forward, and the account closes with another, lines are missing."""
    closing, exponent = part.draft.closing_balance, part.draft.exponent
    found: dict[str, set[int]] = defaultdict(set)
    for each in rest:
        if each.figure.decimals <= exponent:
            minor = each.figure.value * 10 ** (exponent - each.figure.decimals)
            found[each.meaning].add(minor)
    end = abs(closing or 0)
    goes_on = end in found["opening"] and found["closing"] - {end}
    return (TORN,) if goes_on and adds_up(part.draft) else ()


def _repeated(drafts: Sequence[StatementDraft]) -> Iterator[tuple[int, int]]:
    """Two parts of an account that have most rows of the smaller in common, to the word."""
    places: dict[Hashable, list[int]] = defaultdict(list)
    for place, draft in enumerate(drafts):
        for line in draft.lines:
            places[line.date, line.amount, line.description].append(place)
    common: dict[tuple[int, int], int] = defaultdict(int)
    for found in places.values():
        counted = {place: found.count(place) for place in found[:_ALIKE]}
        for one, two in itertools.combinations(sorted(counted), 2):
            common[one, two] += min(counted[one], counted[two])
    for (one, two), count in common.items():
        least = min(len(drafts[one].lines), len(drafts[two].lines))
        if count * 2 > least > 1 and _same_account(drafts[one], drafts[two]):
            yield one, two


def _torn(
    drafts: Sequence[StatementDraft], rows: Sequence[Sequence[Row]]
) -> Iterator[tuple[int, int]]:
    """A part that goes on for the same account, but not from the balance before it; or from that,
    and what it says does not add up."""
    for place, (above, below) in enumerate(itertools.pairwise(drafts)):
        joins = above.closing_balance == below.opening_balance
        if (
            adds_up(above)
            and adds_up(below) is not joins
            and _same_account(above, below)
            and (not _has_period(rows[place + 1]) or _period(above) == _period(below))
        ):
            yield place, place + 1


def _period(draft: StatementDraft) -> tuple[date | None, date | None]:
    return draft.period_start, draft.period_end


def _has_period(rows: Sequence[Row]) -> bool:
    """Whether the part prints a period, or a statement's date, of its own."""
    return has_period(rows) or any(statement_date(rows, order) for order in (False, True))


def _same_account(one: StatementDraft, two: StatementDraft) -> bool:
    """What one of them does not print cannot tell them apart."""
    names = ((one.account_mask, two.account_mask), (one.account_name, two.account_name))
    return one.currency == two.currency and all(a == b or not (a and b) for a, b in names)
