"""Pages with witnesses, and ledgers with pairings: what the unbroken kernel says of them is known.

It tells whether a change of the kernel changes anything; whether the kernel is right is for the
unit tests to tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from db.words import ReadingStatus
from pipeline.proof.entries import offered
from pipeline.proof.errors import WitnessRefused
from pipeline.proof.lexed import LexedPages
from pipeline.proof.page import PageProof, prove_page
from pipeline.proof.passed_over import Account
from pipeline.proof.sheet import styles_to_try
from pipeline.proof.sums import sums_of
from pipeline.proof.witness import Witness
from pipeline.proof.zones import Zones
from pipeline.reading import read_statements
from pipeline.words import Box, DocumentPages, Page, Seen
from tests.support.attacks.families import FAMILIES
from tests.support.attacks.tally import cases
from tests.support.looking import seen
from tests.support.mutation.witnesses import mutated

_OF_EACH = (1, 5)  # proven page: how many with other words seen, how many with other witnesses
Outcome = tuple[object, object]
"""What a verdict rests on, and the words beside it."""


@dataclass(slots=True)
class OfPage:
    """One witness of some pages."""

    name: str
    pages: tuple[Page, ...]
    witness: Witness

    def outcome(self) -> Outcome:
        """What the kernel says."""
        pages = LexedPages(self.pages)
        tried = tuple(styles_to_try(pages.bare))
        try:
            proof = prove_page(pages, self.witness)
        except WitnessRefused as refused:
            return ("refused", tried), str(refused)
        checks = tuple((c.name, c.state, c.expected, c.found) for c in proof.checks)
        return (
            checks,
            proof.proven,
            but := proof.proven_but_for("seen"),
            proof.rows,
            proof.facts,
            proof.relied_on() if but else None,
            excuses(pages, self.witness),
            tried,
        ), tuple(c.detail for c in proof.checks)


def excuses(pages: LexedPages, witness: Witness) -> list[object]:
    """The reason that the kernel would take for each figure that is not used."""
    found = offered(pages.under(witness.convention.style), witness)
    account = Account(found, sums_of(found), Zones(found))
    return [account.reason(index, figure) for index, figure in account.unused()]


def page_probes(each: int, seed: int = 1) -> Iterator[OfPage]:
    """About ``each`` pages of every family of attacks, of the honest ones most; then those with
    other words seen and with other witnesses."""
    random = Random(f"mutation {seed}")
    proven: list[OfPage] = []
    for name in FAMILIES:
        all_of_them = list(cases(name, seed))
        chosen = all_of_them[:: max(1, len(all_of_them) // each) | 1]
        for case in chosen:
            for probe, holds in _read(case.name, seen(case.pages)):
                yield probe
                if holds:
                    proven.append(probe)
    random.shuffle(proven)
    for probe in proven:
        yield from random.sample(list(_looked_otherwise(probe, random)), _OF_EACH[0])
        for witness in _some(list(mutated(probe.witness, LexedPages(probe.pages), random)), random):
            yield OfPage(f"{probe.name}, another witness", probe.pages, witness)


def _some(witnesses: list[Witness], random: Random) -> list[Witness]:
    return random.sample(witnesses, min(_OF_EACH[1], len(witnesses)))


def _read(name: str, document: DocumentPages) -> Iterator[tuple[OfPage, bool]]:
    for draft in read_statements(document).statements:
        if draft.witness is not None:
            yield OfPage(name, document.pages, draft.witness), draft.status is ReadingStatus.PROVEN


def _looked_otherwise(probe: OfPage, random: Random) -> Iterator[OfPage]:
    """The same pages where some words look otherwise, nobody looked, or ink stands without text."""
    relied = prove_page(probe.pages, probe.witness).relied_on()
    page = random.choice([page for page in probe.pages if page.number in relied])
    word = random.choice(sorted(relied[page.number]))
    state = random.choice(list(Seen))
    looks = [*page.seen]
    looks[word] = state
    scanned = tuple(Seen.ONCE for _ in page.seen)
    spot = page.words[word]
    ink = Box(spot.x0, spot.top + random.choice((0, 3, 20)), spot.x1, spot.bottom + 3)
    for what, changed in (
        (f"{spot.text} {state}", replace(page, seen=tuple(looks))),
        ("read once", replace(page, seen=scanned)),
        ("not looked at", replace(page, seen=())),
        ("ink", replace(page, ink=(ink,))),
    ):
        others = tuple(changed if each is page else each for each in probe.pages)
        yield OfPage(f"{probe.name}, {what}", others, probe.witness)


def proofs(probes: Sequence[OfPage], most: int) -> Iterator[PageProof]:
    """Proven pages with a period, and one that is not proven."""
    found = (prove_page(p.pages, p.witness) for p in probes if "," not in p.name)
    kept = [proof for proof in found if proof.facts and proof.facts.period and proof.rows]
    yield from kept[:: max(1, len(kept) // most)]
