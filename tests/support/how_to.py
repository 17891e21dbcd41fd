"""The commands of a page in their order, typed, and ledgers on which they mean something."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from sqlalchemy import select

from db.engine import make_engine
from db.ledger.amending import snapshot
from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.locks import lock, note
from db.ledger.views import NewAccount, NewEntry
from db.models import Lock, Transaction
from db.money import to_decimal_string
from db.session import unit_of_work
from db.upgrade import upgrade
from db.words import AccountKind
from tests.support import forked
from tests.support.process import TIEOUT, clean
from tests.support.two_years import HOLDINGS, Row, page_of, printed

FOLDER = Path(__file__).parents[2] / "docs" / "how-to"
_BLOCK = re.compile(r"^```sh\n(.*?)^```", re.M | re.S)
#: A `tieout` for the path: what serves until Ctrl-C is stopped after its first line, and where this
#: checkout's is meant, each is forked as `tests.support.forked` does.
_STANDING_IN = """#!{python} -IS
import json, os, signal, socket, struct, subprocess, sys
words = sys.argv[1:]
serves = any(each in words for each in ("web", "watch", "worker", "schedule", "serve"))
if "web" in words and "--port" not in words and "--help" not in words:
    with socket.create_server(("127.0.0.1", 0)) as free:
        words += ["--port", str(free.getsockname()[1])]
said, saying = os.pipe() if serves and "--help" not in words else (0, 2)
if {asking}:
    told, telling = os.pipe()
    asked = json.dumps([[{tieout!r}, *words], os.getcwd(), dict(os.environ), False]).encode()
    socket.send_fds(socket.socket(fileno={asking}), [asked], [0, 1, saying, telling])
    os.close(telling)
    pid = struct.unpack("ii", os.read(told, 8))[0]
    ended = lambda: struct.unpack("ii", os.read(told, 8))[1]
else:
    process = subprocess.Popen([{tieout!r}, *words], stderr=saying)
    pid, ended = process.pid, process.wait
if said:
    os.close(saying)
    with open(said) as lines:
        print(lines.readline(), file=sys.stderr)
        # RQ's scheduler raises in its handler: while a line is logged, that is lost.
        signal.signal(signal.SIGALRM, lambda *_: os.kill(pid, signal.SIGINT))
        os.kill(pid, signal.SIGINT)
        signal.setitimer(signal.ITIMER_REAL, 15, 15)
        print(lines.read(), file=sys.stderr)
        signal.setitimer(signal.ITIMER_REAL, 0)
    sys.exit({{130: 0, -2: 0}}.get(code := ended(), code))
sys.exit(ended())
"""
_END = "\x1e"


def commands(page: str) -> list[list[str]]:
    """The words behind `tieout` of every command in the blocks of `page.md`, or of the one section
    that `page.md#Heading` names."""
    name, _, heading = page.partition("#")
    text = (FOLDER / name).read_text(encoding="utf-8")
    if heading:
        text = text.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = (line for block in _BLOCK.findall(text) for line in block.splitlines())
    return [words[1:] for words in map(shlex.split, lines) if words[:1] == ["tieout"]]


@dataclass(frozen=True)
class Typed:
    """A line of a page, and what came of it."""

    line: str
    code: int
    out: str


def typed(text: str, folder: Path, tieout: Path = TIEOUT, **env: str) -> list[Typed]:
    """Type every block of a page into one shell, whose home is the folder."""
    lines = [line for block in _BLOCK.findall(text) for line in _whole_lines(block)]
    script = "".join(f"{{ {line}\n}} 2>&1; printf '{_END}%s{_END}' $?\n" for line in lines)
    own = {"HOME": str(folder), "COLUMNS": "80", **env}
    ran = in_bash(script, folder, own, tieout)
    said = ran.stdout.split(_END)[:-1]
    return [Typed(*each) for each in zip(lines, map(int, said[1::2]), said[::2], strict=True)]


def in_bash(
    script: str, folder: Path, env: Mapping[str, str], tieout: Path = TIEOUT
) -> subprocess.CompletedProcess[str]:
    """Run a script in the folder, on whose path this `tieout` is."""
    tool = folder / ".bin" / "tieout"
    asking = forked.where_to_ask() if tieout == TIEOUT else 0
    if not tool.exists():
        tool.parent.mkdir()
        words = {"python": sys.executable, "tieout": str(tieout), "asking": asking}
        tool.write_text(_STANDING_IN.format(**words))
        tool.chmod(0o700)
    path = f"{tool.parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-c", script], cwd=folder, env={**clean(), "PATH": path, **env}, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, pass_fds=[asking] if asking else [],
    )  # fmt: skip


def _whole_lines(block: str) -> Iterator[str]:
    """The commands of a block, those that go over several lines whole."""
    begun = ""
    for line in block.splitlines():
        begun += line
        if subprocess.run(["bash", "-nc", begun], capture_output=True).returncode == 0:
            yield begun
            begun = ""
        else:
            begun += "\n"
    assert not begun, begun


def locked_and_refused(folder: Path) -> None:
    """Lock 1 of the demo's ledger is in force and has refused a change."""
    engine = make_engine(str(folder / "tieout.db"))
    with unit_of_work(engine) as session:
        there = session.get(Lock, 1)
        entries = select(Transaction).order_by(Transaction.id)
        if there is not None:
            entries = entries.where(Transaction.account_id == there.account_id)
        entry = session.scalars(entries).first()
        assert entry is not None
        if there is None:
            lock(session, entry.account_id, entry.booked_on, entry.booked_on, "alex")
        said = snapshot(session, entry.id)
        assert said is not None
        note(session, entry.account_id, 1, "alex", "csv", said, {**said, "amount_minor": 1})
    engine.dispose()


def month_to_close(folder: Path) -> None:
    """A ledger of January to April with two slips, and what the bank sent when."""
    household, january = HOLDINGS[0], 12
    months = {n: printed(household, january + n) for n in range(4)}
    cheque = Row(date(2025, 3, 20), "Cheque to Dora", -4_000)
    noted = [row for n in months for row in months[n] if row is not months[0][2]]
    months[3].append(replace(cheque, day=date(2025, 4, 28)))
    rent, food, *rest = months[1]
    corrected = [replace(rent, amount=rent.amount - 100), replace(food, amount=food.amount + 100)]
    opening, held = household.opening, {}
    for n, rows in months.items():
        held[n] = opening
        opening += sum(row.amount for row in rows)
    for name, n, rows in (
        ("statements/january", 0, months[0]),
        ("statements/march", 2, months[2]),
        ("late/february", 1, months[1]),
        ("late/april", 3, months[3]),
        ("again/february", 1, [*corrected, *rest]),
    ):
        file = folder / f"{name}.pdf"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(page_of(household, january + n, rows, held[n]))
    household_ledger(folder, [*noted, cheque])


def household_ledger(folder: Path, noted: Sequence[Row]) -> None:
    """A ledger with the household's current account alone, and these entries, from 2025 on."""
    household = HOLDINGS[0]
    engine = make_engine(str(folder / "tieout.db"), create=True)
    upgrade(engine)
    new = NewAccount(
        household.name,
        AccountKind.CHECKING,
        "GBP",
        institution="Northgate Bank",
        mask=household.digits,
        opening_balance_minor=household.opening,
        opened_on=date(2025, 1, 1),
    )
    entries = [NewEntry(row.day, row.amount, row.words) for row in noted]
    with unit_of_work(engine) as session:
        add_transactions(session, add_account(session, new), entries)
    engine.dispose()


def plain_text_ledger(folder: Path, slip: int = 0) -> None:
    """A journal of January, off by so much in its second row, and what the bank printed."""
    household, january = HOLDINGS[0], 12
    rows = printed(household, january)
    (folder / "statements").mkdir()
    page = page_of(household, january, rows, household.opening)
    (folder / "statements" / "january.pdf").write_bytes(page)
    noted = [Row(date(2024, 12, 31), "Opening", household.opening), *rows]
    noted[2] = replace(noted[2], amount=noted[2].amount + slip)
    account = "Assets:Household"
    entries = (
        f'{row.day} * "{row.words}"\n  {account}  {to_decimal_string(row.amount, 2)} GBP\n'
        f"  Equity:Other\n"
        for row in noted
    )
    head = f'2024-12-31 open {account} GBP\n  number: "{household.digits}"\n'
    journal = "\n".join((f"{head}2024-12-31 open Equity:Other\n", *entries))
    (folder / "main.beancount").write_text(journal, encoding="utf-8")
