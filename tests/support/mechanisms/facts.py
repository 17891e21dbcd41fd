"""Counts what is told of each fact of the honest layouts.

`python -m tests.support.mechanisms.facts` prints a row a fact.
Of each fact that the page prints, how often it is told rightly, wrongly or not at all; and how
often one is told that the page does not print.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator

from db.words import AccountKind
from pipeline.drafts import StatementDraft
from pipeline.reading import read_statements
from tests.support.attacks.case import ANY, Case
from tests.support.looking import seen
from tests.support.mechanisms.families import MECHANISMS
from tests.support.mechanisms.judging import cases

FACTS = ("number", "institution", "account", "kind", "currency", "period")
_OUTCOMES = ("right", "wrong", "absent", "invented")


def told(case: Case) -> Iterator[tuple[str, str, str]]:
    """Each fact of a case with one statement, what came of it, and the difference if any."""
    drafts = read_statements(seen(case.pages)).statements
    if len(drafts) != 1 or case.others:
        return
    for fact, found, true in _pairs(drafts[0], case):
        if true is ANY:
            continue
        differs = "" if found == true else f"{found!r} for {true!r}"
        if found is None:
            yield fact, "absent" if true is not None else "", differs
        elif true is None:
            yield fact, "invented", differs
        else:
            yield fact, "right" if _same(fact, str(found), str(true)) else "wrong", differs


def _pairs(draft: StatementDraft, case: Case) -> Iterator[tuple[str, object, object]]:
    truth = case.truth
    unsaid = {AccountKind.OTHER} if truth.kind else {AccountKind.OTHER, AccountKind.CHECKING}
    kind = None if draft.kind in unsaid else draft.kind  # as `Truth.kind` says
    period = (draft.period_start, draft.period_end)
    values = (
        (draft.account_mask, truth.mask),
        (draft.institution, truth.institution),
        (draft.account_name, truth.account),
        (kind, truth.kind),
        (draft.currency, truth.currency),
        (None if None in period else period, truth.period),
    )
    for fact, (found, true) in zip(FACTS, values, strict=True):
        yield fact, found, true


def _same(fact: str, found: str, true: str) -> bool:
    if fact in ("institution", "account"):
        one, two = found.casefold(), true.casefold()
        return one in two or two in one
    return found == true or (fact == "number" and true.endswith(found))


def main() -> int:
    """Print a row a fact; 1 if anything is told wrongly."""
    parser = argparse.ArgumentParser(prog="tests.support.mechanisms.facts", description=__doc__)
    parser.add_argument("--mechanism", action="append", choices=list(MECHANISMS))
    parser.add_argument("--show", type=int, default=0, help="how many of each fact to print")
    asked = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    shown: dict[str, list[str]] = {fact: [] for fact in FACTS}
    for name in asked.mechanism or MECHANISMS:
        for case in cases(name):
            for fact, outcome, differs in told(case) if case.provable else ():
                counts[fact, outcome] += 1
                if outcome and outcome != "right":
                    shown[fact].append(f"    {outcome}: {case.name}: {differs}")
    sys.stdout.write(f"{'fact':12}" + "".join(f" | {each:>8}" for each in _OUTCOMES) + "\n")
    for fact in FACTS:
        row = "".join(f" | {counts[fact, each]:8}" for each in _OUTCOMES)
        sys.stdout.write(f"{fact:12}{row}\n")
        sys.stdout.writelines(f"{each}\n" for each in shown[fact][: asked.show])
    return int(any(counts[fact, "wrong"] + counts[fact, "invented"] for fact in FACTS))


if __name__ == "__main__":
    sys.exit(main())
