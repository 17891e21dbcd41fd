"""A file's bytes, taken in once, within the limits: a PDF or a picture, known by its hash."""

import hashlib
import os
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final

from db.errors import TieoutError
from db.words import FaultClass

MEBIBYTE = 1 << 20
MAX_BYTES = 50 * MEBIBYTE
_HEADER = b"%PDF-"
_HEADER_WITHIN = 1024  # readers accept junk before the header, and some banks send it
#: How pictures begin, by the offset of the bytes that tell.
_PICTURES: Final = (
    ("PNG", 0, (b"\x89PNG\r\n\x1a\n",)),
    ("JPEG", 0, (b"\xff\xd8\xff",)),
    ("TIFF", 0, (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")),
    ("WebP", 8, (b"WEBP",)),
    ("HEIC", 4, (b"ftypheic", b"ftypheix", b"ftyphevc", b"ftypmif1", b"ftypmsf1")),
)


class IntakeError(TieoutError, code="intake_error", fault=FaultClass.DOCUMENT):
    """The file could not be taken in."""


class FileUnreadable(IntakeError):
    """The file could not be read: {reason}. Check the path and its permissions."""


class EmptyFile(IntakeError):
    """The file is empty. Download it again from the bank."""


class FileTooLarge(IntakeError):
    """The file is larger than the limit of {limit_mib} MiB. Split it, or print only the
    statement's pages to a new PDF."""


class NotAPdf(IntakeError):
    """The file is not a PDF, whatever its name says, and no picture of a page (PNG, JPEG, TIFF,
    WebP, HEIC). Download the statement as PDF."""


@dataclass(frozen=True, slots=True)
class Intake:
    """One document's bytes, and the SHA-256 (hex) by which it is known whatever its name."""

    sha256: str
    size: int
    name: str
    data: bytes = field(repr=False)


def take_in_path(path: Path, max_bytes: int = MAX_BYTES) -> Intake:
    """Read a regular file. Raises an IntakeError."""
    try:
        # Without O_NONBLOCK a named pipe would hold the whole batch up.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise FileUnreadable(reason="it is not a regular file")
            return take_in_stream(file, path.name, max_bytes)
    except OSError as error:
        raise FileUnreadable(reason=error.strerror or type(error).__name__) from error


def take_in_stream(stream: BinaryIO, name: str = "-", max_bytes: int = MAX_BYTES) -> Intake:
    """Read a stream, such as standard input, to its end. Raises an IntakeError."""
    return take_in_bytes(stream.read(max_bytes + 1), name, max_bytes)


def take_in_bytes(data: bytes, name: str, max_bytes: int = MAX_BYTES) -> Intake:
    """Check bytes already in memory. Raises EmptyFile, FileTooLarge or NotAPdf."""
    if not data:
        raise EmptyFile()
    if len(data) > max_bytes:
        raise FileTooLarge(limit_mib=max_bytes / MEBIBYTE)
    if picture_kind(data) is None and _HEADER not in data[:_HEADER_WITHIN]:
        raise NotAPdf()
    return Intake(hashlib.sha256(data).hexdigest(), len(data), name, data)


def picture_kind(data: bytes) -> str | None:
    """Of which kind a picture is by its first bytes; None if they are no picture's."""
    for kind, at, beginnings in _PICTURES:
        if data.startswith(beginnings, at):
            return kind
    return None
