"""What a large ledger costs to bring in, to bring in step again, and to hold against statements.

    python -m benchmarks.syncing            a million entries, in each form
    python -m benchmarks.syncing --check --sizes 10000 80000 --forms folder

CPU of each command as a person types it, its start and its children included, and the most memory
that it held. Each form is connected, and synced after 100 rows were edited, deleted or added;
reading is what its parser takes of either. `tieout check` has a tenth of the entries, and 12
statements. The aims are those of a million entries. Of smaller sizes, ``--check`` looks at how the
first time grows without the start, and that a sync costs at most half of it.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from datetime import date, timedelta
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from app.cli.output import ExitCode
from benchmarks.support.figures import exponent, growth_exit_code, say
from db.formats import detect
from db.money import to_decimal_string
from tests.support.two_years import first_of, two_years

MILLION: Final = 1_000_000
AIMS: Final = {"connect": 60.0, "sync": 10.0, "check": 10.0}  # seconds of CPU
RESIDENT: Final = 1024  # MB
SHARE: Final = 1 / 2
_YEARS: Final = 10
_FINE: Final = (ExitCode.DONE, ExitCode.NEEDS_REVIEW)


@dataclass(frozen=True, slots=True)
class BookedRow:
    """A row of the ledger, by a name that its source keeps."""

    name: str
    day: date
    amount: int
    words: str

    @property
    def figure(self) -> str:
        """The amount as a file has it."""
        return to_decimal_string(self.amount, 2)


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of CPU, and the most memory in MB."""

    seconds: float
    resident: float


def rows_of(count: int) -> list[BookedRow]:
    """So many rows of the ten years before `two_years`; each pair of two comes to nothing."""
    chance, first = random.Random(1), first_of(0).replace(year=first_of(0).year - _YEARS)
    days = (first_of(0) - first).days
    found = []
    for at in range(0, count, 2):
        day, amount = first + timedelta(days * at // count), chance.randint(1, 90_000)
        words = f"Payee {chance.randrange(400)} invoice {chance.randrange(50_000):05}"
        found.append(BookedRow(f"r{at}", day, -amount, words))
        found.append(BookedRow(f"r{at + 1}", day, amount, words))
    return found


def edited(rows: Sequence[BookedRow]) -> list[BookedRow]:
    """The same with 100 changes: 30 rows are deleted, 20 have another amount, 20 other words, and
    30 are new."""
    chance = random.Random(2)
    touched = chance.sample(range(len(rows)), 70)
    made = dict(enumerate(rows))
    for at in touched[:30]:
        del made[at]
    for at in touched[30:50]:
        made[at] = replace(made[at], amount=made[at].amount + 100_000)
    for at in touched[50:]:
        made[at] = replace(made[at], words=f"{made[at].words}, edited")
    new = [BookedRow(f"n{n}", first_of(0), -n, f"New row {n}") for n in range(1, 31)]
    return [*made.values(), *new]


def _folder(place: Path, rows: Sequence[BookedRow]) -> Path:
    folder = place / "books"
    folder.mkdir(exist_ok=True)
    (folder / "accounts.csv").write_text("name,kind,currency\nCurrent,checking,GBP\n")
    with (folder / "transactions.csv").open("w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(("account", "date", "amount", "description"))
        writer.writerows(("Current", each.day, each.figure, each.words) for each in rows)
    return folder


def _csv(place: Path, rows: Sequence[BookedRow]) -> Path:
    file = place / "export.csv"
    with file.open("w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(("Date", "Description", "Amount"))
        writer.writerows((each.day, each.words, each.figure) for each in rows)
    return file


def _ofx(place: Path, rows: Sequence[BookedRow]) -> Path:
    file = place / "books.ofx"
    with file.open("w") as out:
        out.write(
            "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>"
            "<CURDEF>GBP<BANKACCTFROM><BANKID>1<ACCTID>12345678<ACCTTYPE>CHECKING</BANKACCTFROM>"
            "<BANKTRANLIST>\n"
        )
        for each in rows:
            out.write(
                f"<STMTTRN><TRNTYPE>OTHER<DTPOSTED>{each.day:%Y%m%d}<TRNAMT>{each.figure}"
                f"<FITID>{each.name}<NAME>{each.words}</STMTTRN>\n"
            )
        out.write("</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n")
    return file


def _journal(place: Path, rows: Sequence[BookedRow]) -> Path:
    file = place / "books.journal"
    with file.open("w") as out:
        for each in rows:
            posted = f"    Assets:Current  {each.figure} GBP\n    Expenses:All\n\n"
            out.write(f"{each.day} {each.words}\n{posted}")
    return file


Form = tuple[Callable[[Path, Sequence[BookedRow]], Path], dict[str, str]]
#: How each is written, and what a person says of it.
FORMS: Final[dict[str, Form]] = {
    "folder": (_folder, {}),
    "csv": (_csv, {"currency": "GBP", "dates": "year-first", "signs": "in"}),
    "ofx": (_ofx, {}),
    "hledger": (_journal, {}),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the exit code says whether the aims were met, if asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="exit 1 if the work grows too fast")
    parser.add_argument("--sizes", type=int, nargs="+", default=[MILLION])
    parser.add_argument("--forms", nargs="+", choices=FORMS, default=["folder", "csv", "ofx"])
    asked = parser.parse_args(arguments)
    exponents: dict[str, float] = {}
    faults: list[str] = []
    for form in asked.forms:
        costs = {size: _in_step(form, size) for size in asked.sizes}
        if len(costs) > 1:
            of_size = {
                n: each["connect"].seconds - each["start"].seconds for n, each in costs.items()
            }
            exponents[f"{form}: connect"] = exponent(of_size)
        faults += _missed(form, costs[max(costs)], max(costs))
    checked = _checked(max(asked.sizes) // 10)
    if max(asked.sizes) >= MILLION and checked.seconds > AIMS["check"]:
        faults.append(f"check: {checked.seconds:.1f} s of CPU, not {AIMS['check']:.0f}")
    for name, grows in exponents.items():
        say(f"{name:<20} exponent {grows:.2f}")
    return growth_exit_code(exponents, faults, check=asked.check)


def _in_step(form: str, size: int) -> dict[str, Cost]:
    """What the commands cost with a ledger of that form and size."""
    options = FORMS[form][1]
    # Rows are made and read in another process: what this one holds, its children seem to hold.
    with (
        tempfile.TemporaryDirectory(prefix="tieout-syncing-") as folder,
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as aside,
    ):
        place = Path(folder)
        file = aside.submit(_written, form, place, size, changed=False).result()
        said = [word for name, value in options.items() for word in (f"--{name}", value)]
        _tieout(place, "init")
        found = {"start": _tieout(place, "ledger", "sources")}
        kind = () if form == "folder" else ("--kind", "checking")
        found["connect"] = _tieout(place, "ledger", "connect", "books", str(file), *kind, *said)
        aside.submit(_written, form, place, size, changed=True).result()
        found["sync"] = _tieout(place, "ledger", "sync", "books")
        found["reading"] = Cost(aside.submit(_seconds_to_read, form, file).result(), 0)
    for name, cost in found.items():
        aim = f"aim {AIMS[name]:.0f} s" if name in AIMS and size >= MILLION else ""
        held = f"{cost.resident:>8,.0f} MB" if cost.resident else ""
        say(f"{form:<8}{size:>10,} {name:<8}{cost.seconds:>8.1f} s{held} {aim}".rstrip())
    return found


def _written(form: str, place: Path, size: int, *, changed: bool) -> Path:
    rows = rows_of(size)
    return FORMS[form][0](place, edited(rows) if changed else rows)


def _seconds_to_read(form: str, file: Path) -> float:
    begun = time.process_time()
    detect.read_source(file, form, **FORMS[form][1])
    return time.process_time() - begun


def _missed(form: str, costs: dict[str, Cost], size: int) -> list[str]:
    start, first, again = (costs[each].seconds for each in ("start", "connect", "sync"))
    faults = []
    if again - start > SHARE * (first - start):
        faults.append(f"{form}: a sync costs {(again - start) / (first - start):.2f} of the first")
    if size < MILLION:
        return faults
    for name in ("connect", "sync"):
        if costs[name].seconds > AIMS[name]:
            faults.append(f"{form}: {name} {costs[name].seconds:.1f} s, not {AIMS[name]:.0f}")
    if costs["connect"].resident > RESIDENT:
        faults.append(f"{form}: connect {costs['connect'].resident:,.0f} MB, not {RESIDENT:,}")
    return faults


def _checked(size: int) -> Cost:
    """What it costs to check a ledger of that size against the 12 statements of a year."""
    with tempfile.TemporaryDirectory(prefix="tieout-syncing-") as folder:
        made = two_years(Path(folder))
        accounts = made.books / "accounts.csv"
        opened = str(first_of(0).replace(year=first_of(0).year - _YEARS))
        accounts.write_text(accounts.read_text().replace(str(first_of(0)), opened))
        with (made.books / "transactions.csv").open("a", newline="") as out:
            rows = rows_of(size)
            csv.writer(out).writerows(("Household", r.day, r.figure, r.words) for r in rows)
        year = sorted(map(str, made.statements.glob("4471-*.pdf")))[:12]
        cost = _tieout(Path(folder), "check", str(made.books), *year)
    say(f"{'check':<8}{size:>10,} {'':<8}{cost.seconds:>8.1f} s{cost.resident:>8,.0f} MB")
    return cost


def _tieout(place: Path, *words: str) -> Cost:
    """Run the command with a ledger at that place."""
    settings = {**os.environ, "TIEOUT_DATABASE_URL": f"sqlite:///{place}/ledger.db"}
    command = [sys.executable, "-m", "app.cli", *words]
    with subprocess.Popen(
        command, env=settings, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as child:
        said = child.stderr.read() if child.stderr else ""
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in _FINE:
        raise SystemExit(said)
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


if __name__ == "__main__":
    raise SystemExit(main())
