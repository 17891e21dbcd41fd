"""What the tests of journals share: texts with the rows that they hold, and how to read them."""

from pathlib import Path
from textwrap import dedent
from typing import Final

from db.formats.detect import read_source
from db.formats.snapshot import Snapshot

DATA: Final = Path(__file__).parents[2] / "data" / "journals"
NAMES: Final = {"beancount": "main.beancount", "hledger": "main.journal", "ledger": "main.ledger"}


def _texts(name: str) -> dict[str, tuple[str, str]]:
    """Each text of that file by what it shows, with the rows of its own accounts."""
    parts = (DATA / "rows" / f"{name}.txt").read_text("utf-8").removeprefix("== ").split("\n== ")
    heads = (part.rstrip("\n").partition("\n") for part in parts)
    said = {what: rest.rpartition("\n-> ") for what, _, rest in heads}
    return {what: (f"{text}\n", expected) for what, (text, _, expected) in said.items()}


#: For both tools, and for one tool alone.
BOTH: Final = _texts("both")
ONLY: Final = {name: _texts(name) for name in ("beancount", "hledger", "ledger")}


def read_text(folder: Path, form: str, text: str) -> Snapshot:
    """What the text holds as the main file of a ledger of this form."""
    path = folder / NAMES[form]
    path.write_text(dedent(text), encoding="utf-8")
    return read_source(path, form)


def rows(snapshot: Snapshot) -> list[str]:
    """Each opening and entry in short, sorted."""
    opened = [
        f"{account.key} opens {account.opening_minor}"
        for account in snapshot.accounts
        if account.opened_on
    ]
    entries = [f"{each.account} {each.amount_minor}" for each in snapshot.entries]
    return sorted(opened + entries)
