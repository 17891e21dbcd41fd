"""What each stage of a reading costs, as a ratio to PDFium's own text pass in C on the same files.

    python -m benchmarks.stages            the table
    python -m benchmarks.stages --check    the table, and exit 1 if an aim is missed
    python -m benchmarks.stages FOLDER     the same of the PDFs there that need no password or OCR

CPU of this process, a round over all files after the other, median of the rounds' ratios. Looking
is one drawing of each page in gray and the test of ink, judging the shapes of the words that a
proof rests on; *seen* is both together. A reading asks the kernel too, in its child; the kernel's
own line is what the parent repeats: figures and dates out of the words, and every obligation. A
certificate is read from its JSON and proven again, as `tieout verify` does beside looking.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from benchmarks.long_statement import long_statement
from benchmarks.support.figures import cell, exit_code, ratio, say
from benchmarks.words import floor
from fixtures.catalogue import catalogue
from pipeline.pages.errors import PasswordNeeded
from pipeline.pages.open import read_pages_and_judge
from pipeline.pages.pdfium import words_of_document
from pipeline.proof import Certificate, Document, PageProof
from pipeline.reading.from_bytes import load_readers
from pipeline.reading.sections import read_statements, relied_on

_FLOOR = "PDFium in C"
_STAGES = ("words", "looking", "judging", "seen", "reading", "kernel", "certificate")
AIMS = {"words": 1.3, "seen": 5.0, "reading": 12.0, "kernel": 2.0, "certificate": 2.0}  # floors


class _Stopwatch:
    """Seconds of CPU, lap by lap."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = defaultdict(float)
        self._begun = time.process_time()

    def start(self) -> None:
        """What went before is no lap."""
        self._begun = time.process_time()

    def lap(self, name: str) -> None:
        """What went on since the last lap was this."""
        now = time.process_time()
        self.laps[name] += now - self._begun
        self._begun = time.process_time()


def work_through(data: bytes, watch: _Stopwatch) -> None:
    """One document, stage after stage."""
    watch.start()
    floor(data)
    watch.lap(_FLOOR)
    words_of_document(data)
    watch.lap("words")
    pages, judge = read_pages_and_judge(data)
    watch.lap("looking")
    with judge:
        reading = read_statements(pages)
        watch.lap("reading")
        judged = judge(pages, relied_on(reading.statements))
        watch.lap("judging")
    offered = tuple(draft.witnesses[0] for draft in reading.statements if draft.witnesses)
    watch.start()
    document = Document((reading.pages or judged).pages)
    proofs = [PageProof(document, offered, at) for at in range(len(offered))]
    watch.lap("kernel")
    texts = [Certificate.of("0" * 64, proof).text() for proof in proofs]
    watch.start()
    for text in texts:
        Certificate.read(text).proof()
    watch.lap("certificate")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the exit code says whether the aims were met, if asked."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="exit 1 if an aim is missed")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("folder", type=Path, nargs="?", help="with statements of your own")
    chosen = parser.parse_args(arguments)
    load_readers()
    gc.disable()  # as the sandbox's child does: it lives for one document
    files = {
        "samples": [fixture.pdf for fixture in catalogue()],
        "20 pages": [long_statement(pages=20, rows=24)],
    }
    if chosen.folder:
        files = {chosen.folder.name: list(_readable(chosen.folder))}
    measured = {name: _rounds(data, chosen.rounds) for name, data in files.items()}
    say(f"{'CPU per page':<14}{'aim':>8}" + "".join(f"{name:>22}" for name in measured))
    for name in (_FLOOR, *_STAGES):
        aim = f"{AIMS[name]:.1f}x" if name in AIMS else ""
        cells = (cell(costs, name, _FLOOR) for costs in measured.values())
        say(f"{name:<14}{aim:>8}" + "".join(f"{each:>22}" for each in cells))
    return exit_code(_faults(measured), check=chosen.check)


def _readable(folder: Path) -> Iterator[bytes]:
    """The PDFs of a folder whose words can be had without a password and without OCR."""
    for path in sorted(folder.glob("*.pdf")):
        data = path.read_bytes()
        with suppress(PasswordNeeded):
            if any(page.words for page in words_of_document(data).pages):
                yield data


def _rounds(files: Sequence[bytes], rounds: int) -> dict[str, list[float]]:
    """Seconds of CPU per page, one figure a round, behind a first one that fills what is kept."""
    pages = sum(len(words_of_document(data).pages) for data in files)
    costs: dict[str, list[float]] = defaultdict(list)
    for turn in range(rounds + 1):
        watch = _Stopwatch()
        for data in files:
            work_through(data, watch)
            gc.collect()
        watch.laps["seen"] = watch.laps["looking"] + watch.laps["judging"]
        for name, seconds in watch.laps.items() if turn else ():
            costs[name].append(seconds / pages)
    return costs


def _faults(measured: dict[str, dict[str, list[float]]]) -> list[str]:
    return [
        f"{files}: {name} costs {ratio(costs, name, _FLOOR):.1f}x the floor, not {aim}x"
        for files, costs in measured.items()
        for name, aim in AIMS.items()
        if ratio(costs, name, _FLOOR) > aim
    ]


if __name__ == "__main__":
    sys.exit(main())
