"""tieout for other programs: `read` a statement, `check` a ledger against statements, `ToolLoop`.

Only what `__all__` names is kept from version to version: within 0.x a name may gain an argument
with a default or a field, and loses none without a line in the changelog of the version before.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from app.shapes.reading import StatementShape as Statement
    from app.shapes.sources import CheckShape as Check
    from db.errors import TieoutError
    from tools.loop import ToolLoop

__all__ = ["Check", "Statement", "TieoutError", "ToolLoop", "__version__", "check", "read"]

Pdf: TypeAlias = "str | Path | bytes"
_ROOMS: Final = ("app", "db", "jobs", "pipeline", "tools")
_KEPT: Final = {
    "Check": ("app.shapes.sources", "CheckShape"),
    "Statement": ("app.shapes.reading", "StatementShape"),
    "TieoutError": ("db.errors", "TieoutError"),
    "ToolLoop": ("tools.loop", "ToolLoop"),
}


def _in_the_way() -> str | None:
    """What to do about a package of the caller's that has the name of one of tieout's."""
    for room in _ROOMS:
        loaded = sys.modules.get(room)
        spec = getattr(loaded, "__spec__", None) if loaded else find_spec(room)
        found = Path(spec.origin) if spec and spec.origin else None
        if found is None or found.resolve().parents[1] != Path(__file__).resolve().parents[1]:
            return (
                f"{found or room} is in the way of tieout's own package {room!r}: install tieout in"
                " an environment of its own (pipx install tieout) and ask it over HTTP or MCP, or"
                " for ToolLoop alone install the wheel toolloop"
            )
    return None


if (_why := _in_the_way()) is not None:
    if Path(sys.argv[0]).stem == "tieout":  # the command, whose user has no use for a traceback
        sys.stderr.write(f"tieout: {_why}\n")
        raise SystemExit(7)
    raise ImportError(_why)


def read(pdf: Pdf, *, passwords: Iterable[str] = ()) -> tuple[Statement, ...]:
    """The statements of a PDF, by its path or its bytes, each with what is proven of it.

    No ledger is needed and nothing is kept. Raises leaves of ``TieoutError``; each has a stable
    ``code`` and a message with a remedy.
    """
    from app.shapes.reading import read_shape
    from pipeline.intake.file import MAX_BYTES
    from pipeline.reading.from_bytes import read_bytes

    if not isinstance(pdf, bytes):
        with Path(pdf).open("rb") as file:
            pdf = file.read(MAX_BYTES + 1)
    return read_shape(read_bytes(pdf, passwords)).statements


def check(
    ledger: str | Path,
    pdfs: Sequence[str | Path],
    *,
    passwords: Iterable[str] = (),
    form: str | None = None,
) -> Check:
    """What the statements say of a ledger where it lies (a journal, a book, an export): by rules
    alone, with no database and no model, and nothing is changed.

    ``form`` names the ledger's format where its content does not. Raises leaves of
    ``TieoutError``; a statement that cannot be read is a document with an ``error_code``.
    """
    from app.acts.accounts import Wishes
    from app.acts.checking import brought_in
    from app.acts.checking import check as held
    from jobs.options import DocumentSource, ImportOptions

    sources = [DocumentSource(Path(each).name, Path(each)) for each in pdfs]
    options = ImportOptions(passwords=tuple(passwords))
    bring_in = partial(brought_in, sources=sources, options=options)
    return held(Path(ledger), Wishes(form=form), bring_in)


def __getattr__(name: str) -> object:
    """Import what is kept at its first use: the command needs none of it."""
    from importlib import import_module, metadata

    if name == "__version__":
        return metadata.version("tieout")
    if name not in _KEPT:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    place, attribute = _KEPT[name]
    return getattr(import_module(place), attribute)


def command() -> int:
    """The command `tieout`, and the code that it ends with."""
    # To read a page, numpy needs none of the threads that it would start, one for each core.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from app.cli.main import run

    code = run()
    gc.freeze()  # a process that ends need not look for garbage
    return code
