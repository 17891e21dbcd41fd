"""Under which name a document is kept: its ledger's identity, then its hash."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

#: Also that of what is written beside it first, and stays if its writer is killed.
_HASHED: Final = re.compile(
    r"(?:[0-9a-f]{32}/)?"
    r"([0-9a-f]{2})/([0-9a-f]{2})/\.?(\1\2[0-9a-f]{60})(?:\.[0-9a-f]{32}\.tmp)?"
)


def name_of(identity: str, sha256: str) -> str:
    """Where this ledger keeps the document."""
    return f"{identity}/{old_name(sha256)}"


def old_name(sha256: str) -> str:
    """Where older versions kept it, for every ledger alike."""
    # A folder of millions of files is slow in many file systems.
    return f"{sha256[:2]}/{sha256[2:4]}/{sha256}"


def old_folders() -> Iterator[str]:
    """In these the old names are, and no ledger's."""
    return (f"{first:02x}" for first in range(256))


def hash_in(name: str) -> str | None:
    """Of which document the name is, if of any."""
    found = _HASHED.fullmatch(name)
    return found[3] if found else None
