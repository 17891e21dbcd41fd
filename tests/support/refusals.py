"""Which obligations refuse statements, rightly or wrongly: `python -m tests.support.refusals`.

A reading that is exact and yet unproven is refused wrongly, unless a person who looks at the page
agrees with the obligation; one that is not exact is refused rightly.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from fixtures.catalogue import catalogue
from fixtures.oddities import oddities
from pipeline.drafts import StatementDraft
from pipeline.proof.checks import CheckState
from pipeline.proof.page import MANDATORY, MUST_NOT_FAIL
from pipeline.reading import read_statements
from pipeline.reading.from_bytes import read_bytes
from tests.support.drawn import drawn
from tests.support.generated.judging import same_balances, same_rows
from tests.support.looking import seen
from tests.support.peoples import LOCK, PEOPLES
from tests.support.statement_strategies import generated_statements

Judged = tuple[StatementDraft, bool]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generated", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    sources = {
        "dev": list(dev()),
        "samples": list(samples()),
        "generated": list(generated(asked.generated, asked.seed)),
    }
    for name, judged in sources.items():
        proven = [exact for draft, exact in judged if draft.status.value == "proven"]
        counts = f"{len(judged)} statements, {len(proven)} proven, {proven.count(False)} wrong"
        _say(f"\n{name}: {counts}")
        table(judged)


def table(judged: list[Judged]) -> None:
    """Obligations with how often each refused a reading that was not exact, and one that was."""
    rightly: Counter[str] = Counter()
    wrongly: Counter[str] = Counter()
    for draft, exact in judged:
        (wrongly if exact else rightly).update(refusing(draft))
    for obligation in sorted(rightly.keys() | wrongly.keys()):
        counts = f"{rightly[obligation]:6} {wrongly[obligation]:6}"
        _say(f"  {obligation:24} {counts}   (not exact, exact)")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def refusing(draft: StatementDraft) -> list[str]:
    """The obligations that a draft does not meet; ``no witness`` where none was offered."""
    if draft.proof is None:
        return ["no witness"]
    return [
        check.name
        for check in draft.proof.checks
        if (check.name in MANDATORY and check.state is not CheckState.PASSED)
        or (check.name in MUST_NOT_FAIL and check.state is CheckState.FAILED)
    ]


def dev() -> Iterator[Judged]:
    """The public statements beside the checkout, scans left out."""
    for pdf in sorted(PEOPLES.glob("*.pdf")):
        if "scan" in pdf.name:
            continue
        reading = read_bytes(pdf.read_bytes(), [LOCK]).reading
        rows = list(csv.DictReader(pdf.with_suffix(".csv").read_text("utf-8").splitlines()[1:]))
        for draft in reading.statements:
            yield draft, _is_exact(draft, rows)


def _is_exact(draft: StatementDraft, rows: list[dict[str, str]]) -> bool:
    if len(draft.lines) != len(rows):
        return False
    return all(
        line.date in {date.fromisoformat(d) for d in (row["date"], row["alt_date"]) if d}
        and Decimal(line.amount).scaleb(-draft.exponent) == Decimal(row["amount"])
        for line, row in zip(draft.lines, rows, strict=True)
    )


def samples() -> Iterator[Judged]:
    """The project's own sample statements."""
    for fixture in (*catalogue(), *oddities()):
        reading = read_bytes(fixture.pdf, ["opensesame"]).reading
        for draft, truth in zip(reading.statements, fixture.statements, strict=False):
            yield draft, same_rows(draft, truth) and same_balances(draft, truth)


def generated(count: int, number: int) -> Iterator[Judged]:
    """Statements made up at random."""
    for made in drawn(generated_statements(), count, number):
        reading = read_statements(seen(made.pages))
        for draft in reading.statements:
            yield draft, same_rows(draft, made.truth) and same_balances(draft, made.truth)


if __name__ == "__main__":
    main()
