"""Whether the ledger agrees: the currency, both balances as of their days, and every row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from db.money import exponent_of
from pipeline.proof.checks import Check, count, equal, holds
from pipeline.proof.edges import after_end, before_start, outstanding_items, unpaired
from pipeline.proof.ledger_side import ByHand, LedgerSide, Pairing
from pipeline.proof.page import ProvenFacts, ProvenRow
from pipeline.proof.period import Period

#: Dates of one transaction further apart than this are never believed, whatever a pairing says.
MOST_DAYS = 15


@dataclass(frozen=True, slots=True)
class Values:
    """What a page proves: its rows by ordinal, and its facts."""

    rows: Mapping[int, ProvenRow]
    facts: ProvenFacts


def ledger_checks(
    page: Values, period: Period, ledger: LedgerSide, pairing: Pairing
) -> list[Check]:
    """Every check of the statement against one account."""
    return [
        same_currency(page.facts, ledger),
        same_account_number(page.facts, ledger),
        opening_agrees(page.facts, period, ledger, pairing),
        closing_agrees(page.facts, period, ledger, pairing),
        every_line_paired(page, pairing),
        every_entry_paired(period, ledger, pairing),
        pairs_exact(page, ledger, pairing),
        pairs_near(page, ledger, pairing),
        outstanding_items(period, ledger, pairing),
        sums_agree(page, ledger, pairing),
        follows_previous(page.facts, period, ledger),
        holds("nothing_left_open", not pairing.named),
    ]


def same_currency(facts: ProvenFacts, ledger: LedgerSide) -> Check:
    """The page names the account's currency; where it names none, the account's is taken, if the
    figures have as many minor digits."""
    name, decimals = "same_currency", exponent_of(ledger.currency)
    if decimals != facts.exponent:
        return count(name, decimals, facts.exponent, f"decimals of {ledger.currency}")
    if facts.currency is None:
        return holds(name, None, f"not printed; taken as {ledger.currency}")
    return holds(name, facts.currency == ledger.currency, facts.currency)


def same_account_number(facts: ProvenFacts, ledger: LedgerSide) -> Check:
    """The number's last digits on the page are the account's, where both are known.

    Rows and balances can agree by chance or by design; another number is another account.
    """
    name, printed, known = "same_account_number", facts.number, ledger.mask
    if not printed or not known:
        return holds(name, None, "not known on both sides")
    digits = min(len(printed), len(known))
    return holds(name, printed[-digits:] == known[-digits:])


def opening_agrees(
    facts: ProvenFacts, period: Period, ledger: LedgerSide, pairing: Pairing
) -> Check:
    """The ledger's balance the evening before is the one the statement opens with.

    Rows that the bank and the ledger date on either side of that evening are set right first.
    """
    found = _corrected(ledger.opening, before_start(period, ledger, pairing))
    return equal("opening_balance_in_ledger", facts.opening, found, facts.exponent)


def closing_agrees(
    facts: ProvenFacts, period: Period, ledger: LedgerSide, pairing: Pairing
) -> Check:
    """The ledger's balance on the last evening is the one the statement closes with."""
    found = _corrected(ledger.closing, after_end(period, ledger, pairing))
    return equal("closing_balance_in_ledger", facts.closing, found, facts.exponent)


def _corrected(balance: int | None, by: int) -> int | None:
    return None if balance is None else balance + by


def every_line_paired(page: Values, pairing: Pairing) -> Check:
    """Each row has its own entry, or its own entries."""
    return count("every_line_in_ledger", len(page.rows), len(page.rows.keys() & pairing.lines))


def every_entry_paired(period: Period, ledger: LedgerSide, pairing: Pairing) -> Check:
    """Each entry inside the period that is paired nowhere else, and that nobody calls outstanding,
    has its own row."""
    inside = {entry.id for entry in ledger.entries if entry.booked_on in period}
    inside -= {item.entry for item in unpaired(ledger, pairing)}
    return count("every_entry_on_statement", len(inside), len(inside & pairing.entries))


def pairs_exact(page: Values, ledger: LedgerSide, pairing: Pairing) -> Check:
    """What is paired is of the same amount to the last digit, and no row or entry twice."""
    entries = {entry.id: entry.amount_minor for entry in ledger.entries}
    lines: set[int] = set()
    used: set[int] = set()
    exact = 0
    for group in pairing.groups:
        alone = lines.isdisjoint(group.lines) and used.isdisjoint(group.entries)
        if alone and _is_exact(group, page, entries):
            exact += 1
            lines.update(group.lines)
            used.update(group.entries)
    detail = f"{len(pairing.by_hand)} by a person's word" if pairing.by_hand else ""
    return count("pairs_are_exact", len(pairing.groups), exact, detail)


def _is_exact(group: ByHand, page: Values, entries: Mapping[int, int]) -> bool:
    """Whether the rows and entries are there, each once, and come to the same.

    Several rows beside several entries are refused: nobody could say what is what.
    """
    lines, ids = set(group.lines), set(group.entries)
    if min(len(lines), len(ids)) != 1 or not lines <= page.rows.keys() or not ids <= entries.keys():
        return False
    once = len(lines) == len(group.lines) and len(ids) == len(group.entries)
    return once and sum(page.rows[line].amount for line in lines) == sum(entries[i] for i in ids)


def pairs_near(page: Values, ledger: LedgerSide, pairing: Pairing) -> Check:
    """The dates of each pair, booking or value day, are no further apart than is allowed.

    A line may come however much later than an entry that a person said is outstanding; and days
    are not asked of what a person paired by hand.
    """
    most = min(pairing.days, MOST_DAYS)
    entries = {entry.id: entry.booked_on for entry in ledger.entries}
    apart = [
        pair
        for pair in pairing.pairs
        if pair.line in page.rows and pair.entry in entries
        if _apart(page.rows[pair.line], entries[pair.entry]) > most
    ]
    far = [
        pair.line
        for pair in apart
        if pair.entry not in ledger.expected or page.rows[pair.line].date < entries[pair.entry]
    ]
    if far:
        detail = f"lines {', '.join(map(str, far))} are further from their entries"
    else:
        detail = f"{len(apart)} later than that by a person's word" if apart else ""
    return holds("pairs_are_near", not far, detail)


def _apart(row: ProvenRow, day: date) -> int:
    return min(abs((each - day).days) for each in (row.date, row.value_date) if each is not None)


def sums_agree(page: Values, ledger: LedgerSide, pairing: Pairing) -> Check:
    """Σ rows = Σ their entries: pairing recomputed from the ledger's own figures."""
    paired = pairing.entries
    booked = sum(entry.amount_minor for entry in ledger.entries if entry.id in paired)
    printed = sum(row.amount for row in page.rows.values())
    return equal("sum_of_lines_in_ledger", printed, booked, page.facts.exponent)


def follows_previous(facts: ProvenFacts, period: Period, ledger: LedgerSide) -> Check:
    """This statement opens with what the previous one closed with, if that ended the day before;
    it must be there if the period follows from it."""
    name, before = "follows_previous_statement", ledger.previous
    # A period that follows from another statement needs that one.
    unknown = False if facts.follows else None
    if before is None:
        return holds(name, unknown, "no earlier statement of this account")
    gap = (period.start - before.period_end - timedelta(days=1)).days
    if gap:
        which = "missing between" if gap > 0 else "in common"
        return holds(name, unknown, f"{abs(gap)} days {which}")
    return equal(name, before.closing_balance, facts.opening, facts.exponent)
