"""What seeing costs: drawing with the test of ink, and judging, against PDFium's text pass in C.

    python -m benchmarks.seen            the table
    python -m benchmarks.seen --check    the table, and exit 1 if a target is missed

CPU of this process, interleaved rounds, median of the rounds' ratios to the floor of
`benchmarks.words`. Every figure of a page is judged, which is more than a reading asks for.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable, Sequence

from benchmarks.long_statement import long_statement
from benchmarks.support.figures import cell, exit_code, ratio, say, seconds_of_cpu
from benchmarks.words import floor
from fixtures.catalogue import catalogue
from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.open import read_pages, read_pages_and_judge
from pipeline.pages.pdfium import open_document, words_of_document
from pipeline.pages.seen.opened import OpenDocument
from pipeline.words import DocumentPages

READ_RATIO, JUDGED_RATIO = 20.0, 45.0
_FLOOR, _DRAWN, _READ, _JUDGED = "PDFium in C", "and drawn", "what is seen", "and figures judged"


def drawn(data: bytes) -> None:
    """Text and one picture of every page."""
    with pdfium.PDFIUM_LOCK, open_document(data) as handle:
        document = OpenDocument(handle)
        for index in range(pdfium.page_count(handle)):
            document.page(index)
        document.close()


def figures_judged(data: bytes) -> DocumentPages:
    """Read, and every word with a digit judged."""
    pages, judge = read_pages_and_judge(data)
    wanted = {
        page.number: [at for at, word in enumerate(page.words) if any(map(str.isdigit, word.text))]
        for page in pages.pages
    }
    with judge:
        return judge(pages, wanted)


WORK: dict[str, Callable[[bytes], object]] = {
    _FLOOR: floor,
    _DRAWN: drawn,
    _READ: read_pages,
    _JUDGED: figures_judged,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the exit code says whether the targets were met, if asked."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="exit 1 if a target is missed")
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args(arguments)
    files = {
        "samples": [fixture.pdf for fixture in catalogue()],
        "20 pages": [long_statement(pages=20, rows=24)],
    }
    measured = {name: _rounds(data, chosen.rounds) for name, data in files.items()}
    say(f"{'CPU per page':<20}" + "".join(f"{name:>22}" for name in measured))
    for name in WORK:
        cells = (cell(costs, name, _FLOOR) for costs in measured.values())
        say(f"{name:<20}" + "".join(f"{each:>22}" for each in cells))
    return exit_code(_faults(measured), check=chosen.check)


def _rounds(files: list[bytes], rounds: int) -> dict[str, list[float]]:
    """Seconds of CPU per page, one figure a round, all work in each round."""
    pages = sum(len(words_of_document(data).pages) for data in files)
    costs: dict[str, list[float]] = {name: [] for name in WORK}
    for _ in range(rounds):
        for name, work in WORK.items():
            gc.collect()
            costs[name].append(seconds_of_cpu(work, files) / pages)
    return costs


def _faults(measured: dict[str, dict[str, list[float]]]) -> list[str]:
    return [
        f"{files}: {name} costs {ratio(costs, name, _FLOOR):.1f}x the floor, not {most}x"
        for files, costs in measured.items()
        for name, most in ((_READ, READ_RATIO), (_JUDGED, JUDGED_RATIO))
        if ratio(costs, name, _FLOOR) > most
    ]


if __name__ == "__main__":
    sys.exit(main())
