"""What OCR costs and how much of scans and photographs it lets be proven.

    python -m benchmarks.ocr                    the table
    python -m benchmarks.ocr --quick            one page, two conditions
    python -m benchmarks.ocr --sample us_card --condition photo

Each made-up statement is drawn, damaged as scanners and telephones do, and read as any document
is, in a child process whose CPU and peak memory (models, PDFium and all) are taken. ``amounts``
are the true amounts that stand somewhere on the pages as printed, ``rows`` those that the reading
has with day and amount, whether proven or not. Aims: 2 s of CPU a page, 500 MB, none proven wrong.
"""

from __future__ import annotations

import argparse
import os
import pickle
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.support.figures import exit_code, say
from db.words import ReadingStatus
from fixtures.catalogue import Fixture, catalogue
from fixtures.photographs import CONDITIONS, as_scan
from fixtures.truth import TrueRow
from pipeline.drafts import Line, StatementDraft
from pipeline.pages import ocr
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS
from pipeline.reading.from_bytes import load_readers, proven_here, read_scanned_document
from pipeline.words import DocumentPages
from tests.support.judging import same_rows

SECONDS, MEBIBYTES = 2.0, 500
_SAMPLES = ("uk_current", "us_card", "de_giro", "in_savings", "fr_releve", "es_extracto")


@dataclass(frozen=True, slots=True)
class Measured:
    """One document under one condition, or the sum over several."""

    pages: int
    seconds: float
    mebibytes: int
    amounts: tuple[int, int]
    rows: tuple[int, int]
    proven: tuple[int, int]
    wrong: int

    def __add__(self, other: Measured) -> Measured:
        return Measured(
            self.pages + other.pages,
            self.seconds + other.seconds,
            max(self.mebibytes, other.mebibytes),
            _both(self.amounts, other.amounts),
            _both(self.rows, other.rows),
            _both(self.proven, other.proven),
            self.wrong + other.wrong,
        )

    def __str__(self) -> str:
        shares = (f"{a:4} of {b:4}" for a, b in (self.amounts, self.rows, self.proven))
        cost = f"{self.seconds / self.pages:6.2f} {self.mebibytes:5}"
        return " | ".join((cost, *shares, f"{self.wrong:5}"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the exit code says whether the aims were met, if asked."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="exit 1 if an aim is missed")
    parser.add_argument("--quick", action="store_true", help="one sample, two conditions")
    parser.add_argument("--sample", action="append", choices=[each.name for each in catalogue()])
    parser.add_argument("--condition", action="append", choices=list(CONDITIONS))
    chosen = parser.parse_args(arguments)
    if not ocr.is_installed():
        say("The ocr extra is not installed: nothing to measure.")
        return 0
    samples = chosen.sample or (_SAMPLES[1:2] if chosen.quick else _SAMPLES)
    conditions = chosen.condition or (["200 dpi", "photo"] if chosen.quick else list(CONDITIONS))
    load_readers()
    say("condition   |  CPU s    MB |   amounts    |     rows     |    proven    | wrong")
    total = None
    for condition in conditions:
        measured = sum_of([_measured(each, condition) for each in _fixtures(samples)])
        say(f"{condition:11} | {measured}")
        total = measured if total is None else total + measured
    assert total is not None
    say(f"{'all':11} | {total}")
    return exit_code(list(_missed(total)), check=chosen.check)


def sum_of(measured: Sequence[Measured]) -> Measured:
    """All of them together."""
    whole = measured[0]
    for each in measured[1:]:
        whole += each
    return whole


def _both(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


def _missed(total: Measured) -> Iterator[str]:
    if total.seconds / total.pages > SECONDS:
        yield f"{total.seconds / total.pages:.2f} s of CPU a page, not {SECONDS:g}"
    if total.mebibytes > MEBIBYTES:
        yield f"{total.mebibytes} MB, not {MEBIBYTES}"
    if total.wrong:
        yield f"{total.wrong} statements proven wrong"


def _fixtures(names: Sequence[str]) -> list[Fixture]:
    by_name = {each.name: each for each in catalogue()}
    return [by_name[name] for name in names]


def _measured(fixture: Fixture, condition: str) -> Measured:
    """One document, read in a child of this process."""
    damage, dpi = CONDITIONS[condition]
    data = as_scan(fixture.pdf, damage, dpi)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        found = _judged(fixture, data)
        with os.fdopen(writer, "wb") as out:
            out.write(pickle.dumps(found))
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as report:
        message = report.read()
    _, _, usage = os.wait4(child, 0)
    pages, amounts, rows, proven, wrong = pickle.loads(message)
    seconds = usage.ru_utime + usage.ru_stime
    return Measured(pages, seconds, usage.ru_maxrss >> 10, amounts, rows, proven, wrong)


def _judged(fixture: Fixture, data: bytes) -> tuple[object, ...]:
    document = proven_here(read_scanned_document(data, (), DEFAULT_LIMITS))
    drafts = document.reading.statements
    true = [row for statement in fixture.statements for row in statement.rows]
    proven = [draft for draft in drafts if draft.status is ReadingStatus.PROVEN]
    wrong = sum(not any(same_rows(draft, each) for each in fixture.statements) for draft in proven)
    return (
        len(document.pages.pages),
        (_amounts_found(document.pages, true), len(true)),
        (_rows_found(drafts, true), len(true)),
        (len(proven), len(fixture.statements)),
        wrong,
    )


def _amounts_found(pages: DocumentPages, rows: Sequence[TrueRow]) -> int:
    """How many amounts stand on the pages by their digits, each of them once."""
    texts = ["".join(filter(str.isdigit, word.text)) for page in pages.pages for word in page.words]
    found = 0
    for row in rows:
        digits = f"{abs(row.amount):.2f}".replace(".", "")
        if digits in texts:
            texts.remove(digits)
            found += 1
    return found


def _rows_found(drafts: Sequence[StatementDraft], rows: Sequence[TrueRow]) -> int:
    lines = [_key(line, draft.exponent) for draft in drafts for line in draft.lines]
    found = 0
    for row in rows:
        keys = [(day, f"{row.amount:.2f}") for day in {row.date, row.alt_date}]
        hit = next((key for key in keys if key in lines), None)
        if hit is not None:
            lines.remove(hit)
            found += 1
    return found


def _key(line: Line, exponent: int) -> tuple[object, str]:
    return line.date, f"{line.amount / 10**exponent:.2f}"


if __name__ == "__main__":
    sys.exit(main())
