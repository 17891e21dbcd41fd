"""Ledgers and pairings for a proven page: the right one, and each with one fault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from pipeline.proof.ledger import prove_ledger
from pipeline.proof.ledger_side import LedgerSide, PairedElsewhere, Pairing, Previous
from pipeline.proof.page import PageProof
from pipeline.proof.period import Period
from tests.support.statements import Entry

Outcome = tuple[object, object]


@dataclass(frozen=True, slots=True)
class Pair:
    """A row and an entry."""

    line: int
    entry: int


@dataclass(slots=True)
class OfLedger:
    """One page held against one ledger."""

    name: str
    page: PageProof | None
    side: LedgerSide | None
    pairing: Pairing | None

    def outcome(self) -> Outcome:
        """What the kernel says."""
        proof = prove_ledger(self.page, self.side, self.pairing)
        checks = tuple((c.name, c.state, c.expected, c.found) for c in proof.checks)
        return (checks, proof.verdict, proof.reading_holds), tuple(c.detail for c in proof.checks)


def ledger_probes(pages: list[PageProof], random: Random) -> Iterator[OfLedger]:
    """The right ledger of each page, and what may be wrong with it."""
    yield OfLedger("nothing", None, None, None)
    for page in pages:
        assert page.facts is not None
        assert page.facts.period is not None
        side, pairing = right(page, page.facts.period)
        name = f"{len(page.rows)} rows"
        yield OfLedger(name, page, side, pairing)
        yield OfLedger(f"{name}, no account", page, None, None)
        yield OfLedger(f"{name}, no pairing", page, side, None)
        yield OfLedger(f"{name}, no page", None, side, pairing)
        for what, other in _sides(side, page.facts.period, random):
            yield OfLedger(f"{name}, {what}", page, other, pairing)
            if what.startswith("moved"):
                for days in (4, 14, 15, 16, 40):
                    wide = replace(pairing, days=days)
                    yield OfLedger(f"{name}, {what}, {days} days", page, other, wide)
        for number, paired in enumerate(_pairings(pairing, random)):
            yield OfLedger(f"{name}, pairing {number}", page, side, paired)


def right(page: PageProof, period: Period) -> tuple[LedgerSide, Pairing]:
    """A ledger that holds just what the page says."""
    assert page.facts is not None
    entries = tuple(
        Entry(100 + at, row.date, row.amount, row.text) for at, row in enumerate(page.rows)
    )
    facts = page.facts
    currency = facts.currency or {0: "JPY", 3: "KWD"}.get(facts.exponent, "EUR")
    side = LedgerSide(
        1, "Everyday", currency, facts.opening, facts.closing, entries, mask=facts.number,
        previous=Previous(period.start - timedelta(days=1), facts.opening),
    )  # fmt: skip
    return side, Pairing(tuple(Pair(at + 1, 100 + at) for at in range(len(entries))), 3)


def _sides(side: LedgerSide, period: Period, random: Random) -> Iterator[tuple[str, LedgerSide]]:
    for mask in (None, "", "9999", "12345678", (side.mask or "")[-2:], (side.mask or "77")[:1]):
        yield f"mask {mask}", replace(side, mask=mask)
    for currency in ("EUR", "USD", "JPY", "KWD"):
        yield currency, replace(side, currency=currency)
    for by in (1, -1):
        yield f"opening {by}", replace(side, opening=(side.opening or 0) + by)
        yield f"closing {by}", replace(side, closing=(side.closing or 0) + by)
    yield "no opening", replace(side, opening=None)
    yield "no closing", replace(side, closing=None)
    yield "no entries", replace(side, entries=())
    yield from _previous(side, period)
    yield from _paired_elsewhere(side, period)
    yield from _entries(side, period, random)


def _previous(side: LedgerSide, period: Period) -> Iterator[tuple[str, LedgerSide]]:
    yield "no previous", replace(side, previous=None)
    for gap in (-2, -1, 1, 2, 40):
        before = Previous(period.start - timedelta(days=1 + gap), (side.opening or 0) + 1)
        yield f"gap of {gap}", replace(side, previous=before)
    for closing in (None, (side.opening or 0) + 1):
        before = Previous(period.start - timedelta(days=1), closing)
        yield f"previous {closing}", replace(side, previous=before)


def _paired_elsewhere(side: LedgerSide, period: Period) -> Iterator[tuple[str, LedgerSide]]:
    for day in (period.start, period.end):
        for by in (-1, 0, 1):
            for earlier in (True, False):
                one = PairedElsewhere(900, day + timedelta(days=by), 777, earlier)
                two = PairedElsewhere(901, day + timedelta(days=by), -70, earlier)
                name = f"paired elsewhere {one.date} {earlier}"
                yield name, replace(side, elsewhere=(one, two))
                for what, opening, closing in (
                    ("opening", 707, 0), ("closing", 0, 707), ("less", -707, 0), ("end", 0, -707),
                ):  # fmt: skip
                    other = replace(
                        side,
                        elsewhere=(one, two),
                        opening=(side.opening or 0) + opening,
                        closing=(side.closing or 0) + closing,
                    )
                    yield f"{name} {what}", other


def _entries(side: LedgerSide, period: Period, random: Random) -> Iterator[tuple[str, LedgerSide]]:
    entries = [e for e in side.entries if isinstance(e, Entry)]
    yield "an entry less", replace(side, entries=tuple(entries[1:]))
    for day in (period.start, period.end):
        for by in (-1, 0, 1):
            more = Entry(700, day + timedelta(days=by), -4_200, "Books")
            yield f"one more on {more.booked_on}", replace(side, entries=(*entries, more))
    at = random.randrange(len(entries))
    for place in (0, at, len(entries) - 1):
        for day in _days(entries[place].booked_on, period):
            moved = replace(entries[place], booked_on=day)
            yield f"moved to {day}", _with(side, entries, place, moved)
    for amount in (entries[at].amount_minor + 1, -entries[at].amount_minor, 0):
        yield (
            f"amount {amount}",
            _with(side, entries, at, replace(entries[at], amount_minor=amount)),
        )


def _days(day: date, period: Period) -> list[date]:
    near = [day + timedelta(days=by) for by in (-16, -15, -4, -3, -2, 1, 3, 4, 5, 15, 16)]
    edges = (period.start - timedelta(days=1), period.start, period.end, period.end)
    return [*near, *edges, period.end + timedelta(days=1)]


def _with(side: LedgerSide, entries: list[Entry], at: int, entry: Entry) -> LedgerSide:
    return replace(side, entries=(*entries[:at], entry, *entries[at + 1 :]))


def _pairings(pairing: Pairing, random: Random) -> Iterator[Pairing]:
    pairs = list(pairing.pairs)
    at, other = random.randrange(len(pairs)), random.randrange(len(pairs))
    yield replace(pairing, named=1)
    yield replace(pairing, pairs=pairs[1:])
    yield replace(pairing, pairs=())
    yield replace(pairing, pairs=[*pairs, pairs[at]])
    yield replace(pairing, pairs=[*pairs, Pair(len(pairs) + 1, pairs[at].entry)])
    yield replace(pairing, pairs=[*pairs[1:], Pair(0, pairs[0].entry)])
    yield replace(pairing, pairs=[*pairs[1:], Pair(1, 99_999)])
    yield replace(pairing, pairs=[*pairs, Pair(pairs[at].line, pairs[other].entry)])
    crossed = {at: pairs[other].entry, other: pairs[at].entry}
    yield replace(
        pairing, pairs=[Pair(p.line, crossed.get(i, p.entry)) for i, p in enumerate(pairs)]
    )
    for days in (0, 14, 15, 16, 40):
        yield replace(pairing, days=days)
