"""Completes the transactions of a journal in the tool's order, where balances may set amounts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal

from db.formats.bookings import Balancing, Booking, Leg, completed
from db.formats.text_files import TextFiles


def completed_all(
    bookings: Sequence[Booking],
    files: TextFiles,
    is_own: Callable[[str], bool],
    how: Balancing,
    *,
    by_day: bool,
) -> list[tuple[Booking, list[Leg]]]:
    """Each transaction with all its amounts, in the order of the source.

    A posting with a balance and no amount is what makes the balance hold. Raises
    ``SourceMalformed``.
    """
    set_by_balance = {
        leg.account for each in bookings for leg in each.legs if leg.asserted and not leg.units
    }
    if not set_by_balance:
        return [(each, completed(each, files, is_own, how)) for each in bookings]
    order = sorted(bookings, key=lambda each: each.on) if by_day else bookings
    held: dict[str, dict[str, Decimal]] = defaultdict(lambda: defaultdict(Decimal))
    done: dict[int, tuple[Booking, list[Leg]]] = {}
    for booking in order:
        legs = [_assigned(booking, leg, files, held) for leg in booking.legs]
        legs = completed(replace(booking, legs=tuple(legs)), files, is_own, how)
        for leg in legs:
            if leg.on and leg.account in set_by_balance:
                reason = f"{leg.account} has a posting dated by itself, and amounts set by balances"
                raise files.malformed(booking.file, leg.line, reason)
            # In ledger a balance is that of the real postings.
            if leg.units and not (how.together and leg.group):
                held[leg.account][leg.units[1]] += leg.units[0]
        done[id(booking)] = booking, legs
    return [done[id(each)] for each in bookings]


def _assigned(
    booking: Booking, leg: Leg, files: TextFiles, held: dict[str, dict[str, Decimal]]
) -> Leg:
    if leg.units or not leg.asserted:
        return leg
    number, commodity = leg.asserted
    has = held[leg.account]
    others = leg.assertion == "==" and any(n for c, n in has.items() if c != commodity)
    twice = sum(each.account == leg.account for each in booking.legs) > 1
    if "*" in leg.assertion or others or twice or leg.group:
        reason = f"the amount that {leg.assertion} sets here is not worked out; write it"
        raise files.malformed(booking.file, leg.line, reason)
    units = (number - has[commodity], commodity)
    return replace(leg, units=units, weight=units, written=False)
