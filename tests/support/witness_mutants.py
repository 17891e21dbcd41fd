"""All witnesses that the kernel accepts of a page give the same rows and facts: tried by changing
those of the reader.

    python -m tests.support.witness_mutants --pages generated --count 200 --seed 3
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

from pipeline.proof.checks import CheckState
from pipeline.proof.errors import WitnessRefused
from pipeline.proof.lexed import LexedPages
from pipeline.proof.page import MANDATORY, MUST_NOT_FAIL, PageProof, prove_page
from pipeline.proof.witness import Witness
from pipeline.reading import read_statements
from pipeline.reading.offer import with_excuses
from pipeline.words import DocumentPages
from tests.support import witness_pages
from tests.support.witnesses.changes import changes
from tests.support.witnesses.subject import Subject

SOURCES: Final[dict[str, Callable[[int, int], Iterator[witness_pages.Pages]]]] = {
    "dev": lambda _count, _seed: witness_pages.dev(),
    "samples": lambda _count, _seed: witness_pages.samples(),
    "attacks": lambda _count, seed: witness_pages.attacks(seed),
    "generated": witness_pages.generated,
    "several": lambda count, seed: witness_pages.generated(count, seed, several=True),
}
MOST: Final = {"generated": 60, "several": 60}
"""Single changes that are tried of each made-up statement; elsewhere all are."""


@dataclass
class Tally:
    """What became of all changed witnesses; ``failed`` counts those refused by an obligation."""

    pages: int = 0
    proven: int = 0
    tried: int = 0
    refused: int = 0
    equal: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    different: list[tuple[str, str, str]] = field(default_factory=list)
    raised: list[tuple[str, str, str]] = field(default_factory=list)


def try_page(
    found: Tally, name: str, pages: DocumentPages, random: Random, most: int | None
) -> None:
    """Change every witness that the reader has of a document, and judge what is accepted."""
    lexed = LexedPages(pages.pages)
    found.pages += 1
    for draft in read_statements(pages).statements:
        if draft.witness is None:
            continue
        own = prove_page(lexed, draft.witness)
        reference = said(own) if own.proven else None
        found.proven += own.proven
        for change, mutant in changes(Subject(draft.witness, lexed), random, most):
            for offered in _as_offered(mutant, lexed):
                proof = _tried(found, (name, change), lexed, offered)
                if proof is None:
                    continue
                reference = reference or said(proof)  # of a page that the reader does not prove
                if said(proof) == reference:
                    found.equal += 1
                else:
                    found.different.append((name, change, difference(reference, said(proof))))


def _as_offered(mutant: Witness, pages: LexedPages) -> Iterator[Witness]:
    """As it was changed, and with every excuse that a clever adversary finds for it."""
    yield mutant
    try:
        again = with_excuses(mutant, pages)
    except Exception:  # noqa: BLE001  (the kernel says of the mutant itself what this is)
        return
    if again != mutant:
        yield again


def _tried(
    found: Tally, what: tuple[str, str], pages: LexedPages, witness: Witness
) -> PageProof | None:
    """The proof, if it is accepted."""
    found.tried += 1
    try:
        proof = prove_page(pages, witness)
    except WitnessRefused:
        found.refused += 1
        return None
    except Exception as error:  # noqa: BLE001  (whatever it raises is what we look for)
        found.raised.append((*what, repr(error)))
        return None
    if proof.proven:
        return proof
    found.failed.update(_failed(proof)[:1])
    return None


def _failed(proof: PageProof) -> list[str]:
    return [
        check.name
        for check in proof.checks
        if check.state is CheckState.FAILED
        or (check.name in MANDATORY and check.state is CheckState.UNAVAILABLE)
        if check.name in (*MANDATORY, *MUST_NOT_FAIL)
    ]


def said(proof: PageProof) -> tuple[object, ...]:
    """The rows and facts of a proof; a description is none."""
    rows = [(row.date, row.value_date, row.amount, row.balance) for row in proof.rows]
    return (proof.facts, *rows)


def difference(one: tuple[object, ...], two: tuple[object, ...]) -> str:
    """What of two proofs differs, as far as it goes into a line."""
    if one[0] != two[0]:
        return f"{one[0]} / {two[0]}"
    rows = [f"{a} / {b}" for a, b in zip(one[1:], two[1:], strict=False) if a != b]
    return f"{len(one) - 1} and {len(two) - 1} rows; {'; '.join(rows[:2])}"


def tally(source: str, count: int, seed: int, most: int | None = None) -> Tally:
    """Try the pages of one source."""
    found = Tally()
    for name, pages in SOURCES[source](count, seed):
        random = Random(f"{name} {seed}")
        try_page(found, name, pages, random, most or MOST.get(source))
    return found


def report(name: str, found: Tally, show: int) -> Iterator[str]:
    """The table's lines of one source."""
    yield (
        f"{name}: {found.pages} pages, {found.proven} proven; {found.tried} witnesses tried,"
        f" {found.refused} refused, {found.failed.total()} failed, {found.equal} accepted equal,"
        f" {len(found.different)} accepted and DIFFERENT, {len(found.raised)} exceptions\n"
    )
    failed = ", ".join(f"{check} {number}" for check, number in found.failed.most_common())
    yield f"    failed by: {failed}\n"
    for kind, cases in (("different", found.different), ("raised", found.raised)):
        for what, number in Counter(change for _, change, _ in cases).most_common():
            yield f"    {kind}: {number} x {what}\n"
        for page, change, why in cases[:show]:
            yield f"        {page}: {change}: {why}\n"


def main() -> int:
    """Print the tables; 1 if anything was accepted that differs, or raised."""
    parser = argparse.ArgumentParser(prog="tests.support.witness_mutants", description=__doc__)
    parser.add_argument("--pages", action="append", choices=list(SOURCES))
    parser.add_argument("--count", type=int, default=200, help="how many made-up statements")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=None, help="single changes of each statement")
    parser.add_argument("--show", type=int, default=5)
    asked = parser.parse_args()
    bad = False
    for name in asked.pages or SOURCES:
        found = tally(name, asked.count, asked.seed, asked.most)
        sys.stdout.writelines(report(name, found, asked.show))
        sys.stdout.flush()
        bad |= bool(found.different or found.raised)
    return bad


if __name__ == "__main__":
    sys.exit(main())
