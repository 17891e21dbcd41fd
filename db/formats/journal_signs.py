"""Tells a plain-text journal from other texts by its first lines."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

_DAY: Final = r"(?:\d{4,}[-/.])?\d{1,2}[-/.]\d{1,2}"
_TRANSACTION: Final = re.compile(
    rf"^{_DAY}(?:={_DAY})?(?:[ \t].*)?\n(?:[ \t]+;.*\n)*"
    r"[ \t]+[^\s;]+(?: \S+)*(?:(?: [ \t]|\t)[ \t]*\S|[ \t]*(?:\n[ \t]+[^\s;]+.*(?:  |\t)[ \t]*\S))",
    re.MULTILINE,
)
_BEGINS: Final = re.compile(
    rf"{_DAY}(?:=|\s|$)|[;#*%|~=]|[!@]?(?:include|account|commodity|alias|apply|end|payee|tag|year"
    r"|bucket|assert|check|define|capture|decimal-mark|eval|python|fixed)\b"
    r"|[DPYNAC] ?\S|[iIoObh] \d"
)
_COMMENT: Final = re.compile(r"^comment\b.*?(?:^end comment\b.*?$|\Z)", re.MULTILINE | re.DOTALL)
_SUFFIXES: Final = (".journal", ".hledger", ".j", ".ledger", ".ldg", ".lgr")


def looks_like_a_journal(path: Path, head: bytes) -> str | None:
    """The beginning as text, if each line may begin a journal's and there is a transaction.

    A file that is named as a journal may hold directives and comments alone.
    """
    text = head.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
    text = _COMMENT.sub("", text)
    if "\0" in text:
        return None
    begun = [each for each in text.split("\n") if each.strip() and not each[0].isspace()]
    if not all(_BEGINS.match(each) for each in begun):
        return None
    return text if path.suffix in _SUFFIXES or _TRANSACTION.search(text) else None
