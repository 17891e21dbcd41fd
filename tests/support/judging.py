"""Judges a reading by what its page truly says: the rows, and every fact that is called proven.

One judge for all pages: samples, made-up statements and those of strangers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Final

from db.words import ReadingStatus
from fixtures.truth import TrueRow, TrueStatement
from pipeline.drafts import StatementDraft
from pipeline.proof import Hypothesis


class Rows(StrEnum):
    """How the rows that were read differ from the true ones."""

    RIGHT = "right"
    TURNED = "every sign is turned"
    SCALED = "every amount is ten, a hundred or a thousand times too large or too small"
    REDATED = "the amounts are right, some day is not"
    BOTH = "every sign is turned, and some day is not right"
    WRONG = "other rows"


_OF_SIGNS: Final = frozenset({"side", "direction"})
_OF_DAYS: Final = frozenset({"order", "booking", "year"})
#: What must be assumed, one of each set, where the rows are not right: nobody then calls them
#: proven.
EXCUSES: Final[dict[Rows, tuple[frozenset[str], ...]]] = {
    Rows.RIGHT: (),
    Rows.TURNED: (_OF_SIGNS,),
    Rows.SCALED: (frozenset({"scale"}),),
    Rows.REDATED: (_OF_DAYS,),
    Rows.BOTH: (_OF_SIGNS, _OF_DAYS),
    Rows.WRONG: (frozenset(),),
}
_SCALES: Final = (
    (Rows.RIGHT, Decimal(1)),
    (Rows.TURNED, Decimal(-1)),
    *((Rows.SCALED, Decimal(10) ** step) for step in (-3, -2, -1, 1, 2, 3)),
)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of one statement. ``wrong`` names what is proven and is not so, nothing being
    proven where the kernel did not prove the page."""

    rows: Rows
    proven: bool
    wrong: tuple[str, ...]


def judged(
    draft: StatementDraft, truth: TrueStatement, found: Sequence[Hypothesis] | None = None
) -> Judgement:
    """The statement as it is read beside the truth. ``found`` are the hypotheses as a ledger
    settles them; without it, as the page does."""
    rows = _how_rows_differ(draft, truth)
    proven = draft.status is ReadingStatus.PROVEN
    hypotheses = draft.hypotheses if found is None else found
    wrong = tuple(_wrong(draft, truth, rows, hypotheses)) if proven else ()
    return Judgement(rows, proven, wrong)


def same_rows(draft: StatementDraft, truth: TrueStatement) -> bool:
    """Every row has one of its dates and its amount, and there are no others.

    The lines may stand in printed order or, where that is newest first, in order of time.
    """
    return _how_rows_differ(draft, truth) is Rows.RIGHT


def same_balances(draft: StatementDraft, truth: TrueStatement) -> bool:
    """Every balance that a line or the draft has is the true one; it may have none."""
    ends = [_money(draft, end) for end in (draft.opening_balance, draft.closing_balance)]
    balances = [_money(draft, line.balance) for line in draft.lines]
    return {None, truth.opening, truth.closing}.issuperset(ends) and any(
        len(balances) == len(rows)
        and all(None in two or two[0] == two[1] for two in zip(balances, printed, strict=True))
        for rows in _orders(truth)
        for printed in [[row.balance for row in rows]]
    )


def _are_balances(draft: StatementDraft, truth: TrueStatement, assumed: set[str]) -> bool:
    """Whether the balances are the true ones; while the side is assumed, so are all their signs."""
    turned = replace(truth, opening=-truth.opening) if not truth.rows else truth
    return same_balances(draft, truth) or ("side" in assumed and same_balances(draft, turned))


def _how_rows_differ(draft: StatementDraft, truth: TrueStatement) -> Rows:
    lines = [(line.date, _money(draft, line.amount)) for line in draft.lines]
    for how, scale in _SCALES:
        if any(_same(lines, rows, scale) for rows in _orders(truth)):
            return how
    amounts = [amount for _, amount in lines]
    for how, way in ((Rows.REDATED, 1), (Rows.BOTH, -1)):
        if any(amounts == [way * row.amount for row in rows] for rows in _orders(truth)):
            return how
    return Rows.WRONG


def _orders(truth: TrueStatement) -> tuple[Sequence[TrueRow], Sequence[TrueRow]]:
    return truth.rows, truth.rows[::-1]


def _same(
    lines: Sequence[tuple[date | None, Decimal | None]], rows: Sequence[TrueRow], scale: Decimal
) -> bool:
    return len(lines) == len(rows) and all(
        day in (row.date, row.alt_date or row.date) and amount == row.amount * scale
        for (day, amount), row in zip(lines, rows, strict=True)
    )


def _money(draft: StatementDraft, minor: int | None) -> Decimal | None:
    return None if minor is None else Decimal(minor).scaleb(-draft.exponent)


def _wrong(
    draft: StatementDraft, truth: TrueStatement, rows: Rows, hypotheses: Sequence[Hypothesis]
) -> Iterator[str]:
    assumed = {each.name for each in hypotheses if each.is_assumed}
    if any(assumed.isdisjoint(excuse) for excuse in EXCUSES[rows]):
        yield f"rows: {rows.value}"
    if rows is Rows.RIGHT and "ends" not in assumed and not _are_balances(draft, truth, assumed):
        yield f"balances {draft.opening_balance} and {draft.closing_balance}"
    said = {each.name: each for each in hypotheses if not each.is_assumed}
    currency, period = said.get("currency"), said.get("period")
    if currency and currency.value != truth.currency:
        yield f"currency {currency.value} for {truth.currency}, by {currency.source}"
    true_period = f"{truth.start} to {truth.end}"
    # In an order of day and month that is assumed, the period's days are read as those of the rows.
    said_so = period and period.source != "rows" and "order" not in assumed
    if period and said_so and period.value != true_period:
        yield f"period {period.value} for {true_period}, by {period.source}"
