"""How the work of reading grows with pages, and with columns of figures.

    python -m benchmarks.growth            the table
    python -m benchmarks.growth --check    the table, and exit 1 where a busy machine is no reason

CPU of this process for `tieout read`'s whole work, the proof in the parent included. The exponent
is the slope between the smallest and the largest size on logarithmic axes: 1 is work that grows
with the size, 2 with its square. Target: at most 1.1 for each.
"""

from __future__ import annotations

import argparse
import gc
import io
from collections.abc import Callable, Sequence

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from benchmarks.long_statement import long_statement
from benchmarks.support.figures import (
    EXPONENT_TARGET,
    exponent,
    growth_exit_code,
    least_in_turns,
    say,
)
from pipeline.pages.sandbox.limits import ReadingLimits
from pipeline.reading.from_bytes import load_readers, proven_here, read_document

ROWS = 24
_ROUNDS = 3
_LIMITS = ReadingLimits(pages=2000)


def of_pages(count: int) -> bytes:
    """A statement of so many pages."""
    return long_statement(count, ROWS)


def of_columns(count: int) -> bytes:
    """Five pages of tables with so many columns of figures, as schedules have; no statement."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    step = 540 / (count + 1)
    for _ in range(5):
        canvas.setFont("Helvetica", min(9, step / 3))
        for row in range(ROWS):
            canvas.drawString(20, 780 - 18 * row, f"{row + 1:02}/01/2025")
            for column in range(count):
                right, figure = 20 + step * (column + 2), f"{100 + row}.{column:02}"
                canvas.drawRightString(right, 780 - 18 * row, figure)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


SIZES: dict[str, tuple[Callable[[int], bytes], tuple[int, ...]]] = {
    "pages": (of_pages, (5, 20, 60, 300, 1000)),
    "columns of figures": (of_columns, (2, 6, 15, 50)),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the exit code says whether the targets were met, if asked."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="exit 1 if far too slow")
    parser.add_argument("--quick", action="store_true", help="leave out the largest sizes")
    chosen = parser.parse_args(arguments)
    load_readers()
    _read(of_pages(1))
    gc.disable()  # as the sandbox's child does: it lives for one document
    exponents = {}
    for name, (make, sizes) in SIZES.items():
        files = {size: make(size) for size in sizes[: 3 if chosen.quick else None]}
        costs = least_in_turns(_read, files, _ROUNDS)
        for size, cost in costs.items():
            say(f"{size:>6} {name:<20} {cost * 1e3:>10,.0f} ms {cost * 1e3 / size:>8.1f} ms each")
        exponents[name] = exponent(costs)
        say(f"{'':>6} {name:<20} exponent {exponents[name]:.2f}, aim {EXPONENT_TARGET}")
    return growth_exit_code(exponents, check=chosen.check)


def _read(data: bytes) -> None:
    proven_here(read_document(data, (), _LIMITS))


if __name__ == "__main__":
    raise SystemExit(main())
