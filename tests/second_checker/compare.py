"""Holds the second checker's answers to the kernel's: on certificates, and on mutated witnesses.

python -m tests.second_checker.compare --pages samples --most 60
python -m tests.second_checker.compare march-1.certificate.json
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from pipeline.proof.certificate import Certificate, certificate_of
from pipeline.proof.certificate_json import to_json
from pipeline.proof.errors import WitnessRefused
from pipeline.proof.lexed import LexedPages
from pipeline.proof.page import prove_page
from pipeline.proof.witness import Witness
from pipeline.reading import read_statements
from pipeline.reading.offer import with_excuses
from pipeline.words import DocumentPages
from tests.second_checker import format as form
from tests.second_checker.answer import Answer, Checker, check
from tests.second_checker.sheet import Document
from tests.support.witness_mutants import SOURCES
from tests.support.witnesses.changes import changes
from tests.support.witnesses.subject import Subject

_NOBODY: Final = "0" * 64
_SAID: Final = ("checks", "proven", "rows", "facts")


@dataclass
class Tally:
    """How many answers were compared, and which differ."""

    certificates: int = 0
    mutants: int = 0
    different: list[tuple[str, str, list[str]]] = field(default_factory=list)

    def add(self, name: str, change: str, found: list[str]) -> None:
        self.certificates += change == "own"
        self.mutants += change != "own"
        if found:
            self.different.append((name, change, found))


def recorded(certificate: dict[str, Any]) -> Answer:
    """The kernel's answer as a certificate holds it."""
    checks = {each["name"]: each["state"] for each in certificate["checks"]}
    proven: bool = certificate["proven"]
    return Answer(None, checks, proven, tuple(certificate["rows"]), certificate["facts"])


def kernel_answer(pages: LexedPages, witness: Witness) -> Answer:
    """What the kernel says of a witness."""
    try:
        proof = prove_page(pages, witness)
    except WitnessRefused as why:
        return Answer(refused=str(why))
    return recorded(json.loads(to_json(certificate_of(_NOBODY, proof))))


def differences(own: Answer, kernel: Answer) -> list[str]:
    """What two answers differ in; why a witness is refused does not matter."""
    if own.refused or kernel.refused:
        both = bool(own.refused) == bool(kernel.refused)
        return [] if both else [f"refused: {own.refused} / {kernel.refused}"]
    names = sorted({*own.checks, *kernel.checks})
    pairs = [(name, own.checks.get(name), kernel.checks.get(name)) for name in names]
    pairs += [("proven", str(own.proven), str(kernel.proven))]
    found = [f"{name}: {one} / {other}" for name, one, other in pairs if one != other]
    if not found and (own.rows, own.facts) != (kernel.rows, kernel.facts):
        found.append(f"rows or facts: {own.facts} / {kernel.facts}")
    return found


def compare_text(text: str) -> list[str]:
    """What the checker finds otherwise than a certificate says."""
    return differences(check(text), recorded(json.loads(text)))


def mutants(
    witness: Witness, pages: LexedPages, random: Random, most: int | None
) -> Iterator[tuple[str, Witness]]:
    """Changed witnesses, as they are and with the excuses that a reader finds for them."""
    seen = {repr(witness)}
    for change, mutant in changes(Subject(witness, pages), random, most):
        for offered in _as_offered(mutant, pages):
            if repr(offered) not in seen:
                seen.add(repr(offered))
                yield change, offered


def _as_offered(mutant: Witness, pages: LexedPages) -> Iterator[Witness]:
    yield mutant
    try:
        yield with_excuses(mutant, pages)
    except Exception:  # noqa: BLE001  (a witness that cannot be read has no excuses)
        return


def compare_pages(name: str, pages: DocumentPages, most: int | None, found: Tally) -> None:
    """Compare all statements of a document, and mutants of their witnesses."""
    lexed = LexedPages(pages.pages)
    for number, draft in enumerate(read_statements(pages).statements):
        if draft.witness is None:
            continue
        certificate = certificate_of(_NOBODY, prove_page(lexed, draft.witness))
        values = form.parsed(to_json(certificate))
        checker = Checker(Document(form.pages_of(values)))
        _compare(f"{name} {number}", "own", checker, lexed, (certificate, draft.witness), found)
        for change, mutant in mutants(draft.witness, lexed, Random(f"{name} 1"), most):
            _compare(f"{name} {number}", change, checker, lexed, (certificate, mutant), found)


def _compare(
    name: str,
    change: str,
    checker: Checker,
    pages: LexedPages,
    offered: tuple[Certificate, Witness],
    found: Tally,
) -> None:
    certificate, witness = offered
    text = to_json(certificate.model_copy(update={"witness": witness}))
    own = checker.answer(form.witness_of(json.loads(text)["witness"]))
    found.add(name, change, differences(own, kernel_answer(pages, witness)))


def tally(source: str, most: int | None, count: int = 0, seed: int = 1) -> Tally:
    """Compare all documents of a source."""
    found = Tally()
    for name, pages in SOURCES[source](count, seed):
        compare_pages(name, pages, most, found)
    return found


def report(name: str, found: Tally, show: int) -> Iterator[str]:
    """What came of a source, in lines."""
    yield (
        f"{name}: {found.certificates} certificates and {found.mutants} mutants,"
        f" {len(found.different)} answered otherwise\n"
    )
    for what, number in Counter(each for _, _, all_ in found.different for each in all_).items():
        yield f"    {number} x {what[:150]}\n"
    for where, change, what_all in found.different[:show]:
        yield f"        {where}: {change}: {'; '.join(what_all)[:200]}\n"


def main() -> int:
    """Print what differs; 1 if anything does."""
    parser = argparse.ArgumentParser(prog="tests.second_checker.compare", description=__doc__)
    parser.add_argument("certificates", nargs="*", type=Path)
    parser.add_argument("--pages", action="append", choices=list(SOURCES), default=[])
    parser.add_argument("--most", type=int, default=None, help="single changes of each statement")
    parser.add_argument("--count", type=int, default=50, help="how many made-up statements")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=10)
    asked = parser.parse_args()
    bad = False
    for path in asked.certificates:
        found = Tally()
        found.add(path.name, "own", compare_text(path.read_text(encoding="utf-8")))
        sys.stdout.writelines(report(path.name, found, asked.show))
        bad |= bool(found.different)
    for source in asked.pages:
        found = tally(source, asked.most, asked.count, asked.seed)
        sys.stdout.writelines(report(source, found, asked.show))
        sys.stdout.flush()
        bad |= bool(found.different)
    return bad


if __name__ == "__main__":
    sys.exit(main())
