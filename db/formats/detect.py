"""Finds out which form a source is in, and reads it."""

import gc
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from inspect import signature
from pathlib import Path
from stat import S_ISREG
from typing import Any, Final, cast

from db.formats.snapshot import (
    OptionOfOtherFormat,
    Snapshot,
    SourceFormat,
    SourceMissing,
    SourceTooLarge,
    SourceUnreadable,
    UnknownFormat,
)

#: The forms in the order they are asked, each with its module. The first two words of a file tell
#: most of them; a journal is asked last, since almost any text might be one.
FORMATS: Final[dict[str, str]] = {
    "folder": "db.formats.ledger_csv",
    "ofx": "db.formats.bank.ofx",
    "qif": "db.formats.bank.qif",
    "camt": "db.formats.bank.camt",
    "mt940": "db.formats.bank.mt940",
    "gnucash": "db.formats.books.gnucash",
    "actual": "db.formats.books.actual",
    "csv": "db.formats.csv_files.mapping",
    "beancount": "db.formats.journals.beancount",
    "hledger": "db.formats.journals.hledger",
    "ledger": "db.formats.journals.ledger_cli",
}

#: What a person may have to say of a CSV file.
CHOICES: Final = frozenset({"dates", "decimal", "signs", "date", "amount"})

#: A ledger of a million entries has some 200 MB as text.
MOST_BYTES: Final = 2**30
_HEAD: Final = 4096


@contextmanager
def uncollected() -> Iterator[None]:
    """Make rows without the garbage collector, which would go through a million of them over and
    over: none is garbage. Afterwards they are old to it, and rarely looked at."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()
        if collects:
            gc.enable()


@uncollected()
def read_source(path: Path, form: str | None = None, **options: Any) -> Snapshot:
    """All that the source at ``path`` holds, in the ``form`` that is named or found. ``options``
    are what a person says of it, such as the currency. Raises ``SourceError``."""
    name = form or identify(path)
    read = module_of(name).read
    accepted = signature(read).parameters
    for option in options:
        if option not in accepted and not (option in CHOICES and "said" in accepted):
            raise OptionOfOtherFormat(option=option.replace("_", "-"), form=name)
    return read(path, **options)


def identify(path: Path) -> str:
    """The name of the form that the source is in. Raises ``SourceError``."""
    head = head_of(path)
    for name in FORMATS:
        if module_of(name).identify(path, head):
            return name
    raise UnknownFormat(path=path, known=", ".join(FORMATS))


def module_of(form: str) -> SourceFormat:
    """The module that reads this form. Raises ``UnknownFormat``."""
    if form not in FORMATS:
        raise UnknownFormat(path=form, known=", ".join(FORMATS))
    return cast(SourceFormat, import_module(FORMATS[form]))


def head_of(path: Path) -> bytes:
    """The first bytes of the file, none of a folder. Raises ``SourceError``."""
    try:
        if path.is_dir():
            return b""
        _require_file(path)
        with path.open("rb") as file:
            return file.read(_HEAD)
    except OSError as error:
        raise _fault(path, error) from None


def bytes_of(path: Path) -> tuple[bytes, str]:
    """The bytes of the file and their SHA-256. Raises ``SourceError``."""
    try:
        _require_file(path)
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise SourceTooLarge(file=path.name, size=size, most=MOST_BYTES)
        data = path.read_bytes()
    except OSError as error:
        raise _fault(path, error) from None
    return data, hashlib.sha256(data).hexdigest()


def _require_file(path: Path) -> None:
    """A device or a pipe might never end. Raises ``OSError`` and ``SourceUnreadable``."""
    if not S_ISREG(path.stat().st_mode):
        raise SourceUnreadable(path=path, reason="it is no file")


def _fault(path: Path, error: OSError) -> SourceMissing | SourceUnreadable:
    if isinstance(error, FileNotFoundError):
        return SourceMissing(path=path)
    return SourceUnreadable(path=path, reason=error.strerror or "it is no file")
