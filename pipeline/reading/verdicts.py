"""The rule that makes a reading proven, as named checks with their figures.

A statement is proven when opening + Σ amounts = closing with opening and closing printed apart
from the rows, every printed balance and total agrees, the header's columns are read as what it
calls them, no other reading explains as much, and the way the money goes is told by the
page. See docs/reading.md for why that leaves only two errors that cancel exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate

from db.money import to_decimal_string, to_minor
from pipeline.drafts import Check, CheckState, DraftStatus, Line
from pipeline.reading.dates import PrintedDate
from pipeline.reading.facts import Fact
from pipeline.reading.headers import MONEY
from pipeline.reading.items import Item, Kind
from pipeline.reading.orientation import Oriented
from pipeline.reading.search import Found
from pipeline.reading.steps import Scale
from pipeline.reading.ties import Tie

MANDATORY = frozenset(
    {
        "opening_printed",
        "closing_printed",
        "opening_plus_lines",
        "running_balance",
        "printed_totals",
        "one_reading",
        "orientation",
        "dates",
    }
)
BOTH_TOTALS = "both totals"
_FEW = 3
_MAY_BE_UNAVAILABLE = frozenset({"running_balance", "printed_totals"})


@dataclass(frozen=True, slots=True)
class Doubts:
    """What the reader could not decide besides the sums."""

    dates: str = ""


def status_of(checks: Sequence[Check]) -> DraftStatus:
    """Proven if every mandatory check passed; those a page need not print may be unavailable."""
    states = {check.name: check.state for check in checks}
    for name in MANDATORY:
        state = states.get(name, CheckState.UNAVAILABLE)
        if state is CheckState.FAILED:
            return DraftStatus.UNPROVEN
        if state is CheckState.UNAVAILABLE and name not in _MAY_BE_UNAVAILABLE:
            return DraftStatus.UNPROVEN
    return DraftStatus.PROVEN


def checks_of(
    found: Found, oriented: Oriented, facts: Sequence[Fact], lines: Sequence[Line], doubts: Doubts
) -> tuple[Check, ...]:
    """Every check of one statement."""
    tie, exponent = oriented.tie, found.scale.exponent
    totals = _totals_check(oriented, found, facts)
    closing = _closing(found, tie, totals, facts)
    return (
        _printed("opening_printed", tie.opening.value if tie.opening else None, exponent),
        _closing_check(found, tie, closing, facts),
        _sum_check(tie, closing, exponent),
        _running_check(found, tie, exponent),
        totals,
        _one_reading(found, oriented),
        _orientation_check(oriented),
        _dates_check(lines, doubts),
    )


def _text(value: int | None, exponent: int) -> str | None:
    return None if value is None else to_decimal_string(value, exponent)


def _printed(name: str, value: int | None, exponent: int) -> Check:
    state = CheckState.UNAVAILABLE if value is None else CheckState.PASSED
    return Check(name, state, None, _text(value, exponent))


def _closing_check(found: Found, tie: Tie, closing: int | None, facts: Sequence[Fact]) -> Check:
    """The closing balance, and that no label names another one beside the table."""
    exponent = found.scale.exponent
    check = _printed("closing_printed", closing, exponent)
    known = {abs(step.balance) for step in tie.steps if step.balance is not None}
    known |= {abs(tie.opening.value)} if tie.opening else set()
    known |= {abs(closing)} if closing is not None else set()
    entries = [step.item.index for step in tie.steps if step.amount is not None]
    first = tie.opening.value if tie.opening else 0
    reached = {abs(value) for value in accumulate(tie.amounts, initial=first)}
    # A closing row may print the columns' totals before the balance.
    beside = {item.index: item.row.figures for item in found.items}
    for fact in facts:
        value = found.scale.minor(fact.figure)
        inside = min(entries) < fact.row < max(entries)
        if fact.lent or fact.meaning not in (("opening", "closing") if inside else ("closing",)):
            continue
        if fact.figure.weak and not fact.figure.currency and exponent:
            continue  # points, not money
        figures = (fact.figure, *beside.get(fact.row, ()))
        # Between the entries stand the balances that pages carry forward.
        good = known | reached if inside else known
        if good.isdisjoint(found.scale.minor(figure) for figure in figures):
            return Check(
                check.name, CheckState.FAILED, _text(value, exponent), check.found,
                f"another {fact.meaning} balance is printed",
            )  # fmt: skip
    return check


def _closing(found: Found, tie: Tie, totals: Check, facts: Sequence[Fact]) -> int | None:
    """The closing balance: printed apart from the rows, or the last row's if both totals agree.

    The totals make a lost last row impossible, which the running balance alone does not.
    """
    if tie.closing is not None:
        return tie.closing.value
    last = tie.steps[-1].balance if tie.steps else None
    if any(_other_balance(item, tie, found.scale) for item in found.items):
        return None
    both = totals.state is CheckState.PASSED and totals.expected == BOTH_TOTALS
    if any(fact.meaning == "closing" and not fact.lent for fact in facts):
        return None  # one is printed, and it is not that
    return last if both and not tie.breaks and tie.opening is not None else None


def _other_balance(item: Item, tie: Tie, scale: Scale) -> bool:
    """Whether a row behind the entries begins with a balance's word and prints another value."""
    behind = item.index > max(step.item.index for step in tie.steps)
    words = any(
        h.group == "columns" and h.meaning == "balance" and h.first == 0 for h in item.row.hits
    )
    known = {abs(step.balance) for step in tie.steps if step.balance is not None}
    return behind and words and any(scale.minor(f) not in known for f in item.row.figures)


def closing_of(checks: Sequence[Check], tie: Tie, scale: Scale) -> int | None:
    """The closing balance that the checks accepted, in minor units."""
    accepted = next(check for check in checks if check.name == "closing_printed")
    if tie.closing is not None or accepted.found is None:
        return tie.closing.value if tie.closing else None
    return to_minor(accepted.found, scale.exponent)


def _sum_check(tie: Tie, closing: int | None, exponent: int) -> Check:
    name = "opening_plus_lines"
    if tie.opening is None:
        return Check(name, CheckState.UNAVAILABLE, detail="no opening balance is printed")
    reached = tie.opening.value + sum(tie.amounts)
    if closing is None:
        return Check(
            name,
            CheckState.FAILED,
            None,
            _text(reached, exponent),
            "no printed closing balance agrees",
        )
    state = CheckState.PASSED if reached == closing else CheckState.FAILED
    return Check(name, state, _text(closing, exponent), _text(reached, exponent))


def _running_check(found: Found, tie: Tie, exponent: int) -> Check:
    name = "running_balance"
    if found.contrary is not None:
        tie = found.contrary
    told = tie.links + tie.breaks + len(tie.misprints)
    if not told and _set_aside(found, tie):
        detail = "the figures behind the amounts are no balance that agrees"
        return Check(name, CheckState.FAILED, detail=detail)
    if not told:
        return Check(name, CheckState.UNAVAILABLE, detail="no balance is printed beside the rows")
    misprints = ", ".join(
        f"{_text(step.balance, exponent)} on page {step.item.row.page}" for step in tie.misprints
    )
    agrees = not tie.breaks and not tie.misprints
    detail = f"printed but contradicted by all others: {misprints}" if misprints else ""
    state = CheckState.PASSED if agrees else CheckState.FAILED
    return Check(name, state, f"{told} balances", f"{tie.links} agree", detail)


def _set_aside(found: Found, tie: Tie) -> bool:
    """Whether each of a few rows prints one more figure, in a column without a name.

    More rows show by their links whether it is a balance; of so few a wrong one looks like none.
    """
    roles = tie.convention.roles
    used = {roles.debit, roles.credit, roles.amount} - {None}
    rows = [step.item for step in tie.steps if step.amount is not None]
    bare = [i for i, c in enumerate(found.columns) if i not in used and not c.meanings]
    return len(rows) <= _FEW and any(all(_behind(r, i, used) for r in rows) for i in bare)


def _behind(item: Item, column: int, used: Collection[int | None]) -> bool:
    """Whether another figure in the amount's currency stands to the right of the amount."""
    amount = next((figure for place, figure in item.cells.items() if place in used), None)
    other = item.cells.get(column)
    if amount is None or other is None or other.value == amount.value:
        return False
    return other.x0 > amount.x1 and other.currency in (None, amount.currency)


def _totals_check(oriented: Oriented, found: Found, facts: Sequence[Fact]) -> Check:
    name, tie = "printed_totals", oriented.tie
    came = sum(amount for amount in tie.amounts if amount > 0)
    went = -sum(amount for amount in tie.amounts if amount < 0)
    sides = {"total_in": came, "total_out": went}
    inside = {item.index for item in found.items}
    mine = [fact for fact in facts if fact.meaning in sides and not fact.lent]
    printed = [(fact.meaning, found.scale.minor(fact.figure)) for fact in mine]
    within = {found.scale.minor(fact.figure) for fact in mine if fact.row in inside}
    printed += _column_totals(found, tie)
    if not printed:
        return Check(name, CheckState.UNAVAILABLE, detail="no totals are printed")
    sure = tie.convention.balance_base > 0
    parts = _parts(found, tie) & within
    exact = {meaning for meaning, value in printed if value == sides[meaning]}
    wrong = [
        (meaning, value)
        for meaning, value in printed
        if value not in (sides[meaning], abs(came - went), *parts)
        and (sure or value not in (came, went))
        and value != 0  # "total fees 0.00" stands for none of the sides
    ]
    if wrong and _netted(printed, came, went) and tie.links * 4 > len(tie.amounts):
        return Check(
            name, CheckState.PASSED, "in less out", "agrees", "both totals leave out as much"
        )
    if wrong:
        meaning, value = wrong[0]
        exponent = found.scale.exponent
        expected, reached = _text(value, exponent), _text(sides[meaning], exponent)
        return Check(name, CheckState.FAILED, expected, reached, "a printed total differs")
    told = BOTH_TOTALS if exact == set(sides) else f"{len(printed)} totals"
    return Check(name, CheckState.PASSED, told, "agree")


def _netted(printed: Sequence[tuple[str, int]], came: int, went: int) -> bool:
    """Whether in and out differ by the same: a bank may leave an entry and its reversal out.

    Only running balances beside the rows make that safe to believe.
    """
    sums = dict(printed)
    if len(printed) != 2 or set(sums) != {"total_in", "total_out"}:
        return False
    return came - sums["total_in"] == went - sums["total_out"] > 0


def _column_totals(found: Found, tie: Tie) -> list[tuple[str, int]]:
    """The sums that the last row to do so prints under both the debit and credit columns."""
    roles = tie.convention.roles
    rows = [i for i in found.items if i.kind is Kind.TOTAL and "day_total" not in i.labels]
    both = [
        (found.scale.minor(item.cells[roles.debit]), found.scale.minor(item.cells[roles.credit]))
        for item in rows
        if roles.debit in item.cells and roles.credit in item.cells
        if roles.debit is not None and roles.credit is not None
    ]
    return [("total_out", both[-1][0]), ("total_in", both[-1][1])] if both else []


def _parts(found: Found, tie: Tie) -> set[int]:
    """Sums that a page may print besides: in and out of each page, each heading and each day."""
    amounts = {step.item.index: step.amount for step in tie.steps if step.amount}
    sums: Counter[tuple[str, object, bool]] = Counter()
    day: PrintedDate | None = None
    for item in found.items:
        day = item.day or day
        amount = amounts.get(item.index)
        if amount:
            stands = day and (day.day, day.month, day.year)
            for key in (("page", item.row.page), ("part", item.heading), ("day", stands)):
                sums[(*key, amount > 0)] += abs(amount)
    return set(sums.values())


def _one_reading(found: Found, oriented: Oriented) -> Check:
    if (unused := _unused(found, oriented)) is not None:
        return Check(
            "one_reading", CheckState.FAILED, detail=f"the {unused} column is read otherwise"
        )
    if oriented.tie.left_over:
        return Check(
            "one_reading", CheckState.FAILED, "0", str(oriented.tie.left_over),
            "rows behind the closing balance do not chain on",
        )  # fmt: skip
    beside = _beside(oriented.tie, _right_edge(found, oriented.tie))
    if beside:
        return Check(
            "one_reading", CheckState.FAILED, "0", str(beside), "figures beside the rows are unread"
        )
    unread = _unread(found, oriented)
    if unread * 2 > len(oriented.tie.amounts):
        return Check(
            "one_reading", CheckState.FAILED, "0", str(unread), "figures without a date are unread"
        )
    if found.rivals:
        return Check(
            "one_reading",
            CheckState.FAILED,
            "1",
            str(1 + len(found.rivals)),
            "other readings explain the page as well",
        )
    return Check("one_reading", CheckState.PASSED, "1", "1")


def _unused(found: Found, oriented: Oriented) -> str | None:
    """A column that the header names and this reading takes for something else, or not at all.

    A second amount (in a foreign currency) may be left aside, and two columns of one name.
    """
    roles = oriented.tie.convention.roles
    named = {
        meaning: [i for i, c in enumerate(found.columns) if c.meanings & MONEY == {meaning}]
        for meaning in ("debit", "credit", "balance")
    }
    if named["balance"] and roles.balance not in named["balance"]:
        return "balance"
    if named["debit"] and named["credit"]:
        if roles.debit not in named["debit"]:
            return "debit"
        if roles.credit not in named["credit"]:
            return "credit"
    for meaning, side in (("debit", -1), ("credit", 1)):
        if roles.amount in named[meaning] and _plain_against(oriented.tie, roles.amount, side):
            return meaning
    return None


def _plain_against(tie: Tie, column: int | None, side: int) -> bool:
    """Whether an unsigned figure under a heading for one side is read as the other."""
    return any(
        step.amount and step.amount * side < 0 and not (figure.sign or figure.mark)
        for step in tie.steps
        if column is not None and (figure := step.item.cells.get(column)) is not None
    )


def _right_edge(found: Found, tie: Tie) -> float:
    """Where a table ends whose header names its last column and whose balances agree: boxes
    beside it are no part of it."""
    roles = tie.convention.roles
    last = max(found.columns, key=lambda column: column.x1)
    sure = last.meanings and tie.links * 2 > len(tie.amounts) and roles.balance is not None
    return last.x1 + 12 if sure and found.columns[roles.balance or 0] is last else float("inf")


def _beside(tie: Tie, edge: float) -> int:
    """Figures to the right of an entry's own, within the table, that stand in no column at all."""
    count = 0
    for step in tie.steps:
        if step.amount is not None and step.item.cells:
            read = {figure.first for figure in step.item.cells.values()}
            right = min(figure.x0 for figure in step.item.cells.values())
            count += sum(
                1 for f in step.item.row.figures if f.first not in read and right < f.x0 < edge
            )
    return count


def _unread(found: Found, oriented: Oriented) -> int:
    """Rows with an amount, not in a foreign currency, passed over for want of a date."""
    roles = oriented.tie.convention.roles
    columns = {c for c in (roles.debit, roles.credit, roles.amount) if c is not None}
    read = {step.item.index for step in oriented.tie.steps}
    return sum(
        1
        for item in found.items
        if item.kind is Kind.ENTRY and item.index not in read
        if any(column in item.cells and not item.cells[column].currency for column in columns)
    )


def _orientation_check(oriented: Oriented) -> Check:
    state = CheckState.PASSED if oriented.evidence else CheckState.UNAVAILABLE
    return Check("orientation", state, detail=oriented.evidence or "which way is out is a guess")


def _dates_check(lines: Sequence[Line], doubts: Doubts) -> Check:
    missing = [line.ordinal for line in lines if line.date is None]
    if missing:
        return Check("dates", CheckState.FAILED, detail=f"no date for line {missing[0]}")
    if doubts.dates:
        return Check("dates", CheckState.FAILED, detail=f"in doubt: {doubts.dates}")
    return Check("dates", CheckState.PASSED)
