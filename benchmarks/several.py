"""What files with many statements cost: months of one account, and accounts of one month.

    python -m benchmarks.several            the table
    python -m benchmarks.several --check    the table, and exit 1 where a busy machine is no reason

CPU of this process after start-up, the whole reading of a drawn PDF: words, looking, statements.
The exponent says how time grows from the smallest to the largest file: 1 is in proportion.
"""

from __future__ import annotations

import argparse
import gc
import io
import random
import sys
from collections.abc import Sequence
from datetime import date, timedelta
from functools import _lru_cache_wrapper, cache
from typing import Final

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from benchmarks.support.figures import (
    EXPONENT_TARGET,
    exponent,
    growth_exit_code,
    least_in_turns,
    say,
)
from db.words import ReadingStatus
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS
from pipeline.reading.from_bytes import ReadDocument, proven_here, read_document

_ROUNDS: Final = 6
SIZES: Final = (2, 12, 30, 60, 120)
_ROWS, _LEFT, _RIGHT = 18, 44.0, A4[0] - 40


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the exit code says whether the aims were met, if asked."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="exit 1 if too slow or unproven")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    chosen = parser.parse_args(arguments)
    gc.disable()  # as the sandbox's child does: it lives for one document
    unproven: list[str] = []
    exponents = {}
    for kind in ("months", "accounts"):
        seconds = _seconds(kind, chosen.sizes, unproven)
        if exponent(seconds) > EXPONENT_TARGET:  # what else the machine does only ever adds
            again = _seconds(kind, chosen.sizes, unproven)
            seconds = {count: min(seconds[count], again[count]) for count in seconds}
        for count, taken in seconds.items():
            say(f"{count:>5} {kind:<10}{taken:>8.2f} s {1000 * taken / count:>8.1f} ms each")
        exponents[kind] = exponent(seconds)
        say(f"      {kind:<10} exponent {exponents[kind]:.2f}")
    return growth_exit_code(exponents, unproven, check=chosen.check)


def _seconds(kind: str, sizes: Sequence[int], unproven: list[str]) -> dict[int, float]:
    """What each size costs; ``unproven`` gets those whose statements are not all proven."""
    files = {count: several_statements(kind, count) for count in sizes}
    for count, data in files.items():
        found = proven_here(_read(data)).reading.statements
        if (proven := sum(each.status is ReadingStatus.PROVEN for each in found)) != count:
            unproven.append(f"{proven} of {count} {kind} are proven")
    return least_in_turns(_read, files, _ROUNDS)


def _read(data: bytes) -> ReadDocument:
    for each in _remembered():
        each.cache_clear()
    return read_document(data, (), DEFAULT_LIMITS)


@cache
def _remembered() -> list[_lru_cache_wrapper[object]]:
    """What is remembered of a document's words, as far as that is bounded. A document's child
    begins without, so a small file must not be cheaper when it is read again."""
    every = (each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper))
    return [each for each in every if (each.cache_parameters()["maxsize"] or 0) > 1]


def several_statements(kind: str, count: int) -> bytes:
    """A page for each statement: its heading, both balances and rows with a running balance."""
    out, chance = io.BytesIO(), random.Random(1)
    canvas = Canvas(out, pagesize=A4)
    balance = 500_000_00
    for place in range(count):
        months = kind == "months"
        start = date(2010 + place // 12, place % 12 + 1, 1) if months else date(2025, 3, 1)
        balance = balance if months else chance.randint(100_000, 900_000)
        balance = _statement(
            canvas, chance, start, 10_000_000 + 4217 * place * (not months), balance
        )
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _statement(
    canvas: Canvas, chance: random.Random, start: date, number: int, balance: int
) -> int:
    """One page; the balance that it closes with."""
    end = (start + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    canvas.setFont("Helvetica", 9)
    for place, text in enumerate(
        (
            "Harrow & Vale Bank",
            f"Account number {number}",
            f"Statement period {start:%d/%m/%Y} to {end:%d/%m/%Y}",
        )
    ):
        canvas.drawString(_LEFT, 800 - 13 * place, text)
    _line(canvas, 740, ("Date", "Description", "Money out", "Money in", "Balance"))
    _line(canvas, 720, ("", "Opening balance", "", "", _figure(balance)))
    for row in range(_ROWS):
        amount = chance.randint(1_00, 90_00) * (1 if row % 4 == 0 else -1)
        balance += amount
        day = f"{start + timedelta(days=row):%d/%m/%Y}"
        sides = ("", _figure(amount)) if amount > 0 else (_figure(-amount), "")
        _line(
            canvas,
            702 - 18 * row,
            (day, f"Shop {chance.randrange(10**5)}", *sides, _figure(balance)),
        )
    _line(canvas, 702 - 18 * _ROWS, ("", "Closing balance", "", "", _figure(balance)))
    return balance


def _figure(minor: int) -> str:
    return f"{minor // 100:,}.{minor % 100:02}"


def _line(canvas: Canvas, y: float, cells: tuple[str, str, str, str, str]) -> None:
    canvas.drawString(_LEFT, y, cells[0])
    canvas.drawString(110, y, cells[1])
    for right, text in zip((395, 475, _RIGHT), cells[2:], strict=True):
        canvas.drawRightString(right, y, text)


if __name__ == "__main__":
    sys.exit(main())
