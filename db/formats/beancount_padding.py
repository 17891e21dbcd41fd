"""Makes the transactions that a ``pad`` of beancount asks for, so that the next balance holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path

from db.formats.bookings import NO_TAGS, Balance, Booking, Leg


@dataclass(frozen=True, slots=True)
class Pad:
    """Fills ``account`` from ``source`` on this day, up to the next balance."""

    file: Path
    line: int
    on: date
    account: str
    source: str


def padded(
    done: Iterable[tuple[Booking, list[Leg]]],
    pads: list[Pad],
    balances: list[Balance],
    is_own: Callable[[str], bool],
) -> list[tuple[Booking, list[Leg]]]:
    """A transaction for each pad that a balance needs, on the day and the line of the pad."""
    if not pads:
        return []
    by_account: dict[str, list[tuple[date, int, Leg | Pad | Balance]]] = defaultdict(list)
    names = {pad.account for pad in pads}
    for booking, legs in done:
        for leg in legs:
            for name in names.intersection(_with_those_above(leg.account)):
                by_account[name].append((booking.on, 1, leg))
    # On one day: what balances that began with it found, then the pads, then the postings; a
    # balance is kept as of the day before, after its postings.
    for pad in pads:
        by_account[pad.account].append((pad.on, 0, pad))
    for balance in balances:
        if balance.account in names:
            by_account[balance.account].append((balance.on, 2, balance))
    made: list[tuple[Booking, list[Leg]]] = []
    for events in by_account.values():
        made += _fill(sorted(events, key=lambda event: event[:2]))
    return [(b, legs) for b, legs in made if any(is_own(leg.account) for leg in legs)]


def _with_those_above(account: str) -> list[str]:
    parts = account.split(":")
    return [":".join(parts[: count + 1]) for count in range(len(parts))]


def _fill(
    events: Iterable[tuple[date, int, Leg | Pad | Balance]],
) -> list[tuple[Booking, list[Leg]]]:
    made: list[tuple[Booking, list[Leg]]] = []
    held: dict[str, Decimal] = defaultdict(Decimal)
    pad: Pad | None = None
    filled: set[str] = set()
    for _, _, event in events:
        if isinstance(event, Pad):
            pad, filled = event, set()
        elif isinstance(event, Leg):
            if event.units:
                held[event.units[1]] += event.units[0]
        else:
            number, commodity = event.units
            lacks = number - held[commodity]
            if pad and commodity not in filled and abs(lacks) > event.tolerance():
                made.append(_booking(pad, lacks, commodity))
                held[commodity] = number
            filled.add(commodity)
    return made


def _booking(pad: Pad, number: Decimal, commodity: str) -> tuple[Booking, list[Leg]]:
    legs = [
        Leg(pad.account, pad.line, (number, commodity), (number, commodity), written=False),
        Leg(pad.source, pad.line, (-number, commodity), (-number, commodity), written=False),
    ]
    text = f"Padding for {commodity}"
    booking = Booking(pad.file, pad.line, pad.line, pad.on, None, text, NO_TAGS, tuple(legs))
    return booking, legs
