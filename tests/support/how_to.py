"""The commands of a how-to page in their order, and ledgers on which they mean something."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from sqlalchemy import select

from db.amending import snapshot
from db.discrepancies import note
from db.engine import make_engine
from db.locks import lock
from db.models import Lock, Transaction
from db.session import unit_of_work

FOLDER = Path(__file__).parents[2] / "docs" / "how-to"
_BLOCK = re.compile(r"^```sh\n(.*?)^```", re.M | re.S)


def commands(page: str) -> list[list[str]]:
    """The words behind `tieout` of every command in the blocks of `page.md`, or of the one section
    that `page.md#Heading` names."""
    name, _, heading = page.partition("#")
    text = (FOLDER / name).read_text(encoding="utf-8")
    if heading:
        text = text.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = (line for block in _BLOCK.findall(text) for line in block.splitlines())
    return [words[1:] for words in map(shlex.split, lines) if words[:1] == ["tieout"]]


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
