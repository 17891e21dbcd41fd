"""`import tieout`: the page about it is typed here, and what is in its way is named in a line."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tieout
from tests.support.wheel import ROOT

PAGE = ROOT / "docs" / "how-to" / "use-in-python.md"
LEDGER = """\
2025-02-01 opening balances
    Assets:Savings 5150  100.00 AUD
    Equity:Opening
"""


def python(*words: str, cwd: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **settings}
    return subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True)


@pytest.mark.thorough
def test_the_page_is_typed(tmp_path: Path) -> None:
    (tmp_path / "statements").symlink_to(ROOT / "app" / "demo" / "statements")
    (tmp_path / "books.ledger").write_text(LEDGER)
    (block,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.M | re.S)
    (tmp_path / "typed.py").write_text(block)
    ran = python(sys.executable, "typed.py", cwd=tmp_path, PYTHONPATH=str(ROOT))
    first, *_, code, checked = ran.stdout.splitlines() or [ran.stderr]
    assert re.fullmatch(r"proven \d{4} [\d.]+ EUR", first), ran.stderr
    assert code == "not_a_pdf"
    assert "coolabah-savings-2025-02-no-transactions.pdf" in checked


def test_all_that_it_offers_is_there_and_typed() -> None:
    assert all(getattr(tieout, name) for name in tieout.__all__)
    assert (ROOT / "tieout" / "py.typed").is_file()
    with pytest.raises(AttributeError, match="no attribute 'import_all'"):
        tieout.import_all  # noqa: B018


@pytest.mark.parametrize("room", ["app", "db", "tools"])
def test_a_package_in_the_way_is_named_in_one_line(tmp_path: Path, room: str) -> None:
    (tmp_path / room).mkdir()
    (tmp_path / room / "__init__.py").touch()
    path = f"{tmp_path}{os.pathsep}{ROOT}"
    imported = python(sys.executable, "-c", "import tieout", cwd=tmp_path, PYTHONPATH=path)
    assert imported.returncode == 1
    last = imported.stderr.splitlines()[-1]
    assert last.startswith(f"ImportError: {tmp_path / room}")
    assert "an environment of its own" in last

    command = str(Path(sys.executable).with_name("tieout"))
    ran = python(command, "--help", cwd=tmp_path, PYTHONPATH=path)
    assert (ran.returncode, ran.stdout, len(ran.stderr.splitlines())) == (7, "", 1), ran.stderr
