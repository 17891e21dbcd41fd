"""What words with boxes cost, as a ratio to PDFium's own text pass in C on the same files.

    python -m benchmarks.words            the table
    python -m benchmarks.words --check    the table, and exit 1 if a target is missed

CPU of this process, interleaved rounds, median of the rounds' ratios. The floor opens the
document, loads each page and its text, counts the characters and closes them again: all of it
PDFium's own work, but for six calls a page. Targets: words at most 1.3 times the floor and at
least 40 times faster than pdfplumber; linear to 60 pages. Machines shared with others are noisy:
look at the ratios of several runs.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import io
import statistics
import sys
from collections.abc import Callable, Sequence

import pdfplumber
import pypdf

from benchmarks.long_statement import long_statement
from benchmarks.support.figures import cell, exit_code, ratio, say, seconds_of_cpu
from fixtures.catalogue import catalogue
from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.open import read_pages
from pipeline.pages.pdfium import open_document, words_of_document

Reader = Callable[[bytes], object]
WORDS_RATIO, PLUMBER_RATIO, GROWTH = 1.3, 40.0, 1.2
_FLOOR, _WORDS, _PLUMBER = "PDFium in C", "words and boxes", "pdfplumber"
_SLOW = {_PLUMBER, "pypdf, plain text"}


def floor(data: bytes) -> None:
    """PDFium's own cost: everything but handing text and boxes to Python."""
    with open_document(data) as document:
        for index in range(pdfium.page_count(document)):
            page = pdfium.load_page(document, index)
            text = pdfium.load_text(page)
            pdfium.count_chars(text)
            pdfium.close_text(text)
            pdfium.close_page(page)


def by_pdfplumber(data: bytes) -> None:
    """Words with boxes by pdfplumber, pages closed as it advises."""
    with pdfplumber.open(io.BytesIO(data)) as document:
        for page in document.pages:
            page.extract_words(x_tolerance=1.5)
            page.close()


def by_pypdf(data: bytes) -> None:
    """pypdf's text, which comes without boxes."""
    for page in pypdf.PdfReader(io.BytesIO(data)).pages:
        page.extract_text()


READERS: dict[str, Reader] = {
    _FLOOR: floor,
    _WORDS: words_of_document,
    "and hidden words": read_pages,
    "pypdf, plain text": by_pypdf,
    _PLUMBER: by_pdfplumber,
}


def peers() -> dict[str, Reader]:
    """Other readers of words with boxes that happen to be installed."""
    try:
        pymupdf = importlib.import_module("pymupdf")
    except ImportError:
        return {}

    def by_pymupdf(data: bytes) -> None:
        with pymupdf.open(stream=data) as document:
            for page in document:
                page.get_text("words")

    return {"pymupdf": by_pymupdf}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the exit code says whether the targets were met, if asked."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="exit 1 if a target is missed")
    parser.add_argument("--rounds", type=int, default=7)
    chosen = parser.parse_args(arguments)
    readers = READERS | peers()
    files = {
        "samples": [fixture.pdf for fixture in catalogue()],
        "5 pages": [long_statement(pages=5, rows=24)],
        "60 pages": [long_statement(pages=60, rows=24)],
    }
    measured = {name: _rounds(readers, data, chosen.rounds) for name, data in files.items()}
    _report(measured)
    return exit_code(_faults(measured), check=chosen.check)


def _rounds(readers: dict[str, Reader], files: list[bytes], rounds: int) -> dict[str, list[float]]:
    """Seconds of CPU per page, one figure a round, all readers in each round."""
    pages = sum(len(words_of_document(data).pages) for data in files)
    costs: dict[str, list[float]] = {name: [] for name in readers}
    for turn in range(rounds):
        for name, reader in readers.items():
            if name not in _SLOW or turn < 3:
                costs[name].append(_cpu(reader, files) / pages)
    return costs


def _cpu(reader: Reader, files: list[bytes]) -> float:
    gc.collect()
    return seconds_of_cpu(reader, files)


def _report(measured: dict[str, dict[str, list[float]]]) -> None:
    say(f"{'CPU per page':<20}" + "".join(f"{name:>22}" for name in measured))
    for name in next(iter(measured.values())):
        cells = (cell(costs, name, _FLOOR) for costs in measured.values())
        say(f"{name:<20}" + "".join(f"{each:>22}" for each in cells))


def _faults(measured: dict[str, dict[str, list[float]]]) -> list[str]:
    faults = []
    for files, costs in measured.items():
        words, plumber = ratio(costs, _WORDS, _FLOOR), ratio(costs, _PLUMBER, _WORDS)
        if words > WORDS_RATIO:
            faults.append(f"{files}: words cost {words:.2f}x the floor, not {WORDS_RATIO}x")
        if plumber < PLUMBER_RATIO:
            faults.append(f"{files}: {plumber:.0f}x faster than pdfplumber, not {PLUMBER_RATIO}x")
    short, long = (statistics.median(measured[name][_WORDS]) for name in ("5 pages", "60 pages"))
    if long / short > GROWTH:
        faults.append(f"a page of 60 costs {long / short:.2f}x one of 5, not {GROWTH}x")
    return faults


if __name__ == "__main__":
    sys.exit(main())
