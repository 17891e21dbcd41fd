"""Reads an hledger journal."""

import re
from pathlib import Path
from typing import Final

from db.formats.journals import journal
from db.formats.journals.journal_amounts import looks_like_a_journal
from db.formats.snapshot import Snapshot

_DIALECT: Final = journal.JournalDialect(
    name="hledger",
    comments=";#*",
    # Those of ledger, and prices, which hledger passes over.
    idle=frozenset(
        ("P", "payee", "tag", "N", "C", "assert", "bucket", "A", "capture", "check", "define")
    )
    | frozenset(("eval", "expr", "python", "value", "--command-line-flags")),
    refused={},
    note=re.compile(";"),
    of_ledger=False,
)
#: What hledger has and ledger has not.
_OWN: Final = re.compile(
    r"^(?:decimal-mark|account .*;.*\btype:|commodity .*\d)|^[ \t].*[\d ](?:==\*?|=\*) *[^ ]",
    re.MULTILINE,
)
#: What ledger has and hledger has not.
_LEDGERS: Final = re.compile(
    r"^(?:[!@%|]|bucket |A |define |assert |check |apply fixed|= *(?:expr )?/|= *expr )"
    r"|^[ \t]+\S.*(?:  |\t)[ \t]*\([^)\n;]*[-+*/]",
    re.MULTILINE,
)


def identify(path: Path, head: bytes) -> bool:
    """Whether the text is a journal, and nothing in it or in its name is ledger's alone."""
    text = looks_like_a_journal(path, head)
    if text is None:
        return False
    if _OWN.search(text):
        return True
    return path.suffix not in (".ledger", ".dat", ".ldg", ".lgr") and not _LEDGERS.search(text)


def read(path: Path, currency: str | None = None) -> Snapshot:
    """All that the journal and what it includes hold. Raises ``SourceError``."""
    return journal.read(path, _DIALECT, currency)
