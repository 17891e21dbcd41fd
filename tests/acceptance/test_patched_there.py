"""What a person accepted goes back where the ledger is kept, by the tool that it is kept with, and
all ties out. Journals and folders have their tests in `app/acts/test_patches.py`."""

import csv
import gzip
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from mt940.parser import parse_statements

from tests.acceptance.test_next_month import JANUARY, PROVEN, row, statement, verdicts
from tests.support.kept import FIRST, KINDS, OPENING, KeptRow
from tests.support.process import tieout

REAL: Final = Path(__file__).parents[1] / "support" / "real"
SQLITE: Final = Path(__file__).parents[1] / "data" / "ledgers" / "book.sqlite.gnucash.gz"
EXTRA = row("r8", 1, 8, -1_234, "EXTRA")
#: The fee is missing, the rent is off, and one row is too many.
SLIPS = (JANUARY[0], EXTRA, JANUARY[1], JANUARY[2]._replace(minor=-81_000), JANUARY[3])
#: What a person does there by hand, as the list says it.
BY_HAND = [("remove", "2025-01-08", -1_234), ("amend", "2025-01-20", -81_000, -80_000)]

Added = list[tuple[str, int, str]]
"""The day, the amount and the words of each row of a file to import."""


def ran(command: list[str | Path], said: object = None, **env: str) -> str:
    """What a program says to the JSON that it is given."""
    given = json.dumps(said).encode()
    done = subprocess.run(command, input=given, capture_output=True, env={**os.environ, **env})
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def gnucash(uri: str, acts: list[Any], *more: str) -> None:
    python = os.environ.get("GNUCASH_PYTHON", "/usr/bin/python3")
    if subprocess.run([python, "-c", "import gnucash"], capture_output=True).returncode:
        pytest.skip("GnuCash's Python bindings are not installed")
    ran([python, "-c", (REAL / "gnucash_book.py").read_text(), uri, *more], acts)


def a_book(form: str, folder: Path) -> None:
    """A book that GnuCash saved. Its bindings make none in SQLite, but empty one and fill it."""
    start: list[Any] = [["make"], ["add", str(FIRST), OPENING, "Opening", "Opening"]]
    if form == "sqlite3":
        (folder / "book.gnucash").write_bytes(gzip.decompress(SQLITE.read_bytes()))
        there = (("2025-01-03", -4_200), ("2025-01-03", -4_200), ("2025-01-08", -15_000))
        start = [["remove", *each] for each in there]
        start.append(["add", "2025-01-01", OPENING - 120_000, "Brought forward", "Opening"])
    rows = [["add", str(each.day), each.minor, each.text] for each in SLIPS]
    gnucash(
        f"{form}://{folder}/book.gnucash", [*start, *rows], *(["make"] if form == "xml" else ())
    )


def in_the_book(form: str, folder: Path, file: Path) -> None:
    """GnuCash reads OFX with the library that `ofxdump` shows; a person says yes to each row."""
    acts = [*(["add", *each] for each in of_ofx(file)), *BY_HAND]
    gnucash(f"{form}://{folder}/book.gnucash", acts)


def of_ofx(file: Path) -> Added:
    if shutil.which("ofxdump") is None:
        pytest.skip("ofxdump is not installed")
    found = []
    for part in ran(["ofxdump", file]).split("ofx_proc_transaction():")[1:]:
        said = {name.strip(): text for name, text in re.findall(r"^ +([^:]+): (.*)$", part, re.M)}
        day = datetime.strptime(said["Date posted"], "%a %b %d %H:%M:%S %Y %Z").date()
        words = said["Name of payee or transaction description"]
        found.append((str(day), round(float(said["Total money amount"]) * 100), words))
    return found


def actual(folder: Path, acts: list[Any]) -> Any:
    """`NODE_PATH` is where npm put the package @actual-app/api."""
    if subprocess.run(["node", "-e", "require('@actual-app/api')"], capture_output=True).returncode:
        pytest.skip("@actual-app/api is not installed where node finds it")
    return json.loads(ran(["node", REAL / "actual.js", folder], acts))


def a_budget(folder: Path) -> None:
    rows = [
        {"date": str(each.day), "amount": each.minor, "payee_name": each.text} for each in SLIPS
    ]
    actual(folder, [["make", {"account": "Current", "opening": OPENING, "rows": rows}]])
    export(folder)


def export(folder: Path) -> None:
    (file,) = folder.glob("*/db.sqlite")
    shutil.copy(file, folder)


def in_the_budget(folder: Path, file: Path) -> None:
    rows = json.loads(file.read_text())
    own = {"account": rows[0]["account"]}
    hands = [
        (what, {**own, "day": day, "was": was, "now": [*now, 0][0]})
        for what, day, was, *now in BY_HAND
    ]
    twice = [("importInto", {"rows": rows})] * 2
    done = actual(folder, [("open", {}), *twice, *hands])
    assert done["imports"] == [[1, 0], [0, 0]]
    export(folder)


def of_actual(file: Path) -> Added:
    """What Actual's own reader of bank files finds."""
    found = actual(file.parent, [["parse", {"file": str(file)}]])["parsed"]
    assert found["errors"] == []
    return [
        (_iso(each["date"]), round(each["amount"] * 100), each["payee_name"])
        for each in found["transactions"]
    ]


def _iso(day: str) -> str:
    return str(datetime.strptime(day, "%m/%d/%Y").date()) if "/" in day else day


def of_swift(file: Path) -> Added:
    return [
        (str(each.data["entry_date"]), int(each.data["amount"].amount * 100),
         each.data["transaction_details"])
        for part in parse_statements(file.read_text())
        for each in part.transactions
    ]  # fmt: skip


def of_table(file: Path) -> Added:
    rows = csv.DictReader(file.read_text().splitlines())
    return [(each["date"], round(float(each["amount"]) * 100), each["name"]) for each in rows]


def in_the_bank(kind: str, read: Callable[[Path], Added], folder: Path, file: Path) -> None:
    """Whoever keeps such a file takes the new rows in, and writes all of them again."""
    new = [KeptRow("n", date.fromisoformat(day), minor, text) for day, minor, text in read(file)]
    KINDS[kind].keep(folder, sorted([*JANUARY, *new], key=lambda each: each.day))


class Kept(NamedTuple):
    """Where a ledger is kept: its file, what it is connected with, the ending of what it imports;
    how it comes to be with its slips, and how what was accepted comes in there."""

    file: str
    more: tuple[str, ...]
    ending: str
    begin: Callable[[Path], None]
    take: Callable[[Path, Path], None]


def bank(kind: str, read: Callable[[Path], Added]) -> Kept:
    name, _, more = KINDS[kind]
    begin = partial(lambda folder: KINDS[kind].keep(folder, SLIPS))
    return Kept(name, more, Path(name).suffix, begin, partial(in_the_bank, kind, read))


def book(form: str) -> Kept:
    return Kept("book.gnucash", (), ".ofx", partial(a_book, form), partial(in_the_book, form))


WHERE = {
    "GnuCash, XML": book("xml"),
    "GnuCash, SQLite": book("sqlite3"),
    "Actual": Kept("db.sqlite", ("--currency", "EUR"), ".json", a_budget, in_the_budget),
    "OFX, by libofx": bank("ofx", of_ofx),
    "OFX, by Actual": bank("ofx", of_actual),
    "QIF, by Actual": bank("qif", of_actual),
    "CAMT, by Actual": bank("camt", of_actual),
    "MT940, by mt-940": bank("mt940", of_swift),
    "Sure, by its columns": bank("csv", of_table),
}


@pytest.mark.parametrize("name", WHERE)
def test_three_slips_are_found_accepted_and_corrected_there(tmp_path: Path, name: str) -> None:
    where = WHERE[name]
    where.begin(tmp_path)
    (tmp_path / "january.pdf").write_bytes(statement(PROVEN, OPENING))
    tieout("init", cwd=tmp_path)
    connected = tieout("ledger", "connect", "books", where.file, *where.more, cwd=tmp_path)
    assert connected.code == 0, connected.err
    (account,) = tieout("ledger", "accounts", "--json", cwd=tmp_path).json

    assert verdicts(tmp_path, "import", "january.pdf") != ["matched"]
    tieout("state", "1", "--account", account["name"], "--balance", "have", cwd=tmp_path)
    tieout("accept", "1", cwd=tmp_path)
    tieout("resolve", "1", "1", "remove", cwd=tmp_path)
    if verdicts(tmp_path, "review", "1") == ["differences"]:  # QIF and CSV have no opening
        tieout("account", "edit", account["name"], "--opening-balance", "1000.00", cwd=tmp_path)
    assert verdicts(tmp_path, "review", "1") == ["matched"]

    file = tmp_path / f"add{where.ending}"
    said = tieout("ledger", "patch", "books", "--to", file, "--json", cwd=tmp_path).json
    assert said["corrections"] == 1
    assert [in_minor(each) for each in said["left"]] == BY_HAND
    where.take(tmp_path, file)

    done = tieout("ledger", "sync", "books", "--json", cwd=tmp_path).json
    counts = ("added", "changed", "gone", "recognised", "refused")
    assert [done[each] for each in counts] == [0, 1, 1, 1, 0]
    assert verdicts(tmp_path, "review", "1") == ["matched"]
    assert tieout("ledger", "patch", "books", cwd=tmp_path).code == 5
    assert tieout("ledger", "sync", "books", "--dry-run", "--json", cwd=tmp_path).json["rows"] == []


def in_minor(each: dict[str, Any]) -> tuple[object, ...]:
    """A correction that is left to a person, as `BY_HAND` has it."""
    was, now = (each[key] and round(float(each[key]) * 100) for key in ("was_amount", "amount"))
    return (each["what"], each["was_date"], was, *([now] if now else []))
