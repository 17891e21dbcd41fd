"""A matched statement must not even load the code of full extraction."""

import subprocess
import sys
from pathlib import Path

import pytest

_SCRIPT = """
import sys
from db.engine import make_engine
from db.upgrade import upgrade
from jobs.imports.inline import import_all
from jobs.options import ImportOptions
from tests.support.books import JUNE, LINES, account, documents, source

engine = make_engine(sys.argv[1], create=True)
upgrade(engine)
account(engine, LINES[: int(sys.argv[2])])
(outcome,) = import_all(engine, [source()], ImportOptions(), read=documents({"june.pdf": [JUNE]}))
print(outcome.status, any(name.startswith("pipeline.extraction") for name in sys.modules))
engine.dispose()
"""


@pytest.mark.parametrize(
    ("entries", "expected"),
    [(3, "matched False"), (2, "needs_review True")],
    ids=["matched", "not matched"],
)
def test_extraction_is_imported_only_when_needed(
    tmp_path: Path, entries: int, expected: str
) -> None:
    root = Path(__file__).parents[3]
    run = subprocess.run(
        [sys.executable, "-c", _SCRIPT, str(tmp_path / "t.db"), str(entries)],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == expected
