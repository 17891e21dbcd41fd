"""What a person accepted goes back into the files that the ledger is kept in, and all ties out."""

from __future__ import annotations

import shutil
import subprocess
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import Engine

from app.acts.correcting import StatedByPerson, state_facts
from app.acts.imports import accept, resolve
from app.acts.patches import patch
from app.acts.sources import Wishes, connect, sync
from app.errors import SourceMoved, SourceUnwritable
from app.queries.reviews import one_import
from db.formats.detect import read_source
from db.words import Verdict
from fixtures.catalogue import catalogue
from fixtures.truth import TrueRow
from jobs.imports.inline import import_all
from jobs.options import DocumentSource, ImportOptions
from pipeline.review.resolving import Wish

(MARCH,) = [each for each in catalogue() if each.name == "uk_current"]
(TRUTH,) = MARCH.statements
HEADS = {
    "main.beancount": """\
2025-01-01 open Assets:Current
  account-number: "4471"
2025-01-01 open Expenses:Food
2025-01-01 open Income:Pay
2025-01-01 open Equity:Opening
""",
    "main.journal": "; The year\naccount assets:current  ; type: A, number: 4471\n",
    "main.ledger": "; The year\naccount assets:current\n    ; number: 4471\n\nbucket assets:cash\n",
    "transactions.csv": "account,date,amount,description,origin\n",
}
JOURNALS = list(HEADS)[:3]
FOOD = {name: "Expenses:Food" if "bean" in name else "expenses:food" for name in JOURNALS}
CHECKS = {
    "main.beancount": ("bean-check",),
    "main.journal": ("hledger", "check", "-f"),
    "main.ledger": ("ledger", "--args-only", "bal", "-f"),
}


def books(folder: Path, name: str) -> Path:
    """A ledger of March that lacks a row, has another wrong by ten pounds and one too many."""
    rows = list(TRUTH.rows)
    del rows[5]
    for at, amount in ((9, rows[9].amount - 10), (20, Decimal("-12.34"))):
        changed = TrueRow(rows[at].date, ("Extra",) if at == 20 else rows[at].lines, amount)
        rows[at : at + (at == 9)] = [changed]
    first = TrueRow(TRUTH.start, ("Opening",), TRUTH.opening)
    entry = {".beancount": beancount, ".csv": table}.get(Path(name).suffix, journal)
    given = rows if name.endswith(".csv") else [first, *rows]
    (folder / name).write_text(HEADS[name] + "".join(map(entry, given)), newline="")
    if name.endswith(".csv"):
        head = "name,kind,currency,mask,opening_balance,opened_on\n"
        row = f"Current,checking,GBP,4471,{TRUTH.opening},{TRUTH.start}\n"
        (folder / "accounts.csv").write_text(head + row)
        return folder
    return folder / name


def other(row: TrueRow) -> str:
    if row.lines == ("Opening",):
        return "Equity:Opening"
    return "Expenses:Food" if row.amount < 0 else "Income:Pay"


def beancount(row: TrueRow) -> str:
    head = f'\n{row.date} * "{row.description}" ; seen\n'
    return f"{head}  Assets:Current   {row.amount:,} GBP ; kept\n  {other(row)}\n"


def journal(row: TrueRow) -> str:
    sign, amount = "-" if row.amount < 0 else "", abs(row.amount)
    head = f"\n{row.date:%Y/%m/%d} * {row.description}\n"
    return f"{head}    assets:current   {sign}£{amount:,}  ; kept\n    {other(row).lower()}\n"


def table(row: TrueRow) -> str:
    return f'Current,{row.date},{row.amount},"{row.description}",source\n'


def decided(engine: Engine, source: Path) -> None:
    """The source is connected, its statement imported, and all that follows accepted."""
    connect(engine, "books", source, Wishes())
    list(import_all(engine, [DocumentSource("march.pdf", data=MARCH.pdf)], ImportOptions()))
    if one_import(engine, 1).statements[0].verdict is Verdict.UNPROVEN:
        state_facts(engine, 1, StatedByPerson(balance="have"))
    accept(engine, 1, (), dry_run=False)
    resolve(engine, 1, 1, Wish("remove"), dry_run=False)
    assert one_import(engine, 1).statements[0].verdict is Verdict.MATCHED


def accepted_by_tool(file: Path) -> bool:
    tool, *rest = CHECKS[file.name]
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    return subprocess.run([tool, *rest, file], capture_output=True).returncode == 0


@pytest.mark.thorough
@pytest.mark.parametrize("name", HEADS)
def test_what_was_accepted_is_in_the_files_and_nothing_is_open(
    engine: Engine, tmp_path: Path, name: str
) -> None:
    file = books(tmp_path, name)
    text = tmp_path / name
    before = text.read_bytes()
    decided(engine, file)
    legs = {"*": FOOD[name]} if name in FOOD else {}
    shown = patch(engine, "books", legs)
    assert (text.read_bytes(), shown.left, shown.corrections) == (before, (), 3)
    done = patch(engine, "books", write=True)

    assert (done.patch, done.backups) == (shown.patch, (f"{text}.tieout-backup",))
    assert Path(done.backups[0]).read_bytes() == before
    changed = [line for line in done.patch.splitlines() if line[:1] in "+-"]
    assert (len(changed), done.balances) == {
        "transactions.csv": (6, 0), "main.beancount": (15, 1)
    }.get(name, (14, 1))  # fmt: skip
    assert done.sync is not None
    assert (done.sync.changed, done.sync.gone, done.sync.recognised) == (1, 1, 1)
    again = patch(engine, "books", write=True)
    assert (again.patch, again.corrections, again.balances, again.backups) == ("", 0, 0, ())
    same = sync(engine, "books")
    assert (same.added, same.changed, same.gone, same.recognised) == (0, 0, 0, 0)
    assert one_import(engine, 1).statements[0].verdict is Verdict.MATCHED
    assert sum(each.ours for each in read_source(file).entries) == 1
    if name in CHECKS:
        assert accepted_by_tool(file)
        assert done.checker is not None
        assert done.checker.passed, done.checker.words


@pytest.mark.thorough
@pytest.mark.parametrize("name", JOURNALS)
def test_the_diff_does_by_patch_what_writing_does(
    engine: Engine, tmp_path: Path, name: str
) -> None:
    file = books(tmp_path, name)
    file.write_bytes(file.read_bytes().rstrip(b"\n").replace(b"\n", b"\r\n"))
    copy = tmp_path / "copy"
    copy.mkdir()
    shutil.copy(file, copy)
    decided(engine, file)
    done = patch(engine, "books", {"*": FOOD[name]}, target=tmp_path / "books.patch", write=True)
    command = ["patch", "-p1", "--binary", "-i", str(tmp_path / "books.patch")]
    subprocess.run(command, cwd=copy, check=True, capture_output=True)

    assert (copy / name).read_bytes() == file.read_bytes()
    assert (tmp_path / "books.patch").read_bytes() == done.patch.encode()


@pytest.mark.thorough
def test_a_cent_that_passes_is_found_with_the_balance_that_was_asserted(
    engine: Engine, tmp_path: Path
) -> None:
    file = books(tmp_path, "main.beancount")
    decided(engine, file)
    patch(engine, "books", {"*": "Expenses:Food"}, write=True)
    cent = TRUTH.opening + Decimal("0.01")
    file.write_text(file.read_text().replace(f"{TRUTH.opening:,} GBP", f"{cent:,} GBP"))
    assert not accepted_by_tool(file)
    file.write_text(file.read_text().replace(" ~ 0 GBP", " GBP"))
    assert accepted_by_tool(file)


def one_row(folder: Path) -> Path:
    file = folder / "main.journal"
    file.write_text("2025-03-01 x\n    assets:bank  £5.00\n    income:pay\n")
    return file


def test_files_that_moved_since_are_left(engine: Engine, tmp_path: Path) -> None:
    file = one_row(tmp_path)
    connect(engine, "books", file, Wishes())
    file.write_text(f"; mine\n{file.read_text()}")

    with pytest.raises(SourceMoved):
        patch(engine, "books", write=True)


def test_a_file_that_cannot_be_replaced_leaves_all_as_they_were(
    engine: Engine, tmp_path: Path
) -> None:
    file = books(tmp_path, "main.journal")
    more = tmp_path / "more.journal"
    more.write_text(file.read_text().partition("\n\n")[2])
    file.write_text("account assets:current  ; type: A, number: 4471\n\ninclude more.journal\n")
    decided(engine, file)
    before = more.read_bytes()
    (tmp_path / "more.journal.tieout-part").mkdir()

    with pytest.raises(SourceUnwritable, match="Nothing was changed"):
        patch(engine, "books", {"*": "expenses:food"}, write=True)

    assert more.read_bytes() == before
