"""Balances that a journal asserts, or assigns so that an amount follows."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from itertools import accumulate
from pathlib import Path

from db.formats.journals.bookings import Balancing, Booking, Leg, completed
from db.formats.journals.text_files import TextFiles


@dataclass(frozen=True, slots=True)
class Asserted:
    """What an account held, give or take ``slack``. It held that after ``after`` rows in the tool's
    order, or at the end of the day if that is None."""

    on: date
    minor: int
    file: Path
    line: int
    after: int | None = None
    slack: int = 0


def last_balance(
    days: Sequence[date], amounts: Sequence[int], asserted: Sequence[Asserted]
) -> tuple[date, int] | None:
    """What the account held at the end of the last day that an assertion is about.

    ``days`` and ``amounts`` are the account's rows in the order in which the tool applies
    assertions. None if this order mixes the days, so that the assertion is about no day.
    """
    if not asserted:
        return None
    last = max(asserted, key=lambda each: (each.on, each.after or 0))
    if last.after is None:
        return last.on, last.minor
    if any(day > last.on for day in days[: last.after]):
        return None
    rest = list(zip(days[last.after :], amounts[last.after :], strict=True))
    if any(day < last.on for day, _ in rest):
        return None
    return last.on, last.minor + sum(amount for day, amount in rest if day == last.on)


def broken(
    days: Sequence[date], amounts: Sequence[int], asserted: Sequence[Asserted]
) -> list[tuple[Asserted, int]]:
    held = [0, *accumulate(amounts)]
    found = []
    for each in asserted:
        count = bisect_right(days, each.on) if each.after is None else each.after
        if abs(held[count] - each.minor) > each.slack:
            found.append((each, held[count]))
    return found


def completed_all(
    bookings: Sequence[Booking],
    files: TextFiles,
    is_own: Callable[[str], bool],
    how: Balancing,
    *,
    by_day: bool,
) -> list[tuple[Booking, list[Leg]]]:
    """Each transaction with all its amounts, in the order of the source. A posting with a balance
    and no amount is what makes the balance hold. Raises ``SourceMalformed``."""
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
