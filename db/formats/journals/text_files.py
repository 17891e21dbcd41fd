"""Reads the files of a plain-text ledger: the main file, and what it includes from its folder."""

import glob
from pathlib import Path
from typing import Final

from db.formats.detect import bytes_of
from db.formats.snapshot import Remark, SourceMalformed, is_ours

_DEEPEST: Final = 32
#: A ledger split by month for a long life has a few hundred.
_MOST_FILES: Final = 10_000


class TextFiles:
    """The files of one ledger, each with its hash, and what was remarked on the way. Only files in
    the folder of the main file and below are read, whatever an include names."""

    def __init__(self, main: Path) -> None:
        self.main = main
        self.hashes: dict[str, str] = {}
        self.remarks: list[Remark] = []
        self.marked = False  #: whether some row of ours is in them
        self._home = main.resolve().parent
        self._open: list[Path] = []
        self._count = 0

    def name(self, file: Path) -> str:
        try:
            return file.relative_to(self.main.parent).as_posix()
        except ValueError:
            return str(file)

    def malformed(self, file: Path, line: int, reason: str) -> SourceMalformed:
        """The error that names the place of what cannot be read."""
        return SourceMalformed(file=self.name(file), line=line, reason=reason)

    def remark(self, file: Path, line: int | None, reason: str) -> None:
        self.remarks.append(Remark(self.name(file), line, reason))

    def lines(self, file: Path) -> list[str]:
        """The lines of the file as an editor counts them. Raises ``SourceError``."""
        data, self.hashes[str(file)] = bytes_of(file)
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise self.malformed(
                file, line, "the text is not UTF-8, as it must be; save it as UTF-8"
            ) from None
        self.marked = self.marked or is_ours(text)
        return text.replace("\r\n", "\n").split("\n")

    def enter(self, file: Path) -> None:
        """Begins to read a file that others may be included in; ``leave`` ends it."""
        self._open.append(file.resolve())

    def leave(self) -> None:
        """Ends what ``enter`` began."""
        self._open.pop()

    def included(self, file: Path, line: int, pattern: str) -> list[Path]:
        """The files that ``pattern``, on this line, names, in order. Raises ``SourceError``. A name
        is one file; a pattern with ``*`` or ``?`` never means the file that it is in."""
        magic = glob.has_magic(pattern)
        if magic and (".." in Path(pattern).parts or Path(pattern).is_absolute()):
            raise self.malformed(file, line, f"{pattern} leads out of the folder; name the files")
        found = (
            sorted(glob.glob(pattern, root_dir=file.parent, recursive=True)) if magic else [pattern]
        )
        paths = [file.parent / each for each in found]
        if magic:
            here = self._open[-1]
            paths = [each for each in paths if each.is_file() and each.resolve() != here]
        if not paths:
            raise self.malformed(file, line, f"no file is named {pattern}")
        for each in paths:
            self._check(file, line, each)
        return paths

    def _check(self, file: Path, line: int, path: Path) -> None:
        real = path.resolve()
        self._count += 1
        if not real.is_relative_to(self._home):
            reason = f"{path.name} is not in the folder of {self.main.name} or below; put it there"
        elif not real.is_file():
            reason = f"there is no file {self.name(path)}"
        elif real in self._open:
            reason = f"{self.name(path)} includes itself"
        elif len(self._open) >= _DEEPEST:
            reason = f"more than {_DEEPEST} files include one another"
        elif self._count > _MOST_FILES:
            reason = f"more than {_MOST_FILES} files are included"
        else:
            return
        raise self.malformed(file, line, reason)
