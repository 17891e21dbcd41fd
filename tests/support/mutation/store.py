"""Keeps the corpus of pages and the lines that each runs, for making them takes minutes."""

from __future__ import annotations

import hashlib
import pickle
from pathlib import Path

from tests.support.mutation.corpus import OfPage, page_probes
from tests.support.mutation.judges import Lines, lines_run

_ROOT = Path(__file__).parents[3]
_SOURCES = (
    "pipeline/proof", "pipeline/reading", "tests/support/attacks",
    "tests/support/mutation/corpus.py", "tests/support/mutation/witnesses.py",
)  # fmt: skip


def stored(each: int) -> tuple[list[OfPage], list[Lines]]:
    """The probes of pages and the lines that they run, made anew if any source is another."""
    path = _ROOT / ".venv" / "mutation" / f"{_digest()}-{each}.pickle"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        for old in path.parent.iterdir():
            old.unlink()
        probes = list(page_probes(each))
        lines = [lines_run(probe.outcome) for probe in probes]
        kept = [(probe.name, probe.pages, probe.witness) for probe in probes]
        path.write_bytes(pickle.dumps((kept, lines)))
    kept, lines = pickle.loads(path.read_bytes())
    return [OfPage(*each) for each in kept], lines


def _digest() -> str:
    found = hashlib.sha256()
    for source in _SOURCES:
        path = _ROOT / source
        for each in [path] if path.is_file() else sorted(path.rglob("*.py")):
            found.update(each.read_bytes())
    return found.hexdigest()[:16]
