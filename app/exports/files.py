"""Where an export goes: one file for all, or a folder with one file a statement."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os.path import isdir, lexists
from pathlib import Path

from app.errors import ExportThere, ExportUnwritable
from app.exports.kinds import Kind, file_bytes
from app.shapes.exports import ExportedDocument, with_statements
from db.private import private_folder, write_new_private_bytes
from db.visible import one_line

_DIGITS_OF_HASH = 8
#: Of the 255 that file systems take, less a number, an ending and a hash.
_MOST_BYTES = 200


@dataclass(frozen=True, slots=True)
class Target:
    """What was named, and whether it is a folder."""

    path: Path
    is_folder: bool

    @classmethod
    def named(cls, name: str, kind: Kind) -> Target | None:
        """A file if the name ends as the kind does; a folder if it is one, ends in a slash or has
        no ending at all; else None, for it would only surprise.
        """
        path = Path(name)
        if name == "-":
            return None
        if isdir(path) or name.endswith(("/", os.sep)) or not path.suffix:
            return cls(path, is_folder=True)
        return cls(path, is_folder=False) if path.suffix.lower() == kind.ending else None

    def check(self) -> None:
        """Raises ExportThere and ExportUnwritable, before any document is read for nothing."""
        if lexists(self.path) and not (self.is_folder and isdir(self.path)):
            raise ExportThere(file=self.path)
        if not self.is_folder and not isdir(self.path.parent):
            raise ExportUnwritable(file=self.path, reason=os.strerror(errno.ENOENT))


def write_export(documents: Sequence[ExportedDocument], kind: Kind, target: Target) -> None:
    """Write all files, or none if one of them is there already.

    Raises ExportThere, ExportUnwritable and TooManyRows.
    """
    if target.is_folder:
        files = {target.path / name: one for name, one in _one_a_statement(documents, kind)}
    else:
        files = {target.path: documents}
    for there in filter(lexists, files):
        raise ExportThere(file=there)
    if target.is_folder:
        _make(target.path)
    for file, held in files.items():
        _write(file, file_bytes(kind, held))


def _one_a_statement(
    documents: Sequence[ExportedDocument], kind: Kind
) -> Iterator[tuple[str, Sequence[ExportedDocument]]]:
    """The name of each file, `march-1.csv`, and what goes into it."""
    taken: set[str] = set()
    for document in documents:
        stem = _stem(document, taken)
        for statement in document.statements:
            name = f"{stem}-{statement.number}{kind.ending}"
            yield name, [with_statements(document, [statement])]


def _stem(document: ExportedDocument, taken: set[str]) -> str:
    """The document's name with the folders above it, its end if it is long; distinguished by the
    bytes of the document from one that is taken.
    """
    name = "statement" if document.file == "-" else document.file
    stem = one_line("-".join(Path(name).with_suffix("").parts))
    stem = stem.encode()[-_MOST_BYTES:].decode(errors="ignore")
    # Some file systems do not tell capitals from small letters.
    if stem.casefold() in taken:
        stem = f"{stem}-{document.document.sha256[:_DIGITS_OF_HASH]}"
    taken.add(stem.casefold())
    return stem


def _make(folder: Path) -> None:
    try:
        private_folder(folder)
    except OSError as error:
        raise ExportUnwritable(file=folder, reason=error.strerror) from None


def _write(file: Path, content: bytes) -> None:
    try:
        write_new_private_bytes(file, content)
    except FileExistsError:
        raise ExportThere(file=file) from None
    except OSError as error:
        raise ExportUnwritable(file=file, reason=error.strerror) from None
