"""Whether the ledger agrees: the currency, both balances as of their days, and every row."""

from __future__ import annotations

from datetime import timedelta

from db.money import exponent_of
from pipeline.checks.figures import count, equal, holds
from pipeline.drafts import Check, StatementDraft
from pipeline.ledger_side import LedgerSide
from pipeline.matching.shapes import Matching, Period


def ledger_checks(
    draft: StatementDraft, period: Period, ledger: LedgerSide, matching: Matching
) -> list[Check]:
    """Every check of the statement against one account."""
    return [
        same_currency(draft, ledger),
        same_account_number(draft, ledger),
        opening_agrees(draft, period, ledger, matching),
        closing_agrees(draft, period, ledger, matching),
        every_line_paired(draft, matching),
        every_entry_paired(period, ledger, matching),
        pairs_exact(draft, ledger, matching),
        sums_agree(draft, ledger, matching),
        follows_previous(draft, period, ledger),
    ]


def same_currency(draft: StatementDraft, ledger: LedgerSide) -> Check:
    """The page names the account's currency; where it names none, the account's is taken."""
    name, decimals = "same_currency", exponent_of(ledger.currency)
    if decimals != draft.exponent:
        return count(name, decimals, draft.exponent, f"decimals of {ledger.currency}")
    if draft.currency is None:
        return holds(name, None, f"not printed; taken as {ledger.currency}")
    return holds(name, draft.currency == ledger.currency, draft.currency)


def same_account_number(draft: StatementDraft, ledger: LedgerSide) -> Check:
    """The number's last digits on the page are the account's, where both are known.

    Rows and balances can agree by chance or by design; another number is another account.
    """
    name, printed, known = "same_account_number", draft.account_mask, ledger.mask
    if not printed or not known:
        return holds(name, None, "not known on both sides")
    digits = min(len(printed), len(known))
    return holds(name, printed[-digits:] == known[-digits:])


def opening_agrees(
    draft: StatementDraft, period: Period, ledger: LedgerSide, matching: Matching
) -> Check:
    """The ledger's balance the evening before is the one the statement opens with.

    Rows that the bank and the ledger date on either side of that evening are set right first.
    """
    found = _corrected(ledger.opening, before_start(period, ledger, matching))
    return equal("opening_balance_in_ledger", draft.opening_balance, found, draft.exponent)


def closing_agrees(
    draft: StatementDraft, period: Period, ledger: LedgerSide, matching: Matching
) -> Check:
    """The ledger's balance on the last evening is the one the statement closes with."""
    found = _corrected(ledger.closing, after_end(period, ledger, matching))
    return equal("closing_balance_in_ledger", draft.closing_balance, found, draft.exponent)


def _corrected(balance: int | None, by: int) -> int | None:
    return None if balance is None else balance + by


def before_start(period: Period, ledger: LedgerSide, matching: Matching) -> int:
    """What to add to the ledger's opening balance, in minor units.

    Less the entries of this (or a later) statement's lines that the ledger dates before the
    period; plus those of an earlier statement's lines that the ledger dates within it or later.
    """
    paired = {pair.entry for pair in matching.pairs}
    early = sum(
        e.amount_minor for e in ledger.entries if e.id in paired and e.booked_on < period.start
    )
    late = sum(c.amount for c in ledger.claimed if c.earlier and c.date >= period.start)
    early += sum(c.amount for c in ledger.claimed if not c.earlier and c.date < period.start)
    return late - early


def after_end(period: Period, ledger: LedgerSide, matching: Matching) -> int:
    """What to add to the ledger's closing balance, in minor units.

    Plus the entries of this statement's (or an earlier one's) lines that the ledger dates after
    the period; less those of a later statement's lines that the ledger dates within it or before.
    """
    paired = {pair.entry for pair in matching.pairs}
    late = sum(
        e.amount_minor for e in ledger.entries if e.id in paired and e.booked_on > period.end
    )
    late += sum(c.amount for c in ledger.claimed if c.earlier and c.date > period.end)
    early = sum(c.amount for c in ledger.claimed if not c.earlier and c.date <= period.end)
    return late - early


def every_line_paired(draft: StatementDraft, matching: Matching) -> Check:
    """Each line has its own entry."""
    return count("every_line_in_ledger", len(draft.lines), len(_lines(matching)))


def every_entry_paired(period: Period, ledger: LedgerSide, matching: Matching) -> Check:
    """Each unclaimed entry inside the period has its own line, and nothing else is open."""
    inside = {entry.id for entry in ledger.entries if entry.booked_on in period}
    paired = inside & _entries(matching)
    return count("every_entry_on_statement", len(inside), len(paired))


def pairs_exact(draft: StatementDraft, ledger: LedgerSide, matching: Matching) -> Check:
    """Each pair is one line and one entry of the same amount, and none is in two pairs."""
    lines = {line.ordinal: line.amount for line in draft.lines}
    entries = {entry.id: entry.amount_minor for entry in ledger.entries}
    exact = {
        (pair.line, pair.entry)
        for pair in matching.pairs
        if pair.line in lines and lines[pair.line] == entries.get(pair.entry)
    }
    alone = min(len(exact), len(_lines(matching)), len(_entries(matching)))
    return count("pairs_are_exact", len(matching.pairs), alone)


def sums_agree(draft: StatementDraft, ledger: LedgerSide, matching: Matching) -> Check:
    """Σ lines = Σ their entries: pairing recomputed from the ledger's own figures."""
    paired = _entries(matching)
    booked = sum(entry.amount_minor for entry in ledger.entries if entry.id in paired)
    printed = sum(line.amount for line in draft.lines)
    return equal("sum_of_lines_in_ledger", printed, booked, draft.exponent)


def _lines(matching: Matching) -> set[int]:
    return {pair.line for pair in matching.pairs}


def _entries(matching: Matching) -> set[int]:
    return {pair.entry for pair in matching.pairs}


def follows_previous(draft: StatementDraft, period: Period, ledger: LedgerSide) -> Check:
    """This statement opens with what the previous one closed with, if that ended the day before."""
    name, before = "follows_previous_statement", ledger.previous
    if before is None:
        return holds(name, None, "no earlier statement of this account")
    gap = (period.start - before.period_end - timedelta(days=1)).days
    if gap:
        return holds(name, None, f"{abs(gap)} days {'missing between' if gap > 0 else 'in common'}")
    return equal(name, before.closing_balance, draft.opening_balance, draft.exponent)
