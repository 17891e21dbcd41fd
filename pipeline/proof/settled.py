"""What the ledger settles of a page: a hypothesis of which every other value disagrees with it.

The kernel tries the other values itself, alone and in pairs, and the other accounts. An echo
settles nothing: entries and balances of origin *reading* may be paired, and are no second witness.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import combinations
from typing import Final, NamedTuple

from pipeline.proof.checks import CheckState
from pipeline.proof.cited import Cited
from pipeline.proof.covered import has_form
from pipeline.proof.document import digit_in, gap, height
from pipeline.proof.hypotheses import Hypothesis, Source
from pipeline.proof.ledger import LedgerEntry, Origin, Pairing, Pairs, Reading, apart, reading_of
from pipeline.proof.ordered import days_of, ordered_check
from pipeline.proof.page import PageProof, Read, question
from pipeline.proof.printed import fold
from pipeline.proof.sums import other_directions, sums_of, turned
from pipeline.proof.witness import Witness

#: The ledger settles something by at least so many pairs of different amounts.
_FEWEST: Final = 3
#: If there are more other values than these, nothing is settled.
_MOST_TRIED: Final = 400
_LEAST_DIGITS: Final = 4
#: A number as it is printed: digits, with letters, dashes and signs of a mask among them.
_NUMBER: Final = re.compile(r"[0-9A-Z*•xX#.\-/()]*[0-9](?![0-9*•xX#])")
_MASK: Final = re.compile(r".*(?:[*•xX#]|\.\.)")
_OTHER_DAY: Final = {"day": "second", "second": "day"}
_Settled = tuple[tuple[Hypothesis, ...], int]
#: The same number goes on in the next word at a gap of fewer heights.
_GOES_ON: Final = 1.5


def settle(page: PageProof, pairs: Pairs, bare: Sequence[Hypothesis], agrees: bool) -> _Settled:
    """The hypotheses, settled by the ledger where nothing else does and it ``agrees`` with the
    page; and how many other values were tried. An account that is found otherwise brings its
    currency. The days of the lines are all only if no entry else is in the period that is cited."""
    first, last = question(page).days.period or (None, None)
    more = {Source.ROWS} if first and last and pairs.alone(first, last) else set[Source]()
    account = _account(page, pairs)
    brought = account.source if pairs.side.known.currency else Source.ASSUMED
    found = [
        replace(e, source=brought) if e.name == "currency" and e.is_assumed and not e.detail else e
        for e in (*bare, account)
    ]
    # The side of a balance is never the ledger's to tell; a period is open only without lines.
    open_ = [each.name for each in found if each.is_assumed and not each.detail]
    trial = _Trial(page, pairs)
    sided = any(each.name == "side" and not each.is_assumed for each in found)
    if agrees and sided and _is_second_witness(pairs):
        doubtful = trial.doubtful(open_)
        found = [_by_ledger(e, pairs, doubtful) if e.name in open_ else e for e in found]
    found = [replace(e, source=Source.ASSUMED) if e.source in more else e for e in found]
    return tuple(found), trial.tried


def _is_second_witness(pairs: Pairs) -> bool:
    """Whether the ledger can settle anything: three pairs of different amounts and a balance that
    is not zero, none of them made from a reading."""
    amounts = {
        abs(pairs.reading.lines[lines[0]].amount)
        for lines, entries, _ in pairs.pairing.groups
        if all(pairs.entries[entry].origin is not Origin.READING for entry in entries)
    }
    independent = pairs.side.balance_origin is not Origin.READING
    ends = pairs.reading.opening or pairs.reading.closing
    return len(amounts - {0}) >= _FEWEST and independent and bool(ends)


def _by_ledger(each: Hypothesis, pairs: Pairs, doubtful: set[str]) -> Hypothesis:
    if each.name in doubtful:
        return replace(each, detail="the ledger agrees with another value as well")
    if each.name == "account" and _others_agree(pairs):
        return replace(each, detail="another account agrees as well")
    value = pairs.side.currency if each.name == "currency" else each.value
    return replace(each, source=Source.LEDGER, value=value)


def _others_agree(pairs: Pairs) -> bool:
    """Whether another account has all amounts, as read or turned, and no balance that differs."""
    reading = pairs.reading
    return any(
        max(other.equal, other.turned) >= len(reading.lines)
        and other.opening in (None, reading.opening)
        and other.closing in (None, reading.closing)
        for other in pairs.side.others
    )


def _account(page: PageProof, pairs: Pairs) -> Hypothesis:
    """Whose statement it is: a person said so, its number is on the page, or its layout and the
    statement before lead here. Otherwise the ledger may tell, if no other account agrees."""
    every, cited, side = list(printed_numbers(page)), _cited_number(page), pairs.side
    texts = [side.known.number, *(other.number for other in side.others)]
    known, *rivals = (re.sub(r"\D", "", text or "") for text in texts)

    def fit(own: str, numbers: Sequence[str]) -> int:
        """In how many digits a known number ends as one that is printed, or this as it."""
        ends = (min(len(n), len(own)) for n in numbers if n.endswith(own) or own.endswith(n))
        return max(ends, default=0) if len(own) >= _LEAST_DIGITS else 0

    if side.chosen_by:
        return Hypothesis("account", str(side.id), Source.PERSON)
    own = fit(known, cited or every)
    rival, nearer = (max((fit(o, n) for o in rivals), default=0) for n in (every, cited))
    reading, opening, before = pairs.reading, pairs.reading.opening, side.before
    # An empty page at 0 says too little.
    if (reading.lines or reading.closing) and own > rival and _prints_institution(page, pairs):
        return Hypothesis("account", str(side.id), Source.NUMBER)
    unprinted = not own and len(known) >= _LEAST_DIGITS
    other = nearer > own or (page.witness.number and unprinted)
    # Any of them may be its own, of which the ledger tells nothing.
    others = other or (unprinted and any(printed_numbers(page, days=False)))
    follows = before is not None and bool(opening) and before.closing == opening and not other
    if follows and question(page).matching() and all(o.opening != opening for o in side.others):
        return Hypothesis("account", str(side.id), Source.STATEMENT_BEFORE)
    return Hypothesis("account", str(side.id), detail="another number is printed" if others else "")


def _prints_institution(page: PageProof, pairs: Pairs) -> bool:
    """Whether the account's bank is named on the pages, where a person named it."""
    name, rows = fold(pairs.side.known.institution or ""), range(len(page.document.rows))
    return any(name in fold("".join(w.text for w in page.document.of_row(row))) for row in rows)


def printed_numbers(page: PageProof, *, days: bool = True) -> Iterator[str]:
    """The digits, as far as they are printed, of every number on the pages that is neither a cited
    figure nor a day: five digits at least, or four behind a mask, or four that are cited as the
    number and no year. Uncited ``days`` by their form may be parts of one, or are none."""
    document = page.document
    places = page.read.sums.cited.places() if page.read else ()
    taken = {(place.page, word) for place in places for word in place.words}
    for row in document.rows:
        words, texts = document.words(row), list[str]()
        for before, word, at in zip((None, *words), words, row.words, strict=False):
            near = before is not None and gap(before, word) < _GOES_ON * height(word)
            apart = (row.page, at) in taken or word.text == "•"
            apart = apart or (has_form(word.text) and not days)
            texts += ["" if near else " ", "|" if apart else word.text]
        for number in _NUMBER.findall("".join(texts)):
            behind = _MASK.sub("", number)
            digits = re.sub(r"\D", "", behind)
            if len(digits) > _LEAST_DIGITS or (behind != number and len(digits) >= _LEAST_DIGITS):
                yield digits
    yield from _cited_number(page)


def _cited_number(page: PageProof) -> list[str]:
    """The digits of the number that is cited, behind its mask; none if they are too few, a year or
    a part of more."""
    if (fact := page.witness.number) is None:
        return []
    own, left = page.document.words(fact.value), page.document.around(fact.value)[1]
    digits = re.sub(r"\D", "", _MASK.sub("", "".join(word.text for word in own)))
    part = left and digit_in(left.text) and gap(left, own[0]) < _GOES_ON * height(left)
    return [] if part or re.fullmatch(r".{0,3}|(?:19|20)..", digits) else [digits]


class _Variant(NamedTuple):
    """The page under other values: its witness, which columns and marks are turned, whether ends
    are exchanged, and by how many years its days are moved."""

    witness: Witness
    turned: frozenset[str] = frozenset()
    swapped: bool = False
    years: int = 0

    def reads(self, **changes: object) -> "_Variant":
        """The variant with another convention."""
        convention = replace(self.witness.convention, **changes)  # type: ignore[arg-type]
        return self._replace(witness=replace(self.witness, convention=convention))


class _Trial:
    """Tries the other values of hypotheses against the ledger."""

    def __init__(self, page: PageProof, pairs: Pairs) -> None:
        self._page, self._pairs = page, pairs
        self.tried = 0

    def doubtful(self, names: Sequence[str]) -> set[str]:
        """The hypotheses of which another value, alone or with one of another hypothesis, agrees as
        well."""
        own = _Variant(self._page.witness)
        alone = {name: list(self._others(name, own)) for name in names}
        found = {name for name in names if any(map(self._agrees_as_well, alone[name]))}
        for one, two in combinations(names, 2):
            both = (other for first in alone[one] for other in self._others(two, first))
            if not {one, two} <= found and any(map(self._agrees_as_well, both)):
                found |= {one, two}
        return found

    def _agrees_as_well(self, variant: _Variant) -> bool:
        self.tried += 1
        reading, own = self._read(variant), self._pairs.reading
        if self.tried > _MOST_TRIED:
            return True
        same = ("lines", "opening", "closing")
        if reading is None or all(getattr(reading, n) == getattr(own, n) for n in same):
            return False
        other, mine = (_distance(each, self._pairs) for each in (reading, own))
        return other is not None and (mine is None or other <= mine)

    def _read(self, variant: _Variant) -> Reading | None:
        """The page under other values, if its days run one way there. It adds up where all lines
        are the ledger's and both balances agree."""
        if (read := Cited(self._page.document, variant.witness)).faults:
            return None
        sums = turned(sums_of(read), variant.turned, swapped=variant.swapped)
        days = days_of(read, variant.years)
        if ordered_check(read, days).state is CheckState.FAILED:
            return None
        known = replace(question(self._page, self._pairs.side.known), sums=sums, days=days)
        return reading_of(Read(sums, days), self._pairs.side, known.hypotheses())

    def _others(self, name: str, own: _Variant) -> Iterator[_Variant]:
        """The page under each other value of one hypothesis."""
        match name:
            case "ends":
                yield own._replace(swapped=not own.swapped)
            case "direction":
                # As far as the balances that are printed follow.
                sums = sums_of(Cited(self._page.document, own.witness))
                now = turned(sums, own.turned, swapped=own.swapped)
                every = other_directions(now, reversible=False)
                yield from (own._replace(turned=own.turned ^ other) for other in every)
            case "scale":
                for each in question(self._page).other_scales():
                    yield own.reads(decimal=each.decimal, group=each.group, digits=each.digits)
            case "order":
                for other in question(self._page).other_orders():
                    yield own.reads(order=other.order, calendar=other.calendar)
            case "booking":
                yield own.reads(booking=_OTHER_DAY[own.witness.convention.booking])
            case "year":
                yield from (own._replace(years=years) for years in (-1, 1))


def _distance(reading: Reading, pairs: Pairs) -> int | None:
    """How many days apart the lines and entries of equal amounts are, in total, if every line and
    every entry of the days but of 0 can be paired and the balances agree; None if they cannot."""
    entries: dict[int, list[LedgerEntry]] = defaultdict(list)
    for entry in pairs.entries.values():
        entries[entry.amount].append(entry)
    lines: dict[int, list[int]] = defaultdict(list)
    for at, line in enumerate(reading.lines):
        lines[line.amount].append(at)
    found: list[tuple[int, LedgerEntry]] = []
    for amount, places in lines.items():
        nearest = _nearest(reading, places, entries[amount], pairs.pairing.window) if amount else []
        if nearest is None:
            return None
        found += nearest
    groups = tuple(((place,), (entry.id,), "") for place, entry in found)
    # By the booking day alone: another choice of it must not be as near.
    distances = [abs((reading.lines[place].day - entry.day).days) for place, entry in found]
    other = Pairs(reading, pairs.side, Pairing(groups, pairs.pairing.window))
    covered = not other.alone(reading.first, reading.last)
    agrees = covered and other.balances_check().state is CheckState.PASSED
    return sum(distances) if agrees else None


def _nearest(
    reading: Reading, places: Sequence[int], entries: Sequence[LedgerEntry], window: int
) -> list[tuple[int, LedgerEntry]] | None:
    """Lines of one amount with the entries that they may be, in the order of their days: those of
    the days covered before the nearest others."""

    def outside(day: date) -> int:
        return max((reading.first - day).days, (day - reading.last).days, 0)

    ordered = sorted(places, key=lambda place: reading.lines[place].day)
    nearest = sorted(entries, key=lambda entry: outside(entry.day))[: len(ordered)]
    chosen = sorted(nearest, key=lambda entry: entry.day)
    found = list(zip(ordered, chosen, strict=False))
    far = any(apart(reading.lines[place], entry.day) > window for place, entry in found)
    return None if far or len(chosen) < len(ordered) else found
