"""The real `tieout` process, run to its end, and what it left behind."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support import forked
from tests.support.forked import Running, Stream
from tests.support.json_schemas import faults, verb_of

TIEOUT = forked.TIEOUT


@dataclass(frozen=True)
class Ran:
    """What a finished `tieout` left behind."""

    code: int
    out: str
    err: str
    words: tuple[str, ...] = ()

    @property
    def json(self) -> Any:
        """Its standard output, parsed, and as the verb's schema says."""
        printed = json.loads(self.out)
        assert faults(verb_of(self.words), printed) == []
        return printed


def tieout(
    *words: str | Path, cwd: Path, env: Mapping[str, str] | None = None, given: bytes = b""
) -> Ran:
    """Run the installed command to its end, in a folder and an environment of its own."""
    typed = tuple(map(str, words))
    done = forked.run([str(TIEOUT), *typed], cwd, {**clean(), **(env or {})}, given)
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode(), typed)


def clean() -> dict[str, str]:
    """The environment of the tests, without any setting of tieout."""
    return {name: value for name, value in os.environ.items() if not name.startswith("TIEOUT_")}


def started(
    *words: str | Path,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    stdout: Stream = None,
    stderr: Stream = None,
) -> Running:
    """The installed command, which goes on; in a folder and an environment of its own."""
    typed = [str(TIEOUT), *map(str, words)]
    return forked.start(typed, cwd, {**clean(), **(env or {})}, stdout=stdout, stderr=stderr)


@dataclass(frozen=True)
class Demo:
    """A demo folder, and the records of the import that was made in it."""

    folder: Path
    documents: dict[str, Any]

    def document(self, part: str) -> Any:
        """The one record whose file has that in its name."""
        (found,) = (record for name, record in self.documents.items() if part in name)
        return found

    def statement_file(self, part: str) -> Path:
        """The one statement whose file has that in its name."""
        (found,) = (self.folder / "statements").glob(f"*{part}*.pdf")
        return found
