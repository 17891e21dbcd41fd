"""What bank and ledger count on either side of a period's edge, and what is outstanding there."""

from __future__ import annotations

from collections.abc import Iterator

from db.money import exponent_of, to_decimal_string
from pipeline.proof.checks import Check, holds, passed_unless
from pipeline.proof.ledger_side import LedgerSide, Outstanding, Pairing
from pipeline.proof.period import Period


def before_start(period: Period, ledger: LedgerSide, pairing: Pairing) -> int:
    """What to add to the ledger's opening balance, in minor units.

    Less the entries of this (or a later) statement's lines that the ledger dates before the
    period, and what is outstanding from then; plus those of an earlier statement's lines that the
    ledger dates within it or later.
    """
    paired = pairing.entries
    early = sum(
        e.amount_minor for e in ledger.entries if e.id in paired and e.booked_on < period.start
    )
    late = sum(c.amount for c in ledger.elsewhere if c.earlier and c.date >= period.start)
    early += sum(c.amount for c in ledger.elsewhere if not c.earlier and c.date < period.start)
    early += sum(o.amount for o in unpaired(ledger, pairing) if o.date < period.start)
    return late - early


def after_end(period: Period, ledger: LedgerSide, pairing: Pairing) -> int:
    """What to add to the ledger's closing balance, in minor units.

    Plus the entries of this statement's (or an earlier one's) lines that the ledger dates after
    the period; less those of a later statement's lines that the ledger dates within it or before,
    and what is outstanding from then.
    """
    paired = pairing.entries
    late = sum(
        e.amount_minor for e in ledger.entries if e.id in paired and e.booked_on > period.end
    )
    late += sum(c.amount for c in ledger.elsewhere if c.earlier and c.date > period.end)
    early = sum(c.amount for c in ledger.elsewhere if not c.earlier and c.date <= period.end)
    early += sum(o.amount for o in unpaired(ledger, pairing) if o.date <= period.end)
    return late - early


def unpaired(ledger: LedgerSide, pairing: Pairing) -> list[Outstanding]:
    """What a person says the bank counts later, and nobody finds on this statement."""
    paired = pairing.entries
    return [item for item in ledger.outstanding if item.entry not in paired]


def outstanding_items(period: Period, ledger: LedgerSide, pairing: Pairing) -> Check:
    """Nothing that a person says the bank counts later is counted on a statement, or twice."""
    name, items = "outstanding_items", ledger.outstanding
    if faults := list(_wrong_items(ledger, pairing)):
        return passed_unless(name, faults)
    counted = [item.amount for item in items if item.date <= period.end]
    if not counted:
        return holds(name, None, "nothing is outstanding")
    total = to_decimal_string(sum(counted), exponent_of(ledger.currency))
    return holds(name, True, f"{len(counted)} of {total} together, by a person's word")


def _wrong_items(ledger: LedgerSide, pairing: Pairing) -> Iterator[str]:
    """What is paired, here or with another statement, is not outstanding; nor is an entry twice,
    nor with another day or amount than it has among the candidates."""
    paired = pairing.entries | {each.entry for each in ledger.elsewhere}
    known = {entry.id: (entry.booked_on, entry.amount_minor) for entry in ledger.entries}
    named: set[int] = set()
    for item in ledger.outstanding:
        told = (item.date, item.amount)
        if item.entry in paired:
            yield f"entry {item.entry} is on a statement"
        if item.entry in named:
            yield f"entry {item.entry} is named twice"
        if known.get(item.entry, told) != told:
            yield f"entry {item.entry} has another day or amount in the ledger"
        named.add(item.entry)
