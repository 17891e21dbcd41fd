"""Reads a journal of ledger, the first of the plain-text tools."""

import re
from pathlib import Path
from typing import Final

from db.formats.journals import journal
from db.formats.journals.journal_amounts import looks_like_a_journal
from db.formats.snapshot import Snapshot

_DIALECT: Final = journal.JournalDialect(
    name="ledger",
    comments=";#*%|",
    idle=frozenset(
        ("P", "payee", "tag", "D", "N", "assert", "check", "define", "def", "eval", "expr")
    )
    | frozenset(("python", "import", "value", "i", "I", "o", "O", "b", "h")),
    refused={
        "C": "a conversion of commodities is not applied; write the amounts in one",
        "capture": "accounts that follow from payees are not worked out; write them",
        "apply fixed": "a fixed price is not applied; write the price of each amount",
        "fixed": "a fixed price is not applied; write the price of each amount",
    },
    note=re.compile(r"(?:  |\t)[ \t]*;"),
    of_ledger=True,
)


def identify(path: Path, head: bytes) -> bool:
    return looks_like_a_journal(path, head) is not None


def read(path: Path, currency: str | None = None) -> Snapshot:
    """All that the journal and what it includes hold. Raises ``SourceError``."""
    return journal.read(path, _DIALECT, currency)
